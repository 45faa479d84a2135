/** The end of a turn that no model could serve: a sentence for people, the cause for the record. */
import { ModelError } from '../llm/chat-model.ts';
import type { ModelErrorCode, ModelReply } from '../llm/chat-model.ts';
import type { TurnEnd } from '../sessions/turn.ts';

/** What people read. The error's own message is used where it says what they can do. */
const SENTENCES: Readonly<Record<ModelErrorCode, (error: ModelError, nowMs: number) => string>> = {
  cannot_serve: ({ message }) => message,
  exhausted: ({ message }) => message,
  rate_limited: ({ retryAtMs }, nowMs) =>
    `The language model has too much to do just now; ask me again ${retryAtMs === undefined ? 'in a few minutes' : within(retryAtMs - nowMs)}.`,
  quota: () => "The language model's quota for today is used up, so I could not finish this.",
  unavailable: () => 'The language model is out of reach at the moment, so I could not finish this.',
  refused: () => 'The language model refused to answer this.',
  misconfigured: ({ message }) =>
    `The language model is not set up correctly, so I could not finish this: ${message}`,
  bad_reply: () =>
    'The language model answered with something that is no answer, so I could not finish this.',
};

/** `error` keeps the code, the provider and its message. */
export function endOfFailure(error: ModelError, nowMs: number): TurnEnd {
  const { code, provider, model, message } = error;
  const who = [provider, model].filter((part) => part !== undefined).join('/');
  return {
    status: 'failed',
    summary: SENTENCES[code](error, nowMs),
    error: `${code}${who === '' ? '' : ` (${who})`}: ${message}`,
  };
}

function within(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return 'in a minute';
  return minutes < 60 ? `in ${minutes} minutes` : 'later';
}

/** A failed turn with a sentence for people; `error` names the model that answered. */
export function failed(sentence: string, error: string, reply?: Pick<ModelReply, 'servedBy'>): TurnEnd {
  const { provider, model } = reply?.servedBy ?? {};
  const who = provider === undefined ? '' : ` (${provider}/${model})`;
  return { status: 'failed', summary: sentence, error: `${error}${who}` };
}
