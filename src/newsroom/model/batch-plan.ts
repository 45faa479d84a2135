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
