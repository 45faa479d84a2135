/** One attempt at one provider: counted, timed, and with a receipt in any case. */
import { unlessAborted } from '../async/joined.ts';
import type { Clock } from '../time/clock.ts';
import { deadline } from '../time/clock.ts';
import { ModelError } from './chat-model.ts';
import type { ModelReply, ModelRequest, Spending, Task, Usage } from './chat-model.ts';
import { usageOfFailure, usageOfReply } from './counted-usage.ts';
import { costOf } from './prices.ts';
import type { Prices } from './prices.ts';
import type { Provider } from './provider.ts';
import type { Receipt } from './receipt.ts';

interface AttemptDeps {
  readonly clock: Clock;
  /** The time limit; by default it depends on the task. */
  readonly seconds?: number;
  readonly prices: Prices;
  /** Called at the end; until then the attempt counts as running. */
  readonly ended: () => void;
  readonly written: (receipt: Receipt) => void;
  readonly failed: (what: string, error: unknown) => void;
}

class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** The router counts tokens itself, from the provider's reply. */
const COUNTED_HERE: Pick<Spending, 'used'> = { used: () => {} };

/** Tasks for which somebody is waiting. */
const IN_CONVERSATION: readonly Task[] = ['chat', 'remind', 'heartbeat', 'compact', 'cluster'];
const SECONDS = { conversation: 60, work: 300 } as const;

/**
 * @returns the reply, or why there is none.
 * @throws the request's reason when stopped; bugs of providers that are not language models.
 */
export async function attempt(
  provider: Provider,
  request: ModelRequest,
  deps: AttemptDeps,
): Promise<ModelReply | ModelError> {
  const { clock, ended, failed } = deps;
  const begunMs = clock.now();
  const since = clock.elapsed();
  const seconds = deps.seconds ?? SECONDS[IN_CONVERSATION.includes(request.task) ? 'conversation' : 'work'];
  const limit = deadline(clock, begunMs + seconds * 1_000, new TooSlow('too slow'), request.signal);
  const receipt = (outcome: Receipt['outcome'], usage: Required<Usage>, more: Partial<Receipt>) => {
    const { input, output } = usage;
    const countedTokens = provider.languageModel ? Math.max(1, input + output) : 0;
    const model = more.model ?? request.model ?? provider.model;
    const costUsd = provider.languageModel ? costOf(model, usage, deps.prices) : 0;
    if (provider.languageModel) request.spending?.used(countedTokens);
    deps.written({
      atMs: begunMs,
      task: request.task,
      provider: provider.name,
      model,
      countedTokens,
      latencyMs: Math.round(clock.elapsed() - since),
      outcome,
      ...(costUsd !== undefined && { costUsd }),
      ...request.about,
      ...more,
    });
  };
  try {
    const spending = request.spending && {
      ...COUNTED_HERE,
      /** The provider repeats its request in another way; the first one counts as an attempt of its own. */
      attempt: () => {
        request.spending?.attempt();
        receipt('cannot_serve', { input: 1, output: 0 }, { error: 'It was asked again in another way.' });
      },
    };
    const asked = { ...request, signal: limit.signal, ...(spending && { spending }) };
    const reply = await unlessAborted(provider.chat.reply(asked), limit.signal);
    const { finish, servedBy } = reply;
    receipt(finish === 'length' || finish === 'blocked' ? finish : 'ok', usageOfReply(request, reply), {
      model: servedBy.model,
      ...profileOf(servedBy),
      ...tokensOf(reply.usage),
    });
    return reply;
  } catch (error) {
    if (request.signal.aborted) {
      receipt('aborted', usageOfFailure(request, undefined, 'aborted'), {});
      throw request.signal.reason;
    }
    const known = asModelError(error, provider, seconds);
    const { code, message, model, usage = {} } = known ?? new ModelError('unavailable', String(error));
    receipt(code, usageOfFailure(request, usage, code), {
      error: message,
      ...(model !== undefined && { model }),
      ...profileOf(known ?? {}),
      ...tokensOf(usage),
    });
    if (known) return known;
    if (!provider.languageModel) throw error;
    failed(`asking ${provider.name}`, error);
    return new ModelError('unavailable', `Something failed on our side when ${provider.name} was asked.`, {
      cause: error,
      provider: provider.name,
    });
  } finally {
    limit.clear();
    ended();
  }
}

function asModelError(error: unknown, { name }: Provider, seconds: number): ModelError | undefined {
  if (error instanceof ModelError) return error;
  if (!(error instanceof TooSlow)) return undefined;
  return new ModelError('unavailable', `${name} did not answer within ${seconds} seconds.`, {
    provider: name,
  });
}

function profileOf({ profile }: { readonly profile?: number | undefined }): Pick<Receipt, 'profile'> {
  return profile === undefined ? {} : { profile };
}

function tokensOf({ input, output }: Usage): Pick<Receipt, 'inputTokens' | 'outputTokens'> {
  return {
    ...(input !== undefined && { inputTokens: input }),
    ...(output !== undefined && { outputTokens: output }),
  };
}
