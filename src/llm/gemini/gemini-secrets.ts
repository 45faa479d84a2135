/**
 * Masks keys in anything that a server echoes (in an address, a header, a body). Outside, a key is identified by its
 * digest.
 */
import { createHash } from 'node:crypto';

const MASK = '[key]';

/** Google's form of keys, and the places of keys in addresses and headers. */
const LIKE_A_KEY =
  /\bAIza[\w-]{20,}|(?<=[?&](?:key|access_token)=)[^&\s"']+|(?<=x-goog-api-key["']?[:=]\s*["']?)[^\s"',}]+/gi;
/** Shorter keys can't be told from words. */
const SHORTEST = 4;

/** @returns a function that masks every key in a text, however it is encoded. */
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

/** What identifies a key in stored data. */
export function digestOf(key: string): string {
  return createHash('sha256').update(`gemini\n${key}`).digest('hex').slice(0, 16);
}

/** Whether a key can be sent in a header; one that can't was copied together with something else. */
export function isKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
