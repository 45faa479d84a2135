/**
 * Transcripts as JSON lines in files: append-only, one writer, a header line first.
 *
 * A last line that a crash left incomplete is cut off when the file is first opened, and reported. Lines in the
 * middle that are not entries are left in place, reported once, and skipped from then on. The last entries, and pages
 * before them, are read backwards in blocks, so reading costs in proportion to what it returns.
 */
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEntry } from '../../sessions/entry.ts';
import type { Entry, Header } from '../../sessions/entry.ts';
import { fitted } from '../../sessions/fitted-entry.ts';
import { transcriptName } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { noEntries, tornLine } from '../../sessions/transcript-trouble.ts';
import type { Appended, Stretch, TranscriptDamage, Transcripts } from '../../sessions/transcripts.ts';
import { absent } from './absent.ts';
import { eraseInFile } from './erase-in-file.ts';
import { LONGEST_LINE, linesBackwards, linesFrom, wholeLinesFrom } from './lines.ts';
import type { Span } from './lines.ts';
import { PlainFile, existing } from './plain-file.ts';
import { SpoiledLines } from './spoiled-lines.ts';

const NEWLINE = 10;

interface KnownFile {
  /** Absent for nearly every file. */
  spoiled?: SpoiledLines;
  /** The entry that the newest page ended before, and its offset; the next page starts there. */
  page?: { readonly id: string; readonly start: number };
}

export class FileTranscripts implements Transcripts {
  readonly #folder: string;
  readonly #damaged: (damage: TranscriptDamage) => void;
  /** Sessions whose file was checked since the start of the desk. */
  readonly #checked = new Set<SessionKey>();
  /** Sessions whose file has lines that are not yet synced. */
  readonly #jotted = new Set<SessionKey>();
  /** What is known of each session's file; dropped when the file is replaced. */
  readonly #files = new Map<SessionKey, KnownFile>();
  /** Serializes moves and replacements of files. */
  #moving: Promise<unknown> = Promise.resolve();

  constructor(folder: string, damaged: (damage: TranscriptDamage) => void) {
    this.#folder = folder;
    this.#damaged = damaged;
  }

  #file(session: SessionKey): string {
    return join(this.#folder, transcriptName(session));
  }

  async open(header: Header): Promise<void> {
    if (this.#checked.has(header.key)) return;
    await mkdir(this.#folder, { recursive: true });
    using file = new PlainFile(this.#file(header.key), 'append');
    await this.#mend(header.key, file);
    if (file.size === 0) file.append(`${JSON.stringify(header)}\n`);
    this.#checked.add(header.key);
  }

  /** Cut off a last line that has no newline. */
  async #mend(session: SessionKey, file: PlainFile): Promise<void> {
    const { size } = file;
    if (size === 0 || (await beginsLine(file, size))) return;
    let whole = 0;
    for await (const line of linesBackwards(file, size, { longest: LONGEST_LINE })) {
      whole = line.start;
      break;
    }
    file.truncate(whole);
    this.#damaged({
      session,
      file: this.#file(session),
      what: tornLine(size - whole),
    });
  }

