/**
 * The transcripts of a home as they are on disk, followed from death to death.
 *
 * They are append-only: the whole lines that stood there once stand there for ever, byte for byte. Only a last
 * line without its end may go.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseEntry } from '../../src/sessions/entry.ts';
import type { Entry, Header } from '../../src/sessions/entry.ts';

interface Book {
  readonly session: string;
  /** The whole lines, and where each entry stands among the entries. */
  readonly bytes: Buffer;
  readonly entries: readonly Entry[];
  readonly places: ReadonlyMap<string, number>;
  readonly torn: boolean;
}

export class Chronicle {
  readonly #folder: string;
  readonly #books = new Map<string, Book>();

  constructor(home: string) {
    this.#folder = join(home, 'sessions');
  }

  /** Read on. @returns what is wrong with what is there. */
  look(): string[] {
    const files = existsSync(this.#folder)
      ? readdirSync(this.#folder).filter((name) => name.endsWith('.jsonl'))
      : [];
    const gone = [...this.#books.keys()].filter((file) => !files.includes(file));
    return [
      ...gone.map((file) => `the transcript ${file} is gone`),
      ...files.flatMap((file) => this.#readOn(file)),
    ];
  }

  entries(session: string): readonly Entry[] {
    return this.#of(session)?.entries ?? [];
  }

  /** Where an entry stands in its transcript; undefined when it doesn't. */
  place(session: string, id: string): number | undefined {
    return this.#of(session)?.places.get(id);
  }

  sessions(): string[] {
    return [...this.#books.values()].map(({ session }) => session);
  }

  files(): { readonly path: string; readonly torn: boolean }[] {
    return [...this.#books].map(([file, { torn }]) => ({ path: join(this.#folder, file), torn }));
  }

  #of(session: string): Book | undefined {
    for (const book of this.#books.values()) if (book.session === session) return book;
    return undefined;
  }

  #readOn(file: string): string[] {
    const wrong: string[] = [];
    const all = readFileSync(join(this.#folder, file));
    const whole = all.lastIndexOf('\n') + 1;
    const before = this.#books.get(file);
    const from = before?.bytes.length ?? 0;
    if (before && !all.subarray(0, from).equals(before.bytes))
      return [`${file}: lines that stood there were changed or lost`];
    const lines = all.subarray(from, whole).toString('utf8').split('\n').slice(0, -1);
    let session = before?.session ?? '';
    if (!before && lines.length > 0) {
      const header = headerOf(lines.shift()!);
      if (!header) wrong.push(`${file}: the first line is no header`);
      session = header?.key ?? file;
    }
    const entries = [...(before?.entries ?? [])];
    const places = new Map(before?.places);
    for (const line of lines) {
      const entry = parseEntry(line);
      if (!entry) wrong.push(`${file}: a line is no entry: ${line.slice(0, 120)}`);
      else if (places.has(entry.id)) wrong.push(`${file}: the entry ${entry.id} stands there twice`);
      else places.set(entry.id, entries.push(entry) - 1);
    }
    if (whole > 0)
      this.#books.set(file, {
        session,
        bytes: all.subarray(0, whole),
        entries,
        places,
        torn: whole < all.length,
      });
    return wrong;
  }
}

function headerOf(line: string): Header | undefined {
  try {
    const header = JSON.parse(line) as Header;
    return header.header ? header : undefined;
  } catch {
    return undefined;
  }
}
