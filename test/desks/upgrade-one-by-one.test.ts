/**
 * Desks of two versions on one database; real processes, a real server. The older is this program; the newer is this program
 * with one step more in each schema, as its next version will be: the step adds a column to every table.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SCHEMAS } from '../../src/store/postgres/shared-home.ts';
import { found, startDesk } from '../support/desk-process.ts';
import type { Running } from '../support/desk-process.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { NEXT_STEPS, versionsIn } from '../support/next-version.ts';
import { tempHome } from '../support/temp-home.ts';

const SAMPLE = fileURLToPath(new URL('../../data/editions/sample.json', import.meta.url));
const NEWER = fileURLToPath(new URL('../support/newer-desk.js', import.meta.url));

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** A home whose edition plans nothing by itself. */
function quietHome(): string {
  const home = tempHome();
  const { sample: _served, ...edition } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { sample: boolean };
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  const quiet = { ...edition, name: 'quiet', feeds: [], pictures: false, schedules: [] };
  writeFileSync(join(home, 'data', 'editions', 'quiet.json'), JSON.stringify(quiet));
  return home;
}

/** A desk of either version, on a home that it had before or a new one. */
async function deskOn(
  url: string,
  version: 'older' | 'newer',
  more: Record<string, string> = {},
  home = quietHome(),
) {
  const env = {
    DATABASE_URL: url,
    NIGHTDESK_EDITION: 'quiet',
    LOG_LEVEL: 'warn',
    ...(version === 'newer' && { NEXT_STEPS }),
    ...more,
  };
  const desk = await startDesk(home, env, ...(version === 'newer' ? [NEWER] : []));
  onTestFinished(() => void desk.child.kill('SIGKILL'));
  return { ...desk, home };
}

const saidIn = async (desk: Running, key: string) => {
  const request = { key, limit: 500 };
  return (await desk.rpc<{ entries: { id: string; content: string }[] }>('sessions.history', request))
    .entries;
};

/** What somebody says at a desk, again and again, each time until it is acknowledged. */
function talkingAt(desk: Running, name: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const talk = async () => {
    for (let n = 1; !isOver; n++) {
      const text = `${name} ${n}`;
      await desk.rpc('chat.send', { sessionKey: `console:${name}`, text, author: { name: 'Ann' } });
      acknowledged.push(text);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const talking = talk();
  talking.catch(() => {}); // seen by `end`
  const end = async () => {
    isOver = true;
    await talking;
  };
  return { acknowledged, end };
}

/** A job made at a desk comes due, and its run is recorded. */
async function runsAJob(desk: Running, name: string): Promise<void> {
  const payload = { kind: 'agentTurn', message: 'What is paused?', sessionKey: 'console:desk' };
  const { id } = await found(() => {
    const schedule = { kind: 'at', at: new Date(Date.now() + 3_000).toISOString() };
    return desk.rpc<{ id: string }>('cron.add', { name, schedule, payload });
  });
  await found(async () => {
    const { entries } = await desk.rpc<{ entries: { status: string }[] }>('cron.runs', { id });
    return entries.some(({ status }) => status === 'ok') || undefined;
  });
}

const errorsOf = (desk: Running) =>
  desk
    .errors()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));

describe('desks that are upgraded one at a time', () => {
  it('go on beside a newer one that has added to the tables, and may be begun again, until they are stopped', async () => {
    const url = await server.database('rolling');
    const first = await deskOn(url, 'older');
    const second = await deskOn(url, 'older');
    await runsAJob(first, 'before');
    const before = await versionsIn(url);
    expect(before).toEqual(SCHEMAS.map(({ migrations: { length }, oldest }) => [length, oldest]));

    const talks = [talkingAt(first, 'first'), talkingAt(second, 'second')];
    await found(() => talks.every(({ acknowledged }) => acknowledged.length > 4) || undefined);
    const newer = await deskOn(url, 'newer');
    expect(await versionsIn(url)).toEqual(before.map(([version]) => [version! + 1, version]));
    const heard = talks.map(({ acknowledged }) => acknowledged.length);
    await found(() => talks.every(({ acknowledged }, n) => acknowledged.length > heard[n]! + 4) || undefined);
    for (const [n, desk] of [first, second, newer].entries()) await runsAJob(desk, `beside ${n}`);
    for (const { end } of talks) await end();

    // One of them dies, and is begun again as it was: it knows fewer steps than were taken.
    second.child.kill('SIGKILL');
    const again = await deskOn(url, 'older', {}, second.home);
    const talk = talkingAt(again, 'again');
    await found(() => talk.acknowledged.length > 4 || undefined);
    await talk.end();
    await runsAJob(again, 'begun again');
    expect(await versionsIn(url)).toEqual(before.map(([version]) => [version! + 1, version]));

    for (const desk of [first, again]) expect(await desk.stop()).toMatchObject({ code: 0 });
    for (const desk of [first, second, again, newer]) expect(errorsOf(desk)).toEqual([]);
    await found(async () => {
      const { desks } = await newer.rpc<{ desks: { isThis: boolean; roles: string[] }[] }>('desk.status');
      return (desks.length === 1 && desks[0]!.roles.length === 3) || undefined;
    });
    for (const [name, { acknowledged }] of [
      ...['first', 'second'].map((it, n) => [it, talks[n]!] as const),
      ['again', talk] as const,
    ]) {
      const entries = await found(async () => {
        const there = await saidIn(newer, `console:${name}`);
        return acknowledged.every((text) => there.some(({ content }) => content === text))
          ? there
          : undefined;
      });
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    }
    await runsAJob(newer, 'after');
    expect((await newer.stop()).code).toBe(0);
  });

  it('must all be stopped for a newer one that they can’t work beside, and are not begun after it', async () => {
    const url = await server.database('apart');
    const older = await deskOn(url, 'older');
    const apart = { NEXT_OLDEST: 'none' };
    await expect(deskOn(url, 'newer', apart)).rejects.toThrow(
      /has to be brought to schema \d+, which desk \d+@.* can’t work with: stop all desks, then start this one/,
    );
    await runsAJob(older, 'goes on');
    expect((await older.stop()).code).toBe(0);
    const newer = await deskOn(url, 'newer', apart);
    await expect(deskOn(url, 'older')).rejects.toThrow(
      /was written by a later Nightdesk \(schema \d+\); update the desk/,
    );
    await runsAJob(newer, 'after');
    expect((await newer.stop()).code).toBe(0);
  });
});
