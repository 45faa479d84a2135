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
import { isProtected, newJobSchema } from './job.ts';
import type { CreatedBy, Job, NewJob } from './job.ts';
import type { JobBook } from './job-book.ts';
import { normalizeJob } from './normalize.ts';
import type { RunEntry } from './run.ts';
import { ScheduleError, checkSchedule, nextSlot } from './schedule.ts';
import type { EventQueue } from './event-queue.ts';
import { Ticker } from './ticker.ts';
import type { TickerHouse } from './ticker.ts';
import { inboundOf } from './trigger.ts';
import type { RenderPrompt, TurnSlot } from './trigger.ts';

/** A wish that can't be granted, in a sentence for whoever asked. */
export class CronError extends Error {
  readonly code: 'bad_job' | 'not_found' | 'protected';

  constructor(code: CronError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CronError';
    this.code = code;
  }
}

export interface CronHouse {
  readonly jobs: JobBook;
  readonly clock: Clock;
  readonly zone: string;
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
  /** Beat now: somebody wants the main session to look. */
  readonly beat: () => void;
  /** The session that a delivery goes to; undefined where there is none, or it may not be written to. */
  readonly destination: (provider: string, to: string | undefined) => Promise<SessionKey | undefined>;
  readonly tell: (news: CronNews) => void;
  readonly failed: (what: string, error: unknown) => void;
}

type SlotTerms = Omit<AcceptTerms, 'nowMs' | 'unified'>;

export interface CronNews {
  readonly jobId: string;
  readonly action: 'added' | 'updated' | 'removed';
  readonly nextRunAtMs?: number;
}

export class Cron {
  readonly #house: CronHouse;
  readonly #ticker: Ticker;

