import type { QueuedTask } from '../../async/task-queue.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { InputsSnapshot } from './candidate.ts';
import type { Claim, SourceConflict } from './claim.ts';
import type { NewEditorialAction, EditorialAction } from './editorial-action.ts';
import type { SourcePack } from './source-pack.ts';

/** A published story with its sources and claims. */
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
  /** The channel of its title post: the desk channel, or the one that the edition names. */
  readonly place: SessionKey;
  readonly flags: readonly string[];
  /** The automation whose turn ordered it, if any. */
  readonly job?: AssignmentOfBatch;
  /** Why the planner picked it. */
  readonly why?: string;
  /** The key of the op that opens its thread. */
  readonly threadOp: string;
  /** The thread's session, once the thread exists. */
  readonly thread?: SessionKey;
  readonly pack: SourcePack;
  /** Its claims with the passages; absent for stories from before claims were checked. */
  readonly claims?: readonly Claim[];
  /** Figures on which its sources differ. */
  readonly conflicts?: readonly SourceConflict[];
  readonly publishedAtMs: number;
  /** The story that it updates. An update has no title post of its own and is in that story's thread. */
  readonly updateOf?: string;
}

/** The automation whose turn ordered a batch. */
export interface AssignmentOfBatch {
  readonly id: string;
  readonly name: string;
  /** That turn's slot, ms since the epoch. */
  readonly slotMs: number;
}

/** A batch in the book. It is done when all its stories have ended. */
export interface OrderedBatch {
  readonly id: string;
  readonly session: SessionKey;
  /** The initial content of its job files, as JSON, in case a crash prevented writing them. */
  readonly plan: unknown;
  readonly createdAtMs: number;
}

/** A batch to order, with its tasks. */
export interface NewBatch extends OrderedBatch {
  readonly tasks?: readonly QueuedTask[];
}

/** How a planner's turn ended. */
export interface PlannersEnd {
  readonly atMs: number;
  /** Its reply, as JSON; undefined when it ended without one. */
  readonly value: unknown;
}

/** How many planners' inputs are kept; the newest. */
export const KEPT_INPUTS = 100;

/** The newsroom's durable decisions. Each method is one transaction. */
export interface StoryBook {
  /** Store what a planner's turn will read, before the turn is submitted. */
  saveInputs(turn: string, snapshot: InputsSnapshot): Promise<void>;
  inputs(turn: string): Promise<InputsSnapshot | undefined>;
  /** How planners' turns ended: that of one turn, or those of a desk channel, newest first. */
  replies(
    of: { readonly turn: string } | { readonly desk: SessionKey; readonly limit: number },
  ): Promise<PlannersEnd[]>;
  /** Order a batch, with its tasks. The mark ties it to the planner's turn: one turn orders one batch. */
  order(run: NewBatch, mark?: EffectMark, action?: NewEditorialAction): Promise<void>;
  openBatches(): Promise<OrderedBatch[]>;
  /** An ordered batch, finished or not. */
  run(id: string): Promise<OrderedBatch | undefined>;
  /** The batches of a desk channel, newest first. */
  runsOf(desk: SessionKey, limit: number): Promise<OrderedBatch[]>;
  finish(run: string, nowMs: number): Promise<void>;
  /**
   * Publish a story: it and all its messages are stored in one transaction; afterwards they only need to be sent.
   * @returns false, with nothing changed, when editors have acted in the meantime: on this story, after the
   * `actionsSeen` actions that were read, or on the story it updates, whose actions were `original`.
   */
  publish(
    story: PublishedStory,
    ops: readonly NewOp[],
    more?: {
      readonly actionsSeen?: number;
      /** Stored with it. */
      readonly tasks?: readonly QueuedTask[];
      /** For an update: the actions of its story that were read, and the action that the update adds. */
      readonly original?: {
        readonly actions: readonly EditorialAction[];
        readonly update: NewEditorialAction;
      };
    },
  ): Promise<boolean | 'gone'>;
  /** Record in the desk channel's memory that it is posted. The same entry twice is one. */
  remember(desk: SessionKey, entry: Entry): Promise<void>;
  /**
   * A story could not be posted: remove it, and an update's line under its story's title, and store the messages
   * about that. One transaction; harmless when repeated.
   */
  unpublish(id: string, ops: readonly NewOp[]): Promise<void>;
  find(id: string): Promise<PublishedStory | undefined>;
  /** The story whose thread this session is. */
  ofThread(thread: SessionKey): Promise<PublishedStory | undefined>;
  /** The ids of all published stories and ordered batches. */
  ids(): Promise<StoryIds>;
  /** Newest first: the stories that a desk channel has posted since, by what may change of them. */
  postedSince(sinceMs: number, desk: SessionKey): Promise<PostedMark[]>;
  /** The updates of a story, oldest first. */
  updatesOf(story: Pick<PublishedStory, 'id' | 'publishedAtMs'>): Promise<PublishedStory[]>;
  /** Newest first: stories of a desk channel, or those that a channel ordered or shows, or all. */
  recent(filter: RecentStories): Promise<PublishedStory[]>;
}

/** Which posted story it is. Everything else of it is as it was when it was posted. */
export type PostedMark = Pick<PublishedStory, 'id' | 'publishedAtMs' | 'thread'>;

export interface StoryIds {
  readonly posted: readonly string[];
  readonly batches: readonly { readonly id: string; readonly isOpen: boolean }[];
}

interface RecentStories {
  readonly sinceMs: number;
  readonly beforeMs?: number;
  readonly desk?: SessionKey;
  readonly channel?: SessionKey;
  readonly limit: number;
}
