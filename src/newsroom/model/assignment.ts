/**
 * `story_job_v1`: one story, from the planner's pick to its end. The field names are a contract; unknown fields are
 * kept.
 *
 * PLANNED → DISPATCHED → SUCCESS | RESCUED | FAILURE, and SKIPPED from either of the first two. Final states never
 * change.
 */
import { z } from 'zod';
import { claimsReportSchema } from './claim.ts';
import { isoTime } from './job-times.ts';
import { runHead } from './batch-job.ts';
import { workerResultSchema } from './worker-result.ts';

export const storyStatus = z.enum(['PLANNED', 'DISPATCHED', 'SUCCESS', 'FAILURE', 'RESCUED', 'SKIPPED']);

/** Who makes a story's messages: the desk from the worker's body, or the worker itself. */
export const publisherMode = z.enum(['script_posts', 'agent_posts']);
export type PublisherMode = z.infer<typeof publisherMode>;

/** A picture's file name in its batch's folder: a plain name without a path. */
export const PICTURE_NAME = /^[a-z0-9_-][a-z0-9_.-]{0,99}$/i;

const time = z.string().nullable().default(null);
const seconds = z.number().positive();

const story = z.looseObject({
  story_id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i, 'letters, digits, _ -, at most 40'),
  content_type: z.string(),
  category: z.string(),
  title: z.string().min(1),
  primary_url: z.string().min(1),
  supporting_urls: z.array(z.string()),
  concrete_anchor: z.string(),
  flags: z.array(z.string()),
  dedupe_key: z.string(),
  event_id: z.int().nullable(),
  /** Why the planner picked it, for editors. */
  why: z.string().exactOptional(),
  /** The editor who ordered it. */
  ordered_by: z.string().exactOptional(),
  /** The id of the story that it replaces (`retry_of`) or updates in its thread (`update_of`). */
  retry_of: z.string().exactOptional(),
  update_of: z.string().exactOptional(),
  /** For an update: the story as posted, and all new links. */
  told: z.looseObject({ title: z.string(), body: z.string() }).exactOptional(),
  new_urls: z.array(z.string()).exactOptional(),
});

/** Errors on the way, in order. */
const storyError = z.looseObject({
  phase: z.string(),
  error_type: z.string(),
  error_message: z.string(),
  /** The same for editors, in the edition's language. */
  said: z.string().optional(),
});
export type StoryError = z.infer<typeof storyError>;

const state = z.looseObject({
  status: storyStatus,
  /** The finer reason: `missing_sources`, `duplicate`, `policy`, or an error type. */
  reason: z.string().nullable().default(null),
  /** The reason in a sentence. */
  detail: z.string().nullable().default(null),
  attempts: z.int().nonnegative().default(0),
  rescue_attempts: z.int().nonnegative().default(0),
  /** A hold is not a status; the story waits. */
  hold: z
    .looseObject({
      kind: z.enum(['hold', 'approval', 'embargo']),
      by: z.string().exactOptional(),
      /** ISO 8601. An embargo ends by itself. */
      until: z.string().nullish(),
    })
    .nullable()
    .default(null),
  /** Its draft, in `result`, is valid and waits for a time or an editor. */
  drafted_at: time,
  planned_at: time,
  dispatched_at: time,
  ended_at: time,
});

const result = z.looseObject({
  final_status: storyStatus.nullable().default(null),
  worker: workerResultSchema.nullable().default(null),
  errors: z.array(storyError).default([]),
  /** The check of its claims; null before there is a draft. */
  claims: claimsReportSchema.nullable().default(null),
  /** Whether a language model wrote what was published; null when nothing was. */
  language_model: z.boolean().nullable().default(null),
  /** Its pictures in the batch's folder, in the order of posting. */
  images: z
    .array(
      z.looseObject({
        name: z.string().regex(PICTURE_NAME, 'letters, digits, . _ -, at most 100'),
        alt: z.string(),
      }),
    )
    .default([]),
  /** The body as the messages that the worker posted; null when the desk splits it. */
  messages: z.array(z.string()).nullable().default(null),
  /** A model's answers about similar covered stories; null before it was asked, which happens once. */
  same_story: z
    .array(
      z.looseObject({
        story: z.string(),
        answer: z.enum(['same', 'development', 'another', 'unanswered']),
        why: z.string().exactOptional(),
      }),
    )
    .nullable()
    .default(null),
  /** The key of the op that opens the thread. */
  thread_op: z.string().nullable().default(null),
  /** The editor who approved it, if approval was needed, and when. */
  approved_by: z.string().exactOptional(),
  approved_at: z.string().exactOptional(),
});

export const assignmentSchema = z.looseObject({
  schema_version: z.literal('story_job_v1'),
  run: runHead,
  story,
  destination: z.looseObject({
    platform: z.string(),
    title_channel_id: z.string(),
    /** `{title}` stands for the story's title. */
    thread_name_template: z.string(),
  }),
  spawn: z.looseObject({
    prompt_id: z.string(),
    agent_id: z.string(),
    publisher_mode: publisherMode,
    input_mapping: z.record(z.string(), z.string()),
  }),
  monitor: z.looseObject({
    poll_seconds: seconds,
    timeout_seconds: seconds,
    result_json_required: z.boolean(),
  }),
  post: z.looseObject({
    on_success_dm_targets: z.array(z.string()),
    on_failure_dm_targets: z.array(z.string()),
  }),
  recover: z.looseObject({
    enabled: z.boolean(),
    rescue_prompt_id: z.string(),
    max_rescue_attempts: z.int().nonnegative(),
    rescue_timeout_seconds: seconds,
  }),
  validation: z.looseObject({ validator_id: z.string(), stop_run_on_failure: z.boolean() }),
  state,
  result,
});

export type Assignment = z.infer<typeof assignmentSchema>;

/** Whether the story job is finished, however it ended. */
export function hasEnded(job: Assignment): boolean {
  return isOver(job.state.status);
}

/** The same for a status as written in the file. */
export function isOver(status: string): boolean {
  return status !== 'PLANNED' && status !== 'DISPATCHED';
}

/** Whether the story was published, by its reporter or by the rescue. */
export function wasPosted(job: Assignment): boolean {
  return job.state.status === 'SUCCESS' || job.state.status === 'RESCUED';
}

/** `<run id>/<story id>`, as used in the book and in ops. */
export function storyKey(job: Assignment): string {
  return `${job.run.run_id}/${job.story.story_id}`;
}

/** Whether it is a story of its own or an update. */
export function kindOf({ story }: Pick<Assignment, 'story'>): 'story' | 'update' {
  return story.update_of === undefined ? 'story' : 'update';
}

/** The initial state of a planned story. */
export function plannedStory(nowMs: number): Pick<Assignment, 'state' | 'result'> {
  return {
    state: state.parse({ status: 'PLANNED', planned_at: isoTime(nowMs) }),
    result: result.parse({}),
  };
}
