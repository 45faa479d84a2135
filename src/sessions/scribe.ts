/**
 * The scribe: the one writer of transcripts. It carries the journal to the files, in order, and jots down what
 * needs no journal. Per session, one thing at a time.
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Transcripts } from './transcripts.ts';
import type { TurnBook } from './turn-book.ts';

export class Scribe {
  readonly #book: Pick<TurnBook, 'unflushed' | 'flushed'>;
  readonly #transcripts: Transcripts;
  readonly #written: (session: SessionKey, entries: readonly Entry[]) => void;
  readonly #tails = new Map<SessionKey, Promise<void>>();

  /** `written` hears of every entry that is in its file now. It must not throw. */
  constructor(house: {
    book: Pick<TurnBook, 'unflushed' | 'flushed'>;
    transcripts: Transcripts;
    written: (session: SessionKey, entries: readonly Entry[]) => void;
  }) {
    this.#book = house.book;
    this.#transcripts = house.transcripts;
    this.#written = house.written;
  }

  /** Everything that the journal holds for this session is in its file, on disk, when this resolves. */
  flush(session: SessionKey): Promise<void> {
    return this.#enter(session, async () => {
      for (let batch = await this.#book.unflushed(session); batch; batch = await this.#book.unflushed(session)) {
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
    });
  }

  /** Write down steps of a turn or observed talk; the session's file is there already. */
  jot(session: SessionKey, entries: readonly Entry[]): Promise<void> {
    return this.#enter(session, async () => {
      await this.#transcripts.jot(session, entries);
      this.#written(session, entries);
    });
  }

  #enter(session: SessionKey, work: () => Promise<void>): Promise<void> {
    const result = (this.#tails.get(session) ?? Promise.resolve()).then(work);
    const tail = result.then(leave, leave);
    const tails = this.#tails;
    function leave(): void {
      if (tails.get(session) === tail) tails.delete(session);
    }
    tails.set(session, tail);
    return result;
  }
}
