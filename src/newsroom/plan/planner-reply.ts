import { z } from 'zod';
import { outputShape } from '../../sessions/output.ts';

const reply = z
  .object({
    status: z.enum(['planned', 'no_post']),
    /** From the receipt of `write_run`. */
    run_dir: z.string().nullish(),
    left_out: z
      .array(z.object({ title: z.string(), why: z.string().default('') }))
      .default([])
      .catch([]),
    reason: z.string().nullish(),
    /** A sentence or two for the channel. */
    say: z.string().trim().min(1).max(1_500),
  })
  .refine((it) => it.status === 'no_post' || (it.run_dir ?? '') !== '', {
    path: ['run_dir'],
    message: 'a planned run has the run_dir of its receipt; without a receipt the status is no_post',
  });

type PlannerReply = z.infer<typeof reply>;

/** What a planner fills in. Stories and reasons for leaving others out were given to `write_run` before. */
const asked = z.object({
  status: z.enum(['planned', 'no_post']),
  run_dir: z.string().nullable().describe('As the receipt of write_run has it.'),
  left_out: z
    .array(z.object({ title: z.string(), why: z.string() }))
    .describe('With no_post: each candidate, and why it was left. Else empty.'),
  reason: z.string().nullable(),
  say: z.string(),
});

/**
 * The output of planners: `planner_reply`. In a quiet job, a reply without a batch ends the turn without a message.
 */
export const plannerReply = outputShape<PlannerReply>({
  schema: reply as z.ZodType<PlannerReply>,
  asked,
  standsByTools: true,
  end: (value, turn) => ({
    status: value.status === 'no_post' && turn.run?.quiet === true ? 'quiet' : 'ok',
    summary: value.say,
    value,
  }),
});

/** What a planner's reply says about candidates that it left out; empty for a turn that ended without a reply. */
export function leftByPlanner(value: unknown): readonly { readonly title: string; readonly why: string }[] {
  const read = reply.safeParse(value);
  return read.success ? read.data.left_out.filter(({ why }) => why !== '') : [];
}
