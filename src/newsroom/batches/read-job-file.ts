/**
 * Reads a job file's text. Anything but a plain file of sensible size is reported, and never waited for or followed.
 */
import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';

export type JobText =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly writtenAtMs: number;
      /** When content, name or rights last changed. */
      readonly changedAtMs: number;
      /** See `markOf`. */
      readonly mark: string;
    }
  /** There is no such file. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'bad'; readonly reason: string };

const MOST_BYTES = 4 * 1024 * 1024;
const DEEPEST = 100;

/**
 * Trouble of the machine, which says nothing of the file. A file's own rights (EACCES, EPERM) don't pass: it would hold
 * up its whole batch. Where the folder's do, a file can't be set aside either, and that rejects.
 */
const PASSING = new Set(['EMFILE', 'ENFILE', 'EIO', 'EAGAIN', 'EBUSY', 'ENOMEM']);

/** Rejects for trouble that passes, never because of the file. A byte order mark is removed. */
export async function readJobFile(path: string): Promise<JobText> {
  try {
    // Opening a pipe without a writer would block.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const found = await file.stat();
      const { size, mtimeMs, ctimeMs } = found;
      if (!found.isFile()) return { kind: 'bad', reason: 'it is no file' };
      if (size > MOST_BYTES) return { kind: 'bad', reason: `it has ${size} bytes; at most ${MOST_BYTES}` };
      const text = await file.readFile('utf8');
      const times = { writtenAtMs: mtimeMs, changedAtMs: ctimeMs };
      return { kind: 'text', text: text.replace(/^\uFEFF/, ''), ...times, mark: markOf(found) };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { kind: 'gone' };
    if (code !== undefined && PASSING.has(code)) throw error;
    // A symbolic link could expose any file of this machine through the reason or the story.
    if (code === 'ELOOP') return { kind: 'bad', reason: 'it is a symbolic link' };
    return { kind: 'bad', reason: `it can't be read (${code ?? message})` };
  }
}

/** Another after each change of the file, and for each file. */
export function markOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** Whether a value is nested too deeply to be written back. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    const below: unknown[] = [];
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const inner of Object.values(one) as unknown[]) below.push(inner);
    level = below;
  }
  return false;
}
