import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../src/sessions/entry.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock, eventually, settle } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { openCron } from '../support/open-cron.ts';

/**
 * Jobs × sessions × people × restarts against a reference that is as simple as the promise: every message is there
 * once and answered once; every slot of a job is run or accounted for once; nothing is left under way.
 */

const START = Date.UTC(2026, 0, 5, 6);
const MINUTE = 60_000;

interface JobModel {
  readonly id: string;
  readonly everyMs: number;
  readonly createdMs: number;
  enabled: boolean;
  removed: boolean;
  /** Slots that have come while it was enabled. */
  slots: Set<number>;
  /** From here on slots count; moved by resuming. */
  fromMs: number;
}

interface Model {
  now: number;
  said: { id: string; session: string }[];
  jobs: JobModel[];
}

/** Turns take some time: 20 s for people, 50 s for jobs. */
function performer(clock: FakeClock): PerformTurn {
  return async (pass) => {
    const { turn } = pass.started;
    await clock.until(clock.now() + (turn.run ? 50_000 : 20_000), pass.signal);
    while ((await pass.settle({ status: 'ok', summary: `answer to ${turn.id}` })) === 'joined')
      await pass.joined();
  };
}

class Real {
  readonly home = mkdtempSync(join(tmpdir(), 'nightdesk-model-'));
  readonly clock = new FakeClock(START);
  desk = this.#open();
  #ids = 0;

  #open() {
    const desk = openCron(performer(this.clock), this.clock, this.home, () => `job${++this.#ids}`);
    return desk;
  }

  async start() {
    await this.desk.conductor.recover();
    this.desk.cron.start();
    await this.rest();
  }

  /** Die without a word, and come back. */
  async restart() {
    // With its database closed, the dead desk can write nothing more; then its waits are ended.
    this.desk.stores.close();
    await this.desk.cron.close().catch(() => {});
    await this.desk.conductor.close().catch(() => {});
    await settle(5);
    this.desk = this.#open();
    await this.start();
  }

  /** Let everything happen that can happen now: whoever can start has started, and waits for the clock. */
  async rest() {
    const { stores, conductor } = this.desk;
    const lanes = sessions.map((key) => parseSessionKey(key));
    // A running turn waits for its work and for its deadline; the ticker waits for the next slot.
    await eventually(async () => {
      for (const lane of lanes) {
        if (!conductor.runningIn(lane) && (await stores.book.waiting(lane)).length > 0) return false;
        if (!conductor.runningIn(lane) && (await stores.book.unflushed(lane))) return false;
      }
      if ((await stores.jobs.due(this.clock.now(), 1)).length > 0) return false;
      const running = lanes.filter((lane) => conductor.runningIn(lane)).length;
      return this.clock.waiters === 1 + 2 * running;
    }, 'everything is at rest');
  }

  async advance(ms: number) {
    for (let left = ms; left > 0; left -= 30_000) {
      await this.clock.advance(Math.min(30_000, left));
      await this.rest();
    }
  }
}

type Step = fc.AsyncCommand<Model, Real>;

const step = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Step => ({
  check,
  run,
  toString: () => name,
});

function pass(model: Model, ms: number): void {
  const until = model.now + ms;
  for (const job of model.jobs) {
    if (!job.enabled || job.removed) continue;
    for (let slot = job.createdMs + job.everyMs; slot <= until; slot += job.everyMs)
      if (slot > model.now && slot > job.fromMs) job.slots.add(slot);
  }
  model.now = until;
}

