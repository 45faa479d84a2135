import { describe, expect, it } from 'vitest';
import { Upkeep, keepTerms } from '../../src/desk/upkeep.ts';
import type { KeepSettings } from '../../src/desk/upkeep.ts';
import type { Receipt } from '../../src/llm/receipt.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { BelievedTime } from '../../src/time/believed-time.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const aReceipt = (atMs: number): Receipt => ({
  atMs,
  task: 'remind',
  provider: 'desk',
  model: 'rules',
  countedTokens: 1,
  latencyMs: 1,
  outcome: 'ok',
});
const main = parseSessionKey('main');
const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

function opened(keep: KeepSettings = { days: 30, runs: 2_000 }, perform = answers) {
  const stores = openStores(tempHome());
  const clock = new FakeClock();
  const stage = conduct(stores, clock, perform);
  const upkeep = new Upkeep({ book: stores.upkeep, time: { now: async () => clock.now() }, keep });
  /** The turns that were entered here. */
  const entered: string[] = [];
  const turnsThere = async () => {
    const found = await Promise.all(entered.map((id) => stores.book.find(id)));
    return found.filter((one) => one !== undefined).length;
  };
  const runsThere = async (job: string) => (await stores.jobs.runs(job, 10_000, false)).length;
  /** Everything that waits to be sent was sent. */
  const sendAll = async () => {
    for (const lane of await stores.ops.lanes())
      for (let next = await stores.ops.next(lane); next; next = await stores.ops.next(lane))
        await stores.ops.failed(next.op.key, 'failed', 'nobody listens', {
          v: 1,
          id: `remark:${next.op.key}`,
          ts: clock.now(),
          role: 'system',
          content: 'not delivered',
        });
  };
  const turn = async (inbound: Parameters<typeof stage.conductor.submit>[0]) => {
    entered.push(inbound.id);
    await stage.conductor.submit(inbound);
    await stage.conductor.idle();
    await sendAll();
    await stage.transcriptWriter.flush(inbound.session);
  };
  return { stores, clock, upkeep, turnsThere, runsThere, turn, sendAll, ...stage };
}

