import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { pathsOf } from '../../src/config/paths.ts';
import { backUp } from '../../src/store/backup/back-up.ts';
import { systemClock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const clock = systemClock;
const add = [
  'cron',
  'add',
  '--name',
  'diary',
  '--message',
  'look',
  '--session-key',
  'console:news',
  '--every',
  '1h',
  '--create',
];

describe('where no desk runs', () => {
  it('jobs are kept in the stores, with a warning', async () => {
    const home = tempHome();
    const added = await run([...add, '--json'], { home, clock });
    expect(added).toMatchObject({
      code: 0,
      err: expect.stringContaining('no desk runs on this home') as unknown,
    });
    const { id } = JSON.parse(added.out) as { id: string };
    expect((await run(['cron', 'list'], { home, clock })).out).toContain(id);
    expect((await run(['cron', 'edit', id, '--name', 'night'], { home, clock })).out).toContain('"night"');
    expect((await run(['cron', 'status'], { home, clock })).out).toContain('off: no desk runs on this home');
    expect(await run(['cron', 'rm', id], { home, clock })).toMatchObject({ code: 0 });
  });

  it('jobs move in and out as files, the desk is woken later, and a disabled cron is told of', async () => {
    const home = tempHome();
    const jobs = [{ id: 'a', name: 'old', schedule: { everyMs: 60_000 }, payload: { message: 'm' } }];
    writeFileSync(join(home, 'jobs.json'), JSON.stringify({ version: 1, jobs }));
    expect((await run(['cron', 'import', 'jobs.json'], { home, clock })).out).toContain('1 imported');
    expect(JSON.parse((await run(['cron', 'export'], { home, clock })).out)).toMatchObject({
      jobs: [{ id: 'a', sessionTarget: 'legacy' }],
    });
    expect((await run(['cron', 'show', 'a'], { home, clock })).out).toContain('every minute');
    expect(await run(['wake', '--mode', 'now', '--text', 'look'], { home, clock })).toMatchObject({
      code: 0,
      err: expect.stringContaining('it is told once one is started') as unknown,
    });
    const env = { NIGHTDESK_SKIP_CRON: '1' };
    expect((await run([...add, '--json'], { home, clock, env })).err).toContain('NIGHTDESK_SKIP_CRON');
    for (const look of [['list'], ['list', '--json'], ['show', 'a']])
      expect(await run(['cron', ...look], { home, clock, env })).toMatchObject({
        code: 0,
        err: 'warning: cron is disabled (NIGHTDESK_SKIP_CRON): jobs do not run by themselves',
      });
    expect((await run(['cron', 'list'], { home, clock })).err).toBe('');
  });

  it('files are read though they begin with a byte order mark', async () => {
    const home = tempHome();
    const jobs = [{ id: 'a', name: 'old', schedule: { everyMs: 60_000 }, payload: { message: 'm' } }];
    writeFileSync(join(home, 'jobs.json'), `\ufeff${JSON.stringify({ version: 1, jobs })}`);
    expect((await run(['cron', 'import', 'jobs.json'], { home, clock })).out).toContain('1 imported');
    const story = { language: 'en', builtAt: '2026-01-05', title: 'x', body: 'y', sources: [] };
    writeFileSync(join(home, 'story.json'), `\ufeff${JSON.stringify(story)}`);
    expect((await run(['newsroom', 'verify', 'story.json'], { home, clock })).err).toBe('');
  });

  it('a job names a model that there is, when it is added and when it is edited', async () => {
    const home = tempHome();
    const refused = { code: 2, out: '', err: 'nightdesk: there is no model "nosuch"; allowed: desk' };
    expect(await run([...add, '--model', 'nosuch'], { home, clock })).toMatchObject(refused);
    const added = await run([...add, '--model', 'desk', '--json'], { home, clock });
    expect(added.code).toBe(0);
    const { id, payload } = JSON.parse(added.out) as { id: string; payload: object };
    expect(payload).toMatchObject({ model: 'desk' });
    const edit = (...flags: string[]) => run(['cron', 'edit', id, ...flags, '--json'], { home, clock });
    expect(await edit('--model', 'nosuch')).toMatchObject(refused);
    const { out } = await edit('--no-model');
    expect((JSON.parse(out) as { payload: object }).payload).not.toHaveProperty('model');
  });

  it('a job is bound to a conversation that there is; for another one it is asked', async () => {
    const home = tempHome();
    const bind = (key: string, ...more: string[]) =>
      run(['cron', 'add', '--name', 'x', '--message', 'm', '--every', '1h', '--session-key', key, ...more], {
        home,
        clock,
      });
    expect(await bind('console:desk')).toMatchObject({ code: 0 });
    const refused = await bind('console:dsek');
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/nobody has spoken in console:dsek yet; the nearest: console:desk.*--create/);
    expect((await run(['cron', 'list', '--json'], { home, clock })).out.match(/"name": "x"/g)).toHaveLength(
      1,
    );
    expect(await bind('console:dsek', '--create')).toMatchObject({ code: 0 });
    for (const key of ['consol:desk', 'discord:news'])
      expect(await bind(key)).toMatchObject({ code: 2, err: expect.stringContaining(key) as unknown });
    expect((await bind('discord:123')).err).toContain(
      "nobody has spoken in discord:123, and Discord can't be asked",
    );
    const [{ id }] = (
      JSON.parse((await run(['cron', 'list', '--json'], { home, clock })).out) as { jobs: [{ id: string }] }
    ).jobs;
    expect(await run(['cron', 'edit', id, '--session-key', 'console:nope'], { home, clock })).toMatchObject({
      code: 2,
    });
    const freed = JSON.parse((await run(['gc', '--json'], { home, clock })).out) as object;
    expect(freed).toMatchObject({ turns: 0, runs: 0, receipts: 0, newsletters: 0 });
    expect((await run(['gc'], { home, clock })).out).toMatch(/^Dropped 0 turns, 0 runs, 0 system events/);
  });

  it('what needs a running desk says how to start one', async () => {
    const home = tempHome();
    for (const args of [['cron', 'run', 'x'], ['chat']])
      expect(await run(args, { home, clock })).toMatchObject({
        code: 1,
        err: 'nightdesk: no desk runs on this home; start one: npx nightdesk start',
      });
    expect(await run(['sessions', 'show', 'console:x'], { home, clock })).toMatchObject({ code: 1 });
  });

  it('says whose the home is, and not that there is no desk or nothing to back up, to another user', async () => {
    const home = homeInReach();
    await run(['cron', 'list'], { home, clock });
    writeFileSync(join(home, 'data', 'gateway.json'), '{}');
    // What it loads may be in a folder that the other user can't read: that is loaded before.
    const viaMcp = () => run(['mcp'], { home, clock, lines: MCP_LINES });
    expect(await run(['chat'], { home, clock })).toMatchObject({ code: 1 });
    expect((await viaMcp()).sent).toContain('cron_list');
    const backUpHere = () => backUp({ home, paths: pathsOf(home), to: join(home, 'copy'), madeAt: 'now' });
    await asAnother(home, async () => {
      expect((await run(['chat'], { home, clock })).err).toMatch(
        /\.env is unreadable \(EACCES\).*user of the desk/,
      );
    });
    await asAnother(join(home, 'data'), async () => {
      const { code, err } = await run(['chat'], { home, clock });
      expect(code).toBe(1);
      expect(err).toMatch(
        /^nightdesk: EACCES.*gateway\.json.*run this as the user of its desk.*NIGHTDESK_HOME/,
      );
      expect((await viaMcp()).sent).toMatch(
        /"message":"EACCES[^"]*gateway\.json[^"]*run this as the user of its desk[^"]*NIGHTDESK_HOME/,
      );
      await expect(backUpHere()).rejects.toThrow(/EACCES.*nightdesk\.sqlite3/);
    });
  });

  it('warns where the working directory becomes a home, and no more when it is one, or was named', async () => {
    const home = tempHome();
    const list = async (env: Record<string, string>) =>
      (await run(['cron', 'list'], { home, clock, env })).err;
    const warning = `warning: the working directory, ${home}, had no newsroom, and has an empty one now; NIGHTDESK_HOME names another home`;
    expect(await list({ NIGHTDESK_HOME: '' })).toBe(warning);
    expect(await list({ NIGHTDESK_HOME: '' })).toBe('');
    expect(await list({ NIGHTDESK_HOME: tempHome() })).toBe('');
  });

  it('says of a place that can be no folder that it is none, and does not wait for it', async () => {
    const home = tempHome();
    await run(['cron', 'list'], { home, clock });
    writeFileSync(join(home, 'file'), '');
    for (const command of [['backup'], ['sessions', 'export']]) {
      for (const place of [join(home, 'file'), join(home, 'file', 'copy'), '/proc/copy'])
        expect(await run([...command, place], { home, clock })).toMatchObject({
          code: 1,
          err: expect.stringMatching(/can't be a folder \(E.*\); allowed: a new or empty folder/) as string,
        });
      expect((await run([...command, join(home, 'data')], { home, clock })).err).toContain('has its data');
    }
    expect((await run(['cron', 'list'], { home: join(home, 'file'), clock })).err).toMatch(
      /ENOTDIR.*file\/data.*another home with NIGHTDESK_HOME/,
    );
    expect((await run(['cron', 'list'], { home: '/proc/home', clock })).err).toMatch(/ENOENT.*\/proc\/home/);
  });

  it('names the database that a backup could not copy', async () => {
    const home = tempHome();
    await run(['cron', 'list'], { home, clock });
    for (const name of readdirSync(join(home, 'data')).filter((one) => one.startsWith('nightdesk.sqlite3-')))
      rmSync(join(home, 'data', name));
    writeFileSync(join(home, 'data', 'nightdesk.sqlite3'), 'no database at all '.repeat(100));
    expect(await run(['backup', join(home, 'copy')], { home, clock })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/nightdesk\.sqlite3 can't be copied: file is not a database/) as string,
    });
  });

  it('refuses to move a newsroom to what is neither PostgreSQL nor a file, and shows no password', async () => {
    const to = 'mysql://ann:hunter2@db.example.org/nightdesk';
    const { code, err } = await run(['migrate', '--to', to], { home: tempHome(), clock });
    expect([code, err]).toEqual([
      2,
      'nightdesk: --to begins with mysql://; allowed: postgres://…, or <home>/data/nightdesk.sqlite3',
    ]);
  });

  it("the planners of the README's commands are added, looked at, and enabled", async () => {
    const home = tempHome();
    const readme = readFileSync('README.md', 'utf8').replaceAll('\\\n', ' ');
    const written = readme.match(
      /^npx nightdesk cron (add|enable) .*--disabled$|^npx nightdesk cron enable .*$/gm,
    );
    const [daily, hourly, enable] = (written ?? []).map(words);
    const ids: string[] = [];
    for (const command of [daily!, hourly!]) {
      const added = await run([...command, '--json'], { home, clock });
      expect(added.code, added.err).toBe(0);
      const job = JSON.parse(added.out) as { id: string; enabled: boolean; state: object };
      expect(job).toMatchObject({ enabled: false, sessionTarget: 'bound' });
      ids.push(job.id);
    }
    expect((await run(['cron', 'list'], { home, clock })).out).toBe('There are no jobs.');
    for (const id of ids) {
      const { code, out } = await run(
        enable!.map((word) => (word === 'ID' ? id : word)),
        { home, clock },
      );
      expect([code, out]).toEqual([0, expect.stringContaining(id)]);
    }
    const { jobs } = JSON.parse((await run(['cron', 'list', '--json'], { home, clock })).out) as {
      jobs: object[];
    };
    expect(jobs).toMatchObject([
      {
        enabled: true,
        schedule: { kind: 'cron', expr: '0 7,19 * * *', tz: 'Europe/London' },
        payload: { profile: 'planner_daily', sessionKey: 'console:desk', timeoutSeconds: 900 },
      },
      {
        enabled: true,
        schedule: { kind: 'cron', expr: '30 * * * *', tz: 'Europe/London' },
        payload: { profile: 'planner_hourly', timeoutSeconds: 600 },
        policy: { quiet: true },
      },
    ]);
  });

  it('every command of the newsroom that prints takes --json', async () => {
    const around = { home: tempHome(), clock };
    const lacking: string[] = [];
    const look = async (path: readonly string[]): Promise<void> => {
      const { out } = await run([...path, '--help'], around);
      const [, list] = /^Commands:\n([\s\S]*)$/m.exec(out) ?? [];
      const below = [...(list ?? '').matchAll(/^ {2}([a-z-]+)/gm)].flatMap(([, name = '']) => name);
      if (below.length === 0 && !out.includes('--json')) lacking.push(path.join(' '));
      for (const name of below) if (name !== 'help') await look([...path, name]);
    };
    await look(['newsroom']);
    expect(lacking).toEqual([]);
  });

  it('an address that a dead desk left behind is no desk', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'data'));
    writeFileSync(join(home, 'data', 'gateway.json'), '{"host":"127.0.0.1","port":1,"pid":1}');
    expect((await run(['cron', 'list'], { home, clock })).out).toBe('There are no jobs.');
  });
});

