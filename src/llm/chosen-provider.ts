/** Which provider serves a request that names a model. */
import { ModelError } from './chat-model.ts';
import type { Provider } from './provider.ts';
import { providerNames } from './provider-kinds.ts';

export interface Chosen {
  readonly provider: Provider;
  /** Used instead of the provider's configured model. */
  readonly model?: string;
}

/**
 * Whether a language model's server has the model is not known here: that is asked when it is used.
 *
 * @param wanted a provider (`gemini`), one of its models (`gemini/gemini-flash-latest`), or a model alone: then of
 * the provider whose name it starts with, else of the first language model
 * @param chain asked before `all`
 */
export function chosenProvider(
  wanted: string,
  { chain, all }: { readonly chain: readonly Provider[]; readonly all: readonly Provider[] },
): Chosen | ModelError {
  const named = all.find(({ name }) => isOf(wanted, name));
  if (named) {
    const model = wanted.slice(named.name.length + 1);
    if (model === '' || named.languageModel || model === named.model)
      return { provider: named, ...(model !== '' && { model }) };
    return unknown(wanted, all);
  }
  // A provider that exists, but is not set up, is no model of another one.
  if (providerNames().some((name) => isOf(wanted, name))) return unknown(wanted, all);
  const models = [...chain, ...all].filter(({ languageModel }) => languageModel);
  const provider = models.find(({ name }) => wanted.startsWith(name)) ?? models[0];
  return provider ? { provider, model: wanted } : unknown(wanted, all);
}

/** What may be given as a model's name: each provider, and the model that it is set to. */
export function modelNames(all: readonly Provider[]): string[] {
  return all.flatMap(({ name, model, languageModel }) =>
    languageModel && model !== '' && model !== name ? [name, `${name}/${model}`] : [name],
  );
}

function isOf(wanted: string, provider: string): boolean {
  return wanted === provider || wanted.startsWith(`${provider}/`);
}

function unknown(wanted: string, all: readonly Provider[]): ModelError {
  return new ModelError(
    'cannot_serve',
    `There is no model "${wanted}"; allowed: ${modelNames(all).join(', ')}.`,
  );
}
