/**
 * An op: one change to the outside, recorded before it is made.
 *
 * Its key is unique for ever, so recording it twice is recording it once. A target is an id on the platform, or
 * the result of an earlier op (a thread is opened on a post; chunks go into the thread).
 */
import type { Entry } from './entry.ts';
import type { SessionKey } from './key.ts';

export type Target = { readonly id: string } | { readonly op: string };

/** Something under a message that people press: it invokes a command with these options, as whoever pressed it. */
export interface OpButton {
  readonly label: string;
  readonly style?: 'primary' | 'plain' | 'danger';
  readonly command: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
}

/** A picture or another file that goes with a message; it lies on disk, unchanged, until it was sent. */
export interface OpFile {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** What is to be seen on it, for those who can't see it. */
  readonly alt?: string;
}

/** One of many things that people may do: what is picked from a list works as a button does. */
export interface OpChoice {
  readonly label: string;
  readonly command: string;
  readonly options: OpButton['options'];
}

/**
 * A message as a card, in parts, for a platform that has such. In its lines `{time:<ms since the epoch>}` is a moment,
 * shown as the platform shows one.
 */
export interface OpCard {
  readonly title: string;
  /** What kind of thing it is, in a line. */
  readonly line?: string;
  /** What became of it since. */
  readonly notes?: readonly string[];
  readonly lede?: string;
  /** The name of one of the message's files. An edit that brings no files keeps what is there, named or not. */
  readonly picture?: string;
  readonly sources?: { readonly label: string; readonly links: readonly OpLink[] };
  readonly times?: readonly { readonly label: string; readonly atMs: number }[];
  readonly buttons?: readonly OpButton[];
  readonly menu?: { readonly label: string; readonly choices: readonly OpChoice[] };
  /** How it is to catch the eye. */
  readonly tone?: 'urgent' | 'waiting' | 'gone';
}

export interface OpLink {
  readonly label: string;
  readonly url: string;
}

/** What a message shows. Mentions in its text ping nobody. */
export interface OpBody {
  /** All of it in plain words: where there are no cards, in the console, and in what is remembered. */
  readonly text: string;
  readonly card?: OpCard;
  /** Where `[n]` in its words leads to. */
  readonly citations?: Readonly<Record<number, string>>;
  /** Roles that are called to it, by their ids on the platform; where it knows none, nobody is. */
  readonly pings?: { readonly roles: readonly string[] };
  readonly buttons?: readonly OpButton[];
  readonly files?: readonly OpFile[];
  /** Keys of ops: where the text, or a note of the card, has `{message:<key>}`, it shows the id of what that op made; nothing, where it made none. */
  readonly names?: readonly string[];
  /** False: links in it are not unfolded into previews. */
  readonly previews?: false;
}

/** `Place` is a `Target` as recorded, an id when it is sent. */
type Spec<Place> =
  | ({ readonly kind: 'post'; readonly channel: Place; readonly replyTo?: string } & OpBody)
  /** A direct message; `channel` is the id of the person. Its lane is where it is said when it can't be delivered. */
  | ({ readonly kind: 'direct'; readonly channel: Place } & OpBody)
  /** A post of a forum: a thread with its first message. Tags that the forum doesn't have are left out. */
  | ({
      readonly kind: 'forum';
      readonly channel: Place;
      readonly name: string;
      readonly tags: readonly string[];
    } & OpBody)
  | { readonly kind: 'thread'; readonly channel: Place; readonly message: Place; readonly name: string }
  /** `unsaid`: that it can't be made is said nowhere; whoever made it looks for it. */
  | ({
      readonly kind: 'edit';
      readonly channel: Place;
      readonly message: Place;
      readonly unsaid?: true;
    } & OpBody)
  | { readonly kind: 'delete'; readonly channel: Place; readonly message: Place }
  /** The channel or thread itself, with all that is in it; `reason`: who wants it and why, for the platform's own log. */
  | { readonly kind: 'remove'; readonly channel: Place; readonly reason?: string }
  /** The tags of a forum's post that tell how it stands: those of `on` are put on, those of `off` taken off, all others stay. */
  | { readonly kind: 'tags'; readonly channel: Place; readonly on: readonly TagName[]; readonly off: readonly TagName[] }
  /** The message goes to those who follow its channel, where it is one that can be followed. */
  | { readonly kind: 'publish'; readonly channel: Place; readonly message: Place };

/** The names by which a forum may know one tag; the first is what it is called where it has to be made. */
export type TagName = readonly [string, ...string[]];

export type OpSpec = Spec<Target>;

/** `held` until its turn's closing entry is on disk; `unknown` when nobody can say whether it arrived. */
export type OpState = 'held' | 'ready' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface NewOp {
  readonly key: string;
  /** The channel where it starts: ops of one lane are sent one at a time, in order. */
  readonly lane: SessionKey;
  readonly spec: OpSpec;
  /** What the session of the op's channel remembers once it was sent. */
  readonly record?: Entry;
}

export interface Op extends NewOp {
  readonly seq: number;
  readonly state: OpState;
  readonly turn?: string;
  /** The newest message id known in the channel before the first attempt. */
  readonly after?: string;
  readonly attempts: number;
  /** How often in a row nobody could look whether it had arrived. */
  readonly unread: number;
  readonly attemptedAtMs?: number;
  /** The platform's id of what it made. */
  readonly result?: string;
  readonly error?: string;
}

/** An op whose targets are known ids. */
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
  /** What has to be given for it, as the platform calls it: the same loss has the same. */
  readonly lacks?: readonly string[];
}

/** What became of sending: `again` means that it did not arrive, `fate unknown` that it may have. */
export type Sent =
  | { readonly kind: 'sent'; readonly id: string }
  | ({ readonly kind: 'refused' } & Loss)
  | { readonly kind: 'again'; readonly atMs: number; readonly because: string }
  | { readonly kind: 'fate unknown'; readonly because: string };

/** What reading back found of an op whose fate is unknown; `later`: it can't be read at the moment. */
export type ReadBack =
  | { readonly kind: 'arrived'; readonly id: string }
  | { readonly kind: 'absent' }
  /** `isFault`: the platform was asked, and failed. */
  | { readonly kind: 'later'; readonly because: string; readonly isFault?: true; readonly atMs?: number }
  | ({ readonly kind: 'unreadable' } & Loss);

/** Which of these platform ids are known to be the results of other ops. */
export type Claimed = (ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** A platform that messages are sent to. Never throws for what the platform answers. */
export interface Outbox {
  /** How long a message whose answer was lost may take to show there, in ms. */
  readonly settleMs: number;
  /** The newest message id known in the channel; undefined where there is none or it isn't known. */
  newest(channel: string): Promise<string | undefined>;
  send(op: Sendable, signal: AbortSignal): Promise<Sent>;
  /** Look whether it arrived after all. What is claimed belongs to another op. */
  readBack(op: Sendable, claimed: Claimed): Promise<ReadBack>;
}
