/**
 * A turn: one pass of the loop over one session, for an inbound message.
 *
 * A person's message, a job's slot, a worker's task and a heartbeat are all inbound turns; they differ in how they
 * wait (`turn-queue.ts`) and in what they leave behind.
 */
import type { Locale } from '../time/locale.ts';
import type { Actor } from './actor.ts';
import type { Attachment, Author, Origin, PromptRef, ReplyTo } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { OpButton } from './op.ts';

export type TurnKind = 'person' | 'scheduled' | 'worker' | 'heartbeat';

/** An inbound request for a turn. */
export interface Inbound {
  /** Run id, platform message id, or story phase. The same id is the same turn, accepted once. */
  readonly id: string;
  readonly kind: TurnKind;
  /** The session that the turn belongs to and that gets its answer. */
  readonly session: SessionKey;
  readonly origin: Origin;
  /** The title, for a session that this turn opens. */
  readonly title?: string;
  /** What history keeps: the person's message, or the readable trigger. */
  readonly text: string;
  readonly author?: Author;
  /** The message that the person's message replies to. */
  readonly replyTo?: ReplyTo;
  /** Files that came with it: named, never read. */
  readonly attachments?: readonly Attachment[];
  /** The id that the sender's program gave the message, so that it recognises its own message. */
  readonly clientId?: string;
  readonly actor: Actor;
  /** The turn profile in `prompts/registry.json`. */
  readonly profile: string;
  /**
   * The rendered prompt that the model reads in place of `text`. It is recorded, but never put into a transcript.
   */
  readonly prompt?: RenderedPrompt;
  /** The values behind the prompt, for the desk model. JSON. */
  readonly material?: unknown;
  readonly timeoutMs?: number;
  /** Replaces its profile's limit of model calls. */
  readonly limits?: { readonly attempts: number };
  /** The model to use in place of those configured for its task: a provider's name, or one of its models. */
  readonly model?: string;
  /** It is of use only to whoever waits for its end: where the process dies, it is not started again. */
  readonly attended?: true;
  readonly run?: RunOfTurn;
  readonly compaction?: CompactionOfTurn;
}

/** What a turn carries that summarizes its session. It posts nothing and leaves a summary instead of an answer. */
export interface CompactionOfTurn {
  /** The id of the last entry that is summarized. */
  readonly covers: string;
}

export interface RenderedPrompt {
  readonly ref: PromptRef;
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** How much of its session's history a scheduled turn sees. */
export type HistoryWindow = 'full' | 'none' | { readonly recent: number };

/** What a scheduled turn carries of its job. */
export interface RunOfTurn {
  readonly jobId: string;
  readonly jobName: string;
  /** Its slot, ms since the epoch. */
  readonly slotMs: number;
  readonly trigger: RunTrigger;
  readonly quiet: boolean;
  readonly maxDeferMs: number;
  readonly history: HistoryWindow;
  /** Which attempt at its slot this is, of how many, and when the next would come. */
  readonly attempt?: number;
  readonly maxAttempts?: number;
  readonly retryMs?: number;
  /** Where the answer is delivered besides its own session; only for isolated jobs that ask for it. */
  readonly deliverTo?: SessionKey;
  /** The session that is told of the end, as a system event, and the word that the event begins with. */
  readonly announce?: { readonly session: SessionKey; readonly prefix: string };
  /** The language of what is said of the job itself; absent: English. */
  readonly locale?: Locale;
}

export const RUN_TRIGGERS = ['schedule', 'catch-up', 'forced', 'retry'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** A stored turn. Plain data that survives a restart unchanged. */
export interface Turn extends Inbound {
  /** The memory it runs in: the session's own, or the unified one. */
  readonly lane: SessionKey;
  /** The order of acceptance over all sessions. */
  readonly seq: number;
  readonly acceptedAtMs: number;
  /** How often it was started: two after a crash between start and commit. */
  readonly attempts: number;
}

/** A joined turn is answered by the running turn that it joined, or waits again after that. */
export type TurnState = 'waiting' | 'joined' | 'running' | 'closed';

export const TURN_STATUSES = ['ok', 'quiet', 'failed', 'timed_out', 'skipped', 'interrupted'] as const;
export type TurnStatus = (typeof TURN_STATUSES)[number];

/** How a turn ended, in the domain's words. */
export interface TurnEnd {
  readonly status: TurnStatus;
  /** The answer's text, or a sentence about the ending. */
  readonly summary: string;
  readonly error?: string;
  /** `form`: the answer didn't match its profile's schema; `error` says where. */
  readonly fault?: 'form';
  /** The structured result, where the profile has an output schema. JSON. */
  readonly value?: unknown;
  /** The summary was made of other people's pages. */
  readonly ofPages?: true;
  /** Values that its tools kept for the caller, in order, however it ended. JSON. */
  readonly kept?: readonly unknown[];
  /** The message that showed its progress is gone; the answer is a new message. */
  readonly progressLost?: true;
  /** The buttons under the answer. */
  readonly buttons?: readonly OpButton[];
  /** The provider and model that answered; absent when none did. */
  readonly servedBy?: { readonly provider: string; readonly model: string; readonly languageModel: boolean };
  /** Models that were tried before, and why they didn't answer. */
  readonly passed?: readonly {
    readonly provider: string;
    readonly code: string;
    readonly because: string;
  }[];
}

/** A started turn: only the holder of its fence may commit it. */
export interface StartedTurn {
  readonly turn: Turn;
  readonly fence: number;
  readonly generation: number;
  readonly deadlineMs: number;
}
