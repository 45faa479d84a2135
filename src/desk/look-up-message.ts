/** Looks for messages in a transcript, from its end, up to a limit. */
import type { Entry } from '../sessions/entry.ts';
import type { SessionKey } from '../sessions/key.ts';
import { messageEntry, messageNumber } from '../sessions/message-id.ts';
import type { Transcripts } from '../sessions/transcripts.ts';

/** The most entries read. */
const FARTHEST = 5_000;
/** Messages are nearly in order: after this many older ones, the wanted message isn't there. */
const OLDER = 200;

export interface FoundMessage {
  readonly entry: Entry;
  /** Its current text. */
  readonly text: string;
  readonly edits: number;
  readonly isGone: boolean;
}

/**
 * The messages with these numbers in the session's transcript, in their current form. Reads it once.
 * @returns also the numbers that may be further back than was read and that aren't known to be deleted.
 */
export async function lookUp(
  transcripts: Pick<Transcripts, 'backwards'>,
  session: SessionKey,
  ids: readonly string[],
): Promise<{ found: Map<string, FoundMessage>; beyond: readonly string[] }> {
  let read = 0;
  const changes = new Map(ids.map((id) => [messageEntry(session, id), { id, ...UNCHANGED }]));
  const found = new Map<string, FoundMessage>();
  const oldest = ids.map(BigInt).reduce((low, number) => (number < low ? number : low));
  for await (const { entry } of entriesBack(transcripts, session, session, oldest)) {
    read += 1;
    const own = changes.get(entry.id);
    if (own) {
      const { id, newest, edits } = own;
      const isGone = own.isGone || entry.meta?.erased === true;
      found.set(id, { entry, text: newest ?? entry.content, edits, isGone });
      changes.delete(entry.id);
      if (changes.size === 0) break;
    }
    const change = changes.get(entry.meta?.target ?? '');
    if (change && entry.meta?.kind === 'delete') change.isGone = true;
    if (change && entry.meta?.kind === 'edit') {
      change.newest ??= entry.content;
      change.edits += 1;
    }
  }
  const unsure = read >= FARTHEST ? [...changes.values()].filter(({ isGone }) => !isGone) : [];
  return { found, beyond: unsure.map(({ id }) => id) };
}

interface Changes {
  newest: string | undefined;
  edits: number;
  isGone: boolean;
}

const UNCHANGED: Readonly<Changes> = { newest: undefined, edits: 0, isGone: false };

/**
 * People's messages between two numbers, both included, near the end of a transcript, without erased ones; oldest
 * first.
 */
export async function messagesBetween(
  transcripts: Pick<Transcripts, 'backwards'>,
  session: SessionKey,
  from: bigint,
  to: bigint,
): Promise<string[]> {
  const between: string[] = [];
  const gone = new Set<string>();
  for await (const { entry, number } of entriesBack(transcripts, session, session, from)) {
    if (entry.meta?.kind === 'delete') gone.add(entry.meta.target ?? '');
    if (number === undefined || number < from || number > to) continue;
    const isPersons = entry.role === 'user' && entry.author?.id !== undefined;
    if (isPersons && !gone.has(entry.id) && entry.meta?.erased !== true) between.push(number.toString());
  }
  return between.reverse();
}

/** Whether an entry with this id is near the end of a transcript. */
export async function stands(
  transcripts: Pick<Transcripts, 'backwards'>,
  file: SessionKey,
  id: string,
): Promise<boolean> {
  let read = 0;
  for await (const entry of transcripts.backwards(file)) {
    if (entry.id === id) return true;
    if (++read >= FARTHEST) break;
  }
  return false;
}

/** Messages of a session in a transcript, newest first, until all newer than `number` were returned. */
export async function* messagesBack(
  transcripts: Pick<Transcripts, 'backwards'>,
  file: SessionKey,
  session: SessionKey,
  number: bigint,
): AsyncIterable<{ number: bigint }> {
  for await (const message of entriesBack(transcripts, file, session, number))
    if (message.number !== undefined) yield { number: message.number };
}

async function* entriesBack(
  transcripts: Pick<Transcripts, 'backwards'>,
  file: SessionKey,
  session: SessionKey,
  number: bigint,
): AsyncIterable<{ entry: Entry; number: bigint | undefined }> {
  let read = 0;
  let older = 0;
  for await (const entry of transcripts.backwards(file)) {
    const own = messageNumber(session, entry.id);
    yield { entry, number: own };
    if (own !== undefined) older = own < number ? older + 1 : 0;
    if (++read >= FARTHEST || older >= OLDER) return;
  }
}
