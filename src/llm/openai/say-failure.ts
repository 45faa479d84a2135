/**
 * Turns a failed attempt into a `ModelError`.
 *
 * A conversation that is too long for the model is `cannot_serve`: the next provider may have more room. A request that
 * the server won't accept, as against its policy, is `refused`.
 */
import { ModelError } from '../chat-model.ts';
import type { ModelErrorCode, ModelErrorFacts } from '../chat-model.ts';
import type { Complaint } from './complaint.ts';
import { retryAt } from './retry-at.ts';
import { withoutSecrets } from './secrets.ts';
import { shortLine } from '../../text/shorten.ts';

export const PROVIDER = 'openai';

export interface Asked {
  /** The host; never with a key. */
  readonly host: string;
  /** Absent while it isn't known. */
  readonly model?: string;
  readonly key?: string;
  readonly nowMs: number;
}

/** A complaint as a `ModelError`: its code, a sentence for operators without secrets, and when to try again. */
export function failureOf(complaint: Complaint, asked: Asked): ModelError {
  const judged = judge(complaint, asked);
  const said = quoted(complaint, asked.key);
  const retryAtMs =
    complaint.status === 429 || complaint.status === 503 || RATES.test(complaint.code)
      ? retryAt(complaint.headers, complaint.message, asked.nowMs)
      : undefined;
  const sentence =
    said === '' || complaint.from === 'network' ? judged.text : `${judged.text} It says: ${said}.`;
  return modelError(judged.code, sentence, asked, {
    ...(retryAtMs !== undefined && { retryAtMs }),
    // Not the SDK's own error: servers echo keys, and logs print causes.
    cause: new Error(withoutSecrets(complaint.message, asked.key)),
  });
}

/** A `ModelError` of this provider, with the key removed from its message. */
export function modelError(
  code: ModelErrorCode,
  sentence: string,
  { model, key }: Pick<Asked, 'model' | 'key'>,
  facts: Pick<ModelErrorFacts, 'retryAtMs' | 'cause' | 'usage'> = {},
): ModelError {
  return new ModelError(code, withoutSecrets(sentence, key), {
    provider: PROVIDER,
    ...(model !== undefined && { model }),
    ...facts,
  });
}

/** For a server that doesn't speak this API. */
export function speaksNoOpenAi(asked: Asked): ModelError {
  return modelError('misconfigured', noOpenAi(asked.host), asked);
}

/** Whether the conversation and the answer exceed the model's context. */
export function isTooLong({ code, message, status }: Complaint): boolean {
  return (
    status === 413 ||
    /context_length_exceeded|exceed_context_size/.test(code) ||
    /context (?:length|size|window)|maximum context|prompt is too long|too many (?:input )?tokens|reduce the length/i.test(
      message,
    )
  );
}

interface Judged {
  readonly code: ModelErrorCode;
  readonly text: string;
}

const RATES = /rate.?limit|too_many_requests/i;
const MONEY = /insufficient_quota|billing|credit|exceeded your current quota|payment/i;
const A_DAY = /per.?day|daily|\b[TR]PD\b/i;
const NO_KEY =
  /(?:invalid|incorrect|missing|no|wrong)[\w ]{0,12} api.?key|api.?key (?:is )?(?:not valid|invalid|missing)|invalid_api_key/i;
