/** What a real desk leaves in its home is its owner's alone, and what others could use of it is refused. */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

const bin = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));
const start = (home: string, env: Record<string, string> = {}) => {
  const around = { PATH: process.env['PATH'], NIGHTDESK_HOME: home, GATEWAY_PORT: '0', ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'start'], {
    env: around,
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
};

it('makes nothing that others may read, whatever the umask is', { timeout: 600_000 }, async () => {
  const home = tempHome();
  const before = process.umask(0o000);
  const desk = await startDesk(home).finally(() => process.umask(before));
  await desk.rpc('chat.send', { sessionKey: 'console:desk', text: 'hello' });
  await found(() => readdirSync(join(home, 'sessions'))[0]);
  await desk.stop();
  const open = readdirSync(home, { recursive: true, encoding: 'utf8' })
    .map((name) => ({ name, mode: lstatSync(join(home, name)).mode & 0o777 }))
    .filter(({ mode }) => (mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

it('refuses a short token, and an address beyond this machine without one', { timeout: 600_000 }, () => {
  const short = start(tempHome(), { GATEWAY_TOKEN: 'hunter2' });
  expect(short).toMatchObject({ status: 1 });
  expect(short.said).toMatch(/GATEWAY_TOKEN.*7 characters.*at least 32/);
  expect(short.said).not.toContain('hunter2');
  const shown = start(tempHome(), { GATEWAY_HOST: '0.0.0.0' });
  expect(shown).toMatchObject({ status: 1 });
  expect(shown.said).toMatch(/GATEWAY_HOST.*0\.0\.0\.0.*GATEWAY_TOKEN/);
  const kept = tempHome();
  mkdirSync(join(kept, 'data'));
  writeFileSync(join(kept, 'data', 'gateway.token'), 'hunter2\n');
  expect(start(kept)).toMatchObject({ status: 1, said: expect.stringContaining('at least 32') as string });
});

it('refuses a link in place of its token, and leaves alone what it leads to', { timeout: 600_000 }, () => {
  const home = tempHome();
  mkdirSync(join(home, 'data'));
  const elsewhere = join(home, 'elsewhere');
  writeFileSync(elsewhere, 'what somebody else keeps, of more than 32 characters', { mode: 0o644 });
  symlinkSync(elsewhere, join(home, 'data', 'gateway.token'));
  const refused = start(home);
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.said).toMatch(/gateway\.token is a symbolic link/);
  expect(readFileSync(elsewhere, 'utf8')).toContain('somebody else');
  expect(lstatSync(elsewhere).mode & 0o777).toBe(0o644);
});
