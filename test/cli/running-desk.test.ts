import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Command } from '../../src/feature/command.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { openGateway } from '../edges/gateway/open-gateway.ts';
import { run } from './a-world.ts';

let desk: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  desk = await openGateway({ clock: new FakeClock() });
});
afterEach(() => desk.close());

const cli = (args: string[], lines: string[] = []) =>
  run(args, { home: desk.home, clock: desk.clock, env: { GATEWAY_TOKEN: desk.token }, lines });
const diary = [
  'cron',
  'add',
  '--name',
  'diary',
  '--message',
  'look',
  '--session-key',
  'console:news',
  '--create',
];

describe('nightdesk cron', () => {
  it('adds a job by flags, and prints it as JSON where asked', async () => {
    const flags = [
      '--cron',
      '30 7 * * 1-5',
      '--tz',
      'Asia/Hong_Kong',
      '--quiet',
      '--catch-up',
      'skip',
      '--history',
      '5',
    ];
    const { code, out, err } = await cli([...diary, ...flags, '--timeout-seconds', '60', '--json']);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({
      id: 'id1',
      sessionTarget: 'bound',
      schedule: { kind: 'cron', expr: '30 7 * * 1-5', tz: 'Asia/Hong_Kong' },
      payload: { kind: 'agentTurn', message: 'look', sessionKey: 'console:news', timeoutSeconds: 60 },
      policy: { quiet: true, catchUp: 'skip', history: { recent: 5 } },
    });
  });

  it('lists jobs in a plain table', async () => {
    await cli([...diary, '--every', '2h']);
    await cli([...diary, '--at', '2026-01-05T09:30', '--tz', 'Asia/Hong_Kong', '--disabled']);
    const { out } = await cli(['cron', 'list', '--all']);
    const { jobs } = JSON.parse((await cli(['cron', 'list', '--json'])).out) as { jobs: unknown[] };
    expect(jobs).toEqual(await desk.cron.list()); // nothing is lost on the way
    const [head, ...rows] = out.split('\n');
    expect(head).toMatch(/^ID {3}NAME {3}SCHEDULE +NEXT \(Europe\/London\) +LAST {2}SESSION$/);
    expect(rows[0]).toMatch(/^id1 {2}diary {2}every 2 hours +Mon,? 5 Jan, 08:00 +- +console:news$/);
    expect(rows).toHaveLength(1); // 09:30 in Hong Kong has passed
    expect((await cli(['cron', 'list'])).code).toBe(0);
  });

  it('are called by their names where only one has it', async () => {
    await cli([...diary, '--every', '2h']);
    expect((await cli(['cron', 'show', 'Diary'])).out).toContain('id1 "diary"');
    expect((await cli(['cron', 'edit', 'diary', '--message', 'look twice'])).code).toBe(0);
    expect((await cli(['cron', 'disable', 'diary'])).code).toBe(0);
    expect((await cli(['cron', 'run', 'diary', '--force'])).out).toMatch(/^queued id1:f/);
    expect((await cli(['cron', 'runs', '--id', 'diary'])).out).toContain('forced');
    await cli([...diary, '--every', '2h']);
    const two = await cli(['cron', 'rm', 'diary']);
    expect(two.code).toBe(2);
    expect(two.err).toMatch(/2 jobs are called "diary": id1, id\d+/);
    expect(await cli(['cron', 'runs', '--id', 'nobody'])).toMatchObject({
      code: 1,
      err: 'nightdesk: there is no job nobody',
    });
    expect(await cli(['cron', 'rm', 'id1'])).toMatchObject({ code: 0 });
    expect((await cli(['cron', 'runs', '--id', 'id1'])).out).toContain('forced');
  });

  it('refuse flags that would change nothing', async () => {
    const main = ['cron', 'add', '--name', 'x', '--every', '1h', '--system-event', 'look'];
    for (const [flags, said] of [
      [['--profile', 'reminder'], '--profile goes with --message'],
      [['--session-key', 'console:news'], '--session-key goes with --message'],
      [['--quiet'], '--quiet goes with --message'],
      [['--create'], '--create goes with --session-key'],
      [['--delete-after-run'], '--delete-after-run goes with --at'],
    ] as const)
      expect(await cli([...main, ...flags])).toMatchObject({
        code: 2,
        err: expect.stringContaining(said) as unknown,
      });
    expect((await cli([...diary, '--every', '1h', '--to', 'desk'])).err).toContain(
      '--to goes with --deliver',
    );
    expect(await desk.cron.list()).toEqual([]);
  });

  it('edits only what the flags name', async () => {
    await cli([...diary, '--every', '2h', '--profile', 'reminder']);
    expect((await cli(['cron', 'edit', 'id1', '--message', 'look twice', '--quiet'])).code).toBe(0);
    expect(await desk.cron.get('id1')).toMatchObject({
      name: 'diary',
      schedule: { kind: 'every', everyMs: 7_200_000 },
      payload: { message: 'look twice', profile: 'reminder', sessionKey: 'console:news' },
      policy: { quiet: true },
    });
    await cli(['cron', 'disable', 'id1']);
    expect((await desk.cron.get('id1'))?.enabled).toBe(false);
    expect((await cli(['cron', 'enable', 'id1'])).out).toContain('changed id1 "diary": every 2 h');
  });

  it('pauses one until a time, and says until when', async () => {
    await cli([...diary, '--every', '2h']);
    expect(await cli(['cron', 'disable', 'diary', '--for', 'until friday'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^changed id1 "diary": every 2 hours, disabled until Fri,? 9 Jan, 00:00$/m,
      ) as string,
    });
    expect((await cli(['cron', 'list', '--all'])).out).toMatch(/disabled until Fri,? 9 Jan, 00:00/);
    expect((await cli(['cron', 'show', 'diary'])).out).toContain('until 2026-01-09 00:00');
    expect(await cli(['cron', 'disable', 'diary', '--for', 'a while'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"a while"') as string,
    });
    expect((await cli(['cron', 'enable', 'diary'])).out).toContain('every 2 hours, next Mon');
  });

  it('runs, tells the runs, and removes', async () => {
    await cli([...diary, '--every', '2h']);
    expect(await cli(['cron', 'run', 'id1'])).toMatchObject({
      code: 1,
      err: 'nightdesk: id1 was not run: not due',
    });
    expect((await cli(['cron', 'run', 'id1', '--force'])).out).toMatch(/^queued id1:f\d+$/);
    await desk.conductor.idle();
    expect((await cli(['cron', 'runs', '--id', 'id1'])).out).toMatch(
      /forced +ok +0 s +pending +diary is done/,
    );
    expect((await cli(['cron', 'status'])).out).toMatch(
      /^cron {6}enabled\njobs {6}1, 0 running, 0 waiting\nnext run {2}Mon .* \(Europe\/London\)$/,
    );
    expect(await cli(['cron', 'rm', 'id1'])).toMatchObject({ code: 0, out: 'removed id1' });
    expect(await cli(['cron', 'rm', 'id1'])).toMatchObject({
      code: 1,
      err: 'nightdesk: there is no job id1',
    });
  });

  it('names the runs that wait, and what they wait for', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const busy = await openGateway({
      perform: async (pass) => {
        if (pass.started.turn.id === 'hold') await held;
        await pass.settle({ status: 'ok', summary: 'done' });
      },
      clock: new FakeClock(),
    });
    const ask = (args: string[]) =>
      run(args, { home: busy.home, clock: busy.clock, env: { GATEWAY_TOKEN: busy.token } });
    await ask([...diary, '--every', '2h']);
    await busy.conductor.submit(message('hold', 'hold', 'console:news'));
    await ask(['cron', 'run', 'diary', '--force']);
    await eventually(async () => (await busy.cron.status()).deferred === 1);
    expect((await ask(['cron', 'status'])).out).toMatch(
      /^jobs {6}1, 0 running, 1 waiting\nwaiting {3}"diary", behind an active turn since Mon,? 5 Jan, 06:00\n/m,
    );
    letGo();
    await busy.conductor.idle();
    await busy.close();
  });

  it('runs nothing while the desk is paused, and says so, unless it is forced', async () => {
    await cli([...diary, '--every', '2h']);
    await desk.cron.pause(true);
    const { code, out, err } = await cli(['cron', 'run', 'id1']);
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('id1 was not run: the desk is paused');
    expect((await cli(['cron', 'run', 'id1', '--force'])).out).toMatch(/^queued id1:f/);
  });

  it('warns when jobs do not run by themselves', async () => {
    await desk.cron.pause(true);
    const why = 'cron is disabled (the desk is paused)';
    expect((await cli([...diary, '--every', '2h'])).err).toContain(why);
    expect((await cli(['cron', 'list'])).err).toContain(why);
    const { out } = await cli(['cron', 'status']);
    expect(out).toMatch(/^cron +disabled \(the desk is paused\): jobs do not run by themselves$/m);
  });

  it.each([
    [['cron', 'add', '--name', 'x', '--message', 'm'], 'needs one of --at, --every and --cron'],
    [['cron', 'add', '--name', 'x', '--every', '1h'], 'needs --message or --system-event'],
    [[...diary, '--every', '1h', '--at', '20m'], 'one of --at, --every and --cron'],
    [[...diary, '--every', 'soon'], `--every can't be "soon"`],
    [[...diary, '--at', 'tomorrowish'], '"tomorrowish" is no moment'],
    [[...diary, '--at', '2027-02-31T10:00'], '"2027-02-31T10:00" is no moment'],
    [[...diary, '--at', '2027-04-31T10:00:00+08:00'], '"2027-04-31T10:00:00+08:00" is no moment'],
    [[...diary, '--cron', '99 * * * *'], 'cron expression "99 * * * *"'],
    [[...diary, '--every', '1h', '--session', 'main'], 'takes systemEvent only'],
    [[...diary, '--cron', '0 7 * * *', '--tz', 'Mars'], 'IANA'],
    [['cron', 'edit', 'id1'], 'nothing to change'],
    [['cron', 'runs'], '--id'],
    [['cron', 'lst'], 'lst'],
    [['cron', 'list', '--colour'], '--colour'],
    [['dance'], 'dance'],
  ])('%j is wrong use: 2, and one line says why', async (args, because) => {
    const { code, err } = await cli(args);
    expect(code).toBe(2);
    expect(err).toContain(because);
    expect(err.split('\n')[0]).toMatch(/^nightdesk: /);
  });
});

