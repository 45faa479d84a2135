import { createHash } from 'node:crypto';
import { MAX_ENTRY_BYTES } from './entry.ts';
import type { Entry } from './entry.ts';

/** Shorten an entry to the maximum size of a line: the content keeps its beginning, with its length and sha256. */
export function fitted(entry: Entry): Entry {
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes <= MAX_ENTRY_BYTES) return entry;
  const sha256 = createHash('sha256').update(entry.content).digest('hex');
  const meta = { ...entry.meta, cut: { sha256, bytes: Buffer.byteLength(entry.content) } };
  // JSON escapes make text longer, so shorten until it fits.
  for (let keep = Math.min(entry.content.length, MAX_ENTRY_BYTES); keep > 0; keep = Math.floor(keep * 0.8)) {
    const shorter = { ...entry, content: `${beginning(entry.content, keep)}…`, meta };
    if (Buffer.byteLength(JSON.stringify(shorter)) <= MAX_ENTRY_BYTES) return shorter;
  }
  return {
    ...entry,
    content: '',
    meta: { ...(entry.meta?.turn && { turn: entry.meta.turn }), cut: meta.cut },
  };
}

/**
 * The line of an entry whose words were erased, as long as it was: of `versions` (`erased-entry.ts`) the first that fits, padded
 * with spaces, which JSON allows.
 */
export function padded(versions: readonly Entry[], bytes: number): string {
  for (const version of versions) {
    const json = JSON.stringify(version);
    const missing = bytes - Buffer.byteLength(json);
    if (missing >= 0) return json + ' '.repeat(missing);
  }
  throw new Error('an entry without its words is longer than with them');
}

/** The first `length` code units, without splitting a surrogate pair. */
function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
