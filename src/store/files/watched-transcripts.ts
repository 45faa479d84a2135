/**
 * Transcripts that know whether they can be written at the moment. Writers retry; anyone may ask `trouble` meanwhile.
 */
import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Header } from '../../sessions/entry.ts';
import { transcriptName } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { cannotBeWritten } from '../../sessions/transcript-trouble.ts';
import type { Bilingual } from '../../time/locale.ts';
import type { Appended, Stretch, Transcripts } from '../../sessions/transcripts.ts';

/** When a disk is full or broken, only a successful write shows that it works again. */
const OF_THE_DISK = ['ENOSPC', 'EDQUOT', 'EIO'];

export class WatchedTranscripts implements Transcripts {
  readonly #files: Transcripts;
  readonly #folder: string;
  readonly #failed = new Map<SessionKey, Error>();

  constructor(files: Transcripts, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Why nothing can be written at the moment; undefined when writing works. */
  get trouble(): Bilingual | undefined {
    for (const [session, error] of this.#failed)
      if (this.#isWell(session, error)) this.#failed.delete(session);
    const [failed] = this.#failed;
    if (failed) return cannotBeWritten({ session: failed[0] }, failed[1]);
    try {
      if (existsSync(this.#folder)) accessSync(this.#folder, constants.W_OK | constants.X_OK);
      return undefined;
    } catch (error) {
      return cannotBeWritten({ folder: this.#folder }, error as Error);
    }
  }

  #isWell(session: SessionKey, error: NodeJS.ErrnoException): boolean {
    if (OF_THE_DISK.includes(error.code ?? '')) return false;
    try {
      const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
      const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW;
      closeSync(openSync(join(this.#folder, transcriptName(session)), flags, 0o600));
      return true;
    } catch {
      return false;
    }
  }

  open(header: Header): Promise<void> {
    return this.#watched(header.key, () => this.#files.open(header));
  }

  append(session: SessionKey, entries: readonly Entry[], from: number, as?: 'draft'): Promise<Appended> {
    return this.#watched(session, () => this.#files.append(session, entries, from, as));
  }

  jot(session: SessionKey, entries: readonly Entry[]): Promise<void> {
    return this.#watched(session, () => this.#files.jot(session, entries));
  }

  sync(session: SessionKey): Promise<void> {
    return this.#watched(session, () => this.#files.sync(session));
  }

  async #watched<T>(session: SessionKey, write: () => Promise<T>): Promise<T> {
    try {
      const written = await write();
      this.#failed.delete(session);
      for (const [other, error] of this.#failed)
        if (OF_THE_DISK.includes((error as NodeJS.ErrnoException).code ?? '')) this.#failed.delete(other);
      return written;
    } catch (error) {
      this.#failed.set(session, error as Error);
      throw error;
    }
  }

  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]> {
    return this.#files.erase(session, messages);
  }

  tail(session: SessionKey, limit: number, before?: string): Promise<Entry[]> {
    return this.#files.tail(session, limit, before);
  }

  backwards(session: SessionKey): AsyncIterable<Entry> {
    return this.#files.backwards(session);
  }

  forwards(session: SessionKey, from: number, lines: number): Promise<Stretch | undefined> {
    return this.#files.forwards(session, from, lines);
  }

  header(session: SessionKey): Promise<Header | undefined> {
    return this.#files.header(session);
  }

  archive(session: SessionKey, stamp: string): Promise<void> {
    this.#failed.delete(session);
    return this.#files.archive(session, stamp);
  }
}
