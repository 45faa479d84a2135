/**
 * Session keys: the name of one conversation's memory.
 *
 * `discord:<channelId>`, `console:<chatId>`, `terminal:<name>`, `cron:<jobId>` (isolated jobs),
 * `story:<runId>/<storyId>/<phase>` (workers), `main` (the desk itself), `unified:default`.
 * At most 150 bytes of UTF-8, no control characters.
 */
import { createHash } from 'node:crypto';

declare const brand: unique symbol;
export type SessionKey = string & { readonly [brand]: 'SessionKey' };

/** Where conversations take place, or what kind of work keeps its own memory. */
export type Channel = 'discord' | 'console' | 'terminal' | 'cron' | 'story' | 'main' | 'unified';

const MAX_BYTES = 150;
const FORM: Readonly<Record<Channel, RegExp>> = {
  discord: /^\d{1,20}$/,
  console: /^.+$/u,
  terminal: /^.+$/u,
  cron: /^.+$/u,
  story: /^[^/]+\/[^/]+\/[^/]+$/u,
  main: /^$/,
  unified: /^default$/,
};

class SessionKeyError extends Error {
  constructor(given: unknown, because: string) {
    super(
      `session key ${JSON.stringify(given)} ${because}; allowed: discord:<channel id>, console:<chat>, ` +
        'terminal:<name>, cron:<job id>, story:<run>/<story>/<phase>, main, unified:default',
    );
    this.name = 'SessionKeyError';
  }
}

export const UNIFIED = 'unified:default' as SessionKey;

/** @throws SessionKeyError that says what was given and what is allowed. */
export function parseSessionKey(given: unknown): SessionKey {
  if (typeof given !== 'string') throw new SessionKeyError(given, 'is not text');
  const { channel, id } = parts(given);
  if (!Object.hasOwn(FORM, channel)) throw new SessionKeyError(given, 'names no known channel');
  if (Buffer.byteLength(given) > MAX_BYTES) throw new SessionKeyError(given, `is over ${MAX_BYTES} bytes`);
  if (/\p{Cc}/u.test(given)) throw new SessionKeyError(given, 'has control characters');
  if (/\p{Cs}/u.test(given)) throw new SessionKeyError(given, 'has half a character in it');
  if (!FORM[channel].test(id) || (channel !== 'main' && !given.includes(':')))
    throw new SessionKeyError(given, `has no valid id for ${channel}`);
  return given as SessionKey;
}

export function sessionKey(channel: Channel, id: string): SessionKey {
  return parseSessionKey(channel === 'main' ? 'main' : `${channel}:${id}`);
}

export function channelOf(key: SessionKey): Channel {
  return parts(key).channel;
}

/** The id inside the channel: a Discord channel's id, a console chat's name; empty for `main`. */
export function chatIdOf(key: SessionKey): string {
  return parts(key).id;
}

/**
 * The key under which turns of a session take place and are remembered: the session's own, or
 * `unified:default` in unified mode. The desk's own sessions, isolated jobs and workers never unify.
 */
export function memoryKey(key: SessionKey, unified: boolean): SessionKey {
  const chats: readonly Channel[] = ['discord', 'console', 'terminal'];
  return unified && chats.includes(channelOf(key)) ? UNIFIED : key;
}

/**
 * A file name for a key: everything but `a-z 0-9 . _ -` is percent-encoded, upper case too, so that two keys
 * never meet on a file system that ignores case. Over-long names end in a hash.
 */
export function transcriptName(key: SessionKey): string {
  const encoded = [...Buffer.from(key)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9._-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
  if (encoded.length <= 200) return `${encoded}.jsonl`;
  return `${encoded.slice(0, 180)}~${createHash('sha256').update(key).digest('hex').slice(0, 16)}.jsonl`;
}

function parts(key: string): { channel: Channel; id: string } {
  const colon = key.indexOf(':');
  return colon < 0
    ? { channel: key as Channel, id: '' }
    : { channel: key.slice(0, colon) as Channel, id: key.slice(colon + 1) };
}
