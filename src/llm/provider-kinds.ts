/** The kinds of providers. A provider is a folder and a line here. */
import type { Config } from '../config/config.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import { openAiProvider } from './openai/openai-provider.ts';
import type { ProviderKind } from './provider.ts';

/** What providers are created from; each declares what it needs of it. */
export type ModelSettings = Pick<Config, 'gemini' | 'openai' | 'own'>;

/** The desk model, which is always available: it needs no key and no network. */
export const DESK_NAME = 'desk';

const kinds: ProviderKind<ModelSettings>[] = [geminiProvider, openAiProvider];

/**
 * Add a provider, for tests.
 * @returns a function that removes it; calling it twice does no harm.
 */
// ts-unused-exports:disable-next-line
export function addProvider(kind: ProviderKind<ModelSettings>): () => void {
  kinds.push(kind);
  return () => {
    const at = kinds.indexOf(kind);
    if (at !== -1) kinds.splice(at, 1);
  };
}

/** In the default order of asking. */
export function providerKinds(): readonly ProviderKind<ModelSettings>[] {
  return kinds;
}

/** As chains name them, the desk model last. */
export function providerNames(): string[] {
  return [...kinds.map(({ name }) => name), DESK_NAME];
}
