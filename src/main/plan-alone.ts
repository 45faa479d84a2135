/** A planner's turn where no desk runs, for debugging: the forced run of its job. What it orders waits for a runner. */
import type { Config } from '../config/config.ts';
import type { RunEntry } from '../cron/run.ts';
import type { PlanKind } from '../newsroom/model/candidate.ts';
import type { TurnsPlan } from '../newsroom/batches/batch-service.ts';
import { parseSessionKey } from '../sessions/key.ts';
import { claimHome } from '../store/home-lock.ts';
import { systemClock } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import { openAlone } from './alone.ts';
import { setUpJobs } from '../newsroom/edition/first-jobs.ts';
import { openLog } from '../config/logging.ts';

/** @returns undefined where there is no job of that planner. */
// ts-unused-exports:disable-next-line
export async function planAlone(
  kind: PlanKind,
  { config, clock = systemClock }: { readonly config: Config; readonly clock?: Clock },
): Promise<{ readonly run: RunEntry; readonly plan: TurnsPlan } | { readonly refused: string } | undefined> {
  const { log } = openLog(config, true);
  const lock = await claimHome(config.paths.lock, { pid: process.pid, holder: 'command', clock });
  const alone = await openAlone(lock, { config, clock, log });
  const { kernel, stores, edition, newsroom } = alone;
  const { cron, conductor, dispatcher } = kernel;
  try {
    await setUpJobs(edition, { cron, stores, clock });
    const jobs = await cron.list({ includeDisabled: true });
    const job = jobs.find(
      ({ payload }) => payload.kind === 'agentTurn' && payload.profile === `planner_${kind}`,
    );
    if (!job) return undefined;
    await conductor.recover(() => false);
    const { runId, reason } = await cron.run(job.id, 'force');
    if (runId === null) return { refused: reason ?? 'no reason given' };
    await conductor.idle();
    await dispatcher.idle();
    const run = (await cron.runs(job.id, 20)).find((entry) => entry.runId === runId);
    if (!run) return { refused: `the run ${runId} left no trace` };
    return {
      run,
      plan: await newsroom.batches.planOf({
        runId,
        jobId: job.id,
        slotMs: run.scheduledForMs,
        sessionKey: parseSessionKey(run.sessionKey),
      }),
    };
  } finally {
    await alone.close();
  }
}
