/**
 * Cron: everything that people, programs and the agent can do with jobs. Every edge uses this.
 *
 * Adding, editing and removing a job never runs it and never changes another job's slot. Waiting runs of a job that
 * is removed, paused or rescheduled are skipped, with the reason.
 */
import { addJob } from './add-job.ts';
import type { AddTerms, Added, MustBeKnown } from './add-job.ts';
import type { DroppedRetry, EffectMark } from '../sessions/turn-book.ts';
import type { SessionKey } from '../sessions/key.ts';
import { CronError, unknownJob } from './cron-error.ts';
import type { CronDeps, ImportReport, Woken } from './cron-deps.ts';
import type { TimedPause } from './job-book.ts';
import { CronQueries } from './cron-queries.ts';
import type { Skipped, SkipRequest } from './skip-request.ts';
import { JobChanged, decideUpdate } from './decide-update.ts';
import { Firing } from './firing.ts';
import { MOST_CHANGES, boundTo, isProtected } from './job.ts';
import type { CreatedBy, Job, JobChange, NewJob } from './job.ts';
import { JobReader } from './job-reader.ts';
import { patched } from './patched.ts';
import { removedEntry } from './removed-entry.ts';
import { runIfDue } from './run-if-due.ts';
import { remarkOnWake } from './say-wake.ts';
import type { SlotTerms } from './spread.ts';
import { takeOver } from './take-over.ts';
import { Ticker } from './ticker.ts';

export interface UpdateRequest {
  /** Who changes it; without a name the change is not kept in its history. */
  readonly by?: string;
  readonly mark?: EffectMark;
  readonly mustBeKnown?: MustBeKnown;
  /** The pause, where it ends by itself. */
  readonly pause?: TimedPause;
  /** A pause ends by itself: the job resumes even if it had its last time meanwhile. */
  readonly endsPause?: boolean;
}

export class Cron extends CronQueries {
  readonly #deps: CronDeps;
  readonly #reader: JobReader;
  readonly #firing: Firing;
  readonly #ticker: Ticker;
  readonly #slots: SlotTerms;

  constructor(deps: CronDeps) {
    super(deps);
    this.#deps = deps;
    this.#slots = { zone: deps.zone, hourlySpreadMs: deps.hourlySpreadMs ?? 0 };
    this.#reader = new JobReader({ ...deps, minIntervalMs: this.minIntervalMs });
    this.#firing = new Firing(deps);
    this.#ticker = new Ticker({ ...deps, ...this.#slots, ...this.#firing.ofTicker() });
  }

