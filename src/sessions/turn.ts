/**
 * A turn: one pass of the loop over one session, for something that came in.
 *
 * A person's message, a job's slot, a worker's task and a heartbeat are all inbound turns; they differ in how
 * they wait (`turn-queue.ts`) and in what they leave behind.
 */
import type { Actor } from './actor.ts';
import type { Attachment, Author, Origin, PromptRef, ReplyTo } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { OpButton } from './op.ts';

export type TurnKind = 'person' | 'scheduled' | 'worker' | 'heartbeat';

/** Something that came in and wants a turn. */
export interface Inbound {
  /** Run id, platform message id, or story phase: the same id is the same turn, accepted once. */
  readonly id: string;
  readonly kind: TurnKind;
  /** Whose turn it is and where its answer goes. */
  readonly session: SessionKey;
  readonly origin: Origin;
  /** For a session that this turn opens. */
  readonly title?: string;
  /** What history keeps: the person's words, or the readable trigger. */
  readonly text: string;
  readonly author?: Author;
  /** What the person's message answers. */
  readonly replyTo?: ReplyTo;
  /** Files that came with it: named, never read. */
  readonly attachments?: readonly Attachment[];
  /** The id that the sender's program gave the message: it recognises its own words by it. */
  readonly clientId?: string;
  readonly actor: Actor;
  /** The turn profile in `prompts/registry.json`. */
  readonly profile: string;
  /** What the model reads in place of `text`, rendered. It goes into records, never into a transcript. */
  readonly prompt?: RenderedPrompt;
  /** Structured values behind the prompt, for a model that reads no prose. JSON. */
  readonly material?: unknown;
  readonly timeoutMs?: number;
  /** In place of its profile's: how often a model may be called. */
  readonly limits?: { readonly attempts: number };
  /** The model that is to serve, in place of those that its task is configured for: a provider's name, or one of its models. */
  readonly model?: string;
  readonly run?: RunOfTurn;
  readonly compaction?: CompactionOfTurn;
}

/** What a turn carries that sums up its session: it posts nothing, and leaves a summary instead of an answer. */
export interface CompactionOfTurn {
  /** The id of the last entry that is summed up. */
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
  /** The slot that it stands for, ms since the epoch. */
  readonly slotMs: number;
  readonly trigger: RunTrigger;
  readonly quiet: boolean;
  readonly maxDeferMs: number;
  readonly history: HistoryWindow;
  /** Which attempt at its slot this is, of how many; when the next would come. */
  readonly attempt?: number;
  readonly maxAttempts?: number;
  readonly retryMs?: number;
  /** Where the answer is delivered besides its own session: isolated jobs that were asked to. */
  readonly deliverTo?: SessionKey;
  /** The session that is told of the end, as a system event, and the word that it begins with. */
  readonly announce?: { readonly session: SessionKey; readonly prefix: string };
}

export type RunTrigger = 'schedule' | 'catch-up' | 'forced' | 'retry';

/** A turn that was written down. Plain data: it survives a restart as it is. */
export interface Turn extends Inbound {
  /** The memory it takes place in: the session's own, or the unified one. */
  readonly lane: SessionKey;
  /** The order of acceptance over all sessions. */
  readonly seq: number;
  readonly acceptedAtMs: number;
  /** How often it was started: two after a crash between start and commit. */
  readonly attempts: number;
}

/** A joined one is answered by the running turn that it joined, or waits again after that. */
export type TurnState = 'waiting' | 'joined' | 'running' | 'closed';

export type TurnStatus = 'ok' | 'quiet' | 'failed' | 'timed_out' | 'skipped' | 'interrupted';

/** How a turn ended, in the domain's words. */
export interface TurnEnd {
  readonly status: TurnStatus;
  /** The answer's text, or a sentence about the ending. */
  readonly summary: string;
  readonly error?: string;
  /** `form`: it failed as the answer was not in the form that its profile asks for; `error` says what was wrong with it. */
  readonly fault?: 'form';
  /** The turn's value, where its profile has an output schema. JSON. */
  readonly value?: unknown;
  /** What its tools put aside for whoever asked for it, in order, however it ended. JSON. */
  readonly kept?: readonly unknown[];
  /** The message that showed its progress is gone: the answer is a message of its own. */
  readonly progressLost?: true;
  /** What stands under the answer. */
  readonly buttons?: readonly OpButton[];
  /** Who served it: provider and model; absent when nobody did. */
  readonly servedBy?: { readonly provider: string; readonly model: string; readonly languageModel: boolean };
  /** Who was to serve before, and why they didn't. */
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
