/**
 * The states that edition files had before they were changed in a form or by a setup, the newest last: who changed them,
 * when, and in which fields. The file is replaced whole; one that can't be read counts as empty.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../async/replace-file.ts';
import type { FileChange } from './plan-files.ts';

const changeSchema = z.strictObject({
  /** The edition's file. */
  file: z.string(),
  atMs: z.number(),
  by: z.string().exactOptional(),
  /** The fields that were changed; empty where the whole file was. */
  fields: z.array(z.string()),
  /** The file's text before. */
  before: z.string(),
  /** The revision of the text that was written. */
  after: z.string(),
});

export type EditionChange = Readonly<z.output<typeof changeSchema>>;

/** Names a text: equal texts have equal revisions. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Older ones are forgotten. */
const MOST_KEPT = 20;

export class EditionUndo {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The newest change of a file. */
  last(file: string): EditionChange | undefined {
    return this.#read().findLast((change) => change.file === file);
  }

  keep(change: EditionChange): Promise<void> {
    return this.#write([...this.#read(), change].slice(-MOST_KEPT));
  }

  /** The former file, where the whole of it is replaced. */
  async keepFormer({ file, before, after }: FileChange, atMs: number, by?: string): Promise<void> {
    if (before === '' || before === after) return;
    const change = { file, atMs, fields: [], before, after: revisionOf(after) };
    await this.keep({ ...change, ...(by !== undefined && { by }) });
  }

  /** After it was undone. */
  drop({ file, atMs, after }: EditionChange): Promise<void> {
    return this.#write(
      this.#read().filter((one) => one.file !== file || one.atMs !== atMs || one.after !== after),
    );
  }

  #read(): EditionChange[] {
    try {
      return z.array(changeSchema).parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      return [];
    }
  }

  async #write(changes: readonly EditionChange[]): Promise<void> {
    mkdirSync(dirname(this.#path), { recursive: true });
    await replaceFile(this.#path, `${JSON.stringify(changes, null, 1)}\n`);
  }
}