  start(): void {
    if (this.#deps.enabled) this.#ticker.start();
  }

  /** Look for due jobs now: a turn ended, or something else may have become due. */
  poke(): void {
    this.#ticker.poke();
  }

  close(): Promise<void> {
    return this.#ticker.close();
  }

  /**
   * @param mustBeKnown throws for a session that jobs may not be bound to; used when the key wasn't the asker's own
   * @throws CronError `bad_job` that says what was given and what is allowed.
   */
  async add(given: unknown, createdBy: CreatedBy, mustBeKnown?: MustBeKnown): Promise<Job> {
    return (await this.#add(given, createdBy, { mustBeKnown })).job;
  }

  /** Add a job of which its session has one, however many ask for it at once. `isSame`: whether a job is that one. */
  addOnce(
    given: unknown,
    createdBy: CreatedBy,
    terms: Required<Pick<AddTerms, 'isSame'>> & Pick<AddTerms, 'mark'>,
  ): Promise<Added> {
    return this.#add(given, createdBy, terms);
  }

  async #add(given: unknown, createdBy: CreatedBy, terms: AddTerms): Promise<Added> {
    const means = { ...this.#deps, reader: this.#reader, slots: this.#slots };
    const added = await addJob(means, given, createdBy, terms);
    if (added.isNew) this.#reportChange(added.job, 'added');
    return added;
  }

  /** @throws CronError, and what `mustBeKnown` throws. */
  async update(id: string, given: unknown, request: UpdateRequest = {}): Promise<Job> {
    for (;;)
      try {
        return await this.#update(id, given, request);
      } catch (error) {
        if (!(error instanceof JobChanged)) throw error;
      }
  }

  async #update(id: string, given: unknown, request: UpdateRequest): Promise<Job> {
    const { by, mark, mustBeKnown, pause, endsPause = false } = request;
    const { clock, jobs } = this.#deps;
    const old = await this.mustHave(id);
    this.#mustNotBeProtected(old);
    const {
      id: _id,
      createdAtMs,
      updatedAtMs: _was,
      createdBy,
      changes: done,
      state: _state,
      ...written
    } = old;
    const nowMs = clock.now();
    const patch = this.#reader.patch(given, nowMs, zoneOf(old));
    const job = this.#reader.parse(patched(written, patch), nowMs);
    const skippedMs = (await this.skippedAhead())
      .filter(({ jobId }) => jobId === id)
      .map(({ slotMs }) => slotMs);
    const decided = decideUpdate(old, job, patch, { nowMs, skippedMs, ...this.#slots });
    const { nextRunAtMs, ends } = decided;
    if (decided.checksSchedule && !endsPause) this.#reader.checkSchedule(job, nowMs);
    if (decided.checksTarget) this.#reader.checkTarget(job);
    if (decided.checksDelivery) await this.#reader.checkDelivery(job);
    const session = boundTo(job);
    if (session !== undefined && session !== boundTo(old)) await mustBeKnown?.(session);
    const { forgetsPause, dropsRetry } = decided;
    const whole = {
      ...job,
      id,
      createdAtMs,
      updatedAtMs: nowMs,
      ...(createdBy && { createdBy }),
      ...withChange(done, by === undefined ? undefined : { what: whatChanged(old, job), by, atMs: nowMs }),
      nextRunAtMs,
    };
    const updated = await this.#firing.reportingDrop(id, () =>
      jobs.update(id, whole, { was: old, mark, forgetsPause, dropsRetry, pause }),
    );
    if (!updated) throw unknownJob(id);
    if (ends !== undefined) await this.#skipWaiting(id, ends);
    this.#reportChange(updated, 'updated');
    return updated;
  }

  /**
   * @param by who removes it; with a name, the job's conversation remembers it
   * @throws CronError `protected` for a job of the system.
   */
  async remove(id: string, { by, mark }: Pick<UpdateRequest, 'by' | 'mark'> = {}): Promise<boolean> {
    const job = await this.#deps.jobs.get(id);
    if (!job) return false;
    this.#mustNotBeProtected(job);
    const because = 'the job was removed';
    const { jobs, clock, remembered } = this.#deps;
    const nowMs = clock.now();
    const record = by === undefined ? undefined : removedEntry(job, by, nowMs);
    const removed = await this.#firing.reportingDrop(id, () =>
      jobs.remove(id, { because, nowMs, mark, record }),
    );
    await this.#skipWaiting(id, because);
    const session = boundTo(job);
    if (record && session !== undefined) remembered?.(session);
    if (removed) this.#reportChange(job, 'removed');
    return removed;
  }

  /**
   * Report jobs of these sessions that were paused or resumed together with their session.
   * @param dropped retries that will not run
   */
  async touched(sessions: readonly SessionKey[], dropped: readonly DroppedRetry[] = []): Promise<void> {
    for (const { jobId, runId, because } of dropped) this.#firing.announceSkipped(jobId, runId, because);
    for (const session of sessions)
      for (const job of await this.#deps.jobs.list({ session, includeDisabled: true }))
        this.#reportChange(job, 'updated');
    this.#ticker.poke();
  }

  /**
   * Run a job on request, on the same path as a scheduled run; its next slot doesn't change. Unless forced, it waits
   * like its schedule: nothing is queued while jobs don't run by themselves.
   */
  async run(id: string, mode: 'due' | 'force' = 'due'): Promise<{ runId: string | null; reason?: string }> {
    const { clock } = this.#deps;
    const job = await this.mustHave(id);
    const nowMs = clock.now();
    if (mode === 'due') {
      const answer = runIfDue(job, { nowMs, off: await this.#off(), ...this.#slots });
      if (answer.runId !== null) this.#ticker.poke();
      return answer;
    }
    const runId = `${id}:f${nowMs}`;
    const refused = await this.#firing.fire(job, { id: runId, slotMs: nowMs, trigger: 'forced' }, {});
    return refused === undefined ? { runId } : { runId: null, reason: refused };
  }

  /**
   * Skip a job's next slot, or take the latest such skip back. The ledger says who skipped it and why.
   * @throws CronError when there is nothing to skip or to take back, and for a job of the system.
   */
  async skipNext(
    id: string,
    request: SkipRequest,
  ): Promise<{ readonly job: Job; readonly skipped: Skipped }> {
    const { jobs, clock } = this.#deps;
    this.#mustNotBeProtected(await this.mustHave(id));
    const skipped = await jobs.skipNext(id, request, { nowMs: clock.now(), ...this.#slots });
    if (!skipped) throw unknownJob(id);
    const job = await this.mustHave(id);
    if (!request.undo) this.#firing.announceSkipped(id, skipped.runId, skipped.because);
    this.#reportChange(job, 'updated');
    return { job, skipped };
  }

  /** Why jobs don't run by themselves at the moment. */
  async #off(): Promise<string | undefined> {
    const { enabled, paused } = this.#deps;
    if (!enabled) return 'cron is disabled (NIGHTDESK_SKIP_CRON)';
    return (await paused()) ? 'the desk is paused' : undefined;
  }

  /** Leave an event for the main session, for its next heartbeat or for one now. */
  async wake(mode: 'now' | 'next-heartbeat', text: string, mark?: EffectMark): Promise<Woken> {
    if (text.trim() === '') throw new CronError('bad_job', 'the text is blank');
    const { events, mainSession, clock, newId, beat, wantBeat, enabled, paused, beats } = this.#deps;
    if (mode === 'now') await wantBeat?.();
    await events.add(mainSession, { id: newId(), text: text.trim(), atMs: clock.now() }, mark);
    if (mode === 'now') beat();
    const terms = { enabled, paused: await paused(), beats: (await beats?.()) ?? true };
    const remark = remarkOnWake(mode, terms);
    return { queued: true, ...(remark !== undefined && { remark }) };
  }

  /**
   * Import the jobs of a file.
   * @throws CronError `bad_job` when it is not a file of jobs.
   */
  async import(content: unknown): Promise<ImportReport> {
    const { profiles, unknownModel } = this.#deps;
    const terms = { ...this.#slots, profiles: profiles(), unknownModel, minIntervalMs: this.minIntervalMs };
    const report = await takeOver(content, { ...this.#deps, terms, firing: this.#firing });
    this.#ticker.poke();
    return report;
  }

  /** @param untilMs when the pause ends by itself; jobs resume up to a minute later */
  async pause(paused: boolean, untilMs?: number): Promise<void> {
    await this.#deps.setPaused(paused, untilMs);
    this.#ticker.poke();
  }

  async #skipWaiting(job: string, because: string): Promise<void> {
    const open = await this.#deps.jobs.openRun(job);
    if (open?.waiting) await this.#deps.skip(open.id, because);
  }

  #mustNotBeProtected(job: Job): void {
    if (isProtected(job))
      throw new CronError('protected', `"${job.name}" is a job of the system and can't be changed`, {
        problem: { kind: 'protected_job', name: job.name },
      });
  }

  #reportChange(job: Job, action: 'added' | 'updated' | 'removed'): void {
    const { nextRunAtMs } = job.state;
    this.#deps.report({ jobId: job.id, action, ...(nextRunAtMs !== undefined && { nextRunAtMs }) });
    this.#ticker.poke();
  }
}

function whatChanged(old: Job, { enabled }: NewJob): JobChange['what'] {
  return old.enabled === enabled ? 'edited' : enabled ? 'resumed' : 'paused';
}

function withChange(done: readonly JobChange[] = [], change: JobChange | undefined): Pick<Job, 'changes'> {
  const changes = change ? [...done, change].slice(-MOST_CHANGES) : done;
  return changes.length > 0 ? { changes } : {};
}

/** The job's own time zone, if it has one. */
function zoneOf({ schedule }: Job): string | undefined {
  return schedule.kind === 'cron' ? schedule.tz : undefined;
}
