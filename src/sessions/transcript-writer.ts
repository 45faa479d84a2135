/**
 * The one writer of transcripts. It carries the journal to the files, in order, and jots down what
 * needs no journal. Per session, one thing at a time.
 */
import { Queues } from '../async/one-at-a-time.ts';
import type { Entry, Header } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Transcripts } from './transcripts.ts';
import type { TurnBook } from './turn-book.ts';

export interface Overheard {
  readonly header: Header;
  readonly entries: readonly Entry[];
}

export class TranscriptWriter {
  readonly #book: Pick<TurnBook, 'unflushed' | 'flushed'>;
  readonly #transcripts: Transcripts;
  readonly #written: (session: SessionKey, entries: readonly Entry[]) => void;
  readonly #queues = new Queues();

  /** `written` hears of every entry that is in its file now. It must not throw. */
  constructor(deps: {
    book: Pick<TurnBook, 'unflushed' | 'flushed'>;
    transcripts: Transcripts;
    written: (session: SessionKey, entries: readonly Entry[]) => void;
  }) {
    this.#book = deps.book;
    this.#transcripts = deps.transcripts;
    this.#written = deps.written;
  }

  /** Everything that the journal holds for this session is in its file, on disk, when this resolves. */
  flush(session: SessionKey): Promise<void> {
    return this.#queues.do(session, () => this.#carry(session));
  }

  async #carry(session: SessionKey): Promise<void> {
    for (
      let batch = await this.#book.unflushed(session);
      batch;
      batch = await this.#book.unflushed(session)
    ) {
      const { header, rows, from } = batch;
      await this.#transcripts.open(header);
      const entries = rows.map((row) => row.entry);
      const { length, fresh } = await this.#transcripts.append(session, entries, from);
      const newestMs = Math.max(...entries.map((entry) => entry.ts));
      await this.#book.flushed(session, {
        rows: rows.map((row) => row.seq),
        length,
        entries: fresh.length,
        newestMs,
      });
      this.#written(session, fresh);
    }
  }

  /** Write down steps of a turn; the session's file is there already. */
  jot(session: SessionKey, entries: readonly Entry[]): Promise<void> {
    return this.#queues.do(session, async () => {
      await this.#transcripts.jot(session, entries);
      this.#written(session, entries);
    });
  }

  /**
   * Write down observed talk, after what the journal holds. `choose` says what is new, when nobody else writes the
   * file; a session that is set aside after a `flush` must have nothing new. It may not wait for this writer.
   */
  overhear(session: SessionKey, choose: () => Promise<Overheard | undefined>): Promise<readonly Entry[]> {
    return this.#queues.do(session, async () => {
      await this.#carry(session);
      const overheard = await choose();
      if (!overheard || overheard.entries.length === 0) return [];
      await this.#transcripts.open(overheard.header);
      await this.#transcripts.jot(session, overheard.entries);
      this.#written(session, overheard.entries);
      return overheard.entries;
    });
  }

  /** Resolves when nothing is being written: what it writes from must not be closed before. */
  idle(): Promise<void> {
    return this.#queues.idle();
  }

  /** All that was begun to be written before is on disk when this resolves. */
  sync(session: SessionKey): Promise<void> {
    return this.#queues.do(session, () => this.#transcripts.sync(session));
  }

  /** Take the words of these messages out of the file. @returns the entries that answer one of them. */
  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]> {
    return this.#queues.do(session, () => this.#transcripts.erase(session, messages));
  }
}
