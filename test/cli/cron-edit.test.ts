import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { openGateway } from '../edges/gateway/open-gateway.ts';
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

  it('gives a job an end, moves it and takes it away; other times keep it', async () => {
    await add(...bound, '--cron', '0 7 * * *', '--tz', 'Asia/Tokyo', '--until', '2026-01-09');
    const daily = { kind: 'cron', expr: '0 7 * * *', tz: 'Asia/Tokyo' };
    const untilMs = Date.UTC(2026, 0, 9, 15) - 1;
    expect((await desk.cron.get('id1'))!.schedule).toEqual({ ...daily, untilMs });
    const { out } = await cli('cron', 'list');
    expect(out).toContain('every day at 07:00 until Friday 9 January 2026, Tokyo time');
    expect((await edit('--cron', '0 8 * * *')).schedule).toEqual({ ...daily, expr: '0 8 * * *', untilMs });
    const moved = await edit('--until', 'saturday 12:00', '--delete-after-run');
    expect(moved.schedule).toMatchObject({ untilMs: Date.UTC(2026, 0, 10, 3) });
    expect((await cli('cron', 'show', 'id1')).out).toContain('removed once it succeeded');
    expect((await edit('--no-until', '--no-delete-after-run')).schedule).toEqual({
      ...daily,
      expr: '0 8 * * *',
    });
    expect((await edit('--every', '2h', '--until', '3d')).schedule).toMatchObject({
      kind: 'every',
      untilMs: desk.clock.now() + 3 * 86_400_000,
    });
    expect((await edit('--at', '2027-01-01T09:00')).schedule).not.toHaveProperty('untilMs');
  });

  it.each([
    [
      ['--until', '2025-01-01', '--every', '1h'],
      /schedule\.untilMs: the end, .* is before the next run, .*; allowed/,
    ],
    [['--until', 'soon', '--every', '1h'], /schedule\.until: "soon" is no end of a schedule; allowed/],
    [['--until', 'friday', '--at', '20m'], /--until goes with --cron or --every/],
    [['--delete-after-run', '--every', '1h'], /--delete-after-run goes with --at or --until/],
  ])('refuses an end that can not be: %j', async (flags, because) => {
    const { code, err } = await cli('cron', 'add', '--name', 'd', '--message', 'm', ...bound, ...flags);
    expect(code).not.toBe(0);
    expect(err).toMatch(because);
    expect(await desk.cron.list()).toEqual([]);
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
    await add(...bound, '--cron', '0 * * * *', ...given);
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

describe('an imported legacy job', () => {
  beforeEach(() =>
    desk.cron.import({
      version: 1,
      jobs: [
        {
          id: 'id1',
          name: 'old',
          schedule: { everyMs: 3_600_000 },
          payload: { message: 'look', channel: 'console', to: 'desk', deliver: true },
        },
      ],
    }),
  );

  it.each([
    ['--session-key', ['--session-key', 'console:news', '--create']],
    ['--session with a key', ['--session', 'console:news', '--create']],
  ])('is bound by %s', async (_, flags) => {
    expect(await edit(...flags)).toMatchObject({
      sessionTarget: 'bound',
      payload: { kind: 'agentTurn', message: 'look', sessionKey: 'console:news' },
    });
  });

  it('is isolated, with its delivery only where there is one', async () => {
    const refused = await cli('cron', 'edit', 'id1', '--session', 'isolated');
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.err).toContain('there is no session console:desk to deliver to');
    expect(await edit('--session', 'isolated', '--no-deliver')).toMatchObject({
      sessionTarget: 'isolated',
      payload: { deliver: false },
    });
  });
});

describe('flags that would be ignored, or would clear what a job needs', () => {
  it.each([
    ['--no-name', /--no-name can't be: a job needs a name/],
    ['--no-message', /--no-message can't be: a job needs something to do/],
    ['--no-system-event', /--no-system-event can't be/],
    ['--no-at', /a job needs a schedule/],
    ['--no-every', /a job needs a schedule/],
    ['--no-cron', /a job needs a schedule/],
    ['--no-session', /--session isolated takes it out of its conversation/],
    ['--provider=console', /--provider goes with --deliver/],
    ['--to=desk', /--to goes with --deliver/],
    ['--delete-after-run', /--delete-after-run goes with --at/],
    ['--spread=1m', /--spread goes with a --cron that comes on the hour/],
    ['--spread=1m', /--spread goes with a --cron that comes on the hour/, '--cron=5 * * * *'],
    ['--spread=1m', /--spread goes with a --cron that comes on the hour/, '--cron=30 0 * * * *'],
    ['--every=0s', /--every can't be "0s"/],
    ['--session=console:a', /give one of them/, '--session-key=console:b'],
  ] as [string, RegExp, ...string[]][])('%s is refused', async (flag, because, ...more) => {
    await add(...bound, '--every', '1h');
    const { code, err } = await cli('cron', 'edit', 'id1', flag, ...more);
    expect([code, err]).toEqual([2, expect.stringMatching(because)]);
  });

  it('--spread is taken where a job comes on the hour, and in any case where it asks for no spread', async () => {
    await add(...bound, '--cron', '0 0 9 * * *');
    expect((await edit('--spread', '1m')).policy).toEqual({ spreadMs: 60_000 });
    expect((await edit('--cron', '*/5 * * * *', '--spread', '0s')).policy).toEqual({ spreadMs: 0 });
  });

  it('a job of a system event has no turn to be quiet', async () => {
    await cli('cron', 'add', '--name', 'x', '--system-event', 'look', '--every', '1h');
    expect((await cli('cron', 'edit', 'id1', '--quiet')).err).toContain('--quiet goes with --message');
  });

  it('a new job takes --no- of what it would not have anyway', async () => {
    await add(
      ...bound,
      '--cron',
      '0 7 * * *',
      '--no-tz',
      '--no-quiet',
      '--no-profile',
      '--no-delete-after-run',
    );
    expect((await desk.cron.get('id1'))!.payload).toEqual({
      kind: 'agentTurn',
      message: 'look',
      sessionKey: 'console:news',
    });
  });
});

describe('what a new job is refused for', () => {
  it.each([
    [['--every', '99999999999d'], /--every can't be "99999999999d"; .* at most 100 years/],
    [
      ['--cron', '61 * * * *'],
      /^nightdesk: cron expression "61 \* \* \* \*": invalid value for minute: 61$/i,
    ],
    [['--at', '99999999999999999'], /"99999999999999999" is no moment/],
    [['--every', '1h', '--session', 'bound'], /--session bound needs --session-key/],
    [['--every', '1h', '--session', 'moon'], /--session can't be "moon"; allowed: bound, main, isolated/],
    [['--every', '1h', '--history', 'some'], /--history can't be "some"; allowed: full, none/],
    [['--every', '1h', '--every', '2h'], /--every is given twice$/],
    [
      ['--every', '1h', '--catch-up', 'all', '--no-catch-up'],
      /--catch-up and --no-catch-up contradict each other: give one$/,
    ],
    [
      ['--every', '1h', '--session-key', 'cron:abc', '--create'],
      /no session cron:abc, and it would be no chat/,
    ],
  ] as [string[], RegExp][])('%j is said in the words of its flags', async (flags, because) => {
    const { code, err } = await cli('cron', 'add', '--name', 'x', '--message', 'm', ...flags);
    expect([code, err]).toEqual([2, expect.stringMatching(because)]);
  });
});

it('shows all that a job was given, and nothing of what it was not', async () => {
  const shown = async (name: string) => (await cli('cron', 'show', name)).out;
  const flags = [
    '--quiet',
    '--catch-up',
    'skip',
    '--history',
    '5',
    '--timeout-seconds',
    '90',
    '--profile',
    'reminder',
  ];
  await cli('cron', 'add', '--name', 'full', '--message', 'm', '--every', '1h', ...flags);
  expect(await shown('full')).toMatch(
    /^profile +reminder\npolicy +quiet, catch-up skip, history 5\nruns +at most 1 min 30 s$/m,
  );
  await cli('cron', 'add', '--name', 'once', '--message', 'm', '--at', '1h', '--delete-after-run');
  expect(await shown('once')).toMatch(/^runs +removed once it succeeded$/m);
  await cli('cron', 'edit', 'once', '--every', '1h');
  expect(await shown('once')).not.toMatch(/removed once it succeeded/);
  await cli('cron', 'add', '--name', 'plain', '--message', 'm', '--every', '1h');
  expect(await shown('plain')).not.toMatch(/^(about|profile|delivers|policy|runs) /m);
  await cli('cron', 'add', '--name', 'line', '--system-event', 'look', '--every', '1h', '--wake', 'now');
  expect(await shown('line')).toMatch(/^runs +wakes the main session at once$/m);
});

it('asks for the conversation where a job is to be bound and names none', async () => {
  await cli('cron', 'add', '--name', 'alone', '--message', 'm', '--every', '1h');
  expect(await cli('cron', 'edit', 'alone', '--session', 'bound')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--session bound needs --session-key') as unknown,
  });
});

it('shows of a legacy job where it runs and delivers, not the session that its import names', async () => {
  const file = join(desk.home, 'other.json');
  const payload = { kind: 'agent_turn', message: 'm', session_key: 'console:a', deliver: true };
  const job = { id: 'nb1', name: 'mixed', schedule: { kind: 'every', every_ms: 3_600_000 } };
  writeFileSync(
    file,
    JSON.stringify({ jobs: [{ ...job, payload: { ...payload, channel: 'console', to: 'desk' } }] }),
  );
  await cli('cron', 'import', file);
  const { out } = await cli('cron', 'show', 'mixed');
  expect(out).toMatch(/^session +legacy$/m);
  expect(out).toMatch(/^delivers +console:desk$/m);
});
