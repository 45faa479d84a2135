/** A desk whose database is hard to reach, or has no room; a real desk, server, network and disk. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { cableTo } from '../support/cable.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { tempHome } from '../support/temp-home.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

type Desk = Awaited<ReturnType<typeof startDesk>>;

async function deskOn(url: string): Promise<Desk> {
  const desk = await startDesk(tempHome(), { DATABASE_URL: url });
  onTestFinished(() => void desk.child.kill('SIGKILL'));
  return desk;
}

const say = (desk: Desk, text: string) =>
  desk.rpc('chat.send', {
    sessionKey: 'console:desk',
    text,
    clientId: text.slice(0, 20),
    author: { name: 'Ann' },
  });

async function contents(desk: Desk): Promise<string[]> {
  const { entries } = await desk.rpc<{ entries: { role: string; content: string }[] }>('sessions.history', {
    key: 'console:desk',
    limit: 200,
  });
  return entries.map(({ content }) => content);
}

const times = (all: readonly string[], text: string) => all.filter((one) => one === text).length;

it('goes on over a network that is slow, that cuts what is sent in two, and that ends in the middle of it; nothing stands twice', async () => {
  const { hostname, port } = new URL(await server.database('spoilt'));
  const cable = await cableTo(hostname, Number(port));
  onTestFinished(() => cable.close());
  const far = new URL(server.url('spoilt'));
  far.port = String(cable.port);
  const desk = await deskOn(far.href);
  for (const how of ['slow', 'pieces', 'torn'] as const) {
    const text = `Is it ${how}?`;
    cable.spoil(how);
    if (how !== 'torn') await say(desk, text);
    else {
      const taken = say(desk, text).catch(() => 'refused');
      await found(async () => !(await fetch(`${desk.base}/readyz`)).ok || undefined);
      cable.plug();
      await found(async () => (await fetch(`${desk.base}/readyz`)).ok || undefined);
      // Refused, or nobody knows: whoever asks again with the same id is answered once.
      if ((await taken) === 'refused') await say(desk, text);
    }
    await found(async () => times(await contents(desk), text) > 0 || undefined);
    cable.plug();
  }
  await say(desk, 'And now?');
  const all = await found(async () => {
    const said = await contents(desk);
    return said.includes('And now?') ? said : undefined;
  });
  for (const how of ['slow', 'pieces', 'torn']) expect(times(all, `Is it ${how}?`)).toBe(1);
  expect((await desk.stop()).code).toBe(0);
});

const MB = 1_048_576;

/** A small disk for a database; undefined where none may be made: Linux lets root alone. */
function smallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  // Where the server's user may go, too.
  const place = mkdtempSync('/tmp/nightdesk-small-');
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m,mode=755', 'nightdesk-small', place]);
  if (status === 0) return place;
  rmSync(place, { recursive: true });
  return undefined;
}

const disk = smallDisk();
afterAll(() => {
  if (disk === undefined) return;
  spawnSync('umount', ['--lazy', disk]);
  rmSync(disk, { recursive: true, force: true });
});

it.runIf(disk !== undefined)(
  'says that the disk of the database is full, and goes on when it has room; nothing is lost',
  async () => {
    const tables = join(disk!, 'tables');
    mkdirSync(tables);
    spawnSync('chown', ['postgres', tables]);
    const admin = new pg.Client({ connectionString: server.url('postgres') });
    await admin.connect();
    await admin.query(`CREATE TABLESPACE small LOCATION '${tables}'`);
    await admin.query(`CREATE DATABASE small TEMPLATE template0 TABLESPACE small`);
    await admin.end();
    const desk = await deskOn(server.url('small'));
    await say(desk, 'before');
    const filler = join(disk!, 'filler');
    for (let size = MB; size >= 4_096; size /= 2)
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
      } catch {
        // No more of this size.
      }
    expect(statSync(filler).size).toBeGreaterThan(MB);
    const taken: string[] = [];
    let refusal = '';
    for (let n = 0; refusal === ''; n++) {
      const text = `${n} ${'words '.repeat(2_000)}`.trim();
      await say(desk, text).then(
        () => taken.push(text),
        (error: unknown) => (refusal = String(error)),
      );
    }
    expect(refusal).toMatch(/No space left|disk/iu);
    // What is small finds room now and then, and then the desk takes it for well again.
    await found(async () => {
      await say(desk, `again ${'words '.repeat(2_000)}`).catch(() => {});
      return /No space left|disk/iu.test(JSON.stringify(await desk.rpc('desk.status'))) || undefined;
    });
    rmSync(filler);
    await found(async () => (await fetch(`${desk.base}/readyz`)).ok || undefined);
    await say(desk, 'after');
    const all = await found(async () => {
      const said = await contents(desk);
      return said.includes('after') && taken.every((text) => said.includes(text)) ? said : undefined;
    });
    for (const text of ['before', ...taken, 'after']) expect(times(all, text)).toBe(1);
    expect((await desk.stop()).code).toBe(0);
  },
);