const sessions = ['console:a', 'console:b'];
const session = fc.constantFrom(...sessions);
const pick = fc.nat(9);
const steps = [
  fc.tuple(session, fc.constantFrom(1, 2, 5)).map(([key, minutes]) =>
    step(
      `add a job to ${key} every ${minutes} min`,
      (model) => model.jobs.length < 4,
      async (model, real) => {
        const everyMs = minutes * MINUTE;
        const job = await real.desk.cron.add(
          { name: 'job', schedule: { everyMs }, payload: { message: 'x', sessionKey: key } },
          { kind: 'person' },
        );
        const { now } = model;
        model.jobs.push({
          id: job.id,
          everyMs,
          createdMs: now,
          enabled: true,
          removed: false,
          slots: new Set(),
          fromMs: now,
        });
      },
    ),
  ),
  session.map((key) =>
    step(
      `say something in ${key}`,
      () => true,
      async (model, real) => {
        const id = `m${model.said.length}`;
        await real.desk.conductor.submit(message(id, id, key));
        model.said.push({ id, session: key });
        await real.rest();
      },
    ),
  ),
  fc.constantFrom(10_000, 30_000, MINUTE, 3 * MINUTE).map((ms) =>
    step(
      `let ${ms / 1_000} s pass`,
      () => true,
      async (model, real) => {
        await real.advance(ms);
        pass(model, ms);
      },
    ),
  ),
  fc.constant(0).map(() =>
    step(
      'kill and restart',
      () => true,
      (_, real) => real.restart(),
    ),
  ),
  pick.map((n) =>
    step(
      `pause or resume job ${n}`,
      (model) => model.jobs.length > 0,
      async (model, real) => {
        const job = model.jobs[n % model.jobs.length]!;
        if (job.removed) return;
        job.enabled = !job.enabled;
        await real.desk.cron.update(job.id, { enabled: job.enabled });
        if (job.enabled) job.fromMs = model.now;
        await real.rest();
      },
    ),
  ),
  pick.map((n) =>
    step(
      `remove job ${n}`,
      (model) => model.jobs.length > 0,
      async (model, real) => {
        const job = model.jobs[n % model.jobs.length]!;
        job.removed = true;
        await real.desk.cron.remove(job.id);
        await real.rest();
      },
    ),
  ),
];

async function verify(model: Model, real: Real): Promise<void> {
  // Nothing new, and time for everything that waits.
  for (const job of model.jobs) if (!job.removed) await real.desk.cron.update(job.id, { enabled: false });
  await real.advance(12 * MINUTE);
  const { stores } = real.desk;
  const all: Entry[] = [];
  for (const key of sessions) {
    const entries = await stores.transcripts.tail(parseSessionKey(key), 10_000);
    all.push(...entries);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    for (const trigger of entries.filter(({ _cron_turn }) => _cron_turn)) {
      const closures = entries.filter(
        ({ meta, cron_run_id }) => meta?.kind === 'closure' && cron_run_id === trigger.cron_run_id,
      );
      expect(closures, `closures of ${trigger.cron_run_id}`).toHaveLength(1);
    }
  }
  for (const { id } of model.said) {
    expect(
      all.filter((entry) => entry.id === `${id}:0`),
      id,
    ).toHaveLength(1);
    const found = await stores.book.find(id);
    expect(found, id).toMatchObject({ state: 'closed' });
  }
  for (const key of sessions) {
    expect(await stores.book.waiting(parseSessionKey(key))).toEqual([]);
    expect(real.desk.conductor.runningIn(parseSessionKey(key))).toBeUndefined();
  }
  for (const job of model.jobs) {
    const runs = await stores.jobs.runs(job.id, 10_000, false);
    expect(runs.filter(({ status }) => ['queued', 'deferred', 'running'].includes(status))).toEqual([]);
    const accounted = runs.flatMap(({ scheduledForMs: slot, error }) => {
      const many = /^missed: (\d+) slots/.exec(error ?? '')?.[1];
      return Array.from({ length: Number(many ?? 1) }, (_, n) => slot + n * job.everyMs);
    });
    expect(new Set(accounted).size, `slots of ${job.id} twice`).toBe(accounted.length);
    // A slot that came in the very moment of a pause or removal may be on either side of it.
    const missing = [...job.slots].filter((slot) => !accounted.includes(slot));
    expect(missing, `slots of ${job.id} without a trace`).toEqual([]);
  }
}

it('holds against a simple reference, whatever happens in whatever order', () =>
  fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 12 }), async (commands) => {
      const real = new Real();
      const model: Model = { now: START, said: [], jobs: [] };
      try {
        await real.start();
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await verify(model, real);
        await real.desk.cron.close();
        await real.desk.conductor.close();
        expect(real.desk.failures).toEqual([]);
      } finally {
        real.desk.stores.close();
        rmSync(real.home, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  ));
