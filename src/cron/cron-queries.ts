/** Cron: what can be asked about jobs and their runs. Nothing here changes anything. */
import type { CronDeps, CronStatus } from './cron-deps.ts';
import type { JobProfile } from './job-profile.ts';
import { unknownJob } from './cron-error.ts';
import type { SkippedSlot } from './skip-request.ts';
import { describeJob } from './describe-job.ts';
import type { DescribedJob } from './describe-job.ts';
import { exportJobs } from './export-jobs.ts';
import type { JobFile } from './export-jobs.ts';
import type { Job } from './job.ts';
import { MIN_INTERVAL_MS } from './limits.ts';
import { previewSchedule } from './preview-schedule.ts';
import type { PreviewedSchedule } from './preview-schedule.ts';
import type { RunEntry } from './run.ts';
import { saySchedule } from './say-schedule.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Locale } from '../time/locale.ts';

type QueryDeps = Pick<
  CronDeps,
  'jobs' | 'clock' | 'zone' | 'minIntervalMs' | 'enabled' | 'paused' | 'jobProfiles'
>;

export class CronQueries {
  readonly #deps: QueryDeps;
  /** The shortest time between two runs of a job. */
  readonly minIntervalMs: number;

  constructor(deps: QueryDeps) {
    this.#deps = deps;
    this.minIntervalMs = deps.minIntervalMs ?? MIN_INTERVAL_MS;
  }

  /** The zone of schedules without one. */
  get zone(): string {
    return this.#deps.zone;
  }

  get(id: string): Promise<Job | undefined> {
    return this.#deps.jobs.get(id);
  }

  list(filter?: { session?: SessionKey; includeDisabled?: boolean }): Promise<Job[]> {
    return this.#deps.jobs.list(filter);
  }

  /** The job that is due next. */
  async next(): Promise<Job | undefined> {
    const [first] = await this.#deps.jobs.due(Number.MAX_SAFE_INTEGER, 1);
    return first;
  }

  /**
   * Also for removed jobs, as long as the ledger has their runs.
   * @param before the run above, for the next page
   * @throws CronError `not_found`
   */
  async runs(id: string, limit = 20, detail = false, before?: string): Promise<RunEntry[]> {
    const runs = await this.#deps.jobs.runs(id, limit, detail, before);
    if (runs.length === 0) await this.mustHave(id);
    return runs;
  }

  async status(): Promise<CronStatus> {
    const { jobs, enabled, paused } = this.#deps;
    const [counts, waiting, earliest] = await Promise.all([jobs.counts(), jobs.waiting(), jobs.earliest()]);
    const off = !enabled ? 'settings' : (await paused()) ? 'paused' : undefined;
    const on = off === undefined;
    return {
      enabled: on,
      ...(off && { off }),
      ...counts,
      waiting,
      ...(on && earliest !== undefined && { nextWakeAtMs: earliest }),
    };
  }

  /**
   * A job in words, with its next times.
   * @throws CronError `not_found`
   */
  async describe(id: string, locale: Locale = 'en'): Promise<DescribedJob> {
    const { clock, zone } = this.#deps;
    return describeJob(await this.mustHave(id), clock.now(), zone, locale);
  }

  /** Schedules as sentences, keyed by job id. */
  words(jobs: readonly Job[], locale: Locale = 'en'): Record<string, string> {
    return Object.fromEntries(
      jobs.map(({ id, schedule }) => [id, saySchedule(schedule, this.#deps.zone, locale)]),
    );
  }

  /** All jobs, as a file that `import` takes. */
  async export(): Promise<JobFile> {
    return exportJobs(await this.#deps.jobs.list({ includeDisabled: true }));
  }

  /** A run with all its details; undefined when the ledger has forgotten it. */
  runCalled(runId: string): Promise<RunEntry | undefined> {
    return this.#deps.jobs.run(runId);
  }

  /** The profiles that people may choose for a job. */
  jobProfiles(): readonly JobProfile[] {
    return this.#deps.jobProfiles();
  }

  /** The slots still to come that were skipped on request, earliest first. */
  skippedAhead(): Promise<SkippedSlot[]> {
    return this.#deps.jobs.skippedAhead(this.#deps.clock.now());
  }

  /**
   * A schedule as it is typed: what is understood, as a sentence, and its next times.
   * @throws DeskError, ScheduleError that say what is allowed.
   */
  preview(
    request: { readonly schedule: string; readonly tz?: string | undefined },
    locale: Locale,
  ): PreviewedSchedule {
    const { clock, zone } = this.#deps;
    return previewSchedule(request, { nowMs: clock.now(), zone, minIntervalMs: this.minIntervalMs, locale });
  }

  /** @throws CronError `not_found` */
  protected async mustHave(id: string): Promise<Job> {
    const job = await this.#deps.jobs.get(id);
    if (!job) throw unknownJob(id);
    return job;
  }
}
