/** The parts of a stored job that every part of the desk relies on. */
import { z } from 'zod';
import { sayIssues } from '../text/say-issues.ts';

/** The minimum for a job to work. Stricter rules apply to input only, and an imported job may break them. */
const writtenSchema = z.looseObject({
  name: z.string(),
  schedule: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('at'), atMs: z.number() }),
    z.looseObject({
      kind: z.literal('every'),
      everyMs: z.number().positive(),
      anchorMs: z.number().optional(),
      untilMs: z.number().optional(),
    }),
    z.looseObject({
      kind: z.literal('cron'),
      expr: z.string(),
      tz: z.string().optional(),
      untilMs: z.number().optional(),
    }),
  ]),
  sessionTarget: z.string(),
  payload: z.discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('agentTurn'), message: z.string() }),
    z.looseObject({ kind: z.literal('systemEvent'), text: z.string() }),
  ]),
});

/** @returns why a stored value is not a usable job; undefined when it is. */
export function whyNoJob(written: unknown): string | undefined {
  const parsed = writtenSchema.safeParse(written, { reportInput: true });
  return parsed.success ? undefined : sayIssues(parsed.error, writtenSchema);
}
