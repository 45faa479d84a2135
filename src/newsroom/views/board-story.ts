/**
 * A story on the board: its job file's state joined with what was posted, editorial actions, and cost. Pure; times
 * are milliseconds since the epoch.
 */
import { z } from 'zod';
import { keyResult } from '../../feature/rpc-method.ts';
import type { Given } from '../../text/given.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { storyStatusSchema, type StoryStatus } from '../model/story-service.ts';
import type { StoryVote } from '../model/story-vote.ts';
import type { EditorialAction } from '../model/editorial-action.ts';
import { storyStatus } from '../model/assignment.ts';
import type { Edition } from '../edition/edition.ts';
import { heldBy, holdOf, killOf } from '../model/story-actions.ts';

/** Cost of model attempts. Attempts without a known price are counted, not priced at zero. */
export const boardCostSchema = z.strictObject({
  attempts: z.number(),
  tokens: z.number(),
  usd: z.number(),
  unpriced: z.number(),
});
export type BoardCost = Given<z.output<typeof boardCostSchema>>;

/** A posted story without its body and sources. */
export const headlineSchema = z.strictObject({
  id: z.string(),
  runId: z.string(),
  category: z.string(),
  title: z.string(),
  primaryUrl: z.string(),
  languageModel: z.boolean(),
  /** The desk channel's session. */
  sessionKey: keyResult,
  thread: keyResult.exactOptional(),
  publishedAtMs: z.number(),
});
export type Headline = Given<z.output<typeof headlineSchema>>;

export const boardStorySchema = storyStatusSchema.extend({
  runId: z.string(),
  /** The desk channel's session, where commands about it are invoked. */
  sessionKey: keyResult,
  primaryUrl: z.string(),
  eventId: z.number().exactOptional(),
  flags: z.array(z.string()),
  /** The planner's reason. */
  why: z.string().exactOptional(),
  /** The reason of its end, in a sentence. */
  detail: z.string().exactOptional(),
  /** It is written, and waits for an approval or a time. */
  isDrafted: z.boolean(),
  languageModel: z.boolean().exactOptional(),
  /** Doubted sentences that were removed. */
  removed: z.array(z.string()).exactOptional(),
  /** How many of its sources' figures differ; absent when none do. */
  conflicts: z.number().exactOptional(),
  /** Until when it is followed, or the story that it updates. */
  followedUntilMs: z.number().exactOptional(),
  /** The posted story that it updates. */
  updateOf: z.string().exactOptional(),
  /** The editor who ordered it. */
  orderedBy: z.string().exactOptional(),
  /** 👍 and 👎, oldest first; absent when there is none. */
  votes: z.array(z.strictObject({ person: z.string(), by: z.string(), likes: z.boolean() })).exactOptional(),
  cost: boardCostSchema.exactOptional(),
});
export type BoardStory = Given<z.output<typeof boardStorySchema>>;

/** The part of a story's job file that the board reads; files of other programs may lack much of the rest. */
const maybeText = z.string().nullish();
export const boardJobSchema = z.object({
  story: z.object({
    story_id: z.string(),
    category: z.string(),
    title: z.string(),
    primary_url: z.string().default(''),
    flags: z.array(z.string()).default([]),
    event_id: z.int().nullish(),
    why: maybeText,
    ordered_by: maybeText,
    update_of: maybeText,
  }),
  state: z.object({
    status: storyStatus,
    reason: maybeText,
    detail: maybeText,
    drafted_at: maybeText,
    hold: z
      .object({ kind: z.enum(['hold', 'approval', 'embargo']), by: maybeText, until: maybeText })
      .nullish(),
  }),
  result: z
    .object({
      language_model: z.boolean().nullish(),
      claims: z
        .object({
          waits: z.boolean().optional(),
          removed: z.array(z.string()).default([]),
          conflicts: z.array(z.unknown()).default([]),
        })
        .nullish()
        .catch(null),
    })
    .optional(),
});

