import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { InputsSnapshot } from '../../src/newsroom/model/candidate.ts';
import { systemClock } from '../../src/time/clock.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { startDesk } from '../../src/main/index.ts';
import { eventually } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const clock = systemClock;
/** A dozen commands, each a program of its own: on a busy machine that takes a while. */
const PATIENCE_MS = 120_000;
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

async function asked(home: string, ...args: string[]) {
  const answer = await run(['newsroom', ...args], { home, clock });
  expect([answer.code, answer.err]).toEqual([0, '']);
  return answer.out;
}

/** The pool of the sample edition, asked by every command; the same with a running desk as without. */
async function askAll(home: string): Promise<void> {
  const daily = JSON.parse(await asked(home, 'inputs', 'daily', '--json')) as InputsSnapshot;
  expect(daily.candidates.length).toBeGreaterThan(3);
  expect(daily.candidates.length).toBeLessThanOrEqual(15);
  for (const [n, candidate] of daily.candidates.entries()) {
    expect(candidate).toMatchObject({ i: n + 1, event_key: `event:${candidate.event_id}` });
    expect(candidate.picked_because).toContain('place');
    const hostOf = (url: string) => new URL(url).hostname;
    expect(candidate.supporting_urls.map(hostOf)).not.toEqual([]);
    expect(hostOf(candidate.supporting_urls[0]!)).not.toBe(hostOf(candidate.primary_url));
  }
  expect(daily.leftOut.length).toBeGreaterThan(0);
  expect(daily.leftOut.every(({ reason }) => reason !== '')).toBe(true);
  const file = join(home, 'data', 'newsroom', 'daily_inputs_last.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    kind: 'daily',
    candidates: daily.candidates,
  });

  const hourly = await asked(home, 'inputs', 'hourly');
  expect(hourly).toMatch(/^hourly inputs of /);
  expect(hourly).toMatch(/\d of 8 sources answered/);
  expect(hourly).toContain('left out');
  expect(existsSync(join(home, 'data', 'newsroom', 'hourly_inputs_last.json'))).toBe(true);

  const status = JSON.parse(await asked(home, 'pool', 'status', '--json')) as {
    feeds: { key: string; state: string }[];
  };
  expect(status.feeds).toHaveLength(8);
  expect(status.feeds.every(({ state }) => state === 'well')).toBe(true);
  const { key } = status.feeds[0]!;
  expect(await asked(home, 'pool', 'status')).toContain(key);
  expect(await asked(home, 'pool', 'update', 'rss', '--feed', key)).toContain('1 of 1 sources answered');
  expect(await asked(home, 'pool', 'preview', key)).toMatch(
    /read next: .*\n[\s\S]*offered to the (daily|hourly) planner/,
  );
  expect(await asked(home, 'pool', 'enable', key)).toContain('with the next inputs');
  expect(await asked(home, 'gc')).toContain('0 counts made right');
  expect(await asked(home, 'pool', 'audit')).toMatch(/gc[\s\S]*rss[\s\S]*hourly[\s\S]*daily/);
}

describe('nightdesk newsroom inputs, pool and gc', () => {
  it(
    'open the pool themselves where no desk runs',
    async () => {
      const home = tempHome();
      await askAll(home);
      for (const args of [
        ['inputs', 'weekly'],
        ['pool', 'update', 'mail'],
        ['pool', 'update', 'brave', '--feed', 'x'],
      ])
        expect(await run(['newsroom', ...args], { home, clock })).toMatchObject({ code: 2 });
      expect(await run(['newsroom', 'pool', 'preview', 'nobody'], { home, clock })).toMatchObject({
        code: 1,
        err: expect.stringContaining('no feed "nobody"') as unknown,
      });
    },
    PATIENCE_MS,
  );

  it(
    'ask the running desk where there is one',
    async () => {
      const home = tempHome();
      const env = { NIGHTDESK_HOME: home, NIGHTDESK_SKIP_CRON: '1', GATEWAY_PORT: '0', LOG_LEVEL: 'silent' };
      const desk = await startDesk({ config: readConfig(env, home).config });
      ending.push(() => desk.stop());
      await askAll(home);
      expect(await run(['newsroom', 'pool', 'enable', 'nobody'], { home, clock })).toMatchObject({
        code: 1,
        err: expect.stringContaining('no feed "nobody"') as unknown,
      });
      const { origin, hash } = new URL(desk.address);
      const response = await fetch(`${origin}/rpc`, {
        method: 'POST',
        headers: { authorization: `Bearer ${hash.slice('#token='.length)}` },
        body: JSON.stringify({ id: 1, method: 'desk.status' }),
      });
      const { result } = (await response.json()) as { result: { feeds: { state: string }[] } };
      expect(result.feeds.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'well'));
    },
    PATIENCE_MS,
  );

  it(
    'give a running desk the feeds of an OPML file at once',
    async () => {
      const home = tempHome();
      const env = { NIGHTDESK_HOME: home, NIGHTDESK_SKIP_CRON: '1', GATEWAY_PORT: '0', LOG_LEVEL: 'silent' };
      const desk = await startDesk({ config: readConfig(env, home).config });
      ending.push(() => desk.stop());
      const outline = '<outline type="rss" text="New paper" xmlUrl="https://new.test/rss"/>';
      writeFileSync(join(home, 'new.opml'), `<opml version="2.0"><body>${outline}</body></opml>`);
      const feeds = async (...args: string[]) =>
        (await run(['newsroom', 'feeds', ...args], { home, clock })).out;
      expect(await feeds('import', 'new.opml')).toContain('1 new, 0 known, 0 refused\nNothing was written.');
      expect(await feeds('export')).not.toContain('https://new.test/rss');
      expect(await feeds('import', 'new.opml', '--write')).toMatch(/1 new.*\nWritten to .*sample\.json\.$/);
      expect(await feeds('export')).toContain('https://new.test/rss');
      expect(await asked(home, 'pool', 'preview', 'new-paper')).toContain('New paper');
    },
    PATIENCE_MS,
  );

  it(
    'tell in the desk channel that a feed is disabled, though no desk ever ran',
    async () => {
      const home = tempHome();
      const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as { feeds: object[] };
      const feeds = [{ ...sample.feeds[0], key: 'gone', label: 'Gone', url: 'http://127.0.0.1:1/feed' }];
      const file = join(home, 'mine.json');
      writeFileSync(file, JSON.stringify({ ...sample, sample: undefined, feeds, schedules: [] }));
      const around = {
        home,
        clock,
        env: { NIGHTDESK_EDITION: file, NIGHTDESK_SKIP_CRON: '1', GATEWAY_PORT: '0' },
      };
      for (let n = 0; n < 11; n++)
        expect(await run(['newsroom', 'pool', 'update', 'rss', '--feed', 'gone'], around)).toMatchObject({
          err: '',
        });
      const env = { ...around.env, NIGHTDESK_HOME: home, LOG_LEVEL: 'silent' };
      const desk = await startDesk({ config: readConfig(env, home).config });
      ending.push(() => desk.stop());
      await eventually(
        async () =>
          (await run(['sessions', 'show', 'console:desk'], around)).out.includes('Gone failed 11 times'),
        'the notice in the memory of the desk',
      );
    },
    PATIENCE_MS,
  );
});
