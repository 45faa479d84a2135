import { z } from 'zod';
import { cronStatusSchema, importedSchema } from '../../cron/cron-deps.ts';
import { CronError } from '../../cron/cron-error.ts';
import { describedJobSchema } from '../../cron/describe-job.ts';
import { jobFileSchema } from '../../cron/export-jobs.ts';
import { jobSchema, newJobSchema, type Job } from '../../cron/job.ts';
import type { JobPauses } from '../../desk/job-pauses.ts';
import { finderOf, whyUnknown } from '../../desk/find-session.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { readJson } from '../../text/read-json.ts';
import { sayIssues } from '../../text/say-issues.ts';
import { isBegunByClients } from './begun-by-clients.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { sayBecause } from '../../feature/say-because.ts';
import type { Cron } from '../../cron/cron.ts';
import type { SkippedSlot } from '../../cron/skip-request.ts';
import type { Locale } from '../../feature/command.ts';
import { OPERATOR, authorParam, keyParam, method, noParams, selfParsing } from '../../feature/rpc-method.ts';

const id = z.string().min(1);
const localeParam = z.enum(['en', 'zh']);

type CronMethodDeps = Parameters<typeof finderOf>[0] & {
  readonly cron: Cron;
  readonly pauses: Pick<JobPauses, 'pause' | 'endOf'>;
};

const skippedSchema = z.strictObject({ slotMs: z.number(), because: z.string() });

/**
 * `words`: the schedules as sentences; `reasons`: why jobs are paused, or why they ended badly, in the same language; both by job.
 * `skipped`: the slots still to come that were skipped on request, by job.
 */
const jobsSchema = z.strictObject({
  jobs: z.array(jobSchema),
  words: z.record(z.string(), z.string()).exactOptional(),
  reasons: z.record(z.string(), z.string()).exactOptional(),
  skipped: z.record(z.string(), z.array(skippedSchema)).exactOptional(),
});

const createParam = z.boolean().exactOptional();

/**
 * `cron.*`: the jobs. Cron itself validates them, so that all edges have the same rules. `create` is beside the
 * job: it allows binding the job to a session in which nobody has spoken yet. Without it, that is possible only for
 * sessions that a client may begin.
 */
