/**
 * The ticker: one timer for all jobs.
 *
 * It sleeps until the earliest slot, at most a minute, so that a changed clock or a suspended machine is noticed. It
 * never waits for a turn: firing ends when the slot is stored. Nothing else moves a slot; listing and editing never
 * do.
 */
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../time/clock.ts';
import type { Locale } from '../time/locale.ts';
import { CannotWrite } from '../sessions/cannot-write.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { DuePlan } from './due.ts';
import type { Job } from './job.ts';
import type { FailedSlot, FailedSlotTerms, JobBook, Retry } from './job-book.ts';
import { retryRun } from './retry.ts';
import { anchoredBefore } from './schedule.ts';
import { planDueOf, readableSlotOf } from './spread.ts';

export interface TickerDeps {
  readonly jobs: JobBook;
  readonly clock: Clock;
  /** The zone of schedules without one. */
  readonly zone: string;
  /** The interval over which hourly jobs are spread. */
  readonly hourlySpreadMs: number;
  readonly paused: () => Promise<boolean>;
  /** Store a slot's run and move its job on. Resolves once that is durable. */
  readonly fire: (job: Job, run: NonNullable<DuePlan['run']>, plan: DuePlan) => Promise<void>;
  /** The same for a retry. */
  readonly retry: (job: Job, retry: Retry) => Promise<void>;
  /** Called when slots were recorded as missed. */
  readonly missed: (job: Job, missed: NonNullable<DuePlan['missed']>) => void;
  /** The latest time that any desk has seen on this home; shows that a clock was set back. */
  readonly seen?: { get(): Promise<number | undefined>; set(ms: number): Promise<void> };
  /** Report a slot that could not be stored. */
  readonly report: (news: {
    readonly jobId: string;
    readonly runId: string;
    readonly action: 'finished';
    readonly status: 'failed';
    readonly error: string;
  }) => void;
  /** The session that is told of isolated jobs. */
  readonly mainSession: SessionKey;
  /** The language of notices; English by default. */
  readonly locale?: Locale | undefined;
  readonly failed: (what: string, error: unknown) => void;
}

const LONGEST_SLEEP_MS = 60_000;
/** The pause before looking again at jobs that could not be fired. */
const SHORTEST_SLEEP_MS = 1_000;
/** Large, so that slots due together are stored together before their turns use the disk. */
const BATCH = 4_096;
/** Smaller corrections are normal. */
const SET_BACK_MS = 60_000;

export class Ticker {
  readonly #deps: TickerDeps;
  readonly #closing = new AbortController();
  #wake: AbortController | undefined;
  #poked = false;
  #running: Promise<void> | undefined;
  #seenMs: number | undefined;
  #notedMs = -Infinity;

  constructor(deps: TickerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#running ??= this.#loop();
  }

  /** A job was added or changed: look again. */
  poke(): void {
    this.#poked = true;
    this.#wake?.abort(new Error('poked'));
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    this.poke();
    await this.#running;
  }

  async #loop(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#poked = false;
      let fired = 0;
      try {
        await this.#watchClock();
        if (!(await this.#deps.paused())) fired = await this.#tick();
      } catch (error) {
        this.#deps.failed('the ticker', error);
      }
      await this.#sleep(fired > 0 ? 0 : SHORTEST_SLEEP_MS);
    }
  }

