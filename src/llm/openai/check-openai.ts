/**
 * The doctor's check of the endpoint: asks for its list of models, which costs and changes nothing.
 *
 * What a model can do (tools, output forms) isn't visible, so nothing is said about it. Problems are findings;
 * nothing is thrown.
 */
import { ModelError } from '../chat-model.ts';
import type { Clock } from '../../time/clock.ts';
import { attempt } from './attempt.ts';
import { chooseModel, listModels, nameOf } from './choose-model.ts';
import { openConnection } from './connection.ts';
import { endpointOf } from './openai-from.ts';
import type { OpenAiSettings } from './openai-from.ts';
import { failureOf } from './say-failure.ts';
import type { ModelFinding } from '../provider.ts';

const CHECK = 'OpenAI-compatible';
const PATIENCE_MS = 15_000;
const NAMED_MODELS = 8;

/** @returns nothing when neither an address nor a key is set. */
export async function checkOpenAi(
  settings: OpenAiSettings,
  clock: Clock,
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelFinding[]> {
  if (settings.baseUrl === undefined && settings.key === undefined) return [];
  const endpoint = endpointOf(settings);
  if (typeof endpoint === 'string') return [problem(endpoint)];
  const { address, key } = endpoint;
  const asked = { host: address.host, nowMs: clock.now(), ...(key !== undefined && { key }) };
  const patience = { firstMs: PATIENCE_MS, betweenMs: PATIENCE_MS };
  let models: string[] | undefined;
  try {
    const connection = await openConnection(address, key);
    const listed = await attempt(connection, { clock, patience, outer: signal }, asked, (watch) =>
      listModels(connection, asked, watch.signal),
    );
    if (listed.kind === 'complaint') {
      const { complaint } = listed;
      // It speaks the API but has no list of models, like older and smaller servers.
      if (complaint.status !== 404 || !complaint.ofTheApi)
        return [problem(failureOf(complaint, asked).message)];
    } else models = listed.done;
  } catch (error) {
    if (error instanceof ModelError) return [problem(error.message)];
    throw error;
  }
  const chosen = settings.model ?? (await chooseModel(address, () => Promise.resolve(models)));
  if (chosen instanceof ModelError) return [problem(chosen.message, named(models))];
  return [modelFinding(address.host, chosen, models, key !== undefined)];
}

function modelFinding(
  host: string,
  model: string,
  models: string[] | undefined,
  keyed: boolean,
): ModelFinding {
  const name = nameOf(model);
  if (!models)
    return {
      check: CHECK,
      state: 'warning',
      text: `The server ${host} answers, and doesn't list its models: whether it has "${name}" shows when it is asked.`,
    };
  // Some servers list "name" and accept "name:latest", or the reverse.
  const has = models.some((id) => id === model || id === `${model}:latest` || `${id}:latest` === model);
  if (!has)
    return problem(`The server ${host} answers, and has no model "${name}" (OPENAI_MODEL).`, named(models));
  const key = keyed ? ' and has nothing against the key' : '';
  return {
    check: CHECK,
    state: 'ok',
    text: `The server ${host} answers${key}; its model "${name}" is there.`,
  };
}

function named(models: string[] | undefined): string | undefined {
  if (!models || models.length === 0) return undefined;
  const some = models.slice(0, NAMED_MODELS).map(nameOf).join(', ');
  const more = models.length > NAMED_MODELS ? `, and ${String(models.length - NAMED_MODELS)} more` : '';
  return `Set OPENAI_MODEL to one of: ${some}${more}.`;
}

function problem(text: string, remedy?: string): ModelFinding {
  return {
    check: CHECK,
    state: 'problem',
    text,
    remedy: remedy ?? 'Look at OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL.',
  };
}
