/**
 * What the desk hears without being addressed: talk in the channels that it watches, messages that people change,
 * and messages that they take back.
 *
 * - A message is written down once, however often it is heard, also when it was a turn.
 * - Overheard talk goes straight to the transcript, and to the disk within seconds. The newest message seen is noted
 *   only when everything heard before it is on disk: a crash costs reading again, never a message.
 * - Edits and deletions go through the journal: a platform tells of them once. Deleted words are no longer read
 *   from then on, and erased later (`erase.ts`).
 * - In a session that is being deleted nothing is written down.
 *
 * Messages of a session are to be handed over in the order of their ids, as far as the platform keeps it.
 */
import { isBlank } from '../sessions/visible.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { Attachment, Author, Origin, ReplyTo } from '../sessions/entry.ts';
import type { DescribedSession, IntakeBook, KnownSession } from '../sessions/intake-book.ts';
import { memoryKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { messageTurn } from '../sessions/message-id.ts';
import type { Overheard, TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import { observedEntry, quoted, skippedEntry } from '../sessions/turn-entries.ts';
import type { Clock } from '../time/clock.ts';
import { Eraser } from './erase.ts';
import { LONGEST_OVERHEARD, MessageChanges, shortened } from './message-changes.ts';
import type { Compared, Edited, Removed } from './message-changes.ts';
import { HeardBefore } from './heard-before.ts';
import { stands } from './look-up-message.ts';
import { SeenMarks } from './seen-notes.ts';

interface IntakeDeps {
  readonly transcriptWriter: TranscriptWriter;
  readonly transcripts: Pick<Transcripts, 'backwards'>;
  readonly book: IntakeBook;
  readonly conductor: Pick<Conductor, 'isIdle' | 'skip'>;
  readonly clock: Clock;
  readonly unified: boolean;
  /** Something failed that nobody waits for. */
  readonly failed: (what: string, error: unknown) => void;
}

/** A message that wasn't addressed to the desk. */
export interface Heard {
  /** The platform's number for it: ids of one session grow with time. */
  readonly id: string;
  readonly session: SessionKey;
  readonly origin: Origin;
  /** What the platform calls the session. */
  readonly title?: string;
  readonly text: string;
  readonly author: Author;
  readonly atMs: number;
  readonly replyTo?: ReplyTo;
  readonly attachments?: readonly Attachment[];
}

export class Intake {
  readonly #deps: IntakeDeps;
  readonly #heard: HeardBefore;
  readonly #marks: SeenMarks;
  readonly #changes: MessageChanges;
  readonly #eraser: Eraser;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
    this.#heard = new HeardBefore(deps);
    this.#marks = new SeenMarks({
      ...deps,
      noted: (session, id) => this.#heard.settled(session, id),
    });
    this.#changes = new MessageChanges({ ...deps, files: (session) => this.#files(session) });
    this.#eraser = new Eraser(deps);
  }

  /** Write down overheard talk. @returns whether it was new; what can't be written rejects, and is not seen. */
  async observe(heard: Heard): Promise<boolean> {
    const { session, id } = heard;
    try {
      const written = await Promise.all(this.#files(session).map((file) => this.#overhear(file, heard)));
      this.#marks.seen(session, id, written[0] ? heard.atMs : 0);
      return written[0]!;
    } catch (error) {
      this.#marks.missed(session, id);
      this.#heard.forget(session);
      throw error;
    }
  }

  async #overhear(file: SessionKey, heard: Heard): Promise<boolean> {
    const written = await this.#deps.transcriptWriter.overhear(file, () => this.#choose(file, heard));
    return written.length > 0;
  }

  /** The entry of a message for this transcript, unless it stands there already, or nothing is to be seen in it. */
  async #choose(file: SessionKey, heard: Heard): Promise<Overheard | undefined> {
    const { book, clock, unified } = this.#deps;
    const { session, id, origin, title } = heard;
    const text = shortened(heard.text.trim(), LONGEST_OVERHEARD);
    if (isBlank(text) && !heard.attachments?.length) return undefined;
    let known = await book.look(session);
    if (!known) this.#heard.forget(session);
    if (!known || !isDescribed(known, heard)) {
      const told = { key: session, origin, ...(title !== undefined && { title }) };
      await book.describe(told, { nowMs: clock.now(), unified });
      known = await book.look(session);
    }
    if (!known?.isOpen) {
      this.#heard.forget(session);
      return undefined;
    }
    if (await book.isTurn(messageTurn(session, id))) return undefined;
    if (await this.#heard.has(file, known.header, id)) return undefined;
    const header = file === session ? known.header : (await book.look(file))?.header;
    if (!header) return undefined;
    this.#heard.add(file, known.header, id);
    return { header, entries: [observedEntry({ ...heard, text, ...quoted(heard) })] };
  }

  /** More was said before this message than is read: that some of it is missing stands in its place. */
  async skipped({ session, id, atMs }: { session: SessionKey; id: string; atMs: number }): Promise<void> {
    const { transcriptWriter, transcripts, book } = this.#deps;
    const entry = skippedEntry(session, id, atMs);
    for (const file of this.#files(session))
      await transcriptWriter.overhear(file, async () => {
        const known = await book.look(session);
        const header = file === session ? known?.header : (await book.look(file))?.header;
        if (!known?.isOpen || !header || (await stands(transcripts, file, entry.id))) return undefined;
        return { header, entries: [entry] };
      });
  }

  /** A message has other words. @returns whether it is known here, and they are new. */
  edited(edited: Edited): Promise<boolean> {
    return this.#changes.edited(edited);
  }

  /** Messages were taken back: from now on nobody reads them here. @returns how many of them are known. */
  removed(removed: Removed): Promise<number> {
    return this.#changes.removed(removed);
  }

  /**
   * Between two messages, both included, the platform has just these: what else is known there was taken back while
   * nobody listened. @returns how many.
   */
  compared(compared: Compared): Promise<number> {
    return this.#changes.compared(compared);
  }

  /** What the platform calls a session that is known here, or where it belongs, has changed. */
  async described(session: DescribedSession): Promise<void> {
    const { book, clock, unified } = this.#deps;
    const known = await book.look(session.key);
    if (known && !isDescribed(known, session)) await book.describe(session, { nowMs: clock.now(), unified });
  }

  /** The newest message after which a session is to be read back; undefined when none was seen. */
  newestSeen(session: SessionKey): Promise<string | undefined> {
    return this.#marks.newest(session);
  }

  /** This message needs nothing more: it was accepted, or is nothing to write down. Cheap; it is noted later. */
  seen(session: SessionKey, id: string): void {
    this.#marks.seen(session, id);
  }

  /** This message could not be accepted: nothing after it counts as seen until it is, so that a restart finds it. */
  missed(session: SessionKey, id: string): void {
    this.#marks.missed(session, id);
  }

  /**
   * Read a session back after its newest seen message. Until that is done, and when it fails, newer messages that
   * are heard meanwhile don't count as seen, so that a restart closes the same gap.
   */
  readBack(session: SessionKey, read: (after: string | undefined) => Promise<void>): Promise<void> {
    return this.#marks.readBack(session, read);
  }

  /** Erase what was taken back, where nothing runs. To be run at start and then at times. @returns what is left. */
  erase(): Promise<{ erased: number; left: number }> {
    return this.#eraser.erase();
  }

  /** What was heard is on disk, and noted. */
  flush(): Promise<void> {
    return this.#marks.flush();
  }

  /** Note nothing more after this. */
  close(): Promise<void> {
    return this.#marks.close();
  }

  /** The transcripts that a session's talk stands in. */
  #files(session: SessionKey): SessionKey[] {
    return [...new Set([session, memoryKey(session, this.#deps.unified)])];
  }
}

/** Nothing of what the platform says is new. */
function isDescribed({ header, title }: KnownSession, said: { origin: Origin; title?: string }): boolean {
  const isSame = said.title === undefined || said.title === title;
  return isSame && JSON.stringify({ ...header.origin, ...said.origin }) === JSON.stringify(header.origin);
}
