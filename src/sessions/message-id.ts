/**
 * What a platform's message is called here: its turn `<session>/<id>`, its entry `<session>/<id>:0`. Whether it was
 * addressed to the desk or only overheard, the same message has the same entry, and so is written down once.
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';

/** Encoded, the sender's part has no slash: no other session's message can be called the same. */
export function messageTurn(session: SessionKey, id: string): string {
  return `${session}/${encodeURIComponent(id)}`;
}

/** The id of a platform message's entry in the transcript. */
export function messageEntry(session: SessionKey, id: string): string {
  return `${messageTurn(session, id)}:0`;
}

/** The number of the message that an entry of this session was; undefined for other entries. */
export function messageNumber(session: SessionKey, entryId: string): bigint | undefined {
  if (!entryId.startsWith(`${session}/`) || !entryId.endsWith(':0')) return undefined;
  const id = entryId.slice(session.length + 1, -2);
  return /^\d{1,20}$/.test(id) ? BigInt(id) : undefined;
}

/** The entry that a message answers, in the same session. */
export function repliedTo({ id, meta }: Entry): string | undefined {
  const slash = id.lastIndexOf('/');
  return meta?.replyTo && slash > 0
    ? messageEntry(id.slice(0, slash) as SessionKey, meta.replyTo.id)
    : undefined;
}
