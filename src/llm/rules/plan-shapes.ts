/** A planner's inputs: the fields of the newsroom's snapshot that ranking needs. */
import { z } from 'zod';

const CandidateShape = z.object({
  i: z.number().int(),
  title: z.string(),
  description: z.string().default(''),
  suggested_category: z.string(),
  age_minutes: z.number().nullable(),
  link_count: z.number().default(1),
  domains: z.array(z.string()).default([]),
  languages: z.array(z.string()).default([]),
  parent_event_id: z.number().nullable().default(null),
  suggest_flags: z.array(z.string()).default([]),
});

const LeftOutShape = z.object({
  title: z.string(),
  category: z.string(),
  reason: z.string(),
  noteId: z.string().optional(),
});

/** How many feeds and searches answered, and how many items they gave. */
const FeedsShape = z.object({
  of: z.number(),
  answered: z.number(),
  items: z.number(),
  newItems: z.number(),
  silent: z.array(z.string()).default([]),
});

const NoteShape = z.object({ id: z.string().optional(), text: z.string(), by: z.string() });

export const PlanInputs = z.object({
  kind: z.enum(['daily', 'hourly']),
  /** The language of the stories. */
  language: z.enum(['en', 'zh-Hant-HK']).exactOptional(),
  feeds: FeedsShape.default({ of: 0, answered: 0, items: 0, newItems: 0, silent: [] }),
  candidates: z.array(CandidateShape),
  leftOut: z.array(LeftOutShape).default([]),
  pick: z.object({ atMost: z.number() }),
  notes: z.array(NoteShape).default([]),
});

export const WriteBatchResult = z.union([
  z.object({ status: z.literal('ok'), run_id: z.string(), run_dir: z.string() }),
  z.object({ status: z.literal('error'), message: z.string() }),
]);

export type PlanInputs = z.infer<typeof PlanInputs>;
export type PlanCandidate = z.infer<typeof CandidateShape>;
export type PlanLeftOut = z.infer<typeof LeftOutShape>;
export type PlanNote = z.infer<typeof NoteShape>;
