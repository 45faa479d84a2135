import { isoTime } from './job-times.ts';
import type { Jailed } from './job-files.ts';
import { wasPosted } from './story-job.ts';
import type { StoryJob } from './story-job.ts';

/** `run_summary.json`: how a run ended, in the shape that the newsroom's facts name. */
export interface RunSummary {
  readonly ok: boolean;
  readonly generated_at: string;
  readonly run_dir: string;
  readonly log_root: string;
  readonly summary: {
    readonly run: string;
    readonly total: number;
    readonly completed: number;
    readonly failed: number;
    readonly skipped: number;
  };
  readonly detail: { readonly stories: readonly StoryEnding[] };
}

interface StoryEnding {
  readonly story_id: string;
  readonly title: string;
  readonly status: string;
  readonly reason: string | null;
  readonly detail: string | null;
}

export function runSummary(ended: {
  readonly runId: string;
  readonly runDir: string;
  readonly stories: readonly StoryJob[];
  readonly jailed: readonly Jailed[];
  readonly nowMs: number;
}): RunSummary {
  const { runId, runDir, stories, jailed, nowMs } = ended;
  const count = (status: string) => stories.filter(({ state }) => state.status === status).length;
  const failed = count('FAILURE') + jailed.length;
  return {
    ok: failed === 0,
    generated_at: isoTime(nowMs),
    run_dir: runDir,
    log_root: `data/newsroom/logs/${runId}`,
    summary: {
      run: runId,
      total: stories.length + jailed.length,
      completed: stories.filter(wasPosted).length,
      failed,
      skipped: count('SKIPPED'),
    },
    detail: {
      stories: [
        ...stories.map(({ story, state }) => ({
          story_id: story.story_id,
          title: story.title,
          status: state.status,
          reason: state.reason,
          detail: state.detail,
        })),
        ...jailed.map(({ storyId, reason }) => ({
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
