/**
 * Character n-grams, hashed into a fixed number of buckets (the hashing trick: Weinberger et al., Feature Hashing for
 * Large Scale Multitask Learning, 2009): a collision costs a little sharpness, a table of all of them would cost most of
 * the memory.
 */

/** Buckets of n-grams; the numbers of words begin after them. */
export const GRAM_BUCKETS = 1 << 15;

/** The bucket of an n-gram, which stands in the text from `start` to `end`. */
export function gramBucket(text: string, start: number, end: number): number {
  const hash = hashOf(text, start, end);
  return (hash ^ (hash >>> 15)) & (GRAM_BUCKETS - 1);
}

/** FNV-1a over the UTF-16 units: 32 bits, signed. */
export function hashOf(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
