import type { QueuedTask } from '../../async/task-queue.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { InputsSnapshot } from './candidate.ts';
import type { Claim, SourceConflict } from './claim.ts';
import type { NewEditorialAction, EditorialAction } from './editorial-action.ts';
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
  /** The channel where its title stands: the desk channel's session, or the one that the edition names. */
  readonly place: SessionKey;
  readonly flags: readonly string[];
  /** The automation whose run ordered it; absent when nobody's did. */
  readonly job?: AssignmentOfBatch;
  /** Why the planner picked it. */
  readonly why?: string;
  /** The key of the op that opens its thread. */
  readonly threadOp: string;
  /** The thread's session, once the thread is there. */
  readonly thread?: SessionKey;
  readonly pack: SourcePack;
  /** What it says that could be looked up, with the passages; absent for stories of before claims were checked. */
  readonly claims?: readonly Claim[];
  /** Where its sources give different values for the same figure. */
  readonly conflicts?: readonly SourceConflict[];
  readonly publishedAtMs: number;
  /** The story that it tells more of: it has no title post of its own and stands in that story's thread. */
  readonly updateOf?: string;
}

/** The automation whose turn ordered a run of stories. */
export interface AssignmentOfBatch {
  readonly id: string;
  readonly name: string;
  /** The slot that its turn stood for, ms since the epoch. */
  readonly slotMs: number;
}

/** A run that a planner ordered: it is done when all its stories have ended. */
export interface OrderedBatch {
  readonly id: string;
  readonly session: SessionKey;
  /** The content of its job files, in case they were not written before a crash. JSON. */
  readonly plan: unknown;
  readonly createdAtMs: number;
}

/** A run with what has to be done for it. */
export interface NewBatch extends OrderedBatch {
  readonly tasks?: readonly QueuedTask[];
}

/** How a planner's turn ended. */
export interface PlannersEnd {
  readonly atMs: number;
  /** Its reply, JSON; undefined for a turn that ended without one. */
  readonly value: unknown;
}

/** So many planners' inputs are kept, the newest. */
export const KEPT_INPUTS = 100;

/** What the newsroom's line decides, durably. Each method is one transaction. */
export interface StoryBook {
  /** Keep what a planner's turn will read, before the turn waits. */
  saveInputs(turn: string, snapshot: InputsSnapshot): Promise<void>;
  inputs(turn: string): Promise<InputsSnapshot | undefined>;
  /** What planners' turns ended with: that of one turn, or those of a desk channel, the newest first. */
  replies(
    of: { readonly turn: string } | { readonly desk: SessionKey; readonly limit: number },
  ): Promise<PlannersEnd[]>;
  /** Order a run, with its tasks. The mark ties it to the planner's turn: one turn orders one run. */
  order(run: NewBatch, mark?: EffectMark, action?: NewEditorialAction): Promise<void>;
  openBatches(): Promise<OrderedBatch[]>;
  /** An ordered run, finished or not. */
  run(id: string): Promise<OrderedBatch | undefined>;
  /** The runs that this desk channel ordered, the newest first. */
  runsOf(desk: SessionKey, limit: number): Promise<OrderedBatch[]>;
  finish(run: string, nowMs: number): Promise<void>;
  /**
   * Published: the story and all its messages in one transaction; after that there is only dispatch.
   * @returns false, and nothing happened, when editors have done something since: with this story, of which `deedsSeen`
   * actions were counted, or with the one that it tells more of, whose actions were those of `original`.
   */
  publish(
    story: PublishedStory,
    ops: readonly NewOp[],
    more?: {
      readonly actionsSeen?: number;
      /** What was done with the story that it tells more of, and what the update does with it. */
      readonly original?: {
        readonly actions: readonly EditorialAction[];
        readonly update: NewEditorialAction;
      };
    },
  ): Promise<boolean | 'gone'>;
  /** It is posted: its desk channel remembers that. The same entry twice is one. */
  remember(desk: SessionKey, entry: Entry): Promise<void>;
  /**
   * It could not be posted: the story is published no more, nor an update told under its story's title; with what is to
   * be sent for that. In one transaction, harmless when repeated.
   */
  unpublish(id: string, ops: readonly NewOp[]): Promise<void>;
  find(id: string): Promise<PublishedStory | undefined>;
  /** The story whose thread this session is. */
  ofThread(thread: SessionKey): Promise<PublishedStory | undefined>;
  /** All that there are: those that are published, and the batches that were ordered. */
  ids(): Promise<StoryIds>;
  /** Newest first: stories of a desk channel, or those that a channel ordered or shows, or all. */
  recent(filter: RecentStories): Promise<PublishedStory[]>;
}

export interface StoryIds {
  readonly posted: readonly string[];
  readonly batches: readonly { readonly id: string; readonly isOpen: boolean }[];
}

interface RecentStories {
  readonly sinceMs: number;
  readonly desk?: SessionKey;
  readonly channel?: SessionKey;
  readonly limit: number;
}