  async append(
    session: SessionKey,
    entries: readonly Entry[],
    from: number,
    as?: 'draft',
  ): Promise<Appended> {
    using file = new PlainFile(this.#file(session), 'append');
    const { size } = file;
    const there = size > from ? await idsFrom(file, from, size) : new Set<string>();
    const fresh = entries.filter((entry) => !there.has(entry.id)).map(fitted);
    if (fresh.length > 0) this.#write(session, file, fresh);
    if (as === 'draft') this.#jotted.add(session);
    else await this.#sync(session, file);
    return { length: file.size, fresh };
  }

  async jot(session: SessionKey, entries: readonly Entry[]): Promise<void> {
    using file = new PlainFile(this.#file(session), 'append');
    // After a crash a repeated turn may write before anything else is flushed.
    if (!this.#checked.has(session)) await this.#mend(session, file);
    this.#checked.add(session);
    this.#jotted.add(session);
    this.#write(session, file, entries.map(fitted));
  }

  #write(session: SessionKey, file: PlainFile, entries: readonly Entry[]): void {
    try {
      file.append(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    } catch (error) {
      this.#checked.delete(session); // the file may end in half a line
      throw error;
    }
  }

  async sync(session: SessionKey): Promise<void> {
    if (!this.#jotted.has(session)) return;
    using file = existing(this.#file(session), 'write');
    if (file) await this.#sync(session, file);
  }

  async #sync(session: SessionKey, file: PlainFile): Promise<void> {
    await file.datasync();
    this.#jotted.delete(session);
  }

  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]> {
    return this.#move(async () => {
      const { left, answers } = await eraseInFile(this.#file(session), messages);
      // The session may have been deleted and started again since; its old files are archived.
      if (left.size > 0) for (const file of await this.#archived(session)) await eraseInFile(file, left);
      return answers;
    });
  }

  async tail(session: SessionKey, limit: number, before?: string): Promise<Entry[]> {
    const found: { readonly entry: Entry; readonly start: number }[] = [];
    const known = this.#known(session);
    const from = known.page?.id === before ? known.page?.start : undefined;
    let past = before === undefined || from !== undefined;
    for await (const one of this.#read(session, known, from)) {
      if (found.length >= limit) break;
      if (past) found.push(one);
      else past = one.entry.id === before;
    }
    const last = found.at(-1);
    if (last) known.page = { id: last.entry.id, start: last.start };
    return found.map(({ entry }) => entry).reverse();
  }

  async *backwards(session: SessionKey): AsyncIterable<Entry> {
    for await (const { entry } of this.#read(session, this.#known(session))) yield entry;
  }

  /** @param from the offset after the first line's end; defaults to the end of the file. */
  async *#read(
    session: SessionKey,
    known: KnownFile,
    from?: number,
  ): AsyncIterable<{ entry: Entry; start: number }> {
    const path = this.#file(session);
    using file = existing(path);
    if (!file) return;
    const spoiled: Span[] = [];
    try {
      const size = from ?? file.size;
      for await (const line of linesBackwards(file, size, {
        longest: LONGEST_LINE,
        passedOver: (end) => known.spoiled?.passedOver(end),
      })) {
        // Skip the header, and the empty rest after the last newline.
        if (line.start === 0 || (line.text === '' && !line.isTooLong)) continue;
        const entry = line.isTooLong ? undefined : parseEntry(line.text);
        if (entry) yield { entry, start: line.start };
        else if (line.ended && (known.spoiled ??= new SpoiledLines()).add(line))
          spoiled.push({ start: line.start, end: line.end });
      }
    } finally {
      if (spoiled.length > 0) this.#damaged({ session, file: path, what: saySpoiled(spoiled) });
    }
  }

  #known(session: SessionKey): KnownFile {
    const known = this.#files.get(session) ?? {};
    this.#files.set(session, known);
    return known;
  }

  async forwards(session: SessionKey, from: number, lines: number): Promise<Stretch | undefined> {
    using file = existing(this.#file(session));
    if (!file) return undefined;
    if (!(await beginsLine(file, from))) return { entries: [], end: from, isLast: true, isAnother: true };
    const entries: Entry[] = [];
    let [end, read] = [from, 0];
    for await (const line of wholeLinesFrom(file, from, LONGEST_LINE)) {
      if (read === lines) return { entries, end, isLast: false, isAnother: false };
      // The header is not an entry. Other lines that are not entries are reported when reading backwards.
      const entry = end === 0 ? undefined : parseEntry(line.text);
      if (entry) entries.push(entry);
      end = line.end;
      read++;
    }
    return { entries, end, isLast: true, isAnother: false };
  }

  async header(session: SessionKey): Promise<Header | undefined> {
    using file = existing(this.#file(session));
    if (!file) return undefined;
    for await (const line of linesFrom(file, 0, LONGEST_LINE)) return JSON.parse(line) as Header;
    return undefined;
  }

  archive(session: SessionKey, stamp: string): Promise<void> {
    return this.#move(async () => {
      this.#checked.delete(session);
      this.#jotted.delete(session);
      this.#files.delete(session);
      await mkdir(this.#archive, { recursive: true });
      const archived = join(this.#archive, `${stamp}-${transcriptName(session)}`);
      await rename(this.#file(session), archived).catch(absent);
      this.#files.delete(session); // it may have been read in the meantime
    });
  }

  get #archive(): string {
    return join(this.#folder, 'archive');
  }

  /** Files of deleted sessions of this name. */
  async #archived(session: SessionKey): Promise<string[]> {
    const names = (await readdir(this.#archive).catch(absent)) ?? [];
    return names
      .filter((name) => name.endsWith(`-${transcriptName(session)}`))
      .map((name) => join(this.#archive, name));
  }

  #move<T>(work: () => Promise<T>): Promise<T> {
    const moved = this.#moving.then(work);
    this.#moving = moved.catch(() => {}); // the caller gets the error
    return moved;
  }
}

async function beginsLine(file: PlainFile, at: number): Promise<boolean> {
  if (at === 0) return true;
  const last = Buffer.alloc(1);
  return (await file.read(last, at - 1)) === 1 && last[0] === NEWLINE;
}

async function idsFrom(file: PlainFile, from: number, size: number): Promise<Set<string>> {
  const ids = new Set<string>();
  if (size <= from) return ids;
  for await (const line of linesFrom(file, from, LONGEST_LINE)) {
    const entry = parseEntry(line);
    if (entry) ids.add(entry.id);
  }
  return ids;
}

/** @param lines newest first */
function saySpoiled(lines: readonly Span[]): string {
  const [newest, oldest] = [lines[0]!, lines.at(-1)!];
  return noEntries(lines.length, oldest.start, newest.end);
}