export function cronMethods({ cron, pauses, ...where }: CronMethodDeps) {
  const finder = finderOf({ cron, ...where });
  const known = (create: boolean | undefined) => async (session: SessionKey) => {
    const begins = create ?? isBegunByClients(session);
    const how = '"create": true binds the job to it';
    const because = await whyUnknown(session, { create: begins, how }, finder);
    if (because !== undefined) throw new CronError('bad_job', because);
  };
  return {
    'cron.list': method(
      {
        description: 'The jobs; those that are paused only when they are asked for.',
        scope: 'read',
        params: z.strictObject({
          includeDisabled: z.boolean().default(false),
          sessionKey: keyParam.exactOptional(),
          words: localeParam.exactOptional(),
        }),
        result: jobsSchema,
        hints: { readOnly: true, material: true },
      },
      async ({ includeDisabled, sessionKey, words }) => {
        const jobs = await cron.list({ includeDisabled, ...(sessionKey && { session: sessionKey }) });
        return {
          jobs,
          ...(words && { words: cron.words(jobs, words), reasons: reasonsOf(jobs, words) }),
          skipped: skippedOf(await cron.skippedAhead(), jobs, words),
        };
      },
    ),
    'cron.show': method(
      {
        description: 'A job, its schedule as a sentence, and its next runs.',
        scope: 'read',
        params: z.strictObject({ id, locale: localeParam.default('en') }),
        result: describedJobSchema,
        hints: { readOnly: true, material: true },
      },
      ({ id, locale }) => cron.describe(id, locale),
    ),
    'cron.add': selfParsing(
      {
        description:
          'Add a job: a schedule, a message and a session. It acts with the rights of the gateway.',
        scope: 'admin',
        params: newJobSchema.extend({ create: createParam, author: authorParam.exactOptional() }),
        result: jobSchema,
      },
      async (params) => {
        const { job, create, author } = withBeside(params);
        return cron.add(job, { kind: 'gateway', name: author?.name ?? 'gateway' }, known(create));
      },
    ),
    'cron.update': method(
      {
        description:
          'Change fields of a job; null takes a field away. With the patch {"enabled": false}, "until" says how long ' +
          'or until when it is paused: "2 hours", "Monday 9:00".',
        scope: 'admin',
        params: z.strictObject({
          id,
          patch: z.record(z.string(), z.unknown()),
          until: z.string().min(1).exactOptional(),
          create: createParam,
          author: authorParam.exactOptional(),
        }),
        result: jobSchema,
        hints: { destructive: true, idempotent: true },
      },
      ({ id, patch, until, create, author }) => {
        const by = author?.name ?? OPERATOR;
        if (until === undefined) return cron.update(id, patch, { by, mustBeKnown: known(create) });
        if (patch['enabled'] !== false || Object.keys(patch).length > 1)
          throw new RpcError('bad_params', '"until" goes with the patch {"enabled": false} only');
        return pauses.pause(id, pauses.endOf(until), by);
      },
    ),
    'cron.remove': method(
      {
        description: 'Remove a job; what waits of it is skipped.',
        scope: 'admin',
        params: z.strictObject({ id, author: authorParam.exactOptional() }),
        result: z.strictObject({ removed: z.boolean() }),
        hints: { destructive: true, idempotent: true },
      },
      async ({ id, author }) => ({ removed: await cron.remove(id, { by: author?.name ?? OPERATOR }) }),
    ),
    'cron.import': method(
      {
        description: 'Take over the jobs of a file of this or of another program of its kind.',
        scope: 'admin',
        params: z.strictObject({ content: z.unknown() }),
        result: importedSchema,
        hints: { idempotent: true },
      },
      async ({ content }) => {
        const jobs = countOfJobs(content);
        if (jobs > MOST_IMPORTED) {
          const message = `the file has ${jobs} jobs; allowed: at most ${MOST_IMPORTED} at once`;
          throw new RpcError('bad_params', message);
        }
        return cron.import(content);
      },
    ),
    'cron.export': method(
      {
        description: 'All jobs as a file that other programs of this kind can read.',
        scope: 'read',
        params: noParams,
        result: jobFileSchema,
        hints: { readOnly: true, material: true },
      },
      () => cron.export(),
    ),
    'cron.status': method(
      {
        description: 'Whether jobs run by themselves, how many there are, what runs and what waits.',
        scope: 'read',
        params: noParams,
        result: cronStatusSchema,
        hints: { readOnly: true },
      },
      () => cron.status(),
    ),
  };
}

/** Why jobs are paused, or why they ended badly, for people. */
function reasonsOf(jobs: readonly Job[], locale: Locale): Record<string, string> {
  return Object.fromEntries(
    jobs.flatMap(({ id, state }) => {
      const because = state.pausedBecause ?? state.lastError;
      return because === undefined ? [] : [[id, sayBecause(because, locale)]];
    }),
  );
}

function skippedOf(
  slots: readonly SkippedSlot[],
  jobs: readonly Job[],
  locale: Locale = 'en',
): Record<string, { slotMs: number; because: string }[]> {
  const known = new Set(jobs.map(({ id }) => id));
  const skipped: Record<string, { slotMs: number; because: string }[]> = {};
  for (const { jobId, slotMs, because } of slots)
    if (known.has(jobId)) (skipped[jobId] ??= []).push({ slotMs, because: sayBecause(because, locale) });
  return skipped;
}

/** All are validated in one go, while other requests wait. */
const MOST_IMPORTED = 2_000;

function countOfJobs(content: unknown): number {
  const read = typeof content === 'string' ? readJson(content) : { ok: true as const, value: content };
  const file = read.ok ? (read.value as { jobs?: unknown } | null | undefined) : undefined;
  const jobs = Array.isArray(file) ? file : file?.jobs;
  if (Array.isArray(jobs)) return jobs.length;
  return typeof jobs === 'object' && jobs !== null ? Object.keys(jobs).length : 0;
}

const besideJob = z.object({ create: createParam, author: authorParam.exactOptional() });

/** Separates the job from what is said beside it. */
function withBeside(params: unknown): { job: unknown } & z.infer<typeof besideJob> {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return { job: params };
  const beside = besideJob.safeParse(params, { reportInput: true });
  if (!beside.success) throw new RpcError('bad_params', sayIssues(beside.error));
  const { create: _create, author: _author, ...job } = params as Readonly<Record<string, unknown>>;
  return { job, ...beside.data };
}
