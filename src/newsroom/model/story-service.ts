/**
 * What editors do with stories: the port behind `/story`, its buttons, the console's board and the gateway.
 *
 * - Every action is durable before its method resolves, and harmless when repeated.
 * - A story is given by its id, `<run id>/<story id>`; the caller has found it by its thread or title.
 * - What can't be done is a `StoryRefusal` with a sentence for the editor.
 * - Callers check rights beforehand.
 */
import { z } from 'zod';
import { Refusal } from '../../feature/refusal.ts';
import { keyResult } from '../../feature/rpc-method.ts';
import type { Given } from '../../text/given.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Claim, ClaimsReport, SourceConflict } from './claim.ts';
import { editorialActionSchema } from './editorial-action.ts';
import type { EditorsRequest, StoryCost, EditorialAction } from './editorial-action.ts';
import { storyStatus, type Assignment } from './assignment.ts';
import type { SourcePack } from './source-pack.ts';
import type { PublishedStory } from './story-book.ts';

export interface StoryService {
  /**
   * Write and post a story from this desk channel, outside the schedule: about a page, or about whatever the pool
   * (then a search) has on a topic.
   * @returns once the batch is ordered.
   */
  write(order: StoryOrder): Promise<OrderedStory>;
  /**
   * Keep a story from being posted until it is approved, or until a time (an embargo). A posted one is marked as
   * being checked.
   */
  hold(story: string, action: EditorsRequest & { readonly untilMs?: number }): Promise<DoneAction>;
  /**
   * Release a waiting story from a hold, or give the approval that its edition requires. An embargo lasts until its
   * time unless `now` is set.
   */
  approve(story: string, action: EditorsRequest & { readonly now?: boolean }): Promise<DoneAction>;
  /** End a story that is not posted, or withdraw a posted one: its title post says so, and its text is deleted. */
  kill(story: string, action: EditorsRequest): Promise<DoneAction>;
  /**
   * Order a story again that failed, was left out, killed or withdrawn.
   * @returns the new story.
   */
  retry(story: string, action: EditorsRequest): Promise<OrderedStory & { readonly already?: boolean }>;
  /** Correct a posted story: a visible line under its title, and a message in its thread. */
  correct(story: string, action: EditorsRequest & { readonly text: string }): Promise<DoneAction>;
  /** Everything known about a story: why it was picked, what happened, what it cost. */
  record(story: string): Promise<StoryRecord | undefined>;
  /** Stories of a desk channel, or that a channel shows, newest first; including those that were never posted. */
  recent(channel: SessionKey, limit: number): Promise<readonly StoryStatus[]>;
  /**
   * A desk channel's stories of the last two days about a page or topic, most similar first. They are found by any
   * page of their event and by their titles in all languages. Waiting stories are found however old they are.
   */
  about(what: string, desk: SessionKey): Promise<readonly StoryStatus[]>;
}

export interface StoryOrder extends EditorsRequest {
  /** A URL or a topic, as the editor wrote it. */
  readonly what: string;
  readonly desk: SessionKey;
  /** Not to be posted earlier. */
  readonly embargoUntilMs?: number;
  /** Write an update in the existing story's thread if it was already posted. */
  readonly update?: boolean;
  /** Write it although editors ended or withdrew a story of it. */
  readonly again?: boolean;
}

/** Who ended or withdrew a story, and how. */
const killedBeforeSchema = z.strictObject({
  by: z.string(),
  atMs: z.number(),
  wasPosted: z.boolean(),
  why: z.string().exactOptional(),
});
export type KilledBefore = Given<z.output<typeof killedBeforeSchema>>;

export const orderedStorySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Set when a story of it was ended or withdrawn before. */
  killed: killedBeforeSchema.exactOptional(),
});
export type OrderedStory = Given<z.output<typeof orderedStorySchema>>;

/** A story's status. `status` is its job's; `hold` (waiting for an editor or a time) is separate. */
export const storyStatusSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  status: storyStatus,
  reason: z.string().exactOptional(),
  hold: z
    .strictObject({
      kind: z.enum(['hold', 'approval', 'embargo']),
      by: z.string().exactOptional(),
      /** When its embargo ends; also given for a hold when both apply. */
      untilMs: z.number().exactOptional(),
      /** For an embargo: an approval is still needed afterwards. */
      needsApproval: z.literal(true).exactOptional(),
      /** Approval is needed because the draft doesn't work without its doubted statements. */
      inDoubt: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  /** Since when it has this status, if known. */
  sinceMs: z.number().exactOptional(),
  /** The story that was ordered to replace it. */
  retriedAs: z.string().exactOptional(),
  /** Whether it is written but not posted. */
  isDrafted: z.boolean().exactOptional(),
  /** Its posted form; also for withdrawn stories. */
  posted: z
    .strictObject({ atMs: z.number(), thread: keyResult.exactOptional(), withdrawn: z.boolean() })
    .exactOptional(),
});
export type StoryStatus = Given<z.output<typeof storyStatusSchema>>;

/** A story's status after an action. */
export const doneActionSchema = storyStatusSchema.extend({
  /** Set when the action had been done before. */
  already: editorialActionSchema.pick({ by: true, atMs: true }).exactOptional(),
});
export type DoneAction = Given<z.output<typeof doneActionSchema>>;

export interface StoryRecord {
  readonly status: StoryStatus;
  /** The channel that ordered it; absent where the order is gone. */
  readonly desk?: SessionKey;
  readonly job?: Assignment;
  readonly published?: PublishedStory;
  readonly actions: readonly EditorialAction[];
  readonly cost?: StoryCost;
  /** Its sources and claims, posted or not; absent before its sources were read. */
  readonly standsOn?: StandsOn;
  /** Its text when it is written but not posted. */
  readonly draft?: { readonly title: string; readonly body: string };
}

/** A story's sources, and the result of checking its claims. */
export interface StandsOn {
  readonly pack: SourcePack;
  /** Absent before it was written, and for stories from before claims were checked. */
  readonly claims?: readonly Claim[];
  readonly conflicts?: readonly SourceConflict[];
  /** Sentences that were removed because no source supports them. */
  readonly removed: readonly string[];
  /** Sentences that the reporter changed because they were doubted. */
  readonly mended?: ClaimsReport['mended'];
  /** The check by a language model. */
  readonly checker?: ClaimsReport['checker'];
}

/** What can't be done, and why: a sentence for the editor, in English (its message) and Traditional Chinese. */
export class StoryRefusal extends Refusal {
  override readonly name = 'StoryRefusal';
  override readonly code:
    | 'unknown'
    | 'ended'
    | 'not_posted'
    | 'not_waiting'
    | 'nothing_found'
    | 'told_already'
    | 'withdrawn'
    | 'bad_request';
  override readonly words: RefusalWords;

  constructor(code: StoryRefusal['code'], words: RefusalWords) {
    super(words.en);
    this.code = code;
    this.words = words;
  }
}

interface RefusalWords {
  readonly en: string;
  readonly zh: string;
}
