/** The end of a turn that no model could serve: a sentence for people, the cause for the record. */
import type { ModelError, ModelReply } from '../llm/chat-model.ts';
import type { TurnEnd } from '../sessions/turn.ts';
import type { Locale } from '../time/locale.ts';
import { TURN_WORDS } from './wording.ts';

/** `error` keeps the code, the provider and its message. */
export function endOfFailure(error: ModelError, nowMs: number, locale: Locale): TurnEnd {
  const { code, provider, model, message, retryAtMs } = error;
  const who = [provider, model].filter((part) => part !== undefined).join('/');
  const facts = { detail: message, ...(retryAtMs !== undefined && { waitMs: retryAtMs - nowMs }) };
  return {
    status: 'failed',
    summary: TURN_WORDS[locale].failures[code](facts),
    error: `${code}${who === '' ? '' : ` (${who})`}: ${message}`,
  };
}

/** A failed turn with a sentence for people; `error` names the model that answered. */
export function failed(sentence: string, error: string, reply?: Pick<ModelReply, 'servedBy'>): TurnEnd {
  const { provider, model } = reply?.servedBy ?? {};
  const who = provider === undefined ? '' : ` (${provider}/${model})`;
  return { status: 'failed', summary: sentence, error: `${error}${who}` };
}
