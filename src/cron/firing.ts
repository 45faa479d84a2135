/** Stores a due slot, as a turn or as a system event. */
import type { SessionKey } from '../sessions/key.ts';
import type { AcceptTerms } from '../sessions/turn-book.ts';
import { CronError } from './cron-error.ts';
import type { CronDeps } from './cron-deps.ts';
import type { Job } from './job.ts';
import { retryRun } from './retry.ts';
import type { TickerDeps } from './ticker.ts';
import { inboundOf } from './trigger.ts';
import type { TurnSlot } from './trigger.ts';

type FireTerms = Omit<AcceptTerms, 'nowMs' | 'unified'>;
type FiringDeps = Pick<
  CronDeps,
  | 'render'
  | 'zone'
  | 'submit'
  | 'jobs'
  | 'mainSession'
  | 'locale'
  | 'clock'
  | 'beat'
  | 'wantBeat'
  | 'destination'
  | 'report'
  | 'failed'
>;

export class Firing {
  readonly #deps: FiringDeps;

  constructor(deps: FiringDeps) {
    this.#deps = deps;
  }

  /**
   * Store a slot.
   * @returns why it was refused, if it was.
   */
  async fire(job: Job, slot: TurnSlot, terms: FireTerms): Promise<string | undefined> {
    const { render, zone, submit, jobs, mainSession, locale, clock, beat, wantBeat } = this.#deps;
    if (job.payload.kind === 'systemEvent') {
      if (job.wakeMode === 'now') await wantBeat?.();
      const event = { ...slot, session: mainSession, text: job.payload.text };
      const fired = await jobs.fireEvent(job, event, { ...terms, nowMs: clock.now(), unified: false });
      const removes = job.deleteAfterRun === true;
      if (fired)
        this.#deps.report({ jobId: job.id, runId: slot.id, action: 'finished', status: 'ok', removes });
      if (fired && job.wakeMode === 'now') beat();
      return undefined;
    }
    const deliverTo = await this.deliveryOf(job);
    const inbound = inboundOf(job, slot, {
      render,
      zone,
      mainSession,
      locale,
      ...(deliverTo && { deliverTo }),
    });
    const accepted = await submit(inbound, terms);
    if (accepted.kind !== 'refused') return undefined;
    this.announceSkipped(job.id, slot.id, accepted.because);
    return accepted.because;
  }

  /** Where a job's answer is also delivered. A legacy job names the channel itself, or has no delivery. */
  async deliveryOf({ name, payload, sessionTarget }: Job): Promise<SessionKey | undefined> {
    if (payload.kind !== 'agentTurn' || payload.deliver !== true) return undefined;
    const provider = payload.provider ?? (sessionTarget === 'legacy' ? payload.channel : 'last');
    if (provider === undefined) return undefined;
    const found = await this.#deps.destination(provider, payload.to);
    if ('key' in found) return found.key;
    this.#deps.failed(`delivering "${name}"`, new CronError('bad_job', found.because));
    return undefined;
  }

  /** Run something that may drop a waiting retry, and report the dropped run if it does. */
  async reportingDrop<T>(job: string, work: () => Promise<T>): Promise<T> {
    const { jobs } = this.#deps;
    const retry = await jobs.retryOf(job);
    const result = await work();
    if (retry === undefined) return result;
    const id = retryRun(job, retry);
    const run = (await jobs.runs(job, NEWEST, false)).find(({ runId }) => runId === id);
    if (run?.status === 'skipped') this.announceSkipped(job, id, run.error ?? 'the retry was dropped');
    return result;
  }

  /** What the ticker calls. */
  ofTicker(): Pick<TickerDeps, 'fire' | 'missed' | 'retry'> {
    return {
      fire: async (job, run, { nextRunAtMs, missed }) => {
        const slot = { id: `${job.id}:${run.slotMs}`, ...run };
        const terms = { nextRunAtMs, ...(missed && { missed }) };
        await this.reportingDrop(job.id, () => this.fire(job, slot, terms));
      },
      missed: (job, { fromMs, count }) =>
        this.announceSkipped(job.id, `${job.id}:${fromMs}`, count === 1 ? 'missed' : `missed ${count} slots`),
      retry: async (job, { slotMs, attempt }) => {
        const id = retryRun(job.id, { slotMs, attempt });
        await this.fire(job, { id, slotMs, trigger: 'retry', attempt }, {});
      },
    };
  }

  announceSkipped(jobId: string, runId: string, error: string): void {
    this.#deps.report({ jobId, runId, action: 'finished', status: 'skipped', error });
  }
}

/** How many of the newest runs are searched for the dropped retry. */
const NEWEST = 20;
