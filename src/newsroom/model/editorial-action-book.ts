/**
 * The book of actions: what editors did with stories, append-only. An action and all that follows from it outside (messages,
 * a new run, what a channel remembers) are one transaction, so that no crash leaves one without the other.
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
   * Do something with a story. `decide` is called inside the transaction, once, with the story as it stands: what it
   * throws undoes everything and is thrown here; `undefined` from it means that there is nothing to do.
   * @returns the action with its number; that of before for a key that is known; undefined where nothing was to do.
   */
  act(
    action: NewEditorialAction,
    decide: (seen: SeenStory) => ActionOutcome | undefined,
    mark?: EffectMark,
  ): Promise<EditorialAction | undefined>;
  /** Oldest first. */
  of(story: string): Promise<EditorialAction[]>;
  /** What attempts at models for this story cost; unknown prices are not zero, so there may be no sum. */
  costOf(story: string): Promise<StoryCost>;
  /** What was killed since then: nobody is to write it again. */
  killedSince(sinceMs: number): Promise<KilledStory[]>;
}

export interface SeenStory {
  readonly published?: PublishedStory;
  /** What was done before, oldest first. */
  readonly actions: readonly EditorialAction[];
  /** What it has posted into its thread, or will: `isTried` once it may be there. */
  readonly posts: readonly { readonly key: string; readonly isTried: boolean }[];
  /** Whether its title may be there. */
  readonly isShown: boolean;
  /** The keys of its messages, title, thread and edits that nobody has tried to send. */
  readonly unsent: readonly string[];
  /** The updates that stand in its thread. */
  readonly updates: readonly SeenStory[];
  /** Of an update, the story that it tells more of, and what was done with that, without this update. */
  readonly whole?: { readonly published: PublishedStory; readonly actions: readonly EditorialAction[] };
}

export interface ActionOutcome {
  readonly ops?: readonly NewOp[];
  /** Keys of messages that are not to be sent any more, where they were not. */
  readonly withdrawn?: readonly string[];
  readonly remembered?: readonly { readonly session: SessionKey; readonly entry: Entry }[];
  /** A run that it orders. */
  readonly run?: NewBatch;
  /** What is to be done after it. */
  readonly tasks?: readonly QueuedTask[];
  /** What holds for the story that it orders. */
  readonly actions?: readonly NewEditorialAction[];
  /** What the action says, where that is known only now. */
  readonly text?: string;
}

/** Why messages of a story are not sent that are `withdrawn`. */
export const STORY_WITHDRAWN = 'the story was withdrawn';

export interface KilledStory {
  readonly story: string;
  readonly by: string;
  readonly atMs: number;
  readonly why?: string;
  readonly url: string;
  readonly eventId?: number;
  /** Absent for actions of before they were kept. */
  readonly titles?: readonly string[];
}