const NO_MODEL =
  /model_not_found|model[^.]{0,80}(?:not found|does not exist|doesn't exist|not (?:a )?valid|not available|unknown)|(?:unknown|invalid|no such) model|not a valid model/i;
const POLICY = /content.?(?:policy|filter|management)|moderation|safety|ResponsibleAI/i;
const LONG_MS = 60 * 60_000;

function judge(complaint: Complaint, asked: Asked): Judged {
  const { from, status, ofTheApi } = complaint;
  const { host } = asked;
  if (from === 'network') return judgeNetwork(complaint, host);
  const words = `${complaint.code} ${complaint.message}`;
  if (status === 429 || RATES.test(complaint.code) || MONEY.test(complaint.code))
    return judgeRate(complaint, asked);
  if (status === 402) return { code: 'quota', text: `The server ${host} wants to be paid first.` };
  if (status === undefined) return judgeStream(complaint, host);
  if (status >= 300 && status < 400)
    return {
      code: 'misconfigured',
      text: `OPENAI_BASE_URL (${host}) sends its callers elsewhere: set the address itself.`,
    };
  if (status >= 500 || [408, 409, 425].includes(status))
    return { code: 'unavailable', text: `The server ${host} is out of order (${String(status)}).` };
  if (status === 401 || NO_KEY.test(words)) return { code: 'misconfigured', text: keyRefused(asked) };
  // A server that knows the address says which model is unknown; others know neither.
  if (status === 405 || (status === 404 && (!ofTheApi || !/model|endpoint/i.test(words))))
    return { code: 'misconfigured', text: noOpenAi(host) };
  if (status === 403)
    return POLICY.test(words)
      ? { code: 'refused', text: `The server ${host} won't answer this.` }
      : { code: 'misconfigured', text: `The server ${host} does not let OPENAI_API_KEY do this (403).` };
  if (isTooLong(complaint))
    return { code: 'cannot_serve', text: `This is too long for the model ${asked.model ?? ''}.` };
  if (status === 404 || NO_MODEL.test(words))
    return {
      code: 'misconfigured',
      text: `The server ${host} has no model "${asked.model ?? ''}" (OPENAI_MODEL).`,
    };
  if (POLICY.test(words)) return { code: 'refused', text: `The server ${host} won't answer this.` };
  return { code: 'refused', text: `The server ${host} did not take the request (${String(status)}).` };
}

function judgeRate({ code, message, headers }: Complaint, { host, nowMs }: Asked): Judged {
  const used: Judged = { code: 'quota', text: `The quota of OPENAI_API_KEY at ${host} is used up.` };
  if (MONEY.test(code)) return used;
  const at = retryAt(headers, message, nowMs);
  if (A_DAY.test(message) || (at !== undefined && at - nowMs > LONG_MS))
    return { code: 'quota', text: `The server ${host} has answered as often as it does in a day.` };
  // Some servers say "quota" for a limit per minute; then they also say when it ends.
  if (at === undefined && MONEY.test(message)) return used;
  return { code: 'rate_limited', text: `The server ${host} was asked too often.` };
}

/** Errors within a stream have no fixed form. */
function judgeStream({ code, message }: Complaint, host: string): Judged {
  if (/context_length/.test(code)) return { code: 'cannot_serve', text: 'This is too long for the model.' };
  if (POLICY.test(code)) return { code: 'refused', text: `The server ${host} won't answer this.` };
  if (/server|overload|unavailable|timeout|internal/i.test(`${code} ${message}`))
    return { code: 'unavailable', text: `The server ${host} broke off its answer.` };
  return { code: 'bad_reply', text: `The server ${host} broke off its answer.` };
}

function judgeNetwork({ code, message }: Complaint, host: string): Judged {
  if (/ECONNREFUSED/.test(code))
    return { code: 'unavailable', text: `Nothing answers at ${host} (OPENAI_BASE_URL).` };
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return {
      code: 'unavailable',
      text: `The server ${host} can't be found (OPENAI_BASE_URL, or the network).`,
    };
  if (/HPE_|ERR_SSL|EPROTO/.test(code) || /bad port|unknown scheme/.test(message))
    return { code: 'misconfigured', text: noOpenAi(host) };
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return { code: 'misconfigured', text: `The certificate of ${host} can't be trusted (${code}).` };
  const why = /^[A-Z][A-Z0-9_]+$/.test(code) ? ` (${code})` : '';
  return { code: 'unavailable', text: `The connection to ${host} broke${why}.` };
}

function noOpenAi(host: string): string {
  return `OPENAI_BASE_URL speaks no OpenAI API: what ${host} answers is something else.`;
}

function keyRefused({ host, key }: Asked): string {
  return key === undefined
    ? `The server ${host} wants a key, and OPENAI_API_KEY is not set.`
    : `The server ${host} does not accept OPENAI_API_KEY.`;
}

const QUOTED_CHARACTERS = 200;

/** The server's message, quoted on one line; never a web page. */
function quoted({ message, ofTheApi }: Complaint, key: string | undefined): string {
  if (!ofTheApi) return '';
  const short = shortLine(withoutSecrets(message, key), QUOTED_CHARACTERS).replace(/[.!]+$/, '');
  return short === '' ? '' : `"${short}"`;
}
