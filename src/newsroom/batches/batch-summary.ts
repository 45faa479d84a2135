import { z } from 'zod';
import { isoTime } from '../model/job-times.ts';
import type { QuarantinedFile } from './job-files.ts';
import { wasPosted } from '../model/assignment.ts';
import type { Assignment } from '../model/assignment.ts';

const count = z.int().nonnegative();

/** `run_summary.json`: the outcome of a batch; the shape is a contract. */
export const runSummarySchema = z.object({
  /** No story failed. */
  ok: z.boolean(),
  generated_at: z.string(),
  run_dir: z.string(),
  log_root: z.string(),
  summary: z
    .object({ run: z.string(), total: count, completed: count, failed: count, skipped: count })
    .readonly(),
  detail: z
    .object({
      stories: z
        .array(
          z
            .object({
              story_id: z.string(),
              title: z.string(),
              status: z.string(),
              reason: z.string().nullable(),
              detail: z.string().nullable(),
              /** The editor who approved it. */
              approved_by: z.string().exactOptional(),
            })
            .readonly(),
        )
        .readonly(),
    })
    .readonly(),
});

export type BatchSummary = Readonly<z.infer<typeof runSummarySchema>>;

/** The summary file of a batch that has ended; quarantined job files count as failures. */
export function batchSummary(ended: {
  readonly runId: string;
  readonly runDir: string;
  readonly stories: readonly Assignment[];
  readonly quarantined: readonly QuarantinedFile[];
  readonly nowMs: number;
}): BatchSummary {
  const { runId, runDir, stories, quarantined, nowMs } = ended;
  const count = (status: string) => stories.filter(({ state }) => state.status === status).length;
  const failed = count('FAILURE') + quarantined.length;
  return {
    ok: failed === 0,
    generated_at: isoTime(nowMs),
    run_dir: runDir,
    log_root: `data/newsroom/logs/${runId}`,
    summary: {
      run: runId,
      total: stories.length + quarantined.length,
      completed: stories.filter(wasPosted).length,
      failed,
      skipped: count('SKIPPED'),
    },
    detail: {
      stories: [
        ...stories.map(({ story, state, result }) => ({
          story_id: story.story_id,
          title: story.title,
          status: state.status,
          reason: state.reason,
          detail: state.detail,
          ...(result.approved_by !== undefined && { approved_by: result.approved_by }),
        })),
        ...quarantined.map(({ storyId, reason }) => ({
          story_id: storyId,
          title: storyId,
          status: 'FAILURE',
          reason: 'jailed',
          detail: reason,
        })),
      ],
    },
  };
}
