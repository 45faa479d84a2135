import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { run } from './a-world.ts';

let desk: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  desk = await openGateway({ clock: new FakeClock() });
});
afterEach(() => desk.close());

const cli = (...args: string[]) =>
  run(args, { home: desk.home, clock: desk.clock, env: { GATEWAY_TOKEN: desk.token } });
const add = async (...args: string[]) => {
  const { code, err } = await cli('cron', 'add', '--name', 'diary', '--message', 'look', ...args);
  expect([code, err]).toEqual([0, '']);
};
const edit = async (...args: string[]) => {
  const { code, err } = await cli('cron', 'edit', 'id1', ...args);
  expect([code, err]).toEqual([0, '']);
  return (await desk.cron.get('id1'))!;
};
const bound = ['--session-key', 'console:news', '--create'];

describe('nightdesk cron edit', () => {
  it('keeps the zone of a job in Tokyo, unless --tz says otherwise', async () => {
    await add(...bound, '--cron', '0 7 * * *', '--tz', 'Asia/Tokyo');
    const zone = (tz: string | undefined) => ({
      schedule: { kind: 'cron', ...(tz !== undefined && { tz }) },
    });
    expect(await edit('--cron', '30 8 * * *')).toMatchObject({
      schedule: { expr: '30 8 * * *', tz: 'Asia/Tokyo' },
    });
    expect(await edit('--cron', '0 9 * * *', '--tz', 'Europe/Paris')).toMatchObject(zone('Europe/Paris'));
    expect((await edit('--no-tz')).schedule).toEqual({ kind: 'cron', expr: '0 9 * * *' });
  });

  it('says when a job of Tokyo runs next by its own clocks', async () => {
    const { out } = await cli(
      'cron',
      'add',
      '--name',
      'd',
      '--message',
      'm',
      ...bound,
      '--cron',
      '0 7 * * *',
      '--tz',
      'Asia/Tokyo',
    );
    expect(out).toMatch(/every day at 07:00, Tokyo time, next \w+ \d+ \w+, 07:00/);
  });

  it('reads --at by the clocks of the job', async () => {
    await add(...bound, '--cron', '0 7 * * *', '--tz', 'Asia/Tokyo');
    expect((await edit('--at', '2027-01-01T09:00')).schedule).toEqual({
      kind: 'at',
      atMs: Date.UTC(2027, 0, 1),
    });
  });

  it('goes from bound to isolated and back', async () => {
    await add(...bound, '--every', '1h');
    expect((await edit('--session', 'isolated')).payload).toEqual({ kind: 'agentTurn', message: 'look' });
    expect(await edit('--session', 'bound', ...bound)).toMatchObject({
      sessionTarget: 'bound',
      payload: { sessionKey: 'console:news' },
    });
    expect((await edit('--no-session-key')).sessionTarget).toBe('isolated');
    expect((await edit(...bound)).sessionTarget).toBe('bound');
  });

  it('has a --no- for each flag', async () => {
    const flags = {
      profile: 'reminder',
      'timeout-seconds': '60',
      'catch-up': 'skip',
      history: '5',
      spread: '1m',
      quiet: undefined,
      disabled: undefined,
    };
    const given = Object.entries(flags).flatMap(([name, value]) => [
      `--${name}`,
      ...(value === undefined ? [] : [value]),
    ]);
    await add(...bound, '--every', '1h', ...given);
    expect(await desk.cron.get('id1')).toMatchObject({
      enabled: false,
      policy: { quiet: true, catchUp: 'skip', history: { recent: 5 }, spreadMs: 60_000 },
      payload: { profile: 'reminder', timeoutSeconds: 60 },
    });
    const job = await edit(...Object.keys(flags).map((name) => `--no-${name}`));
    expect(job).toMatchObject({ enabled: true });
    expect(job.policy).toEqual({ quiet: false });
    expect(job.payload).toEqual({ kind: 'agentTurn', message: 'look', sessionKey: 'console:news' });
  });

  it('clears a delivery and a wake mode', async () => {
    const news = {
      key: parseSessionKey('console:news'),
      origin: { channel: 'console', chatId: 'news' },
    } as const;
    await desk.stores.sessions.open({ ...news, title: 'news' }, 0);
    await add('--session', 'isolated', '--every', '1h', '--deliver', '--provider', 'console', '--to', 'news');
    const { payload } = await edit('--no-deliver', '--no-provider', '--no-to');
    expect(payload).toEqual({ kind: 'agentTurn', message: 'look', deliver: false });
    expect(await edit('--system-event', 'look', '--session', 'main', '--wake', 'now')).toMatchObject({
      wakeMode: 'now',
    });
    expect(await edit('--no-wake')).toMatchObject({ wakeMode: 'next-heartbeat', payload: { text: 'look' } });
  });
});
