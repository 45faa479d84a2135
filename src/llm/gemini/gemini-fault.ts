/**
 * Why an attempt failed, in the port's terms: the code, a sentence, and the consequence for the key. Not masked yet.
 */
import { errorMessage } from '../../text/error-message.ts';
import type { ModelErrorCode } from '../chat-model.ts';
import { Refusal } from './gemini-client.ts';
import { hintOf, limitOf } from './gemini-limits.ts';
import type { Limit } from './gemini-limits.ts';
import { BadReply } from './gemini-reply.ts';
import { LEAST_PAUSE_MS, Silence } from '../patience.ts';
import { wireErrorOf } from './gemini-wire-error.ts';
import type { WireError } from './gemini-wire-error.ts';
import { shortLine } from '../../text/shorten.ts';

export interface Fault {
  readonly code: ModelErrorCode;
  readonly sentence: string;
  readonly retryAtMs?: number;
  /** The consequence for the key: it rests, or it is wrong. */
  readonly limit?: Limit;
  readonly wrongKey?: boolean;
  /** Whether Gemini refused the thought signatures that were returned. */
  readonly signaturesRefused?: boolean;
}

export interface Asked {
  readonly host: string;
  readonly model: string;
  readonly nowMs: number;
}

/** @param error anything thrown by the SDK, the stream or the network */
export function faultOf(error: unknown, asked: Asked): Fault {
  if (error instanceof BadReply) return { code: error.code, sentence: error.message };
  if (error instanceof Silence)
    return {
      code: 'unavailable',
      sentence: `Gemini was silent for ${Math.round(error.afterMs / 1_000)} seconds.`,
    };
  if (error instanceof Refusal) return refused(error, asked);
  const inStream = streamError(error);
  if (inStream) return judged(inStream, undefined, asked);
  return broken(error, asked);
}

function refused(refusal: Refusal, asked: Asked): Fault {
  const { status, contentType, body } = refusal;
  const address = `GEMINI_BASE_URL (${asked.host})`;
  if (status >= 300 && status < 400)
    return {
      code: 'misconfigured',
      sentence: `${address} sends its callers elsewhere: set the address itself.`,
    };
  const wire = wireErrorOf(body, status);
  const isGoogles = wire.status !== '' || wire.message !== '';
  const isPage = /html/i.test(contentType) || /^\s*<(?:!doctype|html)/i.test(body);
  if (!isGoogles && isPage && status < 500)
    return {
      code: 'misconfigured',
      sentence: `${address} answers with a web page: it is not Gemini's address.`,
    };
  if (status === 404 && !isGoogles)
    return { code: 'misconfigured', sentence: `${address} knows nothing of Gemini: it is not its address.` };
  if (status < 300)
    return isGoogles
      ? judged(wire, undefined, asked)
      : { code: 'bad_reply', sentence: `Gemini at ${asked.host} did not answer with a stream.` };
  return judged(wire, refusal.retryAfter, asked);
}

/** An error of Google's, sent instead of the stream or within it. */
function judged(wire: WireError, retryAfter: string | undefined, asked: Asked): Fault {
  const { code, message } = wire;
  if (code === 429) return limited(wire, retryAfter, asked);
  if (isOfKey(wire))
    return { code: 'misconfigured', wrongKey: true, sentence: `is refused by Gemini${quoted(message)}` };
  if (code === 404)
    return {
      code: 'misconfigured',
      sentence:
        `Gemini has no model “${asked.model}”: set GEMINI_MODEL to one that it has ` +
        '(“nightdesk doctor” names some).',
    };
  if (code === 400 && /thought[ _]?signature/i.test(message))
    return {
      code: 'unavailable',
      signaturesRefused: true,
      sentence: 'Gemini did not recognise its own thoughts; they are left out from now on.',
    };
  if (code === 400 && wire.status === 'FAILED_PRECONDITION')
    return { code: 'misconfigured', sentence: `Gemini does not serve here${quoted(message)}` };
  if (code >= 500 || code === 408 || code === 499) {
    const hint = hintOf(wire, retryAfter, asked.nowMs);
    const what = code === 503 ? 'is overloaded' : 'is out of order';
    return {
      code: 'unavailable',
      sentence: `Gemini ${what} (${code})${quoted(message)}`,
      ...(hint !== undefined && { retryAtMs: asked.nowMs + Math.max(hint, LEAST_PAUSE_MS) }),
    };
  }
  return { code: 'cannot_serve', sentence: `Gemini did not take the request (${code})${quoted(message)}` };
}

function limited(wire: WireError, retryAfter: string | undefined, { nowMs }: Asked): Fault {
  const limit = limitOf(wire, retryAfter, nowMs);
  return limit.per === 'minute'
    ? { code: 'rate_limited', limit, sentence: 'has reached its limit for this minute.' }
    : { code: 'quota', limit, sentence: 'has reached its limit for today and rests for an hour.' };
}

function isOfKey({ code, status, message, reasons }: WireError): boolean {
  if (code === 401 || code === 403) return true;
  const ofKey = reasons.some((reason) => reason.startsWith('API_KEY_'));
  return code === 400 && (ofKey || (status === 'INVALID_ARGUMENT' && /\bAPI[ _]key\b/i.test(message)));
}

/** The SDK throws an error in the stream as its own, with the JSON in its message. */
function streamError(error: unknown): WireError | undefined {
  if (!(error instanceof Error) || error.name !== 'ApiError') return undefined;
  const { status } = error as Error & { status?: number };
  const json = error.message.slice(Math.max(0, error.message.indexOf('{')));
  return wireErrorOf(json, status ?? 500);
}

const SAID: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name can’t be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
};

function broken(error: unknown, { host }: Asked): Fault {
  const message = errorMessage(error);
  if (/Incomplete JSON segment/.test(message))
    return { code: 'unavailable', sentence: 'Gemini broke off in the middle of its reply.' };
  const code = causeCode(error);
  const isOfNetwork = code !== '' || /^(?:fetch failed|terminated)$/.test(message);
  // Other errors of the SDK come from what it had to parse.
  if (!isOfNetwork) return { code: 'bad_reply', sentence: 'What Gemini answered can’t be read.' };
  return {
    code: 'unavailable',
    sentence: `Gemini can’t be reached at ${host}: ${SAID[code] ?? (code || message)}.`,
  };
}

function causeCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as Error & { code?: unknown };
    if (typeof code === 'string' && code !== '') return code;
  }
  return '';
}

/** The server's own words, for the end of a sentence. */
function quoted(message: string): string {
  const words = shortLine(message, 240).replace(/[.\s]+$/, '');
  return words === '' ? '.' : `: “${words}”.`;
}
