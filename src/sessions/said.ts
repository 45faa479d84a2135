import type { Attachment, Author, Origin, ReplyTo } from './entry.ts';
import type { SessionKey } from './key.ts';

/** What a person says in a session. */
export interface Said {
  readonly session: SessionKey;
  readonly text: string;
  readonly author?: Author;
  /** The same id is the same message, however often it is sent. */
  readonly clientId?: string;
  /** The platform's id of the message, where it has one; it takes precedence over the client's. */
  readonly id?: string;
  /** The session's place, from its channel's adapter; with it, a message opens a session of that channel. */
  readonly origin?: Origin;
  /** The platform's name of the session. */
  readonly title?: string;
  readonly replyTo?: ReplyTo;
  readonly attachments?: readonly Attachment[];
}
