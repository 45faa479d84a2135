/** JSON Schemas of the job files for other programs, generated from the zod schemas. */
import { z } from 'zod';
import { batchJobSchema } from '../model/batch-job.ts';
import { runSummarySchema } from '../batches/batch-summary.ts';
import { assignmentSchema } from '../model/assignment.ts';

const SOURCES = {
  run: {
    schema: batchJobSchema,
    title: 'run_job_v1',
    about: 'run.json: what the stories of a run have in common',
  },
  story: {
    schema: assignmentSchema,
    title: 'story_job_v1',
    about: 'story_NN.json: a story, from pick to ending',
  },
  summary: { schema: runSummarySchema, title: 'run_summary', about: 'run_summary.json: how a run ended' },
} as const;

export type JobSchemaName = keyof typeof SOURCES;

// ts-unused-exports:disable-next-line
export const JOB_SCHEMA_NAMES = Object.keys(SOURCES) as readonly JobSchemaName[];

/** JSON Schema 2020-12. Fields with a default may be left out; unknown fields are allowed and kept. */
// ts-unused-exports:disable-next-line
export function jobSchema(name: JobSchemaName): Record<string, unknown> {
  const { schema, title, about } = SOURCES[name];
  const { $schema, ...shape } = z.toJSONSchema(schema, { io: 'input' });
  return { $schema, title, description: about, ...shape };
}
