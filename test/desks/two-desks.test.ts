/** Desks that share a newsroom in PostgreSQL; real processes, a real server. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cableTo } from '../support/cable.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { holdNewsroom } from '../support/hold-newsroom.ts';
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
  const request = { key, limit: 200 };
  return (await desk.rpc<{ entries: { id: string; content: string }[] }>('sessions.history', request))
    .entries;
};
const say = (desk: Desk, text: string) =>
  desk.rpc('chat.send', { sessionKey: 'console:desk', text, author: { name: 'Ann' } });

interface PeerDesk {
  readonly owner: string;
  readonly isThis: boolean;
  readonly roles: readonly string[];
}
const desksOf = async (desk: Desk) => (await desk.rpc<{ desks: PeerDesk[] }>('desk.status')).desks;
const ALL_ROLES = ['newsroom', 'platforms', 'schedule'];
const noted = (desk: Desk) =>
  found(async () => {
    const entries = await saidIn(desk, 'console:desk');
    return entries.some(({ content }) => content.startsWith('Noted:')) ? entries : undefined;
  });

describe('desks on one database', () => {
  it('work beside each other: what is said at one is answered, and shown by both as it happens', async () => {
    const url = await server.database('beside');
    const first = await deskOn(url).ready;
    const second = await deskOn(url).ready;
    expect(await desksOf(second)).toMatchObject([
      { isThis: false, roles: ALL_ROLES },
      { isThis: true, roles: [] },
    ]);
    const events = await Promise.all([first, second].map((desk) => desk.events()));
    await say(second, 'no more crypto today');
    const entries = await noted(first);
    expect(await saidIn(second, 'console:desk')).toEqual(entries);
    for (const { seen } of events)
      await found(() =>
        seen.some(
          ({ event, payload }) =>
            event === 'message' &&
            (payload as { entry: { content: string } }).entry.content.startsWith('Noted:'),
        )
          ? true
          : undefined,
      );
    for (const { stop } of events) stop();
    // A job that is made at one is run by the schedule of the other, and is in the transcript that both show.
    const payload = { kind: 'agentTurn', message: 'What is paused?', sessionKey: 'console:desk' };
    // On a busy machine the moment may have passed when the request arrives.
    const job = await found(() => {
      const schedule = { kind: 'at', at: new Date(Date.now() + 1_500).toISOString() };
      return second.rpc<{ id: string }>('cron.add', { name: 'soon', schedule, payload });
    });
    await found(async () => {
      const { entries: runs } = await second.rpc<{ entries: { status: string }[] }>('cron.runs', {
        id: job.id,
      });
      return runs.some(({ status }) => status === 'ok') || undefined;
    });
    expect((await first.stop()).code).toBe(0);
    await found(async () => ((await desksOf(second))[0]?.roles.length === 3 ? true : undefined));
    expect((await second.stop()).code).toBe(0);
  });

  it('post the sample’s stories; when one is killed the next goes on with all that was said', async () => {
    const url = await server.database('killed');
    const first = await deskOn(url).ready;
    const second = await deskOn(url).ready;
    const threads = await found(async () => {
      const there = await threadsOf(first);
      return there.length >= 5 ? there : undefined;
    });
    await say(first, 'no more crypto today');
    const before = await noted(first);
    first.child.kill('SIGKILL');
    // It takes turns at once, and the roles when the other's lease has ended.
    await say(second, 'hello');
    await found(async () => {
      const { roles } = (await desksOf(second)).find(({ isThis }) => isThis)!;
      return roles.length === 3 || undefined;
    });
    const after = await saidIn(second, 'console:desk');
    expect(after.map(({ id }) => id).slice(0, before.length)).toEqual(before.map(({ id }) => id));
    expect((await threadsOf(second)).map(({ key }) => key)).toEqual(
      expect.arrayContaining(threads.map(({ key }) => key)),
    );
    expect((await second.stop()).code).toBe(0);
  });

  it('let one write that was suspended past its lease nothing more; it ends', async () => {
    const url = await server.database('suspended');
    const first = await deskOn(url).ready;
    const second = await deskOn(url).ready;
    const exited = new Promise<number | null>((resolve) => first.child.once('close', resolve));
    first.child.kill('SIGSTOP');
    await found(async () => {
      const desks = await desksOf(second);
      return (desks.length === 1 && desks[0]!.roles.length === 3) || undefined;
    });
    first.child.kill('SIGCONT');
    expect(await exited).toBe(1);
    expect(first.errors()).toContain('another desk has taken over what this one had');
    await say(second, 'hello');
    await found(
      async () =>
        (await saidIn(second, 'console:desk')).some(({ content }) => content === 'hello') || undefined,
    );
    expect((await second.stop()).code).toBe(0);
  });

  it('stop when the cable to the database is pulled, say so, and go on when it is back in time', async () => {
    const url = await server.database('cable');
    const { hostname, port } = new URL(url);
    const cable = await cableTo(hostname, Number(port));
    onTestFinished(() => cable.close());
    const far = new URL(url);
    far.port = String(cable.port);
    const first = await deskOn(far.href).ready;
    const heardOf = async (at: string) => {
      const { out } = await nightdesk(['doctor'], { NIGHTDESK_HOME: tempHome(), DATABASE_URL: at });
      return Number(/heard of (\d+) s ago/.exec(out)?.[1]);
    };
    const isReady = async (desk: Desk) => (await fetch(`${desk.base}/readyz`)).ok;
    for (const how of ['broken', 'silent'] as const) {
      cable.pull(how);
      const refused = say(first, `while it is ${how}`).then(
        () => 'taken late',
        () => 'refused',
      );
      if (how === 'broken') await found(async () => !(await isReady(first)) || undefined);
      else await found(async () => !((await heardOf(url)) < 5) || undefined);
      cable.plug();
      await found(async () => (await isReady(first)) || undefined);
      expect(['taken late', 'refused']).toContain(await refused);
      await say(first, `after it was ${how}`);
      await found(async () => {
        const entries = await saidIn(first, 'console:desk');
        return entries.some(({ content }) => content === `after it was ${how}`) || undefined;
      });
    }
    // Longer than its lease: the other one has everything, and this one writes nothing more.
    const second = await deskOn(url).ready;
    const exited = new Promise<number | null>((resolve) => first.child.once('exit', resolve));
    cable.pull('broken');
    await found(async () => {
      const desks = await desksOf(second);
      return (desks.length === 1 && desks[0]!.roles.length === 3) || undefined;
    });
    cable.plug();
    expect(await exited).toBe(1);
    expect((await second.stop()).code).toBe(0);
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
      /can be used, with \d jobs?\. desk \d+@.* \(newsroom, platforms, schedule\), for \d+ s, heard of \d+ s ago/,
    );
    const refused = await nightdesk(['cron', 'list'], { NIGHTDESK_HOME: tempHome(), DATABASE_URL: url });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/the newsroom of DATABASE_URL is worked on by desk \d+@/);
  });

  it('wait for a command that has the newsroom for itself, and end at a signal meanwhile', async () => {
    const url = await server.database('waiting');
    const { home, ready } = deskOn(url);
    await (await ready).stop();
    // As a command that still works: it can't be told to go slower.
    onTestFinished(await holdNewsroom(url, 'command 7@there'));
    const waiting = spawn(process.execPath, [BIN, 'start'], {
      env: { PATH: process.env['PATH'], NIGHTDESK_HOME: home, GATEWAY_PORT: '0', DATABASE_URL: url },
    });
    onTestFinished(() => void waiting.kill('SIGKILL'));
    const exited = once(waiting, 'exit');
    let said = '';
    waiting.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
    await found(() => /worked on by command 7@there.*this desk waits/.test(said) || undefined);
    waiting.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  });
});
