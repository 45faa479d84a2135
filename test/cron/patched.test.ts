import { describe, expect, it } from 'vitest';
import { openCron } from '../support/open-cron.ts';
import { message } from '../support/inbound.ts';

const gateway = { kind: 'gateway' as const };
const bound = { message: 'm', sessionKey: 'console:desk' };
const job = (more: object = {}) => ({ name: 'x', schedule: { everyMs: 3_600_000 }, payload: bound, ...more });

async function edited(first: object, ...patches: object[]) {
  const { cron, conductor } = openCron(
    async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' })),
  );
  await conductor.submit(message('m1'));
  const { id } = await cron.add(first, gateway);
  for (const patch of patches) await cron.update(id, patch);
  return (await cron.get(id))!;
}

describe('an edit of a job', () => {
  const tokyo = job({ schedule: { expr: '0 7 * * *', tz: 'Asia/Tokyo' } });

  it('of the expression keeps its zone, unless another is given or it is cleared', async () => {
    const expr = '30 8 * * *';
    expect((await edited(tokyo, { schedule: { kind: 'cron', expr } })).schedule).toEqual({
      kind: 'cron',
      expr,
      tz: 'Asia/Tokyo',
    });
    expect((await edited(tokyo, { schedule: { expr, tz: 'Europe/Paris' } })).schedule).toMatchObject({
      tz: 'Europe/Paris',
    });
    expect((await edited(tokyo, { schedule: { tz: 'Europe/Paris' } })).schedule).toMatchObject({
      expr: '0 7 * * *',
    });
    expect((await edited(tokyo, { schedule: { tz: null } })).schedule).toEqual({
      kind: 'cron',
      expr: '0 7 * * *',
    });
  });

  it('reads a moment without an offset by the clocks of the job', async () => {
    const { schedule } = await edited(tokyo, { schedule: { at: '2027-01-01T09:00' } });
    expect(schedule).toEqual({ kind: 'at', atMs: Date.UTC(2027, 0, 1, 0) });
  });

  it.each<[string, object[]]>([
    ['the target', [{ sessionTarget: 'isolated' }]],
    [
      'the target alone, after a delivery that came in between',
      [{ sessionTarget: 'isolated' }, { policy: { quiet: true } }],
    ],
    ['the session key, cleared', [{ payload: { sessionKey: null } }]],
  ])('makes a bound job isolated by %s: the key is dropped', async (_, patches) => {
    const { sessionTarget, payload } = await edited(job(), ...patches);
    expect({ sessionTarget, payload }).toEqual({
      sessionTarget: 'isolated',
      payload: { kind: 'agentTurn', message: 'm' },
    });
  });

  it.each<[string, object]>([
    ['with the target', { sessionTarget: 'bound', payload: { sessionKey: 'console:other' } }],
    ['without it', { payload: { sessionKey: 'console:other' } }],
  ])('binds an isolated job %s: its delivery is dropped', async (_, patch) => {
    const isolated = job({ payload: { message: 'm', deliver: true, provider: 'console', to: 'desk' } });
    const { sessionTarget, payload } = await edited(isolated, patch);
    expect({ sessionTarget, payload }).toEqual({
      sessionTarget: 'bound',
      payload: { kind: 'agentTurn', message: 'm', sessionKey: 'console:other' },
    });
  });

  it('moves a job to the main session and back by its payload', async () => {
    const main = await edited(job(), { payload: { text: 'look' } });
    expect(main).toMatchObject({ sessionTarget: 'main', payload: { kind: 'systemEvent', text: 'look' } });
    const back = await edited(
      job(),
      { payload: { text: 'look' } },
      { payload: { kind: 'agentTurn', message: 'n' } },
    );
    expect(back).toMatchObject({ sessionTarget: 'isolated', payload: { kind: 'agentTurn', message: 'n' } });
  });

  it('clears what is null, at each depth, and refuses to clear what a job needs', async () => {
    const full = job({
      description: 'd',
      deleteAfterRun: true,
      policy: { quiet: true, history: 'none' },
      runtime: { maxAttempts: 2 },
      payload: { ...bound, profile: 'reminder', timeoutSeconds: 5 },
    });
    const cleared = await edited(full, {
      description: null,
      deleteAfterRun: null,
      runtime: null,
      policy: { history: null },
      payload: { profile: null, timeoutSeconds: null },
    });
    expect(cleared).not.toHaveProperty('description');
    expect(cleared).not.toHaveProperty('deleteAfterRun');
    expect(cleared).not.toHaveProperty('runtime');
    expect(cleared.policy).toEqual({ quiet: true });
    expect(cleared.payload).toEqual({ kind: 'agentTurn', ...bound });
    for (const patch of [
      { sessionTarget: null },
      { name: null },
      { schedule: null },
      { payload: null },
      { payload: { message: null } },
    ])
      await expect(edited(full, patch)).rejects.toMatchObject({ code: 'bad_job' });
  });

  it('that asks for both is refused', async () => {
    const both = { sessionTarget: 'isolated', payload: { sessionKey: 'console:desk' } };
    await expect(edited(job(), both)).rejects.toThrow('leave sessionKey out');
    await expect(edited(job(), { payload: { deliver: true } })).rejects.toThrow('answers in its session');
  });
});

describe('an edit of an imported legacy job', () => {
  const file = (payload: object) => ({
    version: 1,
    jobs: [
      { id: 'old', name: 'old', schedule: { everyMs: 3_600_000 }, payload: { message: 'm', ...payload } },
    ],
  });
  async function moved(payload: object, patch: object) {
    const { cron, conductor } = openCron(
      async (pass) => void (await pass.settle({ status: 'ok', summary: '' })),
    );
    await conductor.submit(message('m1'));
    await cron.import(file(payload));
    expect(await cron.get('old')).toMatchObject({ sessionTarget: 'legacy' });
    const { sessionTarget, payload: after } = await cron.update('old', patch);
    return { sessionTarget, payload: after };
  }
  const delivered = { deliver: true, channel: 'console', to: 'desk', channel_meta: { a: 1 } };

  it.each([
    ['a session key', { payload: { sessionKey: 'console:desk' } }],
    ['a target and a key', { sessionTarget: 'bound', payload: { session_key: 'console:desk' } }],
  ])('binds it by %s: what it was delivered by is dropped', async (_, patch) => {
    expect(await moved(delivered, patch)).toEqual({
      sessionTarget: 'bound',
      payload: { kind: 'agentTurn', message: 'm', sessionKey: 'console:desk' },
    });
  });

  it('isolates it, and it goes on delivering where it did', async () => {
    expect(await moved(delivered, { sessionTarget: 'isolated' })).toEqual({
      sessionTarget: 'isolated',
      payload: { kind: 'agentTurn', message: 'm', deliver: true, provider: 'console', to: 'desk' },
    });
    expect((await moved({ deliver: true }, { sessionTarget: 'isolated' })).payload).toEqual({
      kind: 'agentTurn',
      message: 'm',
    });
  });

  it('leaves it as it was while nobody names a session or a target', async () => {
    expect(await moved(delivered, { name: 'new', payload: { message: 'n' } })).toMatchObject({
      sessionTarget: 'legacy',
      payload: { message: 'n', channel: 'console', channel_meta: { a: 1 } },
    });
  });
});
