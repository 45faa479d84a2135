/** Runners as real processes: refused beside another, killed, and taken over by a desk. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Entry } from '../../src/sessions/entry.ts';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

const bin = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));

function command(home: string, args: readonly string[], input = '') {
  const child = spawn(process.execPath, [bin, 'newsroom', ...args], {
    env: { PATH: process.env['PATH'], NIGHTDESK_HOME: home, GATEWAY_PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  child.stdin.end(input);
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out: out.join(''), err: err.join('') })),
  );
  return { child, ended };
}

const jobsOf = (home: string) => join(home, 'data', 'newsroom', 'jobs');
const status = (dir: string, story: string) =>
  (JSON.parse(readFileSync(join(dir, story), 'utf8')) as { state: { status: string } }).state.status;
const holder = (home: string) => readFileSync(join(home, 'data', 'nightdesk.lock.pid'), 'utf8').trim();

/** Stories that a planner was offered and did not order. */
function unpicked(home: string, runDir: string): { title: string; primary_url: string }[] {
  const file = join(home, 'data', 'newsroom', 'daily_inputs_last.json');
  const { candidates } = JSON.parse(readFileSync(file, 'utf8')) as {
    candidates: { title: string; primary_url: string; supporting_urls: string[] }[];
  };
  const picked = readdirSync(runDir)
    .filter((name) => /^story_\d+\.json$/.test(name))
    .map((name) => readFileSync(join(runDir, name), 'utf8'));
  return candidates
    .filter(({ primary_url }) => !picked.some((text) => text.includes(primary_url)))
    .map(({ title, primary_url, supporting_urls }) => ({ title, primary_url, supporting_urls }));
}

describe('a runner', () => {
  it('is alone, and what it leaves when it is killed another and then a desk finish, each message once', async () => {
    const home = tempHome();
    const planned = await command(home, ['plan', 'daily', '--json']).ended;
    expect(planned.code, planned.err).toBe(0);
    // People read words; what is for logs is in the log.
    expect(planned.err).not.toMatch(/^\{/m);
    expect(readFileSync(join(home, 'data', 'nightdesk.log'), 'utf8')).toContain('"module":"newsroom"');
    const { run } = JSON.parse(planned.out) as { run: { id: string; dir: string } };

    const first = command(home, ['run', '--path', run.dir]);
    await found(() => (holder(home) === `${first.child.pid} runner` ? true : undefined));
    const second = await command(home, ['run', '--path', run.dir]).ended;
    expect(second.code).toBe(second.err.includes('a runner') ? 1 : 0); // unless the first was faster
    if (second.code === 1) expect(second.err).toContain(`process ${first.child.pid}`);
    await found(() => (status(run.dir, 'story_01.json') !== 'PLANNED' ? true : undefined));
    first.child.kill('SIGKILL');
    await first.ended;

    const third = command(home, ['run', '--path', run.dir]);
    await found(() => (holder(home) === `${third.child.pid} runner` ? true : undefined));
    const desk = await startDesk(home, { NIGHTDESK_SKIP_CRON: '1' }); // its planner orders nothing
    onTestFinished(() => void desk.child.kill('SIGKILL'));
    const end = await third.ended;
    expect(end.code, end.err).toBe(0);
    expect(end.out).toContain('5 of 5 posted');
    const summary = JSON.parse(readFileSync(join(run.dir, 'run_summary.json'), 'utf8')) as object;
    expect(summary).toMatchObject({ ok: true, summary: { total: 5, completed: 5 } });

    const entriesOf = async (key: string) => {
      const { entries } = await desk.rpc<{ entries: Entry[] }>('sessions.history', { key, limit: 500 });
      return entries.map(({ id }) => id).filter((id) => id.startsWith(`story:${run.id}/`));
    };
    // What was sent is written down a moment later.
    const said = await found(async () => {
      const { sessions } = await desk.rpc<{ sessions: SessionInfo[] }>('sessions.list');
      const threads = sessions.filter(({ origin }) => origin.parent === 'console:desk');
      const ids = await entriesOf('console:desk');
      for (const { key } of threads) ids.push(...(await entriesOf(key)));
      return ids.filter((id) => /\/(?:thread|chunk_01)$/.test(id)).length >= 10 ? ids : undefined;
    });
    for (const part of ['/thread', '/chunk_01'])
      expect(said.filter((id) => id.endsWith(part)).sort()).toEqual(
        [1, 2, 3, 4, 5].map((n) => `story:${run.id}/story_0${n}${part}`),
      );
    expect(new Set(said).size).toBe(said.length);

    // What is ordered beside a desk is the desk's, and no runner is launched.
    const order = JSON.stringify({ trigger: 'manual', stories: [unpicked(home, run.dir)[0]] });
    const wrote = await command(home, ['write-run', '--launch-runner'], order).ended;
    expect([wrote.code, wrote.err]).toEqual([0, '']);
    const receipt = JSON.parse(wrote.out) as { run_id: string; runner: object };
    expect(receipt.runner).toEqual({ by: 'desk' });
    const ordered = join(jobsOf(home), receipt.run_id);
    await found(() => readFileSync(join(ordered, 'run_summary.json'), 'utf8'));
    expect(readdirSync(ordered)).not.toContain('runner_background.out.log');
    await desk.stop();
  });

  it('is launched for a run that a program orders, and outlives the command', async () => {
    const home = tempHome();
    const planned = await command(home, ['plan', 'daily', '--json']).ended;
    const { run } = JSON.parse(planned.out) as { run: { dir: string } };
    const [one, other] = unpicked(home, run.dir);
    const order = { trigger: 'manual', stories: [one, { title: '' }] };
    const wrote = await command(home, ['write-run', '--launch-runner'], JSON.stringify(order)).ended;
    expect(wrote.code, wrote.err).toBe(0);
    expect(wrote.err).toContain('left out: stories[1].title');
    const receipt = JSON.parse(wrote.out) as { status: string; run_id: string; stories: unknown[] };
    expect(receipt).toMatchObject({ status: 'ok', stories: [{ story_id: 'story_01', title: one?.title }] });

    // One more while that runner works: whoever of the two is first does both.
    const second = await command(
      home,
      ['write-run', '--launch-runner', '--json'],
      JSON.stringify({ trigger: 'manual', stories: [other] }),
    ).ended;
    expect(second.code, second.err).toBe(0);
    const { run_id, runner } = JSON.parse(second.out) as { run_id: string; runner: object };
    expect(runner).toEqual({ by: 'runner', pid: expect.any(Number) as number });
    await found(() => readFileSync(join(jobsOf(home), run_id, 'run_summary.json'), 'utf8'));

    const dir = join(jobsOf(home), receipt.run_id);
    await found(() => readFileSync(join(dir, 'run_summary.json'), 'utf8'));
    expect(readdirSync(dir)).toEqual(
      expect.arrayContaining(['runner_background.out.log', 'runner_background.err.log']),
    );
    // The launched runner takes up everything that is open.
    await found(() => readFileSync(join(run.dir, 'run_summary.json'), 'utf8'));
    await found(() => {
      try {
        return holder(home) === '' ? true : undefined;
      } catch {
        return true;
      }
    });
    const told = await command(home, ['run', '--jobs-root', jobsOf(home), '--summary-only', '--json']).ended;
    const { runs } = JSON.parse(told.out) as { runs: { ok: boolean }[] };
    expect(runs.map(({ ok }) => ok)).toEqual([true, true, true]);
  });
});
