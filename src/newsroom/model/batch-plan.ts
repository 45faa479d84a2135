import { z } from 'zod';
import { batchJobSchema } from './batch-job.ts';
import { assignmentSchema } from './assignment.ts';

/** An ordered batch: the initial content of its job files, and what the planner passed over. */
export const batchPlanSchema = z.object({
  run: batchJobSchema,
  stories: z.array(assignmentSchema),
  passed_over: z.array(z.object({ title: z.string(), why: z.string() })).default([]),
  /** A remark on the choice as a whole, in a sentence. */
  remark: z.string().optional(),
});

export type BatchPlan = z.infer<typeof batchPlanSchema>;

type Checked = z.ZodSafeParseResult<BatchPlan>;

/** By the plan as the book gave it, which is the same object each time. */
const known = new WeakMap<object, Checked>();

/** The plan of an order, which must not be changed. @throws ZodError */
export function planOf({ plan }: { readonly plan: unknown }): BatchPlan {
  const { data, error } = checked(plan);
  if (data === undefined) throw error;
  return data;
}

/** The same; undefined for what is no plan. */
export function planIn({ plan }: { readonly plan: unknown }): BatchPlan | undefined {
  return checked(plan).data;
}

function checked(plan: unknown): Checked {
  if (typeof plan !== 'object' || plan === null) return batchPlanSchema.safeParse(plan);
  const before = known.get(plan);
  if (before) return before;
  const now = batchPlanSchema.safeParse(plan);
  known.set(plan, now);
  return now;
}
