import type { Attachment, Author, Origin, ReplyTo } from './entry.ts';
import type { SessionKey } from './key.ts';

/** What a person says in a session. */
export interface Said {
  readonly session: SessionKey;
  readonly text: string;
  readonly author?: Author;
  /** The same id is the same message, however often it is sent. */
  readonly clientId?: string;
  /** The platform's id of the message, where the platform gives it one: it counts in place of the client's. */
  readonly id?: string;
  /** Where the session is, from the adapter of its channel: with it, a message opens a session of that channel. */
  readonly origin?: Origin;
  /** What the platform calls the session. */
  readonly title?: string;
  readonly replyTo?: ReplyTo;
  readonly attachments?: readonly Attachment[];
}