describe('nightdesk cron, further', () => {
  const file = (content: unknown) => {
    writeFileSync(join(desk.home, 'jobs.json'), JSON.stringify(content));
    return 'jobs.json';
  };

  it('shows a job with its schedule as a sentence, and its next five runs', async () => {
    await cli([...diary, '--cron', '0 7,19 * * *', '--tz', 'Asia/Hong_Kong']);
    const { out } = await cli(['cron', 'show', 'id1']);
    expect(out).toContain('schedule    every day at 07:00 and 19:00, Hong Kong time');
    expect(out.match(/(07|19):00 ·|(07|19):00$/gm)).toHaveLength(5);
    expect((await cli(['cron', 'list'])).out).toContain('every day at 07:00 and 19:00, Hong Kong time');
    expect((await cli(['cron', 'edit', 'id1', '--tz', 'Europe/London'])).out).toContain('London time');
    expect(await cli(['cron', 'show', 'no'])).toMatchObject({ code: 1 });
  });

  it('adds lines for the main session, and isolated jobs with a delivery', async () => {
    const main = ['--session', 'main', '--system-event', 'wake up', '--wake', 'now', '--at', '20m'];
    expect((await cli(['cron', 'add', '--name', 'alarm', ...main])).code).toBe(0);
    expect(await desk.cron.get('id1')).toMatchObject({ sessionTarget: 'main', wakeMode: 'now' });
    await cli(['chat', '--session', 'terminal:a'], ['hello']);
    const sent = [
      '--session',
      'isolated',
      '--message',
      'm',
      '--deliver',
      '--provider',
      'terminal',
      '--to',
      'a',
    ];
    const { out } = await cli(['cron', 'add', '--name', 'digest', '--every', '1h', ...sent, '--json']);
    const { id } = JSON.parse(out) as { id: string };
    expect(await desk.cron.get(id)).toMatchObject({
      payload: { deliver: true, provider: 'terminal', to: 'a' },
    });
    await cli(['cron', 'edit', id, '--no-deliver', '--no-quiet', '--catch-up', 'all', '--history', 'none']);
    expect(await desk.cron.get(id)).toMatchObject({
      payload: { deliver: false },
      policy: { quiet: false, catchUp: 'all', history: 'none' },
    });
    await desk.cron.pause(true);
    expect((await cli(['cron', 'edit', id, '--name', 'x'])).err).toContain('cron is disabled');
  });

  it('imports a file and says what became of each job, and exports all', async () => {
    const jobs = [
      {
        id: 'a',
        name: 'old',
        schedule: { kind: 'every', everyMs: 60_000 },
        payload: { kind: 'agent_turn', message: 'm' },
      },
      {
        id: 'b',
        name: 'bad',
        schedule: { kind: 'cron', expr: '99 * * * *' },
        payload: { message: 'm' },
        colour: 1,
      },
      { id: 'c', name: 'none', payload: { message: 'm' } },
    ];
    const { code, out, err } = await cli(['cron', 'import', file(jobs)]);
    expect(code).toBe(0);
    expect(out).toContain('imported a "old" (legacy)\nimported b "bad" (legacy), paused: cron expression');
    expect(out).toContain('2 imported, 0 left alone, 1 refused');
    expect(err).toBe('refused jobs[2] "none": it has no schedule\nignored jobs[1].colour: an unknown field');
    const exported = JSON.parse((await cli(['cron', 'export'])).out) as { jobs: { id: string }[] };
    expect(exported.jobs.map(({ id }) => id)).toEqual(['a', 'b']);
    expect((await cli(['cron', 'import', file(exported)])).out).toContain('0 imported, 2 left alone');
    expect(await cli(['cron', 'import', 'nowhere.json'])).toMatchObject({ code: 2 });
    expect(await cli(['cron', 'import', file({})])).toMatchObject({ code: 2 });
  });

  it('wakes the desk', async () => {
    expect(await cli(['wake', '--mode', 'now', '--text', 'look'])).toMatchObject({ code: 0, out: 'queued' });
    expect(
      JSON.parse((await cli(['wake', '--mode', 'next-heartbeat', '--text', 'x', '--json'])).out),
    ).toEqual({
      queued: true,
    });
    expect(await cli(['wake', '--mode', 'soon', '--text', 'x'])).toMatchObject({ code: 2 });
    expect(await cli(['wake', '--mode', 'now'])).toMatchObject({ code: 2 });
  });
});

