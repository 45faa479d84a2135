/**
 * Job files as values. A file that is still the one that was read isn't read and checked again: a batch looks at all its
 * files whenever one of its stories goes on.
 *
 * A file is known by its inode, size and times. Within the time's grain two contents could have the same, so what was
 * written a moment before it was read is not remembered.
 */
import { lstatSync } from 'node:fs';
import { z } from 'zod';
import { isTooDeep, markOf, readJobFile } from './read-job-file.ts';

interface Read<T> {
  readonly ok: true;
  readonly value: T;
  readonly mark: string;
  readonly changedAtMs: number;
}

export type Parsed<T> = Read<T> | { readonly ok: false; readonly reason: string; readonly isGone: boolean };

/** The grain of file times, with room to spare. */
const SETTLED_MS = 100;
/** A story's file takes about 30 kB. */
const MOST_KNOWN = 250;

export class ParsedFiles {
  readonly #known = new Map<string, Read<unknown>>();
  readonly #now: () => number;

  /** @param now milliseconds since the epoch, as the times of files */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Each path is always read with the same schema. What it gives must not be changed. */
  async read<T>(path: string, schema: z.ZodType<T>): Promise<Parsed<T>> {
    const known = this.#known.get(path);
    if (known && known.mark === markNow(path)) return known as Read<T>;
    this.#known.delete(path);
    const readAtMs = this.#now();
    const parsed = await readParsed(path, schema);
    if (parsed.ok && readAtMs - parsed.changedAtMs > SETTLED_MS) this.#remember(path, parsed);
    return parsed;
  }

  /** Nobody will read what is in this folder for some time. */
  forget(folder: string): void {
    for (const path of this.#known.keys()) if (path.startsWith(folder)) this.#known.delete(path);
  }

  #remember(path: string, read: Read<unknown>): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(path, read);
  }
}

/**
 * Undefined for what is no file, or is gone. Not waited for: asking for hundreds of files costs a millisecond, and the way
 * over the thread pool ten.
 */
function markNow(path: string): string | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? markOf(found) : undefined;
  } catch {
    return undefined; // reading it says what is wrong
  }
}

/** Read a file, whether or not it was read before. */
export async function readParsed<T>(path: string, schema: z.ZodType<T>): Promise<Parsed<T>> {
  const file = await readJobFile(path);
  if (file.kind === 'gone') return { ok: false, reason: 'it is gone', isGone: true };
  const bad = (reason: string) => ({ ok: false, reason, isGone: false }) as const;
  if (file.kind === 'bad') return bad(file.reason);
  let value: unknown;
  try {
    value = JSON.parse(file.text);
  } catch (error) {
    return bad(`it is no JSON (${(error as Error).message})`);
  }
  if (isTooDeep(value)) return bad('it is nested too deep');
  const parsed = schema.safeParse(value);
  if (!parsed.success) return bad(z.prettifyError(parsed.error));
  return { ok: true, value: parsed.data, mark: file.mark, changedAtMs: file.changedAtMs };
}