/** A command line of the README as a shell reads it, without the program's name. */
function words(line: string): string[] {
  const parts = line.replace(/\s#.*$/, '').match(/"[^"]*"|\S+/g) ?? [];
  return parts.slice(2).map((part) => part.replaceAll('"', ''));
}

it('names bad settings', async () => {
  const home = tempHome();
  const { code, err } = await run(['cron', 'list'], {
    home,
    clock,
    env: { GATEWAY_PORT: 'x', NIGHTDESK_HOMEE: '1' },
  });
  expect(code).toBe(1);
  expect(err).toContain('GATEWAY_PORT is "x"; allowed: a whole number');
  expect(existsSync(join(home, 'data'))).toBe(false);
});

it('prints help and the version', async () => {
  const around = { home: tempHome(), clock };
  expect((await run(['--version'], around)).out).toMatch(/^\d+\.\d+\.\d+$/);
  const help = await run(['--help'], around);
  expect(help.code).toBe(0);
  expect(help.out).toContain('sessions');
});

const MCP_LINES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));

/** Where another user may look for it, too. */
function homeInReach(): string {
  const home = mkdtempSync('/tmp/nightdesk-');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o755);
  return home;
}

/** While a folder is closed to this process, as one of another user is; root may read everything, so root becomes another. */
async function asAnother(folder: string, work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(folder, 0);
  if (isRoot) process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o755);
  }
}
