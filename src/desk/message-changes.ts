/**
 * Edited and deleted messages. A platform reports them once, so they go through the journal, in one transaction
 * with their consequences.
 *
 * - Changes of one session are handled one after the other, after all writes that were started there.
 * - A turn that hasn't read its message yet reads the new text, and doesn't start when it was deleted. A running
 *   turn keeps what it has read.
 */
import { Queues } from '../async/one-at-a-time.ts';
import type { Right } from '../sessions/actor.ts';
import { beginning } from '../sessions/beginning.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { Author } from '../sessions/entry.ts';
import type { IntakeBook } from '../sessions/intake-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import { messageEntry, messageTurn } from '../sessions/message-id.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import { deletionEntry, editEntry } from '../sessions/turn-entries.ts';
import { isBlank } from '../sessions/visible.ts';
import { lookUp, messagesBetween } from './look-up-message.ts';

interface ChangesDeps {
  readonly transcriptWriter: Pick<TranscriptWriter, 'flush'>;
  readonly transcripts: Pick<Transcripts, 'backwards'>;
  readonly book: Pick<IntakeBook, 'edit' | 'takeBack'>;
  readonly conductor: Pick<Conductor, 'skip'>;
  /** The transcripts with a session's talk. */
  readonly files: (session: SessionKey) => readonly SessionKey[];
}

export interface Edited {
  readonly session: SessionKey;
  readonly id: string;
  readonly text: string;
  readonly author?: Author;
  readonly atMs: number;
  /** The person's rights now; asked for only where the message was to the desk. */
  readonly rights?: () => Promise<readonly Right[]>;
}

export interface Removed {
  readonly session: SessionKey;
  readonly ids: readonly string[];
  readonly atMs: number;
}

export interface Compared extends Removed {
  readonly from: string;
  readonly to: string;
}

/** Characters kept of an overheard message; also the limit of a message to the desk. */
export const LONGEST_OVERHEARD = 2_000;
const LONGEST_MESSAGE = 16_000;

export class MessageChanges {
  readonly #deps: ChangesDeps;
  readonly #queues = new Queues();

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
  }

  /** @returns whether the message is known and its text is new. */
  edited({ session, id, text, author, atMs, rights }: Edited): Promise<boolean> {
    return this.#inTurn(session, async () => {
      const found = (await lookUp(this.#deps.transcripts, session, [id])).found.get(id);
      const isHeard = found?.entry.meta?.kind === 'observed';
      const longest = isHeard ? LONGEST_OVERHEARD : LONGEST_MESSAGE;
      const words = shortened(text.trim(), longest);
      if (!found || found.isGone || words === found.text) return false;
      if (isBlank(words) && !found.entry.meta?.attachments) return false;
      const by = author ?? found.entry.author;
      const entry = editEntry(found.entry, {
        n: found.edits + 1,
        text: words,
        atMs,
        ...(by && { author: by }),
      });
      const files = this.#deps.files(session);
      const turn = messageTurn(session, id);
      const held = isHeard ? undefined : await rights?.();
      const isWritten = await this.#deps.book.edit({
        ...{ session, files, turn, entry },
        ...(held && { rights: held }),
      });
      if (isWritten) await this.#flush(files);
      return isWritten;
    });
  }

  /** @returns how many of the messages are known and weren't deleted before. */
  removed({ session, ids, atMs }: Removed): Promise<number> {
    return this.#inTurn(session, async () => {
      const { book, conductor, transcripts } = this.#deps;
      if (ids.length === 0) return 0;
      const known = await lookUp(transcripts, session, ids);
      const found = [...known.found].filter(([, { isGone }]) => !isGone);
      // Years of talk aren't searched for it. If it isn't in the file, there is nothing to erase.
      const unsure = known.beyond.map((id) => [id, { entry: { id: messageEntry(session, id) } }] as const);
      const messages = [...found, ...unsure].map(([id, { entry }]) => ({
        turn: messageTurn(session, id),
        target: entry.id,
        entry: deletionEntry(entry, atMs),
      }));
      for (const { turn } of messages) await conductor.skip(turn, 'the message was taken back');
      const files = this.#deps.files(session);
      if (messages.length === 0 || !(await book.takeBack({ session, files, messages, atMs }))) return 0;
      await this.#flush(files);
      return found.length;
    });
  }

  /**
   * The platform has exactly these messages between the first and the last, both included; other known ones were
   * deleted.
   */
  async compared({ session, from, to, ids, atMs }: Compared): Promise<number> {
    const there = new Set(ids);
    const known = await messagesBetween(this.#deps.transcripts, session, BigInt(from), BigInt(to));
    return this.removed({ session, ids: known.filter((id) => !there.has(id)), atMs });
  }

  async #flush(files: readonly SessionKey[]): Promise<void> {
    for (const file of files) await this.#deps.transcriptWriter.flush(file);
  }

  #inTurn<T>(session: SessionKey, change: () => Promise<T>): Promise<T> {
    return this.#queues.do(session, async () => {
      await this.#flush([session]);
      return change();
    });
  }
}

/** At most `most` characters, including the ellipsis. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : beginning(text, most - 1);
}
