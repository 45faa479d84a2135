/**
 * Keys stay here: whatever a server echoes of them (in an address, a header, a body) is masked before anybody else
 * sees it. A key is known by its digest.
 */
import { createHash } from 'node:crypto';

const MASK = '[key]';

/** Google's own form of keys, and whatever stands where a key does in an address or a header. */
const LIKE_A_KEY =
  /\bAIza[\w-]{20,}|(?<=[?&](?:key|access_token)=)[^&\s"']+|(?<=x-goog-api-key["']?[:=]\s*["']?)[^\s"',}]+/gi;
/** What is shorter can't be told from a word. */
const SHORTEST = 4;

/** @returns a function that masks every key in a text, however it was written. */
export function maskOf(keys: readonly string[]): (text: string) => string {
  const spellings = new Set(
    keys
      .filter((key) => key.length >= SHORTEST)
      .flatMap((key) => [
        key,
        encodeURIComponent(key),
        JSON.stringify(key).slice(1, -1),
        Buffer.from(key).toString('base64'),
      ]),
  );
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return (text) =>
    longestFirst.reduce((masked, key) => masked.replaceAll(key, MASK), text).replace(LIKE_A_KEY, MASK);
}

/** What a key is known by where things are written down. */
export function digestOf(key: string): string {
  return createHash('sha256').update(`gemini\n${key}`).digest('hex').slice(0, 16);
}

/** Whether it can stand in a header at all: what can't was copied together with something else. */
export function isKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
