/** A real desk whose transcripts can't be written for a while. */
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

interface Status {
  readonly remarks?: readonly string[];
}
interface History {
  readonly entries: readonly { readonly role: string; readonly content: string }[];
}

it('says so at once where people look, and answers everything afterwards', { timeout: 600_000 }, async () => {
  const home = tempHome();
  const desk = await startDesk(home);
  const { host, port } = JSON.parse(readFileSync(join(home, 'data', 'gateway.json'), 'utf8')) as {
    host: string;
    port: number;
  };
  const ready = async () => (await fetch(`http://${host}:${port}/readyz`)).status;
  const say = (text: string) => desk.rpc('chat.send', { sessionKey: 'console:desk', text });
  const remarks = async () => (await desk.rpc<Status>('desk.status')).remarks?.join(' ') ?? '';
  const answers = async () =>
    (await desk.rpc<History>('sessions.history', { key: 'console:desk', limit: 50 })).entries.filter(
      ({ role, content }) => role === 'assistant' && content !== '',
    ).length;
  // Nobody but people is answered here.
  const { jobs } = await desk.rpc<{ jobs: readonly { id: string }[] }>('cron.list');
  for (const { id } of jobs) await desk.rpc('cron.update', { id, patch: { enabled: false } });
  await say('hello');
  await found(async () => (await answers()) === 1 || undefined);
  expect(await ready()).toBe(200);

  // Nobody speaks, and it is seen all the same.
  const [sessions, aside] = [join(home, 'sessions'), join(home, 'aside')];
  renameSync(sessions, aside);
  writeFileSync(sessions, 'not a folder');
  expect(await ready()).toBe(503);
  expect(await remarks()).toContain("can't be written");
  const told = await desk.rpc('commands.invoke', { name: 'desk status', sessionKey: 'console:desk' });
  expect(JSON.stringify(told)).toContain("can't be written");
  await say('are you there?');
  await say('hello again');
  rmSync(sessions);
  renameSync(aside, sessions);
  await found(async () => (await answers()) === 3 || undefined);
  await found(async () => (await ready()) === 200 || undefined);
  expect(await remarks()).not.toContain("can't be written");

  // One transcript is enough: somebody laid a link in its place.
  const file = join(sessions, 'console%3Adesk.jsonl');
  renameSync(file, aside);
  mkdirSync(join(home, 'elsewhere'));
  const target = join(home, 'elsewhere', 'mine');
  writeFileSync(target, 'mine');
  symlinkSync(target, file);
  await say('one more');
  await found(async () => (await ready()) === 503 || undefined);
  expect(await remarks()).toMatch(/the transcript of console:desk can't be written.*symbolic link/);
  expect(readFileSync(target, 'utf8')).toBe('mine');
  rmSync(file);
  renameSync(aside, file);
  await found(async () => (await answers()) === 4 || undefined);
  expect(await ready()).toBe(200);
  expect((await desk.stop()).code).toBe(0);
});
