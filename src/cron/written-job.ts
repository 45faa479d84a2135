/** What was written down of a job, and is read again by every part of the desk. */
import { z } from 'zod';
import { sayIssues } from '../text/say-issues.ts';

/** As much of a job as nothing works without. Its finer rules are for what comes in: an imported job may break them. */
const writtenSchema = z.looseObject({
  name: z.string(),
  schedule: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('at'), atMs: z.number() }),
    z.looseObject({
      kind: z.literal('every'),
      everyMs: z.number().positive(),
      anchorMs: z.number().optional(),
    }),
    z.looseObject({ kind: z.literal('cron'), expr: z.string(), tz: z.string().optional() }),
  ]),
  sessionTarget: z.string(),
  payload: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('agentTurn'), message: z.string() }),
    z.looseObject({ kind: z.literal('systemEvent'), text: z.string() }),
  ]),
});

/** @returns why this can't be a job; undefined when it can. */
export function whyNoJob(written: unknown): string | undefined {
  const parsed = writtenSchema.safeParse(written, { reportInput: true });
  return parsed.success ? undefined : sayIssues(parsed.error, writtenSchema);
}