  constructor(house: CronHouse) {
    this.#house = house;
    const { jobs, clock, zone, paused, failed } = house;
    const fire: TickerHouse['fire'] = async (job, run, { nextRunAtMs, missed }) => {
      const slot = { id: `${job.id}:${run.slotMs}`, ...run };
      await this.#fire(job, slot, { nextRunAtMs, ...(missed && { missed }) });
    };
    const retry: TickerHouse['retry'] = async (job, { slotMs, attempt }) => {
      await this.#fire(job, { id: `${job.id}:${slotMs}:r${attempt}`, slotMs, trigger: 'retry', attempt }, {});
    };
    this.#ticker = new Ticker({ jobs, clock, zone, paused, failed, fire, retry });
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
    const { clock, zone, newId, jobs } = this.#house;
    const nowMs = clock.now();
    const job = anchored(this.#parse(normalizeJob(given, 'whole')), nowMs);
    this.#check(job, nowMs);
    await this.#checkDelivery(job);
    const added = await jobs.add(
      {
        ...job,
        id: newId(),
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        createdBy,
        nextRunAtMs: nextSlot(job.schedule, nowMs, zone),
      },
      mark?.(job),
    );
    this.#told(added, 'added');
    return added;
  }

  /** @throws CronError */
  async update(id: string, given: unknown, mark?: EffectMark): Promise<Job> {
    const { clock, zone, jobs } = this.#house;
    const old = await this.#mustHave(id);
    this.#mustNotBeProtected(old);
    const { id: _id, createdAtMs, updatedAtMs: _was, createdBy, state, ...written } = old;
    const patch = z.record(z.string(), z.unknown()).parse(normalizeJob(given, 'patch'));
    const nowMs = clock.now();
    const job = anchored(this.#parse(merged(written, patch)), nowMs);
    const rescheduled = JSON.stringify(job.schedule) !== JSON.stringify(old.schedule);
    const resumed = job.enabled && !old.enabled;
    if (rescheduled || resumed) this.#checkSchedule(job, nowMs);
    if (old.sessionTarget !== 'legacy') this.#checkTarget(job);
    if (patch['payload'] !== undefined) await this.#checkDelivery(job);
    const kept = state.nextRunAtMs ?? nextSlot(job.schedule, nowMs, zone);
    const nextRunAtMs = rescheduled || resumed ? nextSlot(job.schedule, nowMs, zone) : kept;
    const updated = await jobs.update(
      id,
      { ...job, id, createdAtMs, updatedAtMs: nowMs, ...(createdBy && { createdBy }), nextRunAtMs },
      mark,
    );
    if (!updated) throw new CronError('not_found', `there is no job ${id}`);
    if (!job.enabled) await this.#skipWaiting(id, 'the job was paused');
    else if (rescheduled) await this.#skipWaiting(id, 'the job was rescheduled');
    this.#told(updated, 'updated');
    return updated;
  }

  /** @throws CronError `protected` for a job of the system. */
  async remove(id: string, mark?: EffectMark): Promise<boolean> {
    const job = await this.#house.jobs.get(id);
    if (!job) return false;
    this.#mustNotBeProtected(job);
    const removed = await this.#house.jobs.remove(id, mark);
    await this.#skipWaiting(id, 'the job was removed');
    this.#told(job, 'removed');
    return removed;
  }

  /** Run a job for debugging: the same path as a scheduled run; the natural slot stays where it is. */
  async run(id: string, mode: 'due' | 'force' = 'due'): Promise<{ runId: string | null; reason?: string }> {
    const { clock } = this.#house;
    const job = await this.#mustHave(id);
    const nowMs = clock.now();
    if (mode === 'due') {
      const due = job.enabled && job.state.nextRunAtMs !== undefined && job.state.nextRunAtMs <= nowMs;
      if (!due) return { runId: null, reason: 'not due' };
      this.#ticker.poke();
      return { runId: `${id}:${job.state.nextRunAtMs}` };
    }
    const runId = `${id}:f${nowMs}`;
    const refused = await this.#fire(job, { id: runId, slotMs: nowMs, trigger: 'forced' }, {});
    return refused === undefined ? { runId } : { runId: null, reason: refused };
  }

  /** Tell the main session something, at its next heartbeat or by a heartbeat now. */
  async wake(mode: 'now' | 'next-heartbeat', text: string, mark?: EffectMark): Promise<{ queued: true }> {
    if (text.trim() === '') throw new CronError('bad_job', 'the text is blank');
    const { events, mainSession, clock, newId, beat } = this.#house;
    await events.add(mainSession, { id: newId(), text: text.trim(), atMs: clock.now() }, mark);
    if (mode === 'now') beat();
    return { queued: true };
  }

  get(id: string): Promise<Job | undefined> {
    return this.#house.jobs.get(id);
  }

  list(filter?: { session?: SessionKey; includeDisabled?: boolean }): Promise<Job[]> {
    return this.#house.jobs.list(filter);
  }

  async runs(id: string, limit = 20, detail = false): Promise<RunEntry[]> {
    return this.#house.jobs.runs(id, limit, detail);
  }

  async status(): Promise<CronStatus> {
    const { jobs, enabled, paused } = this.#house;
    const counts = await jobs.counts();
    const earliest = await jobs.earliest();
    const on = enabled && !(await paused());
    return { enabled: on, ...counts, ...(on && earliest !== undefined && { nextWakeAtMs: earliest }) };
  }

  async pause(paused: boolean): Promise<void> {
    await this.#house.setPaused(paused);
    this.#ticker.poke();
  }

  /** Write down a slot: as a turn, or as a system event. @returns why it was refused, if it was. */
  async #fire(job: Job, slot: TurnSlot, terms: SlotTerms): Promise<string | undefined> {
    const { render, zone, submit, jobs, mainSession, clock, beat } = this.#house;
    if (job.payload.kind === 'systemEvent') {
      const event = { ...slot, session: mainSession, text: job.payload.text };
      const fired = await jobs.fireEvent(job, event, { ...terms, nowMs: clock.now(), unified: false });
      if (fired && job.wakeMode === 'now') beat();
      return undefined;
    }
    const { deliver, provider = 'last', to } = job.payload;
    const deliverTo = deliver === true ? await this.#house.destination(provider, to) : undefined;
    const inbound = inboundOf(job, slot, { render, zone, mainSession, ...(deliverTo && { deliverTo }) });
    const accepted = await submit(inbound, terms);
    return accepted.kind === 'refused' ? accepted.because : undefined;
  }

  #parse(given: unknown): NewJob {
    const parsed = newJobSchema.safeParse(given);
    if (!parsed.success) throw new CronError('bad_job', z.prettifyError(parsed.error));
    return parsed.data;
  }