describe('nightdesk sessions', () => {
  it('lists, shows and resets', async () => {
    await cli(['chat', '--session', 'terminal:a'], ['hello']);
    expect((await cli(['sessions', 'list'])).out).toMatch(
      /^KEY +TITLE {2}ENTRIES {2}UPDATED \(Europe\/London\)\nterminal:a {2}a +2 /,
    );
    expect((await cli(['sessions', 'show', 'terminal:a', '--limit', '1'])).out).toMatch(
      /^terminal:a, times in Europe\/London\n.*Nightdesk: You said: hello$/,
    );
    expect(await cli(['sessions', 'show', 'terminal:b'])).toMatchObject({
      code: 1,
      err: 'nightdesk: there is no session terminal:b',
    });
    expect((await cli(['sessions', 'reset', 'terminal:a'])).out).toBe('terminal:a begins anew');
    expect(JSON.parse((await cli(['sessions', 'list', '--json'])).out)).toMatchObject({
      sessions: [{ generation: 1 }],
    });
  });

  it('keeps a session with jobs until --confirm', async () => {
    await cli(['chat', '--session', 'terminal:a'], ['hello']);
    await cli([
      'cron',
      'add',
      '--name',
      'diary',
      '--message',
      'm',
      '--session-key',
      'terminal:a',
      '--every',
      '1h',
    ]);
    const kept = await cli(['sessions', 'rm', 'terminal:a']);
    expect(kept.code).toBe(1);
    expect(kept.err).toMatch(/was kept: jobs live in it: "diary" \(id\d+\)\. --confirm/);
    expect(await cli(['sessions', 'rm', 'terminal:a', '--confirm'])).toMatchObject({
      code: 0,
      out: 'deleted terminal:a',
    });
    expect(await cli(['sessions', 'rm', 'terminal:a'])).toMatchObject({ code: 1 });
  });
});

