/** Who can be asked: a provider is a folder and a line here. */
import type { Config } from '../config/config.ts';
import { geminiProvider } from './gemini/gemini-provider.ts';
import { openAiProvider } from './openai/openai-provider.ts';
import type { ProviderKind } from './provider.ts';

/** What providers are set up by: each names what it needs of it. */
export type ModelSettings = Pick<Config, 'gemini' | 'openai' | 'own'>;

/** The desk model, which is always there: it needs no key and no network. */
export const DESK_NAME = 'desk';

const kinds: ProviderKind<ModelSettings>[] = [geminiProvider, openAiProvider];

/** @returns what takes it away again; the second time nothing. */
// ts-unused-exports:disable-next-line
export function addProvider(kind: ProviderKind<ModelSettings>): () => void {
  kinds.push(kind);
  return () => {
    const at = kinds.indexOf(kind);
    if (at !== -1) kinds.splice(at, 1);
  };
}

/** In the order in which they are asked where an edition names none. */
export function providerKinds(): readonly ProviderKind<ModelSettings>[] {
  return kinds;
}

/** As chains call them, the desk model last. */
export function providerNames(): string[] {
  return [...kinds.map(({ name }) => name), DESK_NAME];
}
