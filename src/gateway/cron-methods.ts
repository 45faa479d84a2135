import { z } from 'zod';
import type { Cron } from '../cron/cron.ts';
import { keyParam, limitParam, method } from './method.ts';
import type { Methods } from './method.ts';

const id = z.string().min(1);
const localeParam = z.enum(['en', 'zh']);

/** `cron.*`: the jobs. What a job may be is checked by cron itself, so that every edge has the same rules. */
export function cronMethods({ cron }: { cron: Cron }): Methods {
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
    'cron.import': method(z.strictObject({ content: z.unknown() }), ({ content }) => cron.import(content)),
    'cron.export': method(z.strictObject({}), () => cron.export()),
    'cron.status': method(z.strictObject({}), () => cron.status()),
  };
}
