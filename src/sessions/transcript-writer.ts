/**
 * The only writer of transcripts. It appends the journal to the files, in order, and writes entries that need no
 * journal. One thing at a time per session.
 */
import { Queues } from '../async/one-at-a-time.ts';
import type { Entry, Header } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Transcripts } from './transcripts.ts';
import type { TurnBook } from './turn-book.ts';

export interface ObservedEntries {
  readonly header: Header;
  readonly entries: readonly Entry[];
}

export class TranscriptWriter {
  readonly #book: Pick<TurnBook, 'unflushed' | 'flushed'>;
  readonly #transcripts: Transcripts;
  readonly #written: (session: SessionKey, entries: readonly Entry[]) => void;
  readonly #queues = new Queues();

  /** `written` is called with every entry that reached its file. It must not throw. */
  constructor(deps: {
    book: Pick<TurnBook, 'unflushed' | 'flushed'>;
    transcripts: Transcripts;
    written: (session: SessionKey, entries: readonly Entry[]) => void;
  }) {
    this.#book = deps.book;
    this.#transcripts = deps.transcripts;
    this.#written = deps.written;
  }

  /** Append everything that the journal holds for this session. It is on disk when this resolves. */
  flush(session: SessionKey): Promise<void> {
    return this.#queues.do(session, () => this.#carry(session));
  }

  /**
   * Append what the journal holds, without waiting for the disk. It stays in the journal, and is safe there, until the
   * next flush.
   */
  draft(session: SessionKey): Promise<void> {
    return this.#queues.do(session, () => this.#carry(session, 'draft'));
  }

  /** Everything that was asked for before is done when this resolves. */
  after(session: SessionKey): Promise<void> {
    return this.#queues.do(session, async () => {});
  }

  async #carry(session: SessionKey, request?: 'draft'): Promise<void> {
    for (let isLast = false; !isLast; ) {
      const batch = await this.#book.unflushed(session);
      if (!batch) return;
      const { header, rows, from } = batch;
      isLast = batch.isLast;
      const as = isLast ? request : undefined;
      await this.#transcripts.open(header);
      const entries = rows.map((row) => row.entry);
      const { length, fresh } = await this.#transcripts.append(session, entries, from, as);
      if (as !== 'draft')
        await this.#book.flushed(session, {
          rows: rows.map((row) => row.seq),
          length,
          newestMs: Math.max(...entries.map((entry) => entry.ts)),
        });
      this.#written(session, fresh);
    }
  }

  /** Write steps of a turn. The session's file must exist. */
  jot(session: SessionKey, entries: readonly Entry[]): Promise<void> {
    return this.#queues.do(session, async () => {
      await this.#transcripts.jot(session, entries);
      this.#written(session, entries);
    });
  }

  /**
   * Write overheard talk, after what the journal holds. `choose` decides what is new while nobody else writes the
   * file; for a session that is archived after a `flush` it must find nothing. It must not wait for this writer.
   */
  overhear(session: SessionKey, choose: () => Promise<ObservedEntries | undefined>): Promise<readonly Entry[]> {
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

  /** Resolves when nothing is being written. Close the stores only after that. */
  idle(): Promise<void> {
    return this.#queues.idle();
  }

  /** Everything whose writing was started before is on disk when this resolves. */
  sync(session: SessionKey): Promise<void> {
    return this.#queues.do(session, () => this.#transcripts.sync(session));
  }

  /** Erase the text of these messages from the file. @returns the entries that answer one of them. */
  erase(session: SessionKey, messages: ReadonlySet<string>): Promise<readonly string[]> {
    return this.#queues.do(session, () => this.#transcripts.erase(session, messages));
  }
}
