/** A job file's text, whoever laid it there: what is no plain file of a sensible size is told, never waited for or followed. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

export type JobText =
  | { readonly kind: 'text'; readonly text: string; readonly writtenAtMs: number }
  /** There is nothing of this name. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'bad'; readonly reason: string };

const MOST_BYTES = 4 * 1024 * 1024;
const DEEPEST = 100;

/** Never rejects for what lies there. A byte order mark is no part of the text. */
export async function readJobFile(path: string): Promise<JobText> {
  try {
    // A pipe that nobody writes to would keep whoever opens it waiting.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const found = await file.stat();
      const { size, mtimeMs } = found;
      if (!found.isFile()) return { kind: 'bad', reason: 'it is no file' };
      if (size > MOST_BYTES) return { kind: 'bad', reason: `it has ${size} bytes; at most ${MOST_BYTES}` };
      const text = await file.readFile('utf8');
      return { kind: 'text', text: text.replace(/^\uFEFF/, ''), writtenAtMs: mtimeMs };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { kind: 'gone' };
    // It could lead to any file of this machine, and show that to whoever reads the reason, or the story.
    if (code === 'ELOOP') return { kind: 'bad', reason: 'it is a symbolic link' };
    return { kind: 'bad', reason: `it can't be read (${code ?? message})` };
  }
}

/** Whether a value has more levels than can be written back. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one as Record<string, unknown>) : [],
    );
  }
  return false;
}
