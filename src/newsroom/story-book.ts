import type { SessionKey } from '../sessions/key.ts';
import type { NewOp } from '../sessions/op.ts';
import type { EffectMark } from '../sessions/turn-book.ts';
import type { InputsSnapshot } from './candidate.ts';
import type { SourcePack } from './source-pack.ts';

/** A story that was published, with what it stands on. */
export interface PublishedStory {
  /** `<run id>/<story id>`. */
  readonly id: string;
  readonly runId: string;
  readonly eventId?: number;
  readonly category: string;
  readonly title: string;
  readonly primaryUrl: string;
  readonly body: string;
  /** False when it was written without a language model, as its footer says. */
  readonly languageModel: boolean;
  /** The desk channel's session. */
  readonly desk: SessionKey;
  /** The key of the op that opens its thread. */
  readonly threadOp: string;
  /** The thread's session, once the thread is there. */
  readonly thread?: SessionKey;
  readonly pack: SourcePack;
  readonly publishedAtMs: number;
}

/** A run that a planner ordered: it is done when all its stories have ended. */
export interface OrderedRun {
  readonly id: string;
  readonly session: SessionKey;
  /** The content of its job files, in case they were not written before a crash. JSON. */
  readonly plan: unknown;
  readonly createdAtMs: number;
}

/** What the newsroom's line decides, durably. Each method is one transaction. */
export interface StoryBook {
  /** Keep what a planner's turn will read, before the turn waits. */
  saveInputs(turn: string, snapshot: InputsSnapshot): Promise<void>;
  inputs(turn: string): Promise<InputsSnapshot | undefined>;
  /** Order a run. The mark ties it to the planner's turn: one turn orders one run. */
  order(run: OrderedRun, mark?: EffectMark): Promise<void>;
  openRuns(): Promise<OrderedRun[]>;
  finish(run: string, nowMs: number): Promise<void>;
  /** Published: the story and all its messages, in one transaction; after that there is only dispatch. */
  publish(story: PublishedStory, ops: readonly NewOp[]): Promise<void>;
  find(id: string): Promise<PublishedStory | undefined>;
  /** The story whose thread this session is. */
  ofThread(thread: SessionKey): Promise<PublishedStory | undefined>;
  /** Stories of a desk channel (or of all), newest first. */
  recent(filter: { sinceMs: number; desk?: SessionKey; limit: number }): Promise<PublishedStory[]>;
}
