/** What people thought of stories: 👍 and 👎. Selection weighs outlets, categories and topics by them. */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';

export interface StoryVote {
  /** `<run id>/<story id>` */
  readonly story: string;
  /** Who voted: the same for the same person, on each platform apart. */
  readonly person: string;
  /** The person's name. */
  readonly by: string;
  readonly likes: boolean;
  readonly atMs: number;
  /** What the vote is counted for, as the story was then: the host of its first source, its category, its title. */
  readonly outlet: string;
  readonly category: string;
  readonly title: string;
}

/** One vote a person a story. Each changing method is one transaction. */
export interface VoteBook {
  /**
   * Change a person's vote on a story.
   * @param decide gets the current vote; without a result there is none afterwards. An engine may call it again.
   */
  change(
    story: string,
    person: string,
    decide: (current: StoryVote | undefined) => StoryVote | undefined,
  ): Promise<StoryVote | undefined>;
  /** The votes on these stories, oldest first. */
  of(stories: readonly string[]): Promise<StoryVote[]>;
  /** The newest first. */
  since(atMs: number, limit: number): Promise<StoryVote[]>;
  /** Remove the votes that `isForgotten` chooses. @returns how many. */
  forget(isForgotten: (vote: StoryVote) => boolean): Promise<number>;
  /** Remove what is older. */
  dropBefore(atMs: number): Promise<void>;
}

/** A vote; or none, whatever it was. */
export type VoteRequest = CastVote | 'none';

interface CastVote {
  readonly likes: boolean;
  /** `set` it; `toggle`: take it back where it is set; `undo`: take it back, and only it. */
  readonly how: 'set' | 'toggle' | 'undo';
}

/** Whether a person likes a story after a request; undefined: no vote. */
export function likesAfter(current: boolean | undefined, request: VoteRequest): boolean | undefined {
  if (request === 'none') return undefined;
  const { likes, how } = request;
  if (current === likes) return how === 'set' ? likes : undefined;
  return how === 'undo' ? current : likes;
}

/** What votes are counted for. */
export const FEEDBACK_KINDS = ['outlet', 'category', 'topic'] as const;

export const feedbackWeightSchema = z.strictObject({
  kind: z.enum(FEEDBACK_KINDS),
  name: z.string(),
  likes: z.int().min(0),
  /** All votes. */
  of: z.int().min(0),
  /** Points of an event's score. */
  weight: z.number(),
});
export type FeedbackWeight = Given<z.output<typeof feedbackWeightSchema>>;

/** Points of a score for people: `+0.3`, `−0.25`, `0`. */
export function signed(points: number): string {
  const sign = points === 0 ? '' : points < 0 ? '−' : '+';
  return `${sign}${Math.abs(points)}`;
}
