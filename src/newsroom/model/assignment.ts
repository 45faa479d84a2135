/**
 * `story_job_v1`: one story, from the planner's pick to its ending. The names are the seed's contract; unknown
 * fields stay as they are.
 *
 * PLANNED → DISPATCHED → SUCCESS | RESCUED | FAILURE, and SKIPPED from either of the first two. What ended
 * never changes again.
 */
import { z } from 'zod';
import { claimsReportSchema } from './claim.ts';
import { isoTime } from './job-times.ts';
import { runHead } from './batch-job.ts';
import { workerResultSchema } from './worker-result.ts';

const storyStatus = z.enum(['PLANNED', 'DISPATCHED', 'SUCCESS', 'FAILURE', 'RESCUED', 'SKIPPED']);

/** Who makes the messages of a story: the desk from a body that its worker hands in, or the worker, who posts them. */
export const publisherMode = z.enum(['script_posts', 'agent_posts']);
export type PublisherMode = z.infer<typeof publisherMode>;

/** A picture's file in its run's folder: a plain name, which leads nowhere else. */
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
  /** The id of the story that it is written anew for, or of the posted one that it tells more of, in whose thread. */
  retry_of: z.string().exactOptional(),
  update_of: z.string().exactOptional(),
  /** Of an update: the story as it was posted, and all links that are new. */
  told: z.looseObject({ title: z.string(), body: z.string() }).exactOptional(),
  new_urls: z.array(z.string()).exactOptional(),
});

/** Something that went wrong on the way, in the order it did. */
const storyError = z.looseObject({
  phase: z.string(),
  error_type: z.string(),
  error_message: z.string(),
  /** The same for editors, in the language of their edition. */
  said: z.string().optional(),
});
export type StoryError = z.infer<typeof storyError>;

const state = z.looseObject({
  status: storyStatus,
  /** The finer reason of an ending: `missing_sources`, `duplicate`, `policy`, or an error type. */
  reason: z.string().nullable().default(null),
  /** The reason in a sentence. */
  detail: z.string().nullable().default(null),
  attempts: z.int().nonnegative().default(0),
  rescue_attempts: z.int().nonnegative().default(0),
  /** A story on hold waits; hold is no status. */
  hold: z
    .looseObject({
      kind: z.enum(['hold', 'approval', 'embargo']),
      by: z.string().exactOptional(),
      /** ISO 8601: an embargo ends by itself. */
      until: z.string().nullish(),
    })
    .nullable()
    .default(null),
  /** Its draft, in `result`, is sound and waits for its time or an editor's word. */
  drafted_at: time,
  planned_at: time,
  dispatched_at: time,
  ended_at: time,
});

const result = z.looseObject({
  final_status: storyStatus.nullable().default(null),
  worker: workerResultSchema.nullable().default(null),
  errors: z.array(storyError).default([]),
  /** What was looked up in the sources; null when no draft came so far. */
  claims: claimsReportSchema.nullable().default(null),
  /** What was published was written by a language model; null when nothing was. */
  language_model: z.boolean().nullable().default(null),
  /** Its pictures in the run's folder, in the order of posting. */
  images: z
    .array(
      z.looseObject({
        name: z.string().regex(PICTURE_NAME, 'letters, digits, . _ -, at most 100'),
        alt: z.string(),
      }),
    )
    .default([]),
  /** Its body in the messages that its worker posted; null where the desk parts it. */
  messages: z.array(z.string()).nullable().default(null),
  /** What a language model said of told stories that are like this one; null while it was not asked. Asked once. */
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
  /** The editor who let it go, where it waited for one, and when. */
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

/** Whether nothing more is done for the story job, however it ended. */
export function hasEnded(job: Assignment): boolean {
  return isOver(job.state.status);
}

/** The same of a status as it stands in the file. */
export function isOver(status: string): boolean {
  return status !== 'PLANNED' && status !== 'DISPATCHED';
}

/** Whether its story went out, by its reporter or by the rescue. */
export function wasPosted(job: Assignment): boolean {
  return job.state.status === 'SUCCESS' || job.state.status === 'RESCUED';
}

/** `<run id>/<story id>`: how the book and the ops name it. */
export function storyKey(job: Assignment): string {
  return `${job.run.run_id}/${job.story.story_id}`;
}

/** Whether it is a story of its own, or tells more of one. */
export function kindOf({ story }: Pick<Assignment, 'story'>): 'story' | 'update' {
  return story.update_of === undefined ? 'story' : 'update';
}

/** Where a story stands that is only planned: nothing was done yet. */
export function plannedStory(nowMs: number): Pick<Assignment, 'state' | 'result'> {
  return {
    state: {
      status: 'PLANNED',
      reason: null,
      detail: null,
      attempts: 0,
      rescue_attempts: 0,
      hold: null,
      drafted_at: null,
      planned_at: isoTime(nowMs),
      dispatched_at: null,
      ended_at: null,
    },
    result: {
      final_status: null,
      worker: null,
      errors: [],
      claims: null,
      language_model: null,
      images: [],
      messages: null,
      same_story: null,
      thread_op: null,
    },
  };
}
