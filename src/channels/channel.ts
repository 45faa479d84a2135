/**
 * A channel as the house takes it in: what it is like, and what it does where it is set up. `main/` has the list of them,
 * and calls the same things of each.
 */
import type { ChannelSetup } from '../feature/channel-setup.ts';
import type { Finding } from '../feature/finding.ts';
import type { Choice, CommandDeclaration, Locale } from '../feature/command.ts';
import type { Right } from '../sessions/actor.ts';
import type { ChannelTraits } from '../sessions/channel-traits.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Loss, Op, Outbox } from '../sessions/op.ts';
import type { Clock } from '../time/clock.ts';
import type { ChannelDeps } from './channel-deps.ts';
import type { Bilingual } from '../time/locale.ts';

/** @typeParam Settings what it reads of the desk's configuration. */
export interface ChannelModule<Settings> {
  readonly traits: ChannelTraits;
  isSetUp(settings: Settings): boolean;
  /** Where messages go, for a channel that needs no connection. */
  readonly outbox?: Outbox;
  /** Not connected yet: it begins with `start`. Asked only where it is set up, as all that follows but `examine` and `greeting`. */
  connect?(deps: ChannelDeps, options: ConnectOptions, settings: Settings): Promise<Connected>;
  /** For a process that only sends. */
  sendingOnly?(deps: SendingTerms, settings: Settings): Promise<Outbox>;
  /** Whether a chat is there, asked without a connection; undefined where that can't be known. */
  isThere?(session: SessionKey, settings: Settings): Promise<boolean | undefined>;
  /** Whether the desk may write to this person in private. */
  mayTell?(person: string, settings: Settings): boolean;
  /** What there is to say of it to whoever sets it up, also where it isn't. */
  examine?(examined: Examined, settings: Settings): Promise<Finding[]>;
  /** How people set it up; absent where there is nothing to set. */
  readonly setup?: ChannelSetup<Settings>;
  /** What a desk says of it in a line when it starts, set up or not. */
  greeting?(settings: Settings): string;
  /** An error that nobody waited for came out of its SDK: the desk goes on. */
  isOwnFault?(error: unknown): boolean;
}

export interface ConnectOptions {
  /** What the ids of buttons are signed with; the same after a restart. */
  readonly key: Buffer;
  /** The role that the edition's alerts call. */
  readonly alertRole: string | undefined;
  /** Its own when absent. */
  readonly pace?: Pace;
}

export interface Pace {
  /** How long a message whose answer was lost may take to show, in ms. */
  readonly settleMs?: number;
  /** How many requests are taken from the bot in a second. */
  readonly perSecond?: number;
}

export interface SendingTerms {
  readonly clock: Clock;
  readonly key: Buffer;
  /** Those that people have, where a desk runs: messages may name them. */
  readonly commands: readonly CommandDeclaration[];
  /** Ends all asking. */
  readonly signal: AbortSignal;
  readonly remark: (text: string) => void;
  /** A file of a message, by the path in its op. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
}

/** What a connected channel does for the desk. */
export interface Connected {
  readonly outbox: Outbox;
  start(): void;
  /** Take nothing more in; what is being answered may finish. */
  close(): Promise<void>;
  /** Servers that the desk serves there. */
  readonly guilds?: number;
  /** Whether what people say in a chat is heard, as a sentence. */
  describeIntake?(session: SessionKey, locale: Locale): string | undefined;
  isThere?(session: SessionKey): Promise<boolean | undefined>;
  rightsAt?(person: string, session: SessionKey): Promise<readonly Right[]>;
  /** Undefined where the desk is not on that server. */
  rightsOn?(person: string, guild: string): Promise<readonly Right[] | undefined>;
  seenBy?(person: string, sessions: readonly SessionKey[]): Promise<ReadonlySet<SessionKey>>;
  /** Chats of a server where somebody may have jobs, those beside the place that they come from first. */
  channelsFor?(person: string, guild: string, from: SessionKey): Promise<Choice[]>;
  /** A turn of this session began or ended: somebody waits for its answer. */
  working?(session: SessionKey, isWorking: boolean): void;
  scheduleChanged?(): void;
  /** A message was given up. */
  lost?(op: Op, loss: Loss): void;
  /** Where messages are refused, a sentence a place. */
  refusals?(): Promise<readonly Bilingual[]>;
}

export interface Examined {
  /** The role that the edition's alerts call. */
  readonly alertRole?: string;
  /** The chats of it that have jobs or that the edition names. */
  readonly boundChannels: readonly { readonly key: SessionKey; readonly title: string }[];
  readonly commands: readonly CommandDeclaration[];
}