  #check(job: NewJob, nowMs: number): void {
    this.#checkTarget(job);
    this.#checkSchedule(job, nowMs);
  }

  #checkTarget(job: NewJob): void {
    const { payload, sessionTarget } = job;
    const refuse = (message: string): never => {
      throw new CronError('bad_job', message);
    };
    if (sessionTarget === 'legacy') refuse('legacy jobs come into being by import only');
    if ((sessionTarget === 'main') !== (payload.kind === 'systemEvent'))
      refuse('the main session takes systemEvent only; bound and isolated sessions take agentTurn only');
    if (payload.kind === 'agentTurn') {
      const bound = payload.sessionKey !== undefined;
      if (sessionTarget === 'bound' && !bound) refuse('a bound job needs payload.sessionKey');
      if (sessionTarget === 'isolated' && bound)
        refuse('an isolated job has a session of its own: leave sessionKey out');
      if (
        bound &&
        (payload.deliver !== undefined || payload.provider !== undefined || payload.to !== undefined)
      )
        refuse('a bound job answers in its session: leave deliver, provider and to out');
      const known = this.#house.profiles();
      if (payload.profile !== undefined && !known.includes(payload.profile))
        refuse(`there is no turn profile "${payload.profile}"; allowed: ${known.join(', ')}`);
    }
  }

  /** A delivery goes where the desk may write: to a session that there is. */
  async #checkDelivery({ payload }: NewJob): Promise<void> {
    if (payload.kind !== 'agentTurn' || payload.deliver !== true) return;
    const { provider = 'last', to } = payload;
    if ((await this.#house.destination(provider, to)) !== undefined) return;
    throw new CronError(
      'bad_job',
      provider === 'last'
        ? 'there is nobody to deliver to: no person has written in the main session; name provider and to'
        : `there is no session ${provider}:${to ?? ''} to deliver to`,
    );
  }

  #checkSchedule({ schedule }: NewJob, nowMs: number): void {
    try {
      checkSchedule(schedule, nowMs, this.#house.zone);
    } catch (error) {
      if (error instanceof ScheduleError) throw new CronError('bad_job', error.message, { cause: error });
      throw error;
    }
  }

  async #skipWaiting(job: string, because: string): Promise<void> {
    const open = await this.#house.jobs.openRun(job);
    if (open?.waiting) await this.#house.skip(open.id, because);
  }

  async #mustHave(id: string): Promise<Job> {
    const job = await this.#house.jobs.get(id);
    if (!job) throw new CronError('not_found', `there is no job ${id}`);
    return job;
  }

  #mustNotBeProtected(job: Job): void {
    if (isProtected(job))
      throw new CronError('protected', `"${job.name}" is a job of the system and can't be changed`);
  }

  #told(job: Job, action: CronNews['action']): void {
    const { nextRunAtMs } = job.state;
    this.#house.tell({ jobId: job.id, action, ...(nextRunAtMs !== undefined && { nextRunAtMs }) });
    this.#ticker.poke();
  }
}

export interface CronStatus {
  readonly enabled: boolean;
  readonly jobs: number;
  readonly nextWakeAtMs?: number;
  readonly running: number;
  readonly deferred: number;
}

/** Intervals count from a fixed moment, so that they never drift: from their creation, when none is given. */
function anchored(job: NewJob, nowMs: number): NewJob {
  const { schedule } = job;
  if (schedule.kind !== 'every' || schedule.anchorMs !== undefined) return job;
  return { ...job, schedule: { ...schedule, anchorMs: nowMs } };
}

/** A patch replaces whole fields, except that the parts of `payload` and `policy` may be given alone. */
function merged(job: NewJob, patch: Record<string, unknown>): unknown {
  const result: Record<string, unknown> = { ...job, ...patch };
  for (const field of ['payload', 'policy'] as const) {
    const [old, given] = [job[field], patch[field]];
    if (old && typeof given === 'object' && given !== null) {
      const { kind: _kind, ...parts } = given as Record<string, unknown>;
      const changesKind = field === 'payload' && 'kind' in given && given.kind !== job.payload.kind;
      result[field] = changesKind ? given : { ...old, ...parts };
    }
  }
  return result;
}
