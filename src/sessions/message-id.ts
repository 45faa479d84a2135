/**
 * Ids of a platform's message: its turn `<session>/<id>`, its entry `<session>/<id>:0`. The entry's id is the same
 * whether the message was addressed to the desk or overheard, so it is recorded once.
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';

/** The id is encoded and has no slash, so messages of different sessions can't have the same id. */
export function messageTurn(session: SessionKey, id: string): string {
  return `${session}/${encodeURIComponent(id)}`;
}

/** The id of a platform message's entry in the transcript. */
export function messageEntry(session: SessionKey, id: string): string {
  return `${messageTurn(session, id)}:0`;
}

/** The number of the message behind an entry of this session; undefined for other entries. */
export function messageNumber(session: SessionKey, entryId: string): bigint | undefined {
  if (!entryId.startsWith(`${session}/`) || !entryId.endsWith(':0')) return undefined;
  const id = entryId.slice(session.length + 1, -2);
  return /^\d{1,20}$/.test(id) ? BigInt(id) : undefined;
}

/** The entry that a message replies to, in the same session. */
export function repliedTo({ id, meta }: Entry): string | undefined {
  const slash = id.lastIndexOf('/');
  return meta?.replyTo && slash > 0
    ? messageEntry(id.slice(0, slash) as SessionKey, meta.replyTo.id)
    : undefined;
}
