import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import { keyParam, limitParam, method } from './method.ts';
import type { Methods } from './method.ts';

const id = z.string().min(1);

/** `cron.*`: the jobs. What a job may be is checked by cron itself, so that every edge has the same rules. */
export function cronMethods({ cron }: { cron: Cron }): Methods {
  return {
    'cron.list': method(
      z.strictObject({ includeDisabled: z.boolean().default(false), sessionKey: keyParam.exactOptional() }),
      async ({ includeDisabled, sessionKey }) => ({
        jobs: await cron.list({ includeDisabled, ...(sessionKey && { session: sessionKey }) }),
      }),
    ),
    'cron.add': (job) => cron.add(job, { kind: 'gateway', name: 'gateway' }),
    'cron.update': method(z.strictObject({ id, patch: z.record(z.string(), z.unknown()) }), ({ id, patch }) =>
      cron.update(id, patch),
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
    'cron.status': method(z.strictObject({}), () => cron.status()),
  };
}