  /**
   * A clock that ran ahead has left slots far in the future. When it is corrected, each job becomes due at its next
   * slot from now, and retries keep their waiting time. Runs in the ledger are not repeated.
   */
  async #watchClock(): Promise<void> {
    const { jobs, clock, seen } = this.#deps;
    const now = clock.now();
    this.#seenMs ??= (await seen?.get()) ?? now;
    if (now < this.#seenMs - SET_BACK_MS) {
      for (const job of await jobs.list()) await this.#comeBack(job, now);
      await jobs.moveRetries(now - this.#seenMs);
      this.#notedMs = -Infinity;
    }
    this.#seenMs = now;
    if (now - this.#notedMs < LONGEST_SLEEP_MS) return;
    this.#notedMs = now;
    await seen?.set(now);
  }

  async #comeBack(job: Job, now: number): Promise<void> {
    const { jobs } = this.#deps;
    // One that has ended has slots again; one that came once doesn't.
    const { nextRunAtMs = job.schedule.kind === 'at' ? 0 : Infinity } = job.state;
    const anchorMs = job.schedule.kind === 'every' ? (job.schedule.anchorMs ?? 0) : Infinity;
    // An interval whose anchor is still ahead has not started.
    const schedule = nextRunAtMs > anchorMs ? anchoredBefore(job.schedule, now) : job.schedule;
    const next = readableSlotOf({ ...job, schedule }, now, this.#deps);
    if (next === null || nextRunAtMs <= next) return;
    const moved = schedule.kind === 'every' && schedule !== job.schedule ? schedule.anchorMs : undefined;
    if (moved === undefined) await jobs.advance(job.id, next);
    else await jobs.reanchor(job.id, moved, next);
  }

  async #sleep(atLeast: number): Promise<void> {
    const { clock, jobs } = this.#deps;
    const now = clock.now();
    const earliest = (await jobs.earliest().catch(() => undefined)) ?? Infinity;
    if (this.#poked) return;
    const wake = (this.#wake = new AbortController());
    const until = earliest > now ? Math.min(earliest, now + LONGEST_SLEEP_MS) : now + atLeast;
    await clock.until(until, wake.signal).catch(() => {}); // poked
  }

  /** @returns how many slots were handled. */
  async #tick(): Promise<number> {
    const { jobs, clock } = this.#deps;
    const retries = await jobs.dueRetries(clock.now(), BATCH);
    const tried = await Promise.all(
      retries.map(({ job, retry }) =>
        this.#guarded(job, async () => {
          await this.#retry(job, retry);
          return true;
        }),
      ),
    );
    const due = await jobs.due(clock.now(), BATCH);
    const dealt = await Promise.all(due.map((job) => this.#guarded(job, () => this.#deal(job))));
    return [...tried, ...dealt].filter(Boolean).length;
  }

  async #guarded<T>(job: Job, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#deps.failed(`job ${job.id} (${job.name})`, error);
      return undefined;
    }
  }

  async #deal(job: Job): Promise<boolean> {
    const { jobs, clock } = this.#deps;
    const nowMs = clock.now();
    const first = job.state.nextRunAtMs;
    if (first === undefined || first > nowMs) return false;
    const plan = planDueOf(job, first, nowMs, this.#deps);
    // With `all`, missed slots run one after the other.
    if (job.policy?.catchUp === 'all' && (await jobs.openRun(job.id))) return false;
    if (plan.run) await this.#fire(job, plan.run, plan);
    else await jobs.advance(job.id, plan.nextRunAtMs, plan.missed, nowMs);
    if (plan.missed) this.#deps.missed(job, plan.missed);
    return true;
  }

  async #fire(job: Job, run: NonNullable<DuePlan['run']>, plan: DuePlan): Promise<void> {
    const { nextRunAtMs, missed } = plan;
    await this.#orFail(
      job,
      { id: `${job.id}:${run.slotMs}`, ...run },
      { nextRunAtMs, ...(missed && { missed }) },
      () => this.#deps.fire(job, run, plan),
    );
  }

  async #retry(job: Job, retry: Retry): Promise<void> {
    const slot = { id: retryRun(job.id, retry), ...retry, trigger: 'retry' as const };
    await this.#orFail(job, slot, {}, () => this.#deps.retry(job, retry));
  }

  /** A slot that can't be stored fails and is passed, so that it doesn't block others. */
  async #orFail(
    job: Job,
    { id: runId, ...slot }: Omit<FailedSlot, 'error'> & { readonly id: string },
    moves: Pick<FailedSlotTerms, 'nextRunAtMs' | 'missed'>,
    fire: () => Promise<void>,
  ): Promise<void> {
    const { jobs, clock, mainSession, locale, report, failed } = this.#deps;
    try {
      await fire();
    } catch (error) {
      if (error instanceof CannotWrite || this.#closing.signal.aborted) throw error;
      const said = errorMessage(error);
      await jobs.failSlot(
        job,
        { ...slot, error: said },
        { ...moves, nowMs: clock.now(), mainSession, locale },
      );
      failed(`job ${job.id} (${job.name})`, error);
      report({ jobId: job.id, runId, action: 'finished', status: 'failed', error: said });
    }
  }
}
