/** Parses and validates jobs. Errors say what was given and what is allowed. */
import { z } from 'zod';
import { targetProblem } from './check-job.ts';
import { CronError, refusing } from './cron-error.ts';
import type { CronDeps } from './cron-deps.ts';
import { newJobSchema } from './job.ts';
import type { NewJob } from './job.ts';
import { checkInterval } from './limits.ts';
import { normalizeJob } from './normalize.ts';
import type { NormalTerms } from './normalize.ts';
import { problemOf } from './problem.ts';
import { sayIssues } from '../text/say-issues.ts';
import { chatChannels } from '../sessions/traits-of.ts';
import { anchored, checkSchedule } from './schedule.ts';

type JobReaderDeps = Pick<CronDeps, 'zone' | 'profiles' | 'unknownModel' | 'destination'> & {
  readonly minIntervalMs: number;
};

export class JobReader {
  readonly #deps: JobReaderDeps;

  constructor(deps: JobReaderDeps) {
    this.#deps = deps;
  }

  /** Parse a complete job. */
  whole(given: unknown, nowMs: number): NewJob {
    return this.parse(this.#normal(given, 'whole', nowMs), nowMs);
  }

  /** @param zone the zone of times without one: the job's own */
  patch(given: unknown, nowMs: number, zone?: string): Record<string, unknown> {
    return z.record(z.string(), z.unknown()).parse(this.#normal(given, 'patch', nowMs, zone));
  }

  parse(given: unknown, nowMs: number): NewJob {
    const parsed = newJobSchema.safeParse(given, { reportInput: true });
    if (parsed.success) return { ...parsed.data, schedule: anchored(parsed.data.schedule, nowMs) };
    const problem = problemOf(parsed.error.issues[0]);
    throw new CronError('bad_job', sayIssues(parsed.error, newJobSchema), { problem });
  }

  #normal(given: unknown, kind: NormalTerms['kind'], nowMs: number, zone = this.#deps.zone): unknown {
    return refusing(() => normalizeJob(given, { kind, nowMs, zone }));
  }

  check(job: NewJob, nowMs: number): void {
    this.checkTarget(job);
    this.checkSchedule(job, nowMs);
  }

  checkTarget(job: NewJob): void {
    const { payload } = job;
    const { profiles, unknownModel } = this.#deps;
    const allowed = profiles();
    const problem =
      job.sessionTarget === 'legacy'
        ? 'legacy jobs come into being by import only'
        : targetProblem(job, { profiles: allowed, unknownModel });
    if (problem === undefined) return;
    const profile = payload.kind === 'agentTurn' ? payload.profile : undefined;
    if (profile !== undefined && !allowed.includes(profile))
      throw new CronError('bad_job', problem, {
        problem: { kind: 'unknown_profile', given: profile, allowed },
      });
    const model = payload.kind === 'agentTurn' ? payload.model : undefined;
    const models = model === undefined ? undefined : unknownModel?.(model);
    if (model === undefined || !models) throw new CronError('bad_job', problem);
    throw new CronError('bad_job', problem, {
      problem: { kind: 'unknown_model', given: model, allowed: models },
    });
  }

  /** A delivery must go to an existing session that the desk may write to. */
  async checkDelivery({ payload }: NewJob): Promise<void> {
    if (payload.kind !== 'agentTurn' || payload.deliver !== true) return;
    const { provider = payload.channel ?? 'last', to } = payload;
    if (provider === 'last' && to !== undefined && to !== '')
      throw new CronError(
        'bad_job',
        `payload.to ${JSON.stringify(to)} needs a provider, or the answer goes to the chat in which somebody wrote last; allowed: ${chatChannels().join(', ')}`,
      );
    const found = await this.#deps.destination(provider, to);
    if ('because' in found) throw new CronError('bad_job', found.because);
  }

  checkSchedule({ schedule }: NewJob, nowMs: number): void {
    refusing(() => {
      checkSchedule(schedule, nowMs, this.#deps.zone);
      checkInterval(schedule, this.#deps.minIntervalMs);
    });
  }
}
