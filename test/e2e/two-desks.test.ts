/** Desks that share a newsroom in PostgreSQL: one works, another stands by; real processes, a real server. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { tempHome } from '../support/temp-home.ts';

const BIN = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));

/** A command, to its end. */
const nightdesk = (args: readonly string[], env: Record<string, string>) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [BIN, ...args],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

type Desk = Awaited<ReturnType<typeof startDesk>>;

/** A desk with a home of its own, over a database. */
function deskOn(url: string): { readonly home: string; readonly ready: Promise<Desk> } {
  const home = tempHome();
  const ready = startDesk(home, { DATABASE_URL: url });
  onTestFinished(() => ready.then(({ child }) => void child.kill('SIGKILL')).catch(() => {}));
  return { home, ready };
}

const threadsOf = async (desk: Desk) => {
  const { sessions } = await desk.rpc<{ sessions: { key: string; title?: string }[] }>('sessions.list');
  return sessions.filter(({ key }) => key.startsWith('console:') && key !== 'console:desk');
};
const saidIn = async (desk: Desk, key: string) => {
  const wish = { key, limit: 200 };
  return (await desk.rpc<{ entries: { id: string; content: string }[] }>('sessions.history', wish)).entries;
};
const say = (desk: Desk, text: string) =>
  desk.rpc('chat.send', { sessionKey: 'console:desk', text, author: { name: 'Ann' } });

describe('desks on one database', () => {
  it('post the sample’s stories; when one is killed the next goes on with all that was said', async () => {
    const url = await server.database('killed');
    const first = await deskOn(url).ready;
    const threads = await found(async () => {
      const there = await threadsOf(first);
      return there.length >= 5 ? there : undefined;
    });
    await say(first, 'no more crypto today');
    const before = await found(async () => {
      const entries = await saidIn(first, 'console:desk');
      return entries.some(({ content }) => content.startsWith('Noted:')) ? entries : undefined;
    });
    const second = deskOn(url).ready;
    first.child.kill('SIGKILL');
    const next = await second;
    expect(next.errors()).toMatch(/worked on by desk \d+@.*: this desk stands by/);
    const after = await saidIn(next, 'console:desk');
    expect(after.map(({ id }) => id).slice(0, before.length)).toEqual(before.map(({ id }) => id));
    expect((await threadsOf(next)).map(({ key }) => key)).toEqual(
      expect.arrayContaining(threads.map(({ key }) => key)),
    );
    expect((await next.stop()).code).toBe(0);
  });

  it('let only one write: a desk that was suspended past its lease writes nothing more, and ends', async () => {
    const url = await server.database('suspended');
    const first = await deskOn(url).ready;
    const exited = new Promise<number | null>((resolve) => first.child.once('exit', resolve));
    first.child.kill('SIGSTOP');
    const next = await deskOn(url).ready;
    first.child.kill('SIGCONT');
    expect(await exited).toBe(1);
    expect(first.errors()).toContain('another desk has taken over the newsroom');
    await say(next, 'hello');
    await found(
      async () =>
        (await saidIn(next, 'console:desk')).some(({ content }) => content === 'hello') || undefined,
    );
    expect((await next.stop()).code).toBe(0);
  });

  it('are not begun on a home that has a database of its own, nor beside a desk by a command; each says why', async () => {
    const url = await server.database('refused');
    const embedded = tempHome();
    await (await startDesk(embedded)).stop();
    await expect(startDesk(embedded, { DATABASE_URL: url })).rejects.toThrow(
      /this home has a database of its own: .*nightdesk migrate --to/,
    );
    const doctor = async () =>
      (await nightdesk(['doctor'], { NIGHTDESK_HOME: tempHome(), DATABASE_URL: url })).out;
    expect(await doctor()).toMatch(/PostgreSQL at 127\.0\.0\.1:\d+\/refused \(version \d+\) is new/);
    await deskOn(url).ready;
    expect(await doctor()).toMatch(
      /can be used, with \d jobs?\. desk: desk \d+@.*, since \d+ s, heard of \d+ s ago/,
    );
    const refused = await nightdesk(['cron', 'list'], { NIGHTDESK_HOME: tempHome(), DATABASE_URL: url });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/the newsroom of DATABASE_URL is worked on by desk \d+@/);
  });

  it('end at a signal while they stand by', async () => {
    const url = await server.database('standing_by');
    await deskOn(url).ready;
    const standby = spawn(process.execPath, [BIN, 'start'], {
      env: { PATH: process.env['PATH'], NIGHTDESK_HOME: tempHome(), GATEWAY_PORT: '0', DATABASE_URL: url },
    });
    onTestFinished(() => void standby.kill('SIGKILL'));
    const exited = once(standby, 'exit');
    let said = '';
    standby.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    await found(() => said.includes('this desk stands by') || undefined);
    standby.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  });
});
