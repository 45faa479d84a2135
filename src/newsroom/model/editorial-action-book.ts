/**
 * The append-only book of editorial actions. An action and all its consequences (messages, a new batch, what a
 * channel remembers) are stored in one transaction, so a crash never separates them.
 */
import type { QueuedTask } from '../../async/task-queue.ts';
import type { Entry } from '../../sessions/entry.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { NewOp } from '../../sessions/op.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { NewEditorialAction, StoryCost, EditorialAction } from './editorial-action.ts';
import type { NewBatch, PublishedStory } from './story-book.ts';

export interface EditorialActionBook {
  /**
   * Perform an action on a story. `decide` is called once, inside the transaction, with the story's current state. If
   * it throws, everything is rolled back and the error is passed on; if it returns undefined there is nothing to do.
   * @returns the numbered action; the earlier one when its key is known; undefined when there was nothing to do.
   */
  act(
    action: NewEditorialAction,
    decide: (seen: SeenStory) => ActionOutcome | undefined,
    mark?: EffectMark,
  ): Promise<EditorialAction | undefined>;
  /** Oldest first. */
  of(story: string): Promise<EditorialAction[]>;
  /** What model calls for this story cost. Unknown prices are not zero, so there may be no total. */
  costOf(story: string): Promise<StoryCost>;
  /** What was killed since then and must not be written again. */
  killedSince(sinceMs: number): Promise<KilledStory[]>;
}

export interface SeenStory {
  readonly published?: PublishedStory;
  /** Earlier actions, oldest first. */
  readonly actions: readonly EditorialAction[];
  /** Its messages in the thread; `isTried` when one may have been sent. */
  readonly posts: readonly { readonly key: string; readonly isTried: boolean }[];
  /** Whether its title may have been posted. */
  readonly isShown: boolean;
  /** Keys of its ops (messages, title, thread, edits) that have not been tried yet. */
  readonly unsent: readonly string[];
  /** The updates in its thread. */
  readonly updates: readonly SeenStory[];
  /** For an update: the story it belongs to, with that story's actions except this update. */
  readonly whole?: { readonly published: PublishedStory; readonly actions: readonly EditorialAction[] };
}

export interface ActionOutcome {
  readonly ops?: readonly NewOp[];
  /** Keys of messages that must not be sent, if they weren't yet. */
  readonly withdrawn?: readonly string[];
  readonly remembered?: readonly { readonly session: SessionKey; readonly entry: Entry }[];
  /** A batch that it orders. */
  readonly run?: NewBatch;
  /** Tasks to run afterwards. */
  readonly tasks?: readonly QueuedTask[];
  /** Actions that apply to the newly ordered story. */
  readonly actions?: readonly NewEditorialAction[];
  /** The action's text, if it is only known now. */
  readonly text?: string;
}

/** The reason recorded for unsent messages of a withdrawn story. */
export const STORY_WITHDRAWN = 'the story was withdrawn';

export interface KilledStory {
  readonly story: string;
  readonly by: string;
  readonly atMs: number;
  readonly why?: string;
  readonly url: string;
  readonly eventId?: number;
  /** Absent for actions from before titles were kept. */
  readonly titles?: readonly string[];
}
