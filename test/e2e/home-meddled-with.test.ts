/** A home that somebody meddles with, and real desks on it. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { spoilJob } from '../support/spoiled-home.ts';
import { tempHome } from '../support/temp-home.ts';

const bin = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));
const env = (home: string) => ({ PATH: process.env['PATH'], NIGHTDESK_HOME: home, GATEWAY_PORT: '0' });
/** A command that ends by itself; a start that is refused is one. */
const nightdesk = (home: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    env: env(home),
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
};

it(
  'keeps a second desk out though the lock file was removed, and makes it anew',
  { timeout: 600_000 },
  async () => {
    const home = tempHome();
    const desk = await startDesk(home);
    const lock = join(home, 'data', 'nightdesk.lock');
    rmSync(lock);
    const second = nightdesk(home, 'start');
    expect(second).toMatchObject({ status: 1 });
    expect(second.said).toContain(`another desk (process ${desk.child.pid})`);
    await found(() => desk.errors().includes('it was made anew') || undefined);
    expect(readFileSync(`${lock}.pid`, 'utf8')).toContain(String(desk.child.pid));
    expect(nightdesk(home, 'start').said).toContain(`another desk (process ${desk.child.pid})`);
    // It works as before.
    expect(await desk.rpc('desk.status')).toBeTruthy();
    expect((await desk.stop()).code).toBe(0);
  },
);

it('refuses a copy without the log of changes, and takes a whole one', { timeout: 600_000 }, async () => {
  const home = tempHome();
  const desk = await startDesk(home);
  const { id } = await desk.rpc<{ id: string }>('cron.add', {
    job: {
      name: 'Diary',
      schedule: { kind: 'every', everyMs: 3_600_000 },
      sessionTarget: 'isolated',
      payload: { kind: 'agentTurn', message: 'Say hello' },
    },
  });
  const gone = new Promise((resolve) => desk.child.once('exit', resolve));
  desk.child.kill('SIGKILL');
  await gone;
  const [whole, torn] = [tempHome(), tempHome()];
  cpSync(home, whole, { recursive: true });
  cpSync(home, torn, { recursive: true });
  for (const end of ['-wal', '-shm']) rmSync(join(torn, 'data', `nightdesk.sqlite3${end}`));
  const refused = nightdesk(torn, 'start');
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.said).toMatch(/nightdesk\.sqlite3.*-wal.*estore/);
  expect(nightdesk(torn, 'doctor').said).toMatch(/✗ database: .*-wal/);
  const again = await startDesk(whole);
  expect(JSON.stringify(await again.rpc('cron.list'))).toContain(id);
  await again.stop();
});

it(
  'starts with a row that can’t be read, names it, and goes on with the rest',
  { timeout: 600_000 },
  async () => {
    const home = tempHome();
    const desk = await startDesk(home);
    const add = (name: string) =>
      desk.rpc<{ id: string }>('cron.add', {
        job: {
          name,
          schedule: { kind: 'every', everyMs: 3_600_000 },
          sessionTarget: 'isolated',
          payload: { kind: 'agentTurn', message: 'Say hello' },
        },
      });
    const [bad, good] = [await add('Diary'), await add('Weather')];
    await desk.stop();
    spoilJob(home, bad.id);
    const again = await startDesk(home);
    const listed = JSON.stringify(await again.rpc('cron.list'));
    expect(listed).toContain(good.id);
    expect(listed).not.toContain(bad.id);
    expect(
      again
        .errors()
        .split('\n')
        .filter((line) => line.includes(bad.id)),
    ).toHaveLength(1);
    const doctor = nightdesk(home, 'doctor');
    expect(doctor.said).toContain(`jobs “${bad.id}”: job is no JSON`);
    expect(existsSync(join(home, 'data', 'set-aside.jsonl'))).toBe(true);
    await again.stop();
  },
);
