import { z } from 'zod';
import { sayBecause } from '../../feature/say-because.ts';
import type { Cron } from '../../cron/cron.ts';
import { runEntrySchema, type RunEntry } from '../../cron/run.ts';
import type { Desk } from '../../desk/desk.ts';
import type { Locale } from '../../feature/command.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import { OPERATOR, authorParam, limitParam, method } from '../../feature/rpc-method.ts';
import { parseSessionKey } from '../../sessions/key.ts';
import { jobSchema } from '../../cron/job.ts';
import { entrySchema } from '../../sessions/entry.ts';

const id = z.string().min(1);
const localeParam = z.enum(['en', 'zh']);

/** `because`: `error` in the reader's language. */
const runSchema = runEntrySchema.extend({ because: z.string().exactOptional() });

interface JobRunMethodDeps {
  readonly cron: Cron;
  readonly desk: Pick<Desk, 'entriesOfTurn'>;
}

/** The runs of jobs: one now, the next one not, and those that were. */
export function jobRunMethods({ cron, desk }: JobRunMethodDeps) {
  return {
    'cron.run': method(
      {
        description: 'Run a job now, for debugging: the same path as a scheduled run.',
        scope: 'admin',
        params: z.strictObject({ id, mode: z.enum(['due', 'force']).default('due') }),
        result: z.strictObject({ runId: z.string().nullable(), reason: z.string().exactOptional() }),
        hints: { openWorld: true },
      },
      ({ id, mode }) => cron.run(id, mode),
    ),
    'cron.skipNext': method(
      {
        description:
          'Skip the next run of a job, with the reason in its ledger; with undo the latest skipped one takes place after all.',
        scope: 'admin',
        params: z.strictObject({
          id,
          because: z.string().trim().min(1).max(200).exactOptional(),
          undo: z.boolean().default(false),
          author: authorParam.exactOptional(),
        }),
        result: z.strictObject({ job: jobSchema, slotMs: z.number() }),
        tool: 'cron_skip_next',
      },
      async ({ id, because, undo, author }) => {
        const request = { by: author?.name ?? OPERATOR, because, undo };
        const { job, skipped } = await cron.skipNext(id, request);
        return { job, slotMs: skipped.slotMs };
      },
    ),
    'cron.runs': method(
      {
        description:
          'The runs of a job, the newest first, or those before a run; with detail also what each was told.',
        scope: 'read',
        params: z.strictObject({
          id,
          limit: limitParam(20, 2_000),
          before: z.string().min(1).exactOptional(),
          detail: z.boolean().default(false),
          words: localeParam.exactOptional(),
        }),
        result: z.strictObject({ entries: z.array(runSchema) }),
        hints: { readOnly: true, material: true },
      },
      async ({ id, limit, before, detail, words }) => {
        const entries = await cron.runs(id, limit, detail, before);
        return { entries: words ? entries.map((entry) => withReason(entry, words)) : entries };
      },
    ),
    'cron.showRun': method(
      {
        description:
          'A run with the prompt that it was given, and what was said in its session because of it.',
        scope: 'read',
        params: z.strictObject({ runId: id, locale: localeParam.default('en') }),
        /** With the entries of its turn, oldest first. */
        result: z.strictObject({ run: runSchema, entries: z.array(entrySchema) }),
        tool: 'cron_show_run',
        hints: { readOnly: true, material: true },
      },
      async ({ runId, locale }) => {
        const run = await cron.runCalled(runId);
        if (!run) throw new RpcError('not_found', `the ledger has no run ${runId}`);
        const entries = await desk.entriesOfTurn(parseSessionKey(run.sessionKey), runId, run.queuedAtMs);
        return { run: withReason(run, locale), entries };
      },
    ),
  };
}

/** A run with its reason in the reader's language. */
function withReason(entry: RunEntry, locale: Locale): z.output<typeof runSchema> {
  const { error } = entry;
  return { ...entry, ...(error !== undefined && { because: sayBecause(error, locale) }) };
}
