/**
 * Session keys: the name of one conversation's memory.
 *
 * `<channel>:<chat>` where people talk, of the channels that are registered (`console:desk`); `cron:<jobId>` (isolated
 * jobs), `story:<runId>/<storyId>/<phase>` (workers), `main` (the desk itself), `unified:default`.
 * At most 150 bytes of UTF-8, no control characters.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { beginning } from './beginning.ts';
import { allChannels, channelNamed } from './channel-traits.ts';

declare const brand: unique symbol;
export type SessionKey = string & { readonly [brand]: 'SessionKey' };

/** A channel's name, or the kind of work that has its own memory. */
export type Channel = string;

const MAX_BYTES = 150;
/** Keys that are not a chat: their form, and an example. */
const OWN: Readonly<Record<string, { readonly form: RegExp; readonly shown: string }>> = {
  cron: { form: /^.+$/u, shown: 'cron:<job id>' },
  story: { form: /^[^/]+\/[^/]+\/[^/]+$/u, shown: 'story:<run>/<story>/<phase>' },
  main: { form: /^$/, shown: 'main' },
  unified: { form: /^default$/, shown: 'unified:default' },
};

class SessionKeyError extends Error {
  constructor(given: unknown, because: string) {
    const chats = allChannels().map(({ name, ids }) => `${name}:<${ids.means}>`);
    const own = Object.values(OWN).map(({ shown }) => shown);
    const key = typeof given === 'string' ? beginning(given, MAX_BYTES) : given;
    super(`session key ${JSON.stringify(key)} ${because}; allowed: ${[...chats, ...own].join(', ')}`);
    this.name = 'SessionKeyError';
  }
}

export const UNIFIED = 'unified:default' as SessionKey;

/** @throws SessionKeyError that names the given value and what is allowed. */
export function parseSessionKey(given: unknown): SessionKey {
  if (typeof given !== 'string') throw new SessionKeyError(given, 'is not text');
  const { channel, id } = parts(given);
  const form = formOf(channel);
  if (!form) throw new SessionKeyError(given, 'names no known channel');
  if (Buffer.byteLength(given) > MAX_BYTES) throw new SessionKeyError(given, `is over ${MAX_BYTES} bytes`);
  if (/\p{Cc}/u.test(given)) throw new SessionKeyError(given, 'has control characters');
  if (/\p{Cs}/u.test(given)) throw new SessionKeyError(given, 'has half a character in it');
  if (!form.test(id) || (channel !== 'main' && !given.includes(':')))
    throw new SessionKeyError(given, `has no valid id for ${channel}`);
  return given as SessionKey;
}

/** A session's key, checked. */
export const keyParam = z.string().transform((given, context): SessionKey => {
  try {
    return parseSessionKey(given);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});

/** A session's key in a result. */
export const keyResult = z.string() as unknown as z.ZodType<SessionKey>;

function formOf(channel: Channel): RegExp | undefined {
  return Object.hasOwn(OWN, channel) ? OWN[channel]?.form : channelNamed(channel)?.ids.form;
}

/** The key of a chat. @throws SessionKeyError where the id doesn't have the form of the channel's ids. */
export function sessionKey(channel: Channel, id: string): SessionKey {
  return parseSessionKey(channel === 'main' ? 'main' : `${channel}:${id}`);
}

/** As `sessionKey`, for user input: undefined where it makes no key. */
export function keyOf(channel: Channel, id: string): SessionKey | undefined {
  try {
    return sessionKey(channel, id);
  } catch {
    return undefined;
  }
}

/** The part before the first colon: "console" of `console:desk`. */
export function channelOf(key: SessionKey): Channel {
  return parts(key).channel;
}

/** The id inside the channel: a channel's id on its platform, a chat's name; empty for `main`. */
export function chatIdOf(key: SessionKey): string {
  return parts(key).id;
}

/**
 * The key under which turns of a session run and are remembered: the session's own, or `unified:default` in unified
 * mode. The desk's own sessions, isolated jobs and workers never unify.
 */
export function memoryKey(key: SessionKey, unified: boolean): SessionKey {
  return unified && channelNamed(channelOf(key)) ? UNIFIED : key;
}

/**
 * A file name for a key: everything but `a-z 0-9 . _ -` is percent-encoded, upper case too, so that keys stay
 * distinct on a file system that ignores case. Over-long names end in a hash.
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
    ? { channel: key, id: '' }
    : { channel: key.slice(0, colon), id: key.slice(colon + 1) };
}