describe('nightdesk chat', () => {
  it('sends each piped line, waits for its answer, and ends', async () => {
    const { code, out } = await cli(['chat'], ['hello', '', 'and again']);
    expect(code).toBe(0);
    expect(out).toBe('Nightdesk: You said: hello\nNightdesk: You said: and again');
  });

  it('takes slash commands, and ends at /quit', async () => {
    const lines = [
      '/cron add diary message:look around schedule:"every day at 7:30" tz:Asia/Hong_Kong',
      '/cron remove job:diary',
      '/nonsense',
      '/quit',
      'never said',
    ];
    const { code, out, err } = await cli(['chat'], lines);
    expect(code).toBe(0);
    expect(out).toContain('**diary** is set in this conversation: every day at 07:30, Hong Kong time.');
    expect(out).toContain('Remove it: /cron remove job:id1 sure:true');
    expect(out).not.toContain('never said');
    expect(err).toContain('there is no command /nonsense');
    expect(await desk.cron.get('id1')).toMatchObject({
      payload: { sessionKey: 'terminal:desk', message: 'look around' },
    });
  });

  it('shows a list to pick from as what can be typed', async () => {
    await desk.close();
    const choose = {
      label: 'Where to',
      name: 'gone bind',
      options: { jobs: 'id1' },
      option: 'to',
      choices: [
        { name: '#news', value: '11' },
        { name: '#desk', value: '12' },
      ],
    };
    const gone: Command = {
      name: 'gone',
      description: { en: 'What has gone', zh: '消失了的' },
      right: 'talk',
      ephemeral: true,
      options: [],
      run: async () => ({ text: 'A channel has gone.', choose }),
    };
    desk = await openGateway({ clock: new FakeClock(), commands: { more: [gone] } });
    const { out } = await cli(['chat'], ['/gone', '/quit']);
    expect(out).toBe(
      [
        'A channel has gone.',
        'Where to:',
        '- #news: /gone bind jobs:id1 to:11',
        '- #desk: /gone bind jobs:id1 to:12',
      ].join('\n'),
    );
  });

  it('shows what the desk refuses, and goes on', async () => {
    const { code, out, err } = await cli(['chat', '--session', 'discord:12'], ['hello', '/help']);
    expect(code).toBe(0);
    expect(err).toBe('nightdesk: there is no session discord:12');
    expect(out).toContain('/cron add');
  });
});

it('says so when the token is wrong', async () => {
  const around = {
    home: desk.home,
    clock: desk.clock,
    env: { GATEWAY_TOKEN: 'another-token-than-that-of-the-desk' },
  };
  expect(await run(['cron', 'list'], around)).toMatchObject({
    code: 1,
    err: 'nightdesk: the token is wrong',
  });
  expect((await run(['chat'], { ...around, lines: ['x'] })).err).toContain('401');
});