describe('what grows', () => {
  it('stays bounded, however often a job runs: 30 days of one every ten minutes', async () => {
    const { stores, clock, upkeep, runsThere } = opened({ days: 30, runs: 100 });
    const everyMs = 600_000;
    const job = await stores.jobs.add({
      ...writtenJob('often', clock.now(), 'main'),
      sessionTarget: 'main',
      schedule: { kind: 'every', everyMs },
      payload: { kind: 'systemEvent', text: 'look at the wires' },
    });
    const sizes: { runs: number; events: number }[] = [];
    for (let day = 0; day < 30; day++) {
      const from = clock.now();
      const slots = Array.from({ length: DAY / everyMs }, (_, n) => from + n * everyMs);
      await Promise.all(
        slots.map((slotMs) =>
          stores.jobs.fireEvent(
            job,
            { id: `often:${slotMs}`, slotMs, trigger: 'schedule', session: main, text: 'look at the wires' },
            { nowMs: slotMs, nextRunAtMs: slotMs + everyMs, unified: false },
          ),
        ),
      );
      clock.set(from + DAY);
      await upkeep.gc();
      sizes.push({ runs: await runsThere('often'), events: (await stores.events.pending(main)).length });
    }
    expect(Math.max(...sizes.map(({ runs }) => runs))).toBe(100);
    // Nobody took them: the newest wait on.
    expect(Math.max(...sizes.map(({ events }) => events))).toBe(2_000);
  });

  it('of a bound job is dropped with its runs: turns, messages, effects; its transcript stays whole', async () => {
    const { stores, clock, upkeep, turnsThere, runsThere, turn } = opened({ days: 30, runs: 5 });
    await stores.jobs.add(writtenJob('often', clock.now()));
    const peaks: number[] = [];
    for (let n = 0; n < 30 * 4; n++) {
      await turn(slot('often', clock.now()));
      clock.set(clock.now() + 6 * HOUR);
      await upkeep.gc();
      const ops = (await stores.ops.under('')).length;
      peaks.push(Math.max(await turnsThere(), ops, await runsThere('often')));
    }
    // Two days of a job every six hours: nothing younger is dropped.
    expect(Math.max(...peaks)).toBeLessThanOrEqual(9);
    expect(await runsThere('often')).toBe(5);
    expect(await stores.transcripts.tail(parseSessionKey('console:desk'), 2_000)).toHaveLength(3 * 30 * 4);
  });

  it('is counted: gc says what it dropped, and a second one drops nothing', async () => {
    const { stores, clock, upkeep, turn } = opened();
    await stores.jobs.add(writtenJob('daily', clock.now()));
    await turn(slot('daily', clock.now()));
    await turn(message('m1'));
    await stores.events.add(main, { id: 'e1', text: 'battery low', atMs: clock.now() });
    await turn({ ...message('heartbeat:1', 'Heartbeat', 'main'), kind: 'heartbeat' });
    await stores.receipts.write(aReceipt(clock.now()));
    await stores.jobs.remove('daily', { because: 'the job was removed', nowMs: clock.now() });
    clock.set(clock.now() + 30 * DAY - 1);
    expect(await upkeep.gc()).toMatchObject({ turns: 1, runs: 0, events: 1, messages: 1, receipts: 0 });
    clock.set(clock.now() + 2);
    expect(await upkeep.gc()).toMatchObject({ turns: 2, runs: 1, messages: 2, receipts: 1 });
    expect(await upkeep.gc()).toEqual({
      turns: 0,
      runs: 0,
      events: 0,
      effects: 0,
      messages: 0,
      receipts: 0,
      bytes: 0,
    });
  });

  it('of a job that is there keeps its newest runs for as long as it is there, with their delivery', async () => {
    const { stores, clock, upkeep, turn } = opened();
    await stores.jobs.add(writtenJob('yearly', clock.now()));
    await turn(slot('yearly', clock.now()));
    clock.set(clock.now() + 400 * DAY);
    await upkeep.gc();
    expect(await stores.jobs.runs('yearly', 10, false)).toMatchObject([{ status: 'ok', delivery: 'failed' }]);
  });

  it('is never dropped while it is open: waiting and running turns, messages to be sent, events to be taken', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { stores, clock, upkeep, conductor } = opened(undefined, async (pass) => {
      await held;
      await pass.settle({ status: 'ok', summary: 'done' });
    });
    await conductor.submit({ ...message('h1', 'Heartbeat', 'main'), kind: 'heartbeat' });
    await conductor.submit(message('m1'));
    await stores.events.add(main, { id: 'e1', text: 'battery low', atMs: clock.now() });
    clock.set(clock.now() + 29 * DAY);
    expect(await upkeep.gc()).toMatchObject({ turns: 0, events: 0 });
    for (const id of ['h1', 'm1'])
      expect(await stores.book.find(id)).toMatchObject({
        state: expect.stringMatching(/waiting|running/) as string,
      });
    letGo();
    await conductor.idle();
    clock.set(clock.now() + 3 * DAY);
    // Answers that nobody could take yet keep their turns.
    expect(await upkeep.gc()).toMatchObject({ turns: 0, messages: 0 });
  });

  it('keeps the newest receipts when there are very many, and all of the last two days', async () => {
    const { stores, clock } = opened();
    const old = clock.now();
    await Promise.all(Array.from({ length: 5 }, (_, n) => stores.receipts.write(aReceipt(old + n * DAY))));
    clock.set(old + 4 * DAY);
    const terms = { ...keepTerms(clock.now(), { days: 30, runs: 2_000 }), receipts: 1 };
    expect((await stores.upkeep.drop(terms, 100)).receipts).toBe(2);
    expect((await stores.receipts.newest(10)).map(({ atMs }) => (atMs - old) / DAY)).toEqual([4, 3, 2]);
  });

  it.each([
    ['400 days ahead for a moment', 400 * DAY],
    ['in 1970', -56 * 365 * DAY],
  ])('is kept while the clock is %s, and dropped when its time has really come', async (_, step) => {
    const { stores, clock, turn, turnsThere } = opened();
    let kept: string | undefined;
    const time = new BelievedTime({
      clock,
      kept: { get: async () => kept, set: async (value) => void (kept = value) },
      seenMs: async () => undefined,
      doubts: () => {},
    });
    const upkeep = new Upkeep({ book: stores.upkeep, time, keep: { days: 30, runs: 2_000 } });
    await turn(message('m1'));
    await stores.receipts.write(aReceipt(clock.now()));
    await upkeep.gc();
    clock.step(step);
    expect(await upkeep.gc()).toMatchObject({ turns: 0, receipts: 0, effects: 0, messages: 0 });
    clock.step(-step);
    expect(await upkeep.gc()).toMatchObject({ turns: 0, receipts: 0 });
    expect([await turnsThere(), (await stores.receipts.newest(9)).length]).toEqual([1, 1]);
    await clock.advance(31 * DAY);
    expect(await upkeep.gc()).toMatchObject({ turns: 1, receipts: 1 });
  });
});
