/**
 * Cron: what people, programs and the agent may do with jobs. Every edge goes through here.
 *
 * Adding, editing and removing look at one job only; they never run it and never move another's slot. What waits
 * of a job that is removed, paused or rescheduled is skipped, with the reason.
 */
import { z } from 'zod';
import type { EffectMark } from '../sessions/turn-book.ts';
import type { Accepted, AcceptTerms } from '../sessions/turn-book.ts';
import type { Inbound } from '../sessions/turn.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Clock } from '../time/clock.ts';
import { targetProblem } from './check-job.ts';
import { describeJob } from './describe-job.ts';
import type { DescribedJob } from './describe-job.ts';
import { exportJobs } from './export-jobs.ts';
import type { JobFile } from './export-jobs.ts';
import { importJobs } from './import-jobs.ts';
import type { RefusedJob } from './import-jobs.ts';
import { isProtected, newJobSchema } from './job.ts';
import type { CreatedBy, Job, NewJob } from './job.ts';
import type { JobBook, WaitingRun } from './job-book.ts';
import { MIN_INTERVAL_MS, checkInterval } from './limits.ts';
import { normalizeJob } from './normalize.ts';
import type { NormalTerms } from './normalize.ts';
import { runIfDue } from './run-if-due.ts';
import { patched } from './patched.ts';
import { problemOf } from './problem.ts';
import type { JobProblem } from './problem.ts';
import type { RunEntry } from './run.ts';
import { saySchedule } from './say-schedule.ts';
import { sayIssues } from './say-issues.ts';
import { remarkOnWake } from './say-wake.ts';
import type { ScheduleLocale } from './say-zone.ts';
import { ScheduleError, checkSchedule } from './schedule.ts';
import { isRescheduled, nextSlotOf, readableSlotOf } from './spread.ts';
import type { SlotTerms } from './spread.ts';
import type { EventQueue } from './event-queue.ts';
import { Ticker } from './ticker.ts';
import type { TickerHouse } from './ticker.ts';
import { inboundOf } from './trigger.ts';
import type { RenderPrompt, TurnSlot } from './trigger.ts';

/** A wish that can't be granted, in a sentence for whoever asked. */
export class CronError extends Error {
  readonly code: 'bad_job' | 'not_found' | 'protected';
  readonly problem?: JobProblem;

  constructor(
    code: CronError['code'],
    message: string,
    options?: ErrorOptions & { readonly problem?: JobProblem | undefined },
  ) {
    super(message, options);
    this.name = 'CronError';
    this.code = code;
    if (options?.problem) this.problem = options.problem;
  }
}

export interface CronHouse {
  readonly jobs: JobBook;
  readonly clock: Clock;
  readonly zone: string;
  readonly minIntervalMs?: number;
  readonly hourlySpreadMs?: number;
  readonly newId: () => string;
  readonly render: RenderPrompt;
  readonly submit: (inbound: Inbound, slot: Omit<AcceptTerms, 'nowMs' | 'unified'>) => Promise<Accepted>;
  readonly skip: (turn: string, because: string) => Promise<boolean>;
  readonly profiles: () => readonly string[];
  /** Scheduled starts, off and on: survives a restart. */
  readonly paused: () => Promise<boolean>;
  readonly setPaused: (paused: boolean) => Promise<void>;
  /** False with `NIGHTDESK_SKIP_CRON`: jobs can be kept, and don't run by themselves. */
  readonly enabled: boolean;
  readonly events: EventQueue;
  readonly mainSession: SessionKey;
  readonly seen?: TickerHouse['seen'];
  /** Beat now: somebody wants the main session to look. */
  readonly beat: () => void;
  /** Somebody is about to leave an event for a beat now; resolves once that outlives a restart. */
  readonly wantBeat?: () => Promise<void>;
  /** Whether the heart beats at its intervals. */
  readonly beats?: () => Promise<boolean>;
  /** The session that a delivery goes to; undefined where there is none, or it may not be written to. */
  readonly destination: (provider: string, to: string | undefined) => Promise<SessionKey | undefined>;
  readonly tell: (news: CronNews) => void;
  readonly failed: (what: string, error: unknown) => void;
}

type FireTerms = Omit<AcceptTerms, 'nowMs' | 'unified'>;

/** What happened to a job; `finished` is of the runs that have no turn, or never started one. */
export type CronNews =
  | {
      readonly jobId: string;
      readonly action: 'added' | 'updated' | 'removed';
      readonly nextRunAtMs?: number;
    }
  | {
      readonly jobId: string;
      readonly runId: string;
      readonly action: 'finished';
      readonly status: 'ok' | 'skipped';
      readonly error?: string;
      /** The job goes with it. */
      readonly removes?: boolean;
    };

