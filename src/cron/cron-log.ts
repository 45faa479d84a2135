/**
 * Reports what happens to jobs, as the gateway's `cron` events and as log lines with the fields of the cron RFC. The
 * end of a run is reported after it is stored.
 */
import type { Logger } from 'pino';
import type { CronNews, CronStatus } from './cron-deps.ts';
import type { JobBook } from './job-book.ts';
import type { Job } from './job.ts';
import type { TurnNews } from '../sessions/turn-news.ts';
import type { Turn, TurnStatus } from '../sessions/turn.ts';
import type { Clock } from '../time/clock.ts';

interface CronLogDeps {
  readonly jobs: Pick<JobBook, 'get' | 'counts'>;
  readonly clock: Clock;
  readonly news: { publish(event: 'cron', payload: object): void };
  readonly log: Logger;
}

interface Ended {
  readonly jobId: string;
  readonly runId: string;
  /** The job's name when the run was made. */
  readonly name?: string;
  readonly status: TurnStatus;
  readonly error?: string | undefined;
  readonly durationMs?: number;
  /** The thrown error, if any. */
  readonly err?: unknown;
  /** The job is removed after success, which has not been reported yet. */
  readonly removes?: boolean | undefined;
}

/** What is known of a running run. */
interface Started {
  readonly jobId: string;
  readonly atMs: number;
  removes: boolean;
}

const BAD: readonly TurnStatus[] = ['failed', 'timed_out', 'interrupted'];
const GOOD: readonly TurnStatus[] = ['ok', 'quiet'];

export class CronLog {
  readonly #deps: CronLogDeps;
  readonly #started = new Map<string, Started>();
  /** Errors thrown in current turns. */
  readonly #thrown = new Map<string, unknown>();

  constructor(deps: CronLogDeps) {
    this.#deps = deps;
  }

  /** Log the start: how many jobs there are, and whether they run by themselves. */
  began({ jobs: jobCount, nextWakeAtMs }: CronStatus, { comes }: { readonly comes: boolean }): void {
    const { log } = this.#deps;
    log.debug({ module: 'cron', jobCount }, 'cron: store loaded');
    if (!comes) return log.warn({ module: 'cron' }, 'cron: disabled');
    log.info({ module: 'cron', jobCount, nextWakeAt: nextWakeAtMs }, 'cron: scheduler started');
  }

  /** A turn threw; its end is reported next. */
  broke({ id, run }: Turn, error: unknown): void {
    if (run) this.#thrown.set(id, error);
  }

  /** News of a turn. Turns without a run are ignored. */
  turn(told: TurnNews): void {
    const { run, id: runId } = told.turn;
    if (!run) return;
    const { jobId, jobName: name } = run;
    const { news, clock, log } = this.#deps;
    const fields = { module: 'cron', jobId, runId, name };
    if (told.state === 'finished') {
      const { status, error, summary } = told.end;
      const started = this.#started.get(runId);
      const err = this.#thrown.get(runId);
      this.#started.delete(runId);
      this.#thrown.delete(runId);
      const why = error ?? (status === 'skipped' || status === 'interrupted' ? summary : undefined);
      const durationMs = started && { durationMs: clock.now() - started.atMs };
      const removes = started?.removes;
      const thrown = err !== undefined && { err };
      void this.#finished({ jobId, runId, name, status, error: why, removes, ...durationMs, ...thrown });
      if (told.dropped)
        void this.#finished({ ...told.dropped, name, status: 'skipped', error: told.dropped.because });
      return;
    }
    const action = told.state === 'running' ? 'started' : told.state;
    const nowMs = clock.now();
    const times = action === 'started' && {
      trigger: run.trigger,
      scheduledForMs: run.slotMs,
      startedAtMs: nowMs,
    };
    news.publish('cron', { jobId, runId, action, ...times });
    if (action !== 'started') return log.info({ ...fields, trigger: run.trigger }, `cron: job ${action}`);
    const started: Started = { jobId, atMs: nowMs, removes: false };
    this.#started.set(runId, started);
    void this.#job(jobId).then((job) => {
      started.removes = job?.deleteAfterRun ?? false;
      log.info(
        {
          ...fields,
          trigger: run.trigger,
          scheduleKind: job?.schedule.kind,
          sessionTarget: job?.sessionTarget,
          wakeMode: job?.wakeMode,
        },
        'cron: job started',
      );
    });
  }

  /** News of cron itself: changed jobs, and runs without a turn. */
  cron(told: CronNews): void {
    if (told.action === 'finished') return void this.#finished(told);
    const { jobId, action, nextRunAtMs } = told;
    if (action === 'removed')
      for (const started of this.#started.values()) if (started.jobId === jobId) started.removes = false;
    this.#changed(jobId, action, nextRunAtMs);
  }

  #changed(jobId: string, action: 'added' | 'updated' | 'removed', nextRunAtMs: number | undefined): void {
    const { news, log, jobs } = this.#deps;
    news.publish('cron', { jobId, action, ...(nextRunAtMs !== undefined && { nextRunAtMs }) });
    log.debug({ module: 'cron', jobId, nextRunAtMs }, `cron: job ${action}`);
    if (!log.isLevelEnabled('debug')) return;
    void jobs.counts().then(
      ({ jobs: jobCount }) => log.debug({ module: 'cron', jobCount }, 'cron: store saved'),
      () => {}, // the stores are closed
    );
  }

  async #finished(run: Ended): Promise<void> {
    const { news, log } = this.#deps;
    const { jobId, runId, status, error, durationMs, err } = run;
    const job = await this.#job(jobId);
    const nextRunAtMs = job?.state.nextRunAtMs;
    news.publish('cron', {
      jobId,
      runId,
      action: 'finished',
      status,
      ...(error !== undefined && { error }),
      ...(durationMs !== undefined && { durationMs }),
      ...(nextRunAtMs !== undefined && { nextRunAtMs }),
    });
    const fields = { module: 'cron', jobId, runId, name: run.name ?? job?.name, status, nextRunAtMs };
    if (status === 'skipped') log.info({ ...fields, reason: error }, 'cron: job skipped');
    else if (BAD.includes(status))
      log.warn({ ...fields, durationMs, error, ...(err !== undefined && { err }) }, 'cron: job finished');
    else log.info({ ...fields, durationMs }, 'cron: job finished');
    if (!job && run.removes && GOOD.includes(status)) this.#changed(jobId, 'removed', undefined);
    // The job was paused because of this failure; report that too.
    if (job && !job.enabled && job.state.pausedBecause !== undefined && BAD.includes(status))
      this.#changed(jobId, 'updated', undefined);
  }

  /** Undefined when the job is gone or the stores are closed. */
  #job(id: string): Promise<Job | undefined> {
    return this.#deps.jobs.get(id).catch(() => undefined);
  }
}
