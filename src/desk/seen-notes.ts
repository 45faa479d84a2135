/**
 * Notes the newest message seen in each session, in batches every few seconds, when everything taken in is on disk.
 *
 * - A note never goes past a message that could not be written, nor past a gap that is being read.
 * - A crash loses the notes of a few seconds; the messages are then read again and recognised.
 */
import { Queues } from '../async/one-at-a-time.ts';
import type { IntakeBook, SeenNote } from '../sessions/intake-book.ts';
import { memoryKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Clock } from '../time/clock.ts';

interface SeenDeps {
  readonly book: Pick<IntakeBook, 'seen' | 'note'>;
  readonly transcriptWriter: Pick<TranscriptWriter, 'sync'>;
  readonly clock: Clock;
  readonly unified: boolean;
  /** Everything up to this message is noted. */
  readonly noted: (session: SessionKey, id: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

interface Mark {
  newest: bigint | undefined;
  /** When something was last recorded. */
  talkMs: number;
  /** Messages that could not be written. */
  readonly missed: Set<bigint>;
  /** A gap begins here; it is being read, or reading failed. */
  gap: { readonly after: bigint | undefined } | undefined;
}

const BATCH_MS = 5_000;

export class SeenMarks {
  readonly #deps: SeenDeps;
  readonly #marks = new Map<SessionKey, Mark>();
  readonly #toNote = new Set<SessionKey>();
  readonly #closing = new AbortController();
  #batch: Promise<void> | undefined;
  readonly #flushes = new Queues();

  constructor(deps: SeenDeps) {
    this.#deps = deps;
  }

  /** `talkMs`: when it was said, if it was recorded. */
  seen(session: SessionKey, id: string, talkMs = 0): void {
    const mark = this.#markOf(session);
    const number = BigInt(id);
    mark.missed.delete(number);
    if (mark.newest === undefined || number > mark.newest) mark.newest = number;
    mark.talkMs = Math.max(mark.talkMs, talkMs);
    this.#toNote.add(session);
    this.#arm();
  }

  missed(session: SessionKey, id: string): void {
    this.#markOf(session).missed.add(BigInt(id));
  }

  async newest(session: SessionKey): Promise<string | undefined> {
    const noted = await this.#deps.book.seen(session);
    const mark = this.#markOf(session);
    const known = largest(noted === undefined ? undefined : BigInt(noted), mark.newest);
    return text(safe(mark, known));
  }

  async readBack(session: SessionKey, read: (after: string | undefined) => Promise<void>): Promise<void> {
    const after = await this.newest(session);
    const mark = this.#markOf(session);
    const gap = { after: after === undefined ? undefined : BigInt(after) };
    mark.gap = gap;
    await read(after);
    // Another reading may have begun meanwhile, from the same message or an earlier one.
    if (mark.gap === gap) mark.gap = undefined;
    this.#toNote.add(session);
    this.#arm();
  }

  flush(): Promise<void> {
    return this.#flushes.do('', () => this.#flush());
  }

  async #flush(): Promise<void> {
    const sessions = [...this.#toNote];
    this.#toNote.clear();
    const { transcriptWriter, book, unified, noted } = this.#deps;
    const newest = new Map(sessions.map((session) => [session, this.#markOf(session).newest]));
    try {
      const files = sessions.flatMap((session) => [session, memoryKey(session, unified)]);
      for (const file of new Set(files)) await transcriptWriter.sync(file);
      const seen = new Map<SessionKey, SeenNote>();
      for (const session of sessions) {
        // A write that was under way when this began may have failed.
        const mark = this.#markOf(session);
        const id = text(safe(mark, newest.get(session)));
        if (id !== undefined) seen.set(session, { id, talkMs: mark.talkMs });
      }
      if (seen.size > 0) await book.note(seen);
      for (const [session, { id }] of seen) noted(session, id);
    } catch (error) {
      for (const session of sessions) this.#toNote.add(session);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'));
    await this.#batch;
    await this.#flushes.idle();
    if (this.#toNote.size > 0) await this.flush();
  }

  #arm(): void {
    if (this.#closing.signal.aborted) return;
    this.#batch ??= this.#later();
  }

  async #later(): Promise<void> {
    const { clock, failed } = this.#deps;
    try {
      await clock.until(clock.now() + BATCH_MS, this.#closing.signal);
      this.#batch = undefined;
      await this.flush();
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      failed('noting what was heard', error);
      this.#arm();
    }
  }

  #markOf(session: SessionKey): Mark {
    const mark = this.#marks.get(session) ?? {
      newest: undefined,
      talkMs: 0,
      missed: new Set<bigint>(),
      gap: undefined,
    };
    this.#marks.set(session, mark);
    return mark;
  }
}

/** The newest message before which nothing is missing. */
function safe({ missed, gap }: Mark, newest: bigint | undefined): bigint | undefined {
  const bounds = [...missed].map((number) => number - 1n);
  if (gap) {
    if (gap.after === undefined) return undefined;
    bounds.push(gap.after);
  }
  return bounds.reduce((low, bound) => (low !== undefined && bound < low ? bound : low), newest);
}

function largest(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

const text = (number: bigint | undefined): string | undefined => number?.toString();
