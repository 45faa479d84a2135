/**
 * What happens to jobs, told twice: as the gateway's `cron` events, and as log lines with the fields of the cron
 * RFC. Who listens hears of an end only once it is written down.
 */
import type { Logger } from 'pino';
import type { CronNews } from '../cron/cron.ts';
import type { JobBook } from '../cron/job-book.ts';
import type { Job } from '../cron/job.ts';
import type { TurnNews } from '../sessions/conductor.ts';
import type { TurnStatus } from '../sessions/turn.ts';
import type { Clock } from '../time/clock.ts';
import type { News } from './news.ts';

interface CronLogHouse {
  readonly jobs: Pick<JobBook, 'get'>;
  readonly clock: Clock;
  readonly news: News;
  readonly log: Logger;
}

interface Ended {
  readonly jobId: string;
  readonly runId: string;
  /** What the job was called when the run was made. */
  readonly name?: string;
  readonly status: TurnStatus;
  readonly error?: string | undefined;
  readonly durationMs?: number;
}

const BAD: readonly TurnStatus[] = ['failed', 'timed_out', 'interrupted'];

export class CronLog {
  readonly #house: CronLogHouse;
  /** When the runs of now were started. */
  readonly #started = new Map<string, number>();

  constructor(house: CronLogHouse) {
    this.#house = house;
  }

  /** A turn's news; turns without a run are none of ours. */
  turn(told: TurnNews): void {
    const { run, id: runId } = told.turn;
    if (!run) return;
    const { jobId, jobName: name } = run;
    const { news, clock, log } = this.#house;
    const fields = { module: 'cron', jobId, runId, name };
    if (told.state === 'finished') {
      const { status, error, summary } = told.end;
      const startedMs = this.#started.get(runId);
      this.#started.delete(runId);
      const why = error ?? (status === 'skipped' ? summary : undefined);
      const durationMs = startedMs === undefined ? {} : { durationMs: clock.now() - startedMs };
      void this.#finished({ jobId, runId, name, status, error: why, ...durationMs });
      return;
    }
    const action = told.state === 'running' ? 'started' : told.state;
    news.tell('cron', { jobId, runId, action });
    if (action !== 'started') return log.info({ ...fields, trigger: run.trigger }, `cron: job ${action}`);
    this.#started.set(runId, clock.now());
    void this.#job(jobId).then((job) =>
      log.info(
        {
          ...fields,
          trigger: run.trigger,
          scheduleKind: job?.schedule.kind,
          sessionTarget: job?.sessionTarget,
          wakeMode: job?.wakeMode,
        },
        'cron: job started',
      ),
    );
  }

  /** News of cron itself: jobs that changed, and runs that have no turn. */
  cron(told: CronNews): void {
    if (told.action === 'finished') return void this.#finished(told);
    const { jobId, action, nextRunAtMs } = told;
    this.#house.news.tell('cron', told);
    this.#house.log.debug({ module: 'cron', jobId, nextRunAtMs }, `cron: job ${action}`);
  }

  async #finished(run: Ended): Promise<void> {
    const { news, log } = this.#house;
    const { jobId, runId, status, error, durationMs } = run;
    const job = await this.#job(jobId);
    const nextRunAtMs = job?.state.nextRunAtMs;
    news.tell('cron', {
      jobId,
      runId,
      action: 'finished',
      status,
      ...(error !== undefined && { error }),
      ...(nextRunAtMs !== undefined && { nextRunAtMs }),
    });
    const fields = { module: 'cron', jobId, runId, name: run.name ?? job?.name, status, nextRunAtMs };
    if (status === 'skipped') log.info({ ...fields, reason: error }, 'cron: job skipped');
    else if (BAD.includes(status)) log.warn({ ...fields, durationMs, error }, 'cron: job finished');
    else log.info({ ...fields, durationMs }, 'cron: job finished');
  }

  /** Undefined for a job that is gone, and where the stores can't be asked any more. */
  #job(id: string): Promise<Job | undefined> {
    return this.#house.jobs.get(id).catch(() => undefined);
  }
}
