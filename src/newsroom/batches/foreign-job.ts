/**
 * Reads job files that another program wrote. Missing fields get defaults, unknown fields stay, and mistakes are
 * reported with their path. The result is a job as this desk writes it.
 */
import { isObject } from '../../text/is-object.ts';
import { z } from 'zod';
import { bareIds } from '../../sessions/traits-of.ts';
import { isTooDeep } from './read-job-file.ts';
import { batchJobSchema } from '../model/batch-job.ts';
import type { BatchJob } from '../model/batch-job.ts';
import { assignmentSchema } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';
import { workerResultSchema } from '../model/worker-result.ts';
import { RUNNER, storyTerms } from '../plan/draft-batch.ts';

export type ReadJob<T> =
  | { readonly kind: 'job'; readonly job: T }
  /** Some other kind of file. */
  | { readonly kind: 'other' }
  | { readonly kind: 'bad'; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

const RUN = { run: { trigger: 'manual', run_time_uk: '' }, runner: RUNNER };

const STORY = {
  run: RUN.run,
  story: {
    content_type: 'news_deep_dive',
    category: '',
    supporting_urls: [],
    concrete_anchor: '',
    flags: [],
    event_id: null,
  },
  destination: { title_channel_id: '', thread_name_template: '{title}' },
  spawn: { prompt_id: '', agent_id: 'main', publisher_mode: 'script_posts', input_mapping: {} },
  monitor: { poll_seconds: 5, result_json_required: true },
  ...storyTerms(),
  validation: { validator_id: '', stop_run_on_failure: false },
  state: { status: 'PLANNED' },
  result: {},
};

/** Without a name, the channel whose ids have no prefix. */
const platform = (): Fields => ({ platform: bareIds()?.name ?? '' });

/**
 * Parse a run.json and give it the batch's id here.
 * @param text undefined when there is no such file
 */
export function readForeignBatch(text: string | undefined, runId: string): ReadJob<BatchJob> {
  const given = text === undefined ? { schema_version: 'run_job_v1' } : parsed(text);
  if (typeof given === 'string') return { kind: 'bad', reason: given };
  if (given['schema_version'] !== 'run_job_v1')
    return { kind: 'bad', reason: `its schema_version is no run_job_v1: ${shown(given['schema_version'])}` };
  const whole = filled(given, { ...RUN, destination: platform() });
  return judged(batchJobSchema, { ...whole, run: { ...fields(whole['run']), run_id: runId } });
}

/** Parse a story's file and give it the ids of its batch and file name. */
export function readForeignStory(
  text: string,
  ids: { readonly runId: string; readonly storyId: string },
  run: Pick<BatchJob, 'run' | 'runner'>,
): ReadJob<Assignment> {
  const given = parsed(text);
  if (typeof given === 'string') return { kind: 'bad', reason: given };
  if (given['schema_version'] !== 'story_job_v1')
    return given['schema_version'] === undefined && 'story' in given
      ? { kind: 'bad', reason: 'it has no schema_version' }
      : { kind: 'other' };
  const whole = filled(given, { ...STORY, destination: { ...STORY.destination, ...platform() } });
  const story = fields(whole['story']);
  const monitor = { timeout_seconds: run.runner.default_timeout_seconds, ...fields(whole['monitor']) };
  return judged(assignmentSchema, {
    ...whole,
    run: { ...run.run, ...present(fields(given['run'])), run_id: ids.runId },
    story: {
      dedupe_key: story['primary_url'],
      ...present(story),
      event_id: eventId(story),
      story_id: ids.storyId,
    },
    monitor,
    ...ending(fields(whole['state']), fields(whole['result'])),
  });
}

/**
 * Other programs put the reason into the status: `SKIPPED_MISSING_SOURCES`. Their results are kept as far as they can
 * be parsed.
 */
function ending(state: Fields, result: Fields): { state: Fields; result: Fields } {
  const { status, reason } = statusOf(state['status']);
  const final = result['final_status'];
  const worker = workerResultSchema.safeParse(result['worker']);
  const errors = Array.isArray(result['errors']) ? result['errors'].map(asError) : [];
  return {
    state: { ...state, status, ...(reason !== undefined && { reason: state['reason'] ?? reason }) },
    result: {
      ...result,
      final_status: final === undefined || final === null ? null : statusOf(final).status,
      worker: worker.success ? worker.data : null,
      ...(!worker.success && isObject(result['worker']) && { worker_as_found: result['worker'] }),
      errors,
    },
  };
}

function statusOf(given: unknown): { status: unknown; reason?: string } {
  if (typeof given !== 'string') return { status: given };
  const [, status = given, reason] = /^(SKIPPED|FAILURE|FAILED)(?:[_:\s-]+(.+))?$/i.exec(given) ?? [];
  const plain = status.toUpperCase() === 'FAILED' ? 'FAILURE' : status.toUpperCase();
  return { status: plain, ...(reason !== undefined && { reason: reason.toLowerCase() }) };
}

function asError(given: unknown): Fields {
  const { phase, error_type: type, error_message: message } = fields(given);
  return {
    ...fields(given),
    phase: typeof phase === 'string' ? phase : 'before',
    error_type: typeof type === 'string' ? type : 'unknown',
    error_message: typeof message === 'string' ? message : shown(given),
  };
}

function eventId({ event_id: given }: Fields): unknown {
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
}

/** `given` with `defaults` for fields that are missing or null, one level deep. */
function filled(given: Fields, defaults: Readonly<Record<string, Fields>>): Fields {
  const parts = Object.entries(defaults).map(([name, its]): [string, unknown] => {
    const part = given[name];
    if (part !== undefined && part !== null && !isObject(part)) return [name, part]; // reported by the schema
    return [name, { ...its, ...present(fields(part)) }];
  });
  return { ...given, ...Object.fromEntries(parts) };
}

function present(given: Fields): Fields {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

function judged<T>(schema: z.ZodType<T>, value: unknown): ReadJob<T> {
  const read = schema.safeParse(value);
  return read.success
    ? { kind: 'job', job: read.data }
    : { kind: 'bad', reason: z.prettifyError(read.error).replaceAll(/\s+/g, ' ') };
}

/** @returns what is wrong when it is not a JSON object. */
function parsed(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return 'it is no JSON object';
    return isTooDeep(value) ? 'it is nested too deep' : value;
  } catch (error) {
    return `it is no JSON (${(error as Error).message})`;
  }
}

function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}