export type BoardJob = z.infer<typeof boardJobSchema>;

export interface StoryFacts {
  readonly job: BoardJob;
  readonly runId: string;
  readonly desk: SessionKey;
  readonly posted: Headline | undefined;
  /** The story's editorial actions, oldest first. */
  readonly actions: readonly EditorialAction[];
  readonly cost: BoardCost | undefined;
  /** The actions of the story whose thread it is in: its own, or those of the one that it updates. */
  readonly followed?: readonly EditorialAction[];
  /** Oldest first. */
  readonly votes?: readonly StoryVote[];
  readonly edition: Pick<Edition, 'approval'>;
  readonly nowMs: number;
}

/**
 * A story on the board: its stage, why it waits or ended, its cost. A killed story is shown as such before the
 * pipeline handles it.
 */
export function boardStory(facts: StoryFacts): BoardStory {
  const { job, runId, desk, actions, cost, votes = [] } = facts;
  const { story } = job;
  // A story that is published and not sent yet is still in progress.
  const posted = facts.posted?.thread === undefined && isOpen(job) ? undefined : facts.posted;
  const killed = posted ? undefined : killOf(actions);
  // The pipeline will end it in its file.
  const state =
    killed && isOpen(job)
      ? { ...job.state, status: 'SKIPPED' as const, reason: 'killed', detail: killed.why }
      : job.state;
  const languageModel = posted?.languageModel ?? job.result?.language_model ?? undefined;
  return {
    id: `${runId}/${story.story_id}`,
    runId,
    sessionKey: desk,
    title: posted?.title ?? story.title,
    category: story.category,
    primaryUrl: story.primary_url,
    flags: story.flags,
    status: state.status,
    isDrafted: typeof state.drafted_at === 'string',
    ...present({
      eventId: story.event_id,
      why: story.why,
      reason: state.reason,
      detail: state.detail,
      hold: posted ? checkOf(actions) : killed ? undefined : waitsFor(facts),
      orderedBy: story.ordered_by,
      updateOf: story.update_of,
      languageModel,
      cost,
      conflicts: job.result?.claims?.conflicts.length || undefined,
      followedUntilMs: posted && followedUntil(facts.followed ?? actions, facts.nowMs),
      removed: job.result?.claims?.removed.length ? job.result.claims.removed : undefined,
    }),
    ...(votes.length > 0 && { votes: votes.map(({ person, by, likes }) => ({ person, by, likes })) }),
    ...(posted && {
      posted: {
        atMs: posted.publishedAtMs,
        ...(posted.thread !== undefined && { thread: posted.thread }),
        withdrawn: killOf(actions) !== undefined,
      },
    }),
  };
}

/** A posted story with a hold is being checked, whatever its job file says. */
function checkOf(actions: readonly EditorialAction[]): StoryStatus['hold'] {
  const held = heldBy(actions);
  return held && { kind: 'hold', by: held.by };
}

/** Undefined when it is not followed, or no longer. */
function followedUntil(actions: readonly EditorialAction[], nowMs: number): number | undefined {
  const last = actions.findLast(({ kind }) => kind === 'follow' || kind === 'unfollow' || kind === 'kill');
  const until = last?.kind === 'follow' ? last.untilMs : undefined;
  return until !== undefined && until > nowMs ? until : undefined;
}

/** A story waits for approval only when there is a draft. */
function waitsFor({ job, actions, edition, nowMs }: StoryFacts): StoryStatus['hold'] {
  if (!isOpen(job)) return undefined;
  const hold = holdOf(job, actions, edition, nowMs);
  return hold?.kind === 'approval' && typeof job.state.drafted_at !== 'string' ? undefined : hold;
}

function isOpen({ state }: BoardJob): boolean {
  return state.status === 'PLANNED' || state.status === 'DISPATCHED';
}

type Present<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** The fields that have a value. */
function present<T extends object>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}