/** `remark`: why nobody will look at it soon. */
export interface Woken {
  readonly queued: true;
  readonly remark?: string;
}

/** What became of a file of jobs. */
export interface ImportReport {
  /** `because`: why it was imported paused. */
  readonly imported: readonly (Pick<Job, 'id' | 'name' | 'enabled' | 'sessionTarget'> & {
    readonly because?: string;
  })[];
  /** Their ids were known: they stay as they are. */
  readonly left: readonly { readonly id: string; readonly name: string }[];
  readonly refused: readonly RefusedJob[];
  /** Paths of the fields that nobody here knows. */
  readonly ignored: readonly string[];
  readonly remarks: readonly string[];
}

export class Cron {
  readonly #house: CronHouse;
  readonly #ticker: Ticker;
  readonly #slots: SlotTerms;
  /** The shortest time between two runs of a job. */
  readonly minIntervalMs: number;

  constructor(house: CronHouse) {
    this.#house = house;
    this.minIntervalMs = house.minIntervalMs ?? MIN_INTERVAL_MS;
    this.#slots = { zone: house.zone, hourlySpreadMs: house.hourlySpreadMs ?? 0 };
    const { jobs, clock, paused, failed } = house;
    const fire: TickerHouse['fire'] = async (job, run, { nextRunAtMs, missed }) => {
      const slot = { id: `${job.id}:${run.slotMs}`, ...run };
      await this.#fire(job, slot, { nextRunAtMs, ...(missed && { missed }) });
    };
    const missed: TickerHouse['missed'] = (job, { fromMs, count }) =>
      this.#toldSkipped(job.id, `${job.id}:${fromMs}`, count === 1 ? 'missed' : `missed ${count} slots`);
    const retry: TickerHouse['retry'] = async (job, { slotMs, attempt }) => {
      await this.#fire(job, { id: `${job.id}:${slotMs}:r${attempt}`, slotMs, trigger: 'retry', attempt }, {});
    };
    const { seen } = house;
    this.#ticker = new Ticker({
      jobs,
      clock,
      ...this.#slots,
      paused,
      failed,
      fire,
      missed,
      retry,
      ...(seen && { seen }),
    });
  }

  start(): void {
    if (this.#house.enabled) this.#ticker.start();
  }

  /** A turn ended, or something else may have come due. */
  poke(): void {
    this.#ticker.poke();
  }

  close(): Promise<void> {
    return this.#ticker.close();
  }

  /** @throws CronError `bad_job` that names what was given and what is allowed. */
  async add(given: unknown, createdBy: CreatedBy, mark?: (job: NewJob) => EffectMark): Promise<Job> {
    const { clock, newId, jobs } = this.#house;
    const nowMs = clock.now();
    const job = anchored(this.#parse(this.#normal(given, 'whole', nowMs)), nowMs);
    this.#check(job, nowMs);
    await this.#checkDelivery(job);
    const id = newId();
    const added = await jobs.add(
      {
        ...job,
        id,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        createdBy,
        nextRunAtMs: nextSlotOf({ ...job, id }, nowMs, this.#slots),
      },
      mark?.(job),
    );
    this.#told(added, 'added');
    return added;
  }

  /** @throws CronError */
  async update(id: string, given: unknown, mark?: EffectMark): Promise<Job> {
    const { clock, jobs } = this.#house;
    const old = await this.#mustHave(id);
    this.#mustNotBeProtected(old);
    const { id: _id, createdAtMs, updatedAtMs: _was, createdBy, state, ...written } = old;
    const nowMs = clock.now();
    const patch = z.record(z.string(), z.unknown()).parse(this.#normal(given, 'patch', nowMs, zoneOf(old)));
    const job = anchored(this.#parse(patched(written, patch)), nowMs);
    const rescheduled = isRescheduled(old, { ...job, id }, this.#slots.hourlySpreadMs);
    const resumed = job.enabled && !old.enabled;
    if (rescheduled || resumed) this.#checkSchedule(job, nowMs);
    const moved = patch['payload'] !== undefined || patch['sessionTarget'] !== undefined;
    const isLegacy = old.sessionTarget === 'legacy' && job.sessionTarget === 'legacy';
    if ((moved || resumed) && !isLegacy) this.#checkTarget(job);
    if (moved) await this.#checkDelivery(job);
    // The schedule of a paused job may be one that can't be read: it was imported so.
    const next = readableSlotOf({ ...job, id }, nowMs, this.#slots);
    const nextRunAtMs = rescheduled || resumed ? next : (state.nextRunAtMs ?? next);
    const redirected = isRedirected(old, job);
    // Whoever pauses it now, or lets it run, has decided: what the desk had paused it for counts no longer.
    const forgetsPause = patch['enabled'] !== undefined || rescheduled || redirected;
    const ends = !job.enabled ? 'the job was paused' : rescheduled ? 'the job was rescheduled' : undefined;
    const changed = redirected ? 'the job was changed' : undefined;
    const updated = await jobs.update(
      id,
      { ...job, id, createdAtMs, updatedAtMs: nowMs, ...(createdBy && { createdBy }), nextRunAtMs },
      { mark, forgetsPause, dropsRetry: ends ?? changed },
    );
    if (!updated) throw unknownJob(id);
    if (ends !== undefined) await this.#skipWaiting(id, ends);
    this.#told(updated, 'updated');
    return updated;
  }

  /** @throws CronError `protected` for a job of the system. */
  async remove(id: string, mark?: EffectMark): Promise<boolean> {
    const job = await this.#house.jobs.get(id);
    if (!job) return false;
    this.#mustNotBeProtected(job);
    const because = 'the job was removed';
    const removed = await this.#house.jobs.remove(id, { because, nowMs: this.#house.clock.now(), mark });
    await this.#skipWaiting(id, because);
    this.#told(job, 'removed');
    return removed;
  }

  /** Jobs of these sessions were paused, or run again, together with their session: whoever follows jobs is told. */
  async touched(sessions: readonly SessionKey[]): Promise<void> {
    for (const session of sessions)
      for (const job of await this.#house.jobs.list({ session, includeDisabled: true }))
        this.#told(job, 'updated');
    this.#ticker.poke();
  }

  /**
   * Run a job for debugging: the same path as a scheduled run; the natural slot stays where it is. What is not forced
   * waits for the same as its schedule does: nothing is queued while jobs do not run by themselves.
   */
  async run(id: string, mode: 'due' | 'force' = 'due'): Promise<{ runId: string | null; reason?: string }> {
    const { clock } = this.#house;
    const job = await this.#mustHave(id);
    const nowMs = clock.now();
    if (mode === 'due') {
      const answer = runIfDue(job, { nowMs, off: await this.#off(), ...this.#slots });
      if (answer.runId !== null) this.#ticker.poke();
      return answer;
    }
    const runId = `${id}:f${nowMs}`;
    const refused = await this.#fire(job, { id: runId, slotMs: nowMs, trigger: 'forced' }, {});
    return refused === undefined ? { runId } : { runId: null, reason: refused };
  }

  /** Why jobs do not run by themselves now. */
  async #off(): Promise<string | undefined> {
    const { enabled, paused } = this.#house;
    if (!enabled) return 'cron is disabled (NIGHTDESK_SKIP_CRON)';
    return (await paused()) ? 'the desk is paused' : undefined;
  }

  /** Tell the main session something, at its next heartbeat or by a heartbeat now. */
  async wake(mode: 'now' | 'next-heartbeat', text: string, mark?: EffectMark): Promise<Woken> {
    if (text.trim() === '') throw new CronError('bad_job', 'the text is blank');
    const { events, mainSession, clock, newId, beat, wantBeat, enabled, paused, beats } = this.#house;
    if (mode === 'now') await wantBeat?.();
    await events.add(mainSession, { id: newId(), text: text.trim(), atMs: clock.now() }, mark);
    if (mode === 'now') beat();
    const terms = { enabled, paused: await paused(), beats: (await beats?.()) ?? true };
    const remark = remarkOnWake(mode, terms);
    return { queued: true, ...(remark !== undefined && { remark }) };
  }

  get(id: string): Promise<Job | undefined> {
    return this.#house.jobs.get(id);
  }

  list(filter?: { session?: SessionKey; includeDisabled?: boolean }): Promise<Job[]> {
    return this.#house.jobs.list(filter);
  }

  /** The job that comes due next. */
  async next(): Promise<Job | undefined> {
    const [first] = await this.#house.jobs.due(Number.MAX_SAFE_INTEGER, 1);
    return first;
  }

  /** Also of a job that was removed, while the ledger remembers it. @throws CronError `not_found` */
  async runs(id: string, limit = 20, detail = false): Promise<RunEntry[]> {
    const runs = await this.#house.jobs.runs(id, limit, detail);
    if (runs.length === 0) await this.#mustHave(id);
    return runs;
  }

  async status(): Promise<CronStatus> {
    const { jobs, enabled, paused } = this.#house;
    const [counts, waiting, earliest] = await Promise.all([jobs.counts(), jobs.waiting(), jobs.earliest()]);
    const on = enabled && !(await paused());
    return {
      enabled: on,
      ...counts,
      waiting,
      ...(on && earliest !== undefined && { nextWakeAtMs: earliest }),
    };
  }

  /** A job in words, with when it would run next. @throws CronError `not_found` */
  async describe(id: string, locale: ScheduleLocale = 'en'): Promise<DescribedJob> {
    const { clock, zone } = this.#house;
    return describeJob(await this.#mustHave(id), clock.now(), zone, locale);
  }

  /** The schedules of jobs as sentences, by the jobs' ids. */
  words(jobs: readonly Job[], locale: ScheduleLocale = 'en'): Record<string, string> {
    return Object.fromEntries(
      jobs.map(({ id, schedule }) => [id, saySchedule(schedule, this.#house.zone, locale)]),
    );
  }

  /**
   * Take over the jobs of a file: each in one write, those whose id is known left alone. What was
   * a job of the system elsewhere is a person's here, and paused.
   * @throws CronError `bad_job` when it is no file of jobs.
   */
  async import(content: unknown): Promise<ImportReport> {
    const { clock, newId, profiles, jobs, tell } = this.#house;
    const { minIntervalMs } = this;
    const terms = { ...this.#slots, nowMs: clock.now(), newId, profiles: profiles(), minIntervalMs };
    const read = importJobs(content, terms);
    if (!read)
      throw new CronError('bad_job', 'this is no file of jobs; allowed: {"version": 1, "jobs": […]} or […]');
    const imported: ImportReport['imported'][number][] = [];
    const left: Pick<Job, 'id' | 'name'>[] = [];
    const remarks: string[] = [];
    for (const { path, job, because } of read.jobs) {
      if (await jobs.get(job.id)) {
        left.push({ id: job.id, name: job.name });
        continue;
      }
      const added = await jobs.add(job);
      const { id, name, enabled, sessionTarget } = added;
      imported.push({ id, name, enabled, sessionTarget, ...(because !== undefined && { because }) });
      tell({ jobId: id, action: 'added' });
      const delivers = added.payload.kind === 'agentTurn' && added.payload.deliver === true;
      if (delivers && !(await this.#deliveryOf(added)))
        remarks.push(`${path}: there is nowhere to deliver to on this desk; its answers stay in cron:${id}`);
    }
    this.#ticker.poke();
    return { imported, left, refused: read.refused, ignored: read.ignored, remarks };
  }

  /** All jobs, as a file that `import` takes. */
  async export(): Promise<JobFile> {
    return exportJobs(await this.#house.jobs.list({ includeDisabled: true }));
  }

  async pause(paused: boolean): Promise<void> {
    await this.#house.setPaused(paused);
    this.#ticker.poke();
  }

  /** Write down a slot: as a turn, or as a system event. @returns why it was refused, if it was. */
  async #fire(job: Job, slot: TurnSlot, terms: FireTerms): Promise<string | undefined> {
    const { render, zone, submit, jobs, mainSession, clock, beat, wantBeat } = this.#house;
    if (job.payload.kind === 'systemEvent') {
      if (job.wakeMode === 'now') await wantBeat?.();
      const event = { ...slot, session: mainSession, text: job.payload.text };
      const fired = await jobs.fireEvent(job, event, { ...terms, nowMs: clock.now(), unified: false });
      const removes = job.deleteAfterRun === true;
      if (fired)
        this.#house.tell({ jobId: job.id, runId: slot.id, action: 'finished', status: 'ok', removes });
      if (fired && job.wakeMode === 'now') beat();
      return undefined;
    }
    const deliverTo = await this.#deliveryOf(job);
    const inbound = inboundOf(job, slot, { render, zone, mainSession, ...(deliverTo && { deliverTo }) });
    const accepted = await submit(inbound, terms);
    if (accepted.kind !== 'refused') return undefined;
    this.#toldSkipped(job.id, slot.id, accepted.because);
    return accepted.because;
  }

  /** Where a job's answer is delivered besides; a legacy job names the channel itself, or has no delivery. */
  async #deliveryOf({ payload, sessionTarget }: Job): Promise<SessionKey | undefined> {
    if (payload.kind !== 'agentTurn' || payload.deliver !== true) return undefined;
    const provider = payload.provider ?? (sessionTarget === 'legacy' ? payload.channel : 'last');
    return provider === undefined ? undefined : this.#house.destination(provider, payload.to);
  }

  #normal(given: unknown, kind: NormalTerms['kind'], nowMs: number, zone = this.#house.zone): unknown {
    return refusing(() => normalizeJob(given, { kind, nowMs, zone }));
  }

  #parse(given: unknown): NewJob {
    const parsed = newJobSchema.safeParse(given, { reportInput: true });
    if (parsed.success) return parsed.data;
    const problem = problemOf(parsed.error.issues[0]);
    throw new CronError('bad_job', sayIssues(parsed.error), { problem });
  }

  #check(job: NewJob, nowMs: number): void {
    this.#checkTarget(job);
    this.#checkSchedule(job, nowMs);
  }

  #checkTarget(job: NewJob): void {
    const { payload } = job;
    const allowed = this.#house.profiles();
    const problem =
      job.sessionTarget === 'legacy'
        ? 'legacy jobs come into being by import only'
        : targetProblem(job, allowed);
    if (problem === undefined) return;
    const profile = payload.kind === 'agentTurn' ? payload.profile : undefined;
    const isUnknown = profile !== undefined && !allowed.includes(profile);
    throw new CronError('bad_job', problem, {
      ...(isUnknown && { problem: { kind: 'unknown_profile', given: profile, allowed } }),
    });
  }

  /** A delivery goes where the desk may write: to a session that there is. */
  async #checkDelivery({ payload }: NewJob): Promise<void> {
    if (payload.kind !== 'agentTurn' || payload.deliver !== true) return;
    const { provider = payload.channel ?? 'last', to } = payload;
    if ((await this.#house.destination(provider, to)) !== undefined) return;
    throw new CronError(
      'bad_job',
      provider === 'last'
        ? 'there is nobody to deliver to yet: no person has written to the desk where its main session is; name provider and to'
        : `there is no session ${provider}:${to ?? ''} to deliver to`,
    );
  }

  #checkSchedule({ schedule }: NewJob, nowMs: number): void {
    refusing(() => {
      checkSchedule(schedule, nowMs, this.#house.zone);
      checkInterval(schedule, this.minIntervalMs);
    });
  }

  async #skipWaiting(job: string, because: string): Promise<void> {
    const open = await this.#house.jobs.openRun(job);
    if (open?.waiting && (await this.#house.skip(open.id, because))) this.#toldSkipped(job, open.id, because);
  }

  #toldSkipped(jobId: string, runId: string, error: string): void {
    this.#house.tell({ jobId, runId, action: 'finished', status: 'skipped', error });
  }

  async #mustHave(id: string): Promise<Job> {
    const job = await this.#house.jobs.get(id);
    if (!job) throw unknownJob(id);
    return job;
  }

  #mustNotBeProtected(job: Job): void {
    if (isProtected(job))
      throw new CronError('protected', `"${job.name}" is a job of the system and can't be changed`, {
        problem: { kind: 'protected_job', name: job.name },
      });
  }

  #told(job: Job, action: 'added' | 'updated' | 'removed'): void {
    const { nextRunAtMs } = job.state;
    this.#house.tell({ jobId: job.id, action, ...(nextRunAtMs !== undefined && { nextRunAtMs }) });
    this.#ticker.poke();
  }
}

/** Whether a job does something else than it did, or elsewhere. */
function isRedirected(old: NewJob, job: NewJob): boolean {
  const of = ({ sessionTarget, payload }: NewJob) => JSON.stringify([sessionTarget, payload]);
  return of(old) !== of(job);
}

/** The clocks that a job's times are meant by, where it names any. */
function zoneOf({ schedule }: Job): string | undefined {
  return schedule.kind === 'cron' ? schedule.tz : undefined;
}

/** What is wrong with a schedule is wrong with its job. */
function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    throw new CronError('bad_job', error.message, { cause: error, problem: error.problem });
  }
}

function unknownJob(id: string): CronError {
  return new CronError('not_found', `there is no job ${id}`, { problem: { kind: 'unknown_job', given: id } });
}

export interface CronStatus {
  readonly enabled: boolean;
  readonly jobs: number;
  readonly nextWakeAtMs?: number;
  readonly running: number;
  readonly deferred: number;
  /** The runs that wait behind an active turn, the longest waiting first. */
  readonly waiting: readonly WaitingRun[];
}

/** Intervals count from a fixed moment, so that they never drift: from their creation, when none is given. */
function anchored(job: NewJob, nowMs: number): NewJob {
  const { schedule } = job;
  if (schedule.kind !== 'every' || schedule.anchorMs !== undefined) return job;
  return { ...job, schedule: { ...schedule, anchorMs: nowMs } };
}
