/**
 * What the desk takes in besides messages to it: talk in watched channels, edited messages and deleted messages.
 *
 * - A message is recorded once, however often it arrives, also when it was a turn.
 * - Overheard talk goes straight to the transcript, and to the disk within seconds. The newest message seen is
 *   noted only when all earlier ones are on disk, so a crash means reading again, never a lost message.
 * - Edits and deletions go through the journal, because a platform reports them once. Deleted text is no longer
 *   read from then on, and is erased later (`erase.ts`).
 * - In a session that is being deleted nothing is recorded.
 *
 * Callers pass a session's messages in the order of their ids, as far as the platform keeps it.
 */
import { isBlank } from '../sessions/visible.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { Attachment, Author, Origin, ReplyTo } from '../sessions/entry.ts';
import type { DescribedSession, IntakeBook, KnownSession } from '../sessions/intake-book.ts';
import { memoryKey } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { messageTurn } from '../sessions/message-id.ts';
import type { ObservedEntries, TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import { observedEntry, quoted, skippedEntry } from '../sessions/turn-entries.ts';
import type { Clock } from '../time/clock.ts';
import { Eraser } from './erase.ts';
import { LONGEST_OVERHEARD, MessageChanges, shortened } from './message-changes.ts';
import type { Compared, Edited, Removed } from './message-changes.ts';
import { RecordedMessages } from './recorded-messages.ts';
import { stands } from './look-up-message.ts';
import { SeenMarks } from './seen-notes.ts';

interface IntakeDeps {
  readonly transcriptWriter: TranscriptWriter;
  readonly transcripts: Pick<Transcripts, 'backwards'>;
  readonly book: IntakeBook;
  readonly conductor: Pick<Conductor, 'isIdle' | 'skip'>;
  readonly clock: Clock;
  readonly unified: boolean;
  /** Reports a failure in work that nobody waits for. */
  readonly failed: (what: string, error: unknown) => void;
}

/** A message that wasn't addressed to the desk. */
export interface ObservedMessage {
  /** The platform's number for it: ids of one session grow with time. */
  readonly id: string;
  readonly session: SessionKey;
  readonly origin: Origin;
  /** The platform's name of the session. */
  readonly title?: string;
  readonly text: string;
  readonly author: Author;
  readonly atMs: number;
  readonly replyTo?: ReplyTo;
  readonly attachments?: readonly Attachment[];
}

export class Intake {
  readonly #deps: IntakeDeps;
  readonly #heard: RecordedMessages;
  readonly #marks: SeenMarks;
  readonly #changes: MessageChanges;
  readonly #eraser: Eraser;

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
    this.#heard = new RecordedMessages(deps);
    this.#marks = new SeenMarks({
      ...deps,
      noted: (session, id) => this.#heard.settled(session, id),
    });
    this.#changes = new MessageChanges({ ...deps, files: (session) => this.#files(session) });
    this.#eraser = new Eraser(deps);
  }

  /**
   * Record overheard talk. @returns whether it was new. Rejects when it can't be written; the message then doesn't
   * count as seen.
   */
  async observe(heard: ObservedMessage): Promise<boolean> {
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

  async #overhear(file: SessionKey, heard: ObservedMessage): Promise<boolean> {
    const written = await this.#deps.transcriptWriter.overhear(file, () => this.#choose(file, heard));
    return written.length > 0;
  }

  /** The entry of a message for this transcript; undefined if it is already there or has no visible text. */
  async #choose(file: SessionKey, heard: ObservedMessage): Promise<ObservedEntries | undefined> {
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

  /** Whether a message already stands in the session's transcript, as talk or as a turn's. */
  async isRecorded(session: SessionKey, id: string): Promise<boolean> {
    const known = await this.#deps.book.look(session);
    return known !== undefined && this.#heard.has(session, known.header, id);
  }

  /** Messages before this one were left out, because there were too many; an entry says so. */
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

  /** A message was edited. @returns whether it is known and its text is new. */
  edited(edited: Edited): Promise<boolean> {
    return this.#changes.edited(edited);
  }

  /** Messages were deleted: from now on they aren't read. @returns how many of them are known. */
  removed(removed: Removed): Promise<number> {
    return this.#changes.removed(removed);
  }

  /**
   * The platform has exactly these messages between the first and the last, both included. Other known ones were
   * deleted meanwhile. @returns how many.
   */
  compared(compared: Compared): Promise<number> {
    return this.#changes.compared(compared);
  }

  /** The platform's name or position of a known session has changed. */
  async described(session: DescribedSession): Promise<void> {
    const { book, clock, unified } = this.#deps;
    const known = await book.look(session.key);
    if (known && !isDescribed(known, session)) await book.describe(session, { nowMs: clock.now(), unified });
  }

  /** The newest seen message, from which to read on; undefined when none was seen. */
  newestSeen(session: SessionKey): Promise<string | undefined> {
    return this.#marks.newest(session);
  }

  /** This message needs nothing more: it was accepted, or there is nothing to record. Cheap; it is noted later. */
  seen(session: SessionKey, id: string): void {
    this.#marks.seen(session, id);
  }

  /**
   * This message could not be accepted. Nothing after it counts as seen until it is, so that a restart reads it
   * again.
   */
  missed(session: SessionKey, id: string): void {
    this.#marks.missed(session, id);
  }

  /**
   * Read a session from after its newest seen message. Until that succeeds, newer messages don't count as seen, so
   * that a restart reads the same gap.
   */
  readBack(session: SessionKey, read: (after: string | undefined) => Promise<void>): Promise<void> {
    return this.#marks.readBack(session, read);
  }

  /**
   * Erase deleted messages in sessions where nothing runs. Call at start and from time to time. @returns what is
   * left.
   */
  erase(): Promise<{ erased: number; left: number }> {
    return this.#eraser.erase();
  }

  /** Resolves when everything taken in is on disk and noted. */
  flush(): Promise<void> {
    return this.#marks.flush();
  }

  /** Note nothing more after this. */
  close(): Promise<void> {
    return this.#marks.close();
  }

  /** The transcripts with a session's talk. */
  #files(session: SessionKey): SessionKey[] {
    return [...new Set([session, memoryKey(session, this.#deps.unified)])];
  }
}

/** Whether the platform's description is already known. */
function isDescribed({ header, title }: KnownSession, said: { origin: Origin; title?: string }): boolean {
  const isSame = said.title === undefined || said.title === title;
  return isSame && JSON.stringify({ ...header.origin, ...said.origin }) === JSON.stringify(header.origin);
}
