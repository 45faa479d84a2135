import { z } from 'zod';
import { runJobSchema } from './run-job.ts';
import { storyJobSchema } from './story-job.ts';

/** What a run was ordered with: the first content of its job files, and what the planner passed over. */
export const runPlanSchema = z.object({
  run: runJobSchema,
  stories: z.array(storyJobSchema),
  passed_over: z.array(z.object({ title: z.string(), why: z.string() })).default([]),
  /** What was wrong with the choice as a whole, in a sentence. */
  remark: z.string().optional(),
});

export type RunPlan = z.infer<typeof runPlanSchema>;
