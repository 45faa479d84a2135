/** Which provider serves a request that names a model. */
import { ModelError } from './chat-model.ts';
import type { Provider } from './provider.ts';

export interface Chosen {
  readonly provider: Provider;
  /** Used instead of the provider's configured model. */
  readonly model?: string;
}

/**
 * @param wanted a provider (`gemini`), one of its models (`gemini/gemini-flash-latest`), or a model alone: then of
 * the provider whose name it starts with, else of the first language model in the chain
 */
export function chosenProvider(
  wanted: string,
  { chain, all }: { readonly chain: readonly Provider[]; readonly all: readonly Provider[] },
): Chosen | ModelError {
  const named = all.find(({ name }) => wanted === name || wanted.startsWith(`${name}/`));
  if (named) {
    const model = wanted.slice(named.name.length + 1);
    return { provider: named, ...(model !== '' && { model }) };
  }
  const models = chain.filter(({ languageModel }) => languageModel);
  const provider = models.find(({ name }) => wanted.startsWith(name)) ?? models[0];
  if (provider) return { provider, model: wanted };
  const set = all.map(({ name, model }) => (model === name ? name : `${name}/${model}`)).join(', ');
  return new ModelError(
    'cannot_serve',
    `No language model is set up that could serve as “${wanted}”. Set up: ${set}.`,
  );
}
