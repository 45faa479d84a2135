/** The program as it is started and stopped: a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';
import { eventually } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));

function start(home: string, more: Record<string, string> = {}) {
  const env = {
    ...process.env,
    ...more,
    NIGHTDESK_HOME: home,
    NIGHTDESK_SKIP_CRON: '1',
    GATEWAY_PORT: '0',
    LOG_LEVEL: 'error',
  };
  const desk = spawn(process.execPath, [PROGRAM, 'start'], { env });
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    desk.stdout.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('Console')) resolve();
    });
    desk.once('exit', () => reject(new Error(`it ended at once: ${said}`)));
  });
  let complaints = '';
  desk.stderr.on('data', (part: Buffer) => (complaints += part.toString()));
  return { desk, ready, exit: once(desk, 'exit'), said: () => said, complaints: () => complaints };
}

it('starts, serves the command line, refuses a second desk on its home, and stops with 0 at SIGTERM', async () => {
  const home = tempHome();
  const first = start(home);
  await first.ready;
  expect(first.said()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#token=\S+/);
  const status = await run(['cron', 'status'], { home, clock: systemClock });
  expect(status.out).toContain('disabled (NIGHTDESK_SKIP_CRON): jobs do not run by themselves');

  const second = start(home);
  second.ready.catch(() => {}); // it never is
  expect((await second.exit)[0]).toBe(1);
  expect(second.complaints()).toMatch(/^nightdesk: .*\b\d+\b/m);

  first.desk.kill('SIGTERM');
  expect((await first.exit)[0]).toBe(0);
  expect(existsSync(join(home, 'data', 'gateway.json'))).toBe(false);
});

it('prints an address that the console reads its token from, whatever signs it has', async () => {
  const token = 'Zk8+q/3v%41(x)"&#hq2mN7yPb0wRtA=';
  const { desk, ready, exit, said } = start(tempHome(), { GATEWAY_TOKEN: token });
  await ready;
  const [, hash = ''] = /\/#(\S+)/.exec(said()) ?? [];
  expect(new URLSearchParams(hash).get('token')).toBe(token);
  desk.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
});

it('stops in order though nobody reads any more what it says, as at Ctrl-C before a pipe', async () => {
  const home = tempHome();
  const { desk, ready, exit } = start(home);
  await ready;
  const unread = [desk.stdout, desk.stderr].map((stream) => once(stream.destroy(), 'close'));
  await Promise.all(unread);
  desk.kill('SIGINT');
  expect((await exit)[0]).toBe(0);
  expect(existsSync(join(home, 'data', 'gateway.json'))).toBe(false);
});

it('runs on though its reader has gone before its first line', async () => {
  const home = tempHome();
  const { desk, ready, exit } = start(home);
  ready.catch(() => {}); // nobody reads that it is
  await once(desk.stdout.destroy(), 'close');
  const address = join(home, 'data', 'gateway.json');
  await eventually(() => existsSync(address));
  const status = await run(['cron', 'status'], { home, clock: systemClock });
  expect(status.out).toContain('disabled (NIGHTDESK_SKIP_CRON): jobs do not run by themselves');
  desk.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  expect(existsSync(address)).toBe(false);
});

it.each(['SIGTERM', 'SIGINT'] as const)('stops with 0 through npm at %s, as at Ctrl-C', async (signal) => {
  const env = { ...process.env, NIGHTDESK_HOME: tempHome(), NIGHTDESK_SKIP_CRON: '1', GATEWAY_PORT: '0' };
  // A terminal sends Ctrl-C to all of its processes, and npm passes it on besides.
  const npm = spawn('npm', ['start'], { env, detached: true });
  let said = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (part: Buffer) => {
        said += part.toString();
        if (said.includes('Console')) resolve();
      });
  });
  const exit = once(npm, 'exit');
  await Promise.race([ready, exit.then(() => expect.fail(said))]);
  process.kill(signal === 'SIGINT' ? -npm.pid! : npm.pid!, signal);
  expect((await exit)[0], said).toBe(0);
  expect(said).not.toMatch(/npm (error|ERR)/);
});
