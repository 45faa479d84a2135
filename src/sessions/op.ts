/**
 * An op: one change to the outside, recorded before it is made.
 *
 * Its key is unique forever, so recording it again changes nothing. A target is an id on the platform, or the
 * result of an earlier op (a thread is opened on a post; chunks go into the thread).
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';

export type Target = { readonly id: string } | { readonly op: string };

/** A button under a message. It runs a command with these options as the person who presses it. */
export interface OpButton {
  readonly label: string;
  readonly style?: 'primary' | 'plain' | 'danger';
  readonly command: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A picture or another file of a message. It stays on disk, unchanged, until it was sent. */
export interface OpFile {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** A description of the picture. */
  readonly alt?: string;
}

/** One item of a list of actions; it works like a button. */
export interface OpChoice {
  readonly label: string;
  readonly command: string;
  readonly options: OpButton['options'];
}

/**
 * A message as a card with parts, for platforms that have cards. `{time:<ms since the epoch>}` in its lines is
 * shown as a moment, in the platform's form.
 */
export interface OpCard {
  readonly title: string;
  /** What kind of thing it is, in a line. */
  readonly line?: string;
  /** What happened to it since. */
  readonly notes?: readonly string[];
  readonly lede?: string;
  /** The name of one of the message's files. An edit without files keeps the existing ones, named or not. */
  readonly picture?: string;
  readonly sources?: { readonly label: string; readonly links: readonly OpLink[] };
  readonly times?: readonly { readonly label: string; readonly atMs: number }[];
  readonly buttons?: readonly OpButton[];
  readonly menu?: { readonly label: string; readonly choices: readonly OpChoice[] };
  /** How prominent it is. */
  readonly tone?: 'urgent' | 'waiting' | 'gone';
}

export interface OpLink {
  readonly label: string;
  readonly url: string;
}

/** The content of a message. Mentions in its text notify nobody. */
export interface OpBody {
  /** All of it in plain words: for platforms without cards, the console, and the transcript. */
  readonly text: string;
  readonly card?: OpCard;
  /** The URLs behind `[n]` in its text. */
  readonly citations?: Readonly<Record<number, string>>;
  /** Roles to notify, by their ids on the platform; unknown ids are ignored. */
  readonly pings?: { readonly roles: readonly string[] };
  readonly buttons?: readonly OpButton[];
  readonly files?: readonly OpFile[];
  /**
   * Keys of ops. `{message:<key>}` in the text or in a note of the card shows the id of that op's result, or
   * nothing where there is none.
   */
  readonly names?: readonly string[];
  /** False: links in it show no previews. */
  readonly previews?: false;
}

/** `Place` is a `Target` when recorded, an id when sent. */
type Spec<Place> =
  | ({ readonly kind: 'post'; readonly channel: Place; readonly replyTo?: string } & OpBody)
  /** A direct message; `channel` is the person's id. Its lane is where a failed delivery is reported. */
  | ({ readonly kind: 'direct'; readonly channel: Place } & OpBody)
  /** A forum post: a thread with its first message. Tags that the forum doesn't have are left out. */
  | ({
      readonly kind: 'forum';
      readonly channel: Place;
      readonly name: string;
      readonly tags: readonly string[];
    } & OpBody)
  | { readonly kind: 'thread'; readonly channel: Place; readonly message: Place; readonly name: string }
  /** `unsaid`: its failure is not reported; the caller checks for it. */
  | ({
      readonly kind: 'edit';
      readonly channel: Place;
      readonly message: Place;
      readonly unsaid?: true;
    } & OpBody)
  | { readonly kind: 'delete'; readonly channel: Place; readonly message: Place }
  /**
   * Deletes the channel or thread with everything in it. `reason`: who wants it and why, for the platform's audit
   * log.
   */
  | { readonly kind: 'remove'; readonly channel: Place; readonly reason?: string }
  /** Status tags of a forum post: those in `on` are added, those in `off` removed, others stay. */
  | { readonly kind: 'tags'; readonly channel: Place; readonly on: readonly TagName[]; readonly off: readonly TagName[] }
  /** Publishes the message to followers of its channel, if the channel has followers. */
  | { readonly kind: 'publish'; readonly channel: Place; readonly message: Place };

/** The names by which a forum may have one tag; a new tag gets the first. */
export type TagName = readonly [string, ...string[]];

export type OpSpec = Spec<Target>;

/** `held` until its turn's closing entry is on disk; `unknown` when it can't be determined whether it arrived. */
export type OpState = 'held' | 'ready' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface NewOp {
  readonly key: string;
  /** The channel where it starts: ops of one lane are sent one at a time, in order. */
  readonly lane: SessionKey;
  readonly spec: OpSpec;
  /** The entry for the session of the op's channel once it was sent. */
  readonly record?: Entry;
}

export interface Op extends NewOp {
  readonly seq: number;
  readonly state: OpState;
  readonly turn?: string;
  /** The newest message id in the channel before the first attempt. */
  readonly after?: string;
  readonly attempts: number;
  /** Consecutive failed attempts to read it back. */
  readonly unread: number;
  readonly attemptedAtMs?: number;
  /** The platform's id of the result. */
  readonly result?: string;
  readonly error?: string;
}

/** An op whose targets are ids. */
export interface Sendable {
  readonly key: string;
  readonly lane: SessionKey;
  readonly after?: string;
  readonly spec: Spec<string>;
}

/** Why something will not arrive. */
export interface Loss {
  /** For people: places and rights by their names, no keys. */
  readonly because: string;
  /** The missing rights, by the platform's names. Equal lists mean the same loss. */
  readonly lacks?: readonly string[];
}

/** The result of sending. `again`: it did not arrive. `fate unknown`: it may have arrived. */
export type Sent =
  | { readonly kind: 'sent'; readonly id: string }
  | ({ readonly kind: 'refused' } & Loss)
  | { readonly kind: 'again'; readonly atMs: number; readonly because: string }
  | { readonly kind: 'fate unknown'; readonly because: string };

/** The result of reading back an op whose fate is unknown. `later`: it can't be read now. */
export type ReadBack =
  | { readonly kind: 'arrived'; readonly id: string }
  | { readonly kind: 'absent' }
  /** `isFault`: the platform was asked and failed. */
  | { readonly kind: 'later'; readonly because: string; readonly isFault?: true; readonly atMs?: number }
  | ({ readonly kind: 'unreadable' } & Loss);

/** Which of these platform ids are results of other ops. */
export type Claimed = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** A platform that messages are sent to. Never throws for the platform's answers. */
export interface Outbox {
  /** How long a message whose answer was lost may take to appear, in ms. */
  readonly settleMs: number;
  /** The newest message id in the channel; undefined where there is none or it isn't known. */
  newest(channel: string): Promise<string | undefined>;
  send(op: Sendable, signal: AbortSignal): Promise<Sent>;
  /** Look whether it arrived. Claimed messages belong to other ops. */
  readBack(op: Sendable, claimed: Claimed): Promise<ReadBack>;
}
