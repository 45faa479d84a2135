import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseSessionKey } from '../../../src/sessions/key.ts';
import type { PerformTurn } from '../../../src/sessions/perform.ts';
import { FakeClock, eventually } from '../../support/fake-clock.ts';
import { message } from '../../support/inbound.ts';
import { openGateway } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
let letGo: () => void;
beforeEach(async () => {
  const held = new Promise<void>((resolve) => (letGo = resolve));
  /** The turn "hold" goes on until it is let go. */
  const perform: PerformTurn = async (pass) => {
    if (pass.started.turn.id === 'hold') await held;
    await pass.settle({ status: 'ok', summary: 'done' });
  };
  gateway = await openGateway({ perform, clock: new FakeClock() });
});
afterEach(async () => {
  letGo();
  await gateway.close();
});

const job = (more: object = {}) => ({
  name: 'diary',
  schedule: { kind: 'cron', expr: '0 7,19 * * *', tz: 'Europe/London' },
  payload: { kind: 'agentTurn', message: 'check the diary', sessionKey: 'console:news' },
  create: true,
  ...more,
});

it('wake puts a line before the main session', async () => {
  expect(await gateway.get('wake', { mode: 'next-heartbeat', text: 'look' })).toEqual({ queued: true });
  const pending = await gateway.stores.events.pending(parseSessionKey('main'));
  expect(pending.map(({ text }) => text)).toEqual(['look']);
  expect((await gateway.call('wake', { mode: 'soon', text: 'x' })).error?.message).toBe(
    'mode can\'t be "soon"; allowed: now, next-heartbeat',
  );
  expect((await gateway.call('wake', { mode: 'now', text: ' ' })).error).toMatchObject({ code: 'bad_job' });
});

it('heartbeat.set answers with the settings, and keeps the interval that is not given', async () => {
  expect(await gateway.get('heartbeat.set', { enabled: true, everyMs: 10_000 })).toEqual({
    enabled: true,
    everyMs: 10_000,
  });
  expect(await gateway.get('heartbeat.set', { enabled: false })).toEqual({ enabled: false, everyMs: 10_000 });
  expect((await gateway.call('heartbeat.set', { enabled: true, everyMs: 9_999 })).error?.message).toBe(
    "everyMs can't be 9999; allowed: at least 10,000",
  );
});

it('cron.update pauses a job until a time, and refuses one beside other changes', async () => {
  const { id } = await gateway.get('cron.add', job());
  const patch = { enabled: false };
  const resumesAtMs = gateway.clock.now() + 7_200_000;
  const paused = {
    enabled: false,
    state: { resumesAtMs, pausedBecause: expect.stringContaining('until') as string },
  };
  expect(await gateway.get('cron.update', { id, patch, until: '2 hours' })).toMatchObject(paused);
  expect(await gateway.get('cron.update', { id, patch: { name: 'log' } })).toMatchObject(paused);
  for (const other of [{ enabled: true }, { enabled: false, name: 'x' }, {}])
    expect((await gateway.call('cron.update', { id, patch: other, until: '1h' })).error?.message).toBe(
      '"until" goes with the patch {"enabled": false} only',
    );
  expect((await gateway.call('cron.update', { id, patch, until: 'soon' })).error?.message).toContain(
    '"soon"',
  );
  expect((await gateway.call('cron.update', { id: 'no', patch, until: '1h' })).error?.code).toBe('not_found');
  expect(await gateway.stores.tasks.under('desk.resume_job:no')).toEqual([]);
  expect(await gateway.get('cron.update', { id, patch: { enabled: true } })).toMatchObject({
    state: expect.not.objectContaining({ resumesAtMs: expect.anything() as number }) as object,
  });
});

it('shows the run that waits behind an active turn, and since when', async () => {
  const { id } = await gateway.get('cron.add', job());
  await gateway.conductor.submit(message('hold', 'hold', 'console:news'));
  await gateway.get('cron.run', { id, mode: 'force' });
  await eventually(async () => (await gateway.cron.status()).deferred === 1);
  const since = gateway.clock.now();
  const waiting = [{ jobId: id, name: 'diary', since }];
  expect(await gateway.get('cron.status')).toEqual({
    enabled: true,
    jobs: 1,
    nextWakeAtMs: Date.UTC(2026, 0, 5, 7),
    running: 0,
    deferred: 1,
    waiting,
  });
  expect(await gateway.get('desk.status')).toMatchObject({
    paused: false,
    nextRuns: [{ jobId: id }],
    waiting,
  });
  const said = await gateway.get('commands.invoke', { name: 'desk status', sessionKey: 'console:news' });
  expect(said['text']).toMatch(/diary is waiting behind an active turn since Mon,? 5 Jan, 06:00/);
  letGo();
  await gateway.conductor.idle();
  expect(await gateway.get('cron.status')).toMatchObject({ deferred: 0, waiting: [] });
});

it('shows a job in words, with the next five runs', async () => {
  const { id } = await gateway.get('cron.add', job());
  const shown = await gateway.get('cron.show', { id });
  expect(shown).toMatchObject({ job: { id }, schedule: 'every day at 07:00 and 19:00, London time' });
  expect(shown['nextRunsMs']).toHaveLength(5);
  expect(await gateway.get('cron.show', { id, locale: 'zh' })).toMatchObject({
    schedule: '每天 07:00、19:00（英國時間）',
  });
  expect(await gateway.get('cron.list', { words: 'en' })).toMatchObject({
    words: { [String(id)]: 'every day at 07:00 and 19:00, London time' },
  });
  expect((await gateway.call('cron.show', { id: 'no' })).error?.code).toBe('not_found');
});

it('imports a file, as text or as what it says, and exports it again', async () => {
  const file = {
    version: 1,
    jobs: [{ id: 'a', ...job(), payload: { kind: 'agent_turn', message: 'look' } }],
  };
  expect(await gateway.get('cron.import', { content: JSON.stringify(file) })).toMatchObject({
    imported: [{ id: 'a', sessionTarget: 'legacy', enabled: true }],
  });
  expect(await gateway.get('cron.import', { content: file })).toMatchObject({
    imported: [],
    left: [{ id: 'a' }],
  });
  const exported = await gateway.get('cron.export');
  expect(exported).toMatchObject({ version: 1, jobs: [{ id: 'a', sessionTarget: 'legacy' }] });
  expect((await gateway.call('cron.import', { content: 'x' })).error?.code).toBe('bad_job');
});
