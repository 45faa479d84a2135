import { z } from 'zod';
import { CronError } from '../cron/cron-error.ts';
import { finderOf, whyUnknown } from '../desk/find-session.ts';
import type { Desk } from '../desk/desk.ts';
import type { SessionKey } from '../sessions/key.ts';
import { readJson } from '../text/read-json.ts';
import { sayIssues } from '../text/say-issues.ts';
import { isBegunByClients } from './begun-by-clients.ts';
import { RpcError } from '../feature/rpc-error.ts';
import type { Cron } from '../cron/cron.ts';
import { keyParam, limitParam, method } from '../feature/rpc-method.ts';
import type { RpcMethods } from '../feature/rpc-method.ts';

const id = z.string().min(1);
const localeParam = z.enum(['en', 'zh']);

interface CronMethodDeps {
  readonly cron: Cron;
  readonly desk: Pick<Desk, 'sessions'>;
  /** Whether a chat is there on its platform; undefined where that can't be asked now. */
  readonly isThere?: ((session: SessionKey) => Promise<boolean | undefined>) | undefined;
  /** Channels that are opened when a desk first starts. */
  readonly ownChannels?: readonly SessionKey[] | undefined;
}

const createParam = z.boolean().exactOptional();

/**
 * `cron.*`: the jobs. What a job may be is checked by cron itself, so that every edge has the same rules. `create`
 * stands beside the job: whether it may be bound to a session in which nobody has spoken yet; without it, to one that a
 * client may begin.
 */
export function cronMethods({ cron, desk, isThere, ownChannels }: CronMethodDeps): RpcMethods {
  const finder = finderOf({ desk, cron, isThere, ownChannels });
  const known = (create: boolean | undefined) => async (session: SessionKey) => {
    const begins = create ?? isBegunByClients(session);
    const how = '"create": true binds the job to it';
    const because = await whyUnknown(session, { create: begins, how }, finder);
    if (because !== undefined) throw new CronError('bad_job', because);
  };
  return {
    'cron.list': method(
      z.strictObject({
        includeDisabled: z.boolean().default(false),
        sessionKey: keyParam.exactOptional(),
        words: localeParam.exactOptional(),
      }),
      async ({ includeDisabled, sessionKey, words }) => {
        const jobs = await cron.list({ includeDisabled, ...(sessionKey && { session: sessionKey }) });
        return { jobs, ...(words && { words: cron.words(jobs, words) }) };
      },
    ),
    'cron.show': method(z.strictObject({ id, locale: localeParam.default('en') }), ({ id, locale }) =>
      cron.describe(id, locale),
    ),
    'cron.add': (params) => {
      const { job, create } = withCreate(params);
      return cron.add(job, { kind: 'gateway', name: 'gateway' }, undefined, known(create));
    },
    'cron.update': method(
      z.strictObject({ id, patch: z.record(z.string(), z.unknown()), create: createParam }),
      ({ id, patch, create }) => cron.update(id, patch, undefined, known(create)),
    ),
    'cron.remove': method(z.strictObject({ id }), async ({ id }) => ({ removed: await cron.remove(id) })),
    'cron.run': method(
      z.strictObject({ id, mode: z.enum(['due', 'force']).default('due') }),
      ({ id, mode }) => cron.run(id, mode),
    ),
    'cron.runs': method(
      z.strictObject({ id, limit: limitParam(20, 2_000), detail: z.boolean().default(false) }),
      async ({ id, limit, detail }) => ({ entries: await cron.runs(id, limit, detail) }),
    ),
    'cron.import': method(z.strictObject({ content: z.unknown() }), async ({ content }) => {
      const jobs = countOfJobs(content);
      if (jobs > MOST_IMPORTED) {
        const message = `the file has ${jobs} jobs; allowed: at most ${MOST_IMPORTED} at once`;
        throw new RpcError('bad_params', message);
      }
      return cron.import(content);
    }),
    'cron.export': method(z.strictObject({}), () => cron.export()),
    'cron.status': method(z.strictObject({}), () => cron.status()),
  };
}

/** Each is looked at in the same go, while everybody else waits. */
const MOST_IMPORTED = 2_000;

function countOfJobs(content: unknown): number {
  const read = typeof content === 'string' ? readJson(content) : { ok: true as const, value: content };
  const file = read.ok ? (read.value as { jobs?: unknown } | null | undefined) : undefined;
  const jobs = Array.isArray(file) ? file : file?.jobs;
  if (Array.isArray(jobs)) return jobs.length;
  return typeof jobs === 'object' && jobs !== null ? Object.keys(jobs).length : 0;
}

const besideJob = z.object({ create: createParam });

/** A job as it was sent, without the word that stands beside it. */
function withCreate(params: unknown): { job: unknown; create: boolean | undefined } {
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return { job: params, create: undefined };
  const beside = besideJob.safeParse(params, { reportInput: true });
  if (!beside.success) throw new RpcError('bad_params', sayIssues(beside.error));
  const { create: _create, ...job } = params as Readonly<Record<string, unknown>>;
  return { job, create: beside.data.create };
}
