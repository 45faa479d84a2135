/**
 * Chooses the model when OPENAI_MODEL is unset.
 *
 * At OpenAI: a small, cheap one that doesn't reason. Elsewhere the server is asked for its models: its only one, or
 * on the operator's own machine the first chat model. Among several models of somebody else's server none is chosen.
 */
import type { ModelError } from '../chat-model.ts';
import type { Address } from './address.ts';
import type { Connection } from './connection.ts';
import { modelError, speaksNoOpenAi } from './say-failure.ts';
import type { Asked } from './say-failure.ts';

const OPENAI_DEFAULT = 'gpt-4.1-mini';
/** Names of models that don't chat. */
const SILENT = /embed|rerank|whisper|tts|clip/i;

/** @returns the ids of the models that the endpoint lists; undefined when it has no list in this form. */
export async function listModels(
  { client }: Connection,
  asked: Asked,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const page: unknown = await client.get('/models', { signal });
  // The SDK returns anything other than JSON as text.
  if (typeof page === 'string') throw speaksNoOpenAi(asked);
  const { data } = (page ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((model) => {
    const { id } = (model ?? {}) as { id?: unknown };
    return typeof id === 'string' ? [id] : [];
  });
}

/** @returns a model's name, or why there is none. */
export async function chooseModel(
  address: Address,
  list: () => Promise<string[] | undefined>,
): Promise<string | ModelError> {
  if (address.official) return OPENAI_DEFAULT;
  const { host } = address;
  const none = (sentence: string) => modelError('misconfigured', sentence, {});
  const listed = await list();
  if (!listed) return none(`OPENAI_MODEL is not set, and ${host} doesn't list its models.`);
  const talking = listed.filter((id) => !SILENT.test(id));
  const [first] = talking;
  if (first === undefined) return none(`OPENAI_MODEL is not set, and ${host} has no model loaded.`);
  if (talking.length > 1 && !address.local)
    return none(`OPENAI_MODEL is not set, and ${host} has ${String(talking.length)} models.`);
  return first;
}

/** The name for people, without the path that some servers include. */
export function nameOf(model: string): string {
  return model.endsWith('.gguf') ? model.slice(model.search(/[^/\\]*$/)) : model;
}
