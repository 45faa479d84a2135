/** What a channel needs from the desk. `main/` supplies it. */
import type { Logger } from 'pino';
import type { CommandRegistry } from '../commands/command-registry.ts';
import type { Actor, Right } from '../sessions/actor.ts';
import type { Author, Origin } from '../sessions/entry.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { NewOp } from '../sessions/op.ts';
import type { Clock } from '../time/clock.ts';
import type { Bilingual } from '../time/locale.ts';

export interface ChannelDeps {
  /** All chats share one memory; then the desk serves one server only. */
  readonly unified: boolean;
  readonly clock: Clock;
  readonly zone: string;
  readonly log: Logger;
  readonly commands: CommandRegistry;
  readonly intake: Intake;
  readonly places: Places;
  /** A person addresses the desk. When this resolves, the message is stored, or refused with a sentence. */
  say(said: Said, actor: Actor): Promise<{ kind: 'taken' } | { kind: 'refused'; because: Bilingual }>;
  /** Open a session, or update its title. */
  open(session: SessionKey, origin: Origin, title: string): Promise<void>;
  /** Whether jobs are bound to it. */
  isBound(session: SessionKey): boolean;
  /** Since when they surely are; undefined when there are none. */
  boundSince(session: SessionKey): number | undefined;
  /** The sessions that the desk has in this channel. */
  sessions(): Promise<readonly KnownSession[]>;
  post(ops: readonly NewOp[]): Promise<void>;
  /** A file of a message, by the path in its op. */
  readFile(path: string): Promise<Uint8Array>;
  /** Undefined when there is none; `stopped`: scheduled work is paused. */
  nextRun(): Promise<{ name: string; atMs: number; session?: SessionKey } | 'stopped' | undefined>;
  /** Small values that survive a restart. */
  readonly state: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
  };
  /** Set the problem that `/desk status` shows; undefined when there is none. */
  remark(remark: Bilingual | undefined): void;
}

export interface KnownSession {
  readonly key: SessionKey;
  readonly title: string;
  readonly origin: Origin;
  readonly updatedAtMs: number;
}

export interface ObservedMessage {
  /**
   * The platform's id of the message. For overheard, edited or read-back messages, a number that grows with time.
   */
  readonly id: string;
  readonly session: SessionKey;
  readonly origin: Origin;
  readonly title: string;
  readonly text: string;
  readonly author: Author;
  readonly atMs: number;
  readonly replyTo?: RepliedTo;
  readonly attachments?: readonly Attached[];
}

export type Said = Omit<ObservedMessage, 'atMs'>;

export interface RepliedTo {
  readonly id: string;
  readonly author?: string;
  readonly text?: string;
}

export interface Attached {
  readonly name: string;
  readonly type?: string;
  readonly bytes?: number;
}

/** What a channel reports besides messages to the desk: overheard talk, edits, deletions. */
export interface Intake {
  observe(heard: ObservedMessage): Promise<unknown>;
  /** Whether a message already stands in the session's transcript, as talk or as a turn's. */
  isRecorded(session: SessionKey, id: string): Promise<boolean>;
  edited(edit: {
    session: SessionKey;
    id: string;
    text: string;
    author: Author;
    atMs: number;
    /** The author's rights now; asked for only where the message was to the desk. */
    rights?: () => Promise<readonly Right[]>;
  }): Promise<unknown>;
  removed(removal: { session: SessionKey; ids: readonly string[]; atMs: number }): Promise<unknown>;
  /**
   * The channel's history has exactly these messages between the first and the last, both included. Other messages
   * that the desk knows in this range were deleted.
   */
  compared(there: {
    session: SessionKey;
    from: string;
    to: string;
    ids: readonly string[];
    atMs: number;
  }): Promise<unknown>;
  /**
   * Read a session from after its newest seen message (undefined where none was seen). Until it is done, newer
   * messages don't count as seen.
   */
  readBack(session: SessionKey, read: (after: string | undefined) => Promise<void>): Promise<void>;
  /** The newest seen message, from which to read on; undefined when none was seen. */
  newestSeen(session: SessionKey): Promise<string | undefined>;
  seen(session: SessionKey, id: string): void;
  /** Messages before this one and after the newest seen one are left out, because there were too many. */
  skipped(skipped: { session: SessionKey; id: string; atMs: number }): Promise<void>;
  /** A message could not be stored: nothing after it counts as seen until it is. */
  missed(session: SessionKey, id: string): void;
}

/** What the desk does when places disappear or return. */
export interface Places {
  gone(session: SessionKey, because: string): Promise<void>;
  lost(session: SessionKey, because: string): Promise<void>;
  /** It can be reached. */
  found(session: SessionKey): Promise<void>;
  /** Places with jobs, which have to be checked. */
  list(): Promise<readonly { key: SessionKey; title: string; guildId?: string }[]>;
  isDeleting(session: SessionKey): Promise<boolean>;
  pendingNotices(): Promise<readonly Notice[]>;
  noticeTold(id: string): Promise<void>;
}

/** Tells somebody that their jobs were paused because their place is gone or can't be reached. */
export interface Notice {
  readonly id: string;
  readonly kind: 'gone' | 'lost';
  readonly owner?: { readonly id: string; readonly name: string };
  readonly guildId?: string;
  readonly place: { readonly key: SessionKey; readonly title: string };
  readonly jobs: readonly { readonly id: string; readonly name: string }[];
  readonly because: string;
}
