import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { InputsSnapshot } from '../../src/newsroom/model/candidate.ts';
import { liveEdition } from '../../src/newsroom/edition/live-edition.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';
import { UndiciFetcher } from '../../src/web-fetch/undici-fetcher.ts';
import { Inputs, type InputsDeps } from '../../src/newsroom/intake/inputs.ts';
import { writeInputs } from '../../src/newsroom/intake/inputs-file.ts';
import { tellGaveUp } from '../../src/newsroom/intake/feed-notice.ts';
import type { CoveredStory } from '../../src/newsroom/coverage/covered-stories.ts';
import { PoolService } from '../../src/newsroom/intake/pool-service.ts';
import { openPool } from '../../src/store/sqlite/open-pool.ts';
import { systemClock } from '../../src/time/clock.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { anEdition } from './an-edition.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

type Answer = (name: string, request: IncomingMessage, response: ServerResponse) => void;

/** A newsroom over a real pool and a real fetcher; each `name.localhost` is an outlet of one loopback server. */
async function newsroom(names: readonly string[], answer: Answer, more: Partial<InputsDeps> = {}) {
  const clock = new FakeClock();
  const server = createServer((request, response) =>
    answer((request.headers.host ?? '').split('.')[0] ?? '', request, response),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const pool = openPool({ path: ':memory:', clock, log });
  const fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '0',
    allowPrivate: [`*.localhost:${port}`],
  });
  const feeds = names.map((key): Edition['feeds'][number] => {
    return { key, url: `http://${key}.localhost/feed`, label: key.toUpperCase() };
  });
  const tiers = { T1: ['a.localhost', 'b.localhost'], T2: [], T3: [] };
  const edition = liveEdition(anEdition({ feeds, tiers }), port);
  const inputs = new Inputs({ edition, pool, fetcher, clock, log, ...more });
  const care = new PoolService({
    edition,
    pool,
    inputs,
    clock,
    notes: async () => [],
    nextPlanAtMs: async () => clock.now() + 30 * MINUTE,
  });
  ending.push(
    () => pool.close(),
    () => fetcher.close(),
    () => inputs.close(),
    () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  );
  return { clock, pool, inputs, care };
}

interface Item {
  readonly title?: string;
  readonly link?: string;
  readonly at?: number;
}
const rss = (items: readonly Item[]) =>
  `<rss version="2.0"><channel><title>P</title>${items
    .map(
      ({ title = '', link, at }) =>
        `<item><title>${title}</title>${link === undefined ? '' : `<link>${link}</link>`}${
          at === undefined ? '' : `<pubDate>${new Date(at).toUTCString()}</pubDate>`
        }</item>`,
    )
    .join('')}</channel></rss>`;

it.each([
  [
    'en',
    'The feed Paper failed 11 times in a row and is disabled (answered 404). Once it works again: `newsroom pool enable paper`.',
  ],
  [
    'zh-Hant-HK',
    '來源「Paper」連續失敗 11 次，已停用（回應 404）。待它恢復後，請執行 `newsroom pool enable paper`。',
  ],
] as const)(
  'tells its channel of a feed that is disabled, not of its address (%s)',
  async (language, text) => {
    const url = 'https://paper.test/rss?key=s3cret';
    const put: unknown[] = [];
    await tellGaveUp(
      { key: 'paper', label: 'Paper', url },
      {
        url,
        lastAttemptAtMs: 1,
        failuresInARow: 11,
        lastError: 'http_404',
        lastErrorDetail: `${url} answered 404`,
      },
      {
        ops: { put: async (ops) => void put.push(...ops) },
        sessions: { open: async () => {} },
        edition: anEdition({ language }),
        clock: new FakeClock(),
      },
    );
    expect(put).toMatchObject([{ record: { content: text } }]);
    expect(JSON.stringify(put)).not.toContain('s3cret');
  },
);

describe('feeds that fail', () => {
  it('rest for longer each time, are disabled with one notice, and come back when an editor asks', async () => {
    const told: string[] = [];
    let requests = 0;
    let isWell = false;
    const { clock, inputs, care } = await newsroom(
      ['a'],
      (_, __, response) => {
        requests += 1;
        if (isWell)
          response.end(rss([{ title: 'Ferry runs again after storm', link: '/1', at: clock.now() }]));
        else response.writeHead(500).end();
      },
      { gaveUp: async (feed, { disabledAtMs }) => void told.push(`${feed.key} ${disabledAtMs}`) },
    );
    const next = async () => (await inputs.update('hourly')).feeds[0]!;
    const first = await next();
    expect(first).toMatchObject({
      result: 'failed',
      error: 'http_500',
      nextDueAtMs: clock.now() + 10 * MINUTE,
    });
    expect(await next()).toMatchObject({
      result: 'not_due',
      error: 'http_500',
      nextDueAtMs: first.nextDueAtMs,
    });
    expect(requests).toBe(1);
    for (let n = 2; n <= 11; n++) {
      clock.set((await care.feeds())[0]!.nextDueAtMs!);
      expect(await next()).toMatchObject({ result: 'failed', failuresInARow: n });
    }
    expect(told).toEqual([`a ${clock.now()}`]);
    const disabledAtMs = clock.now();
    clock.set(disabledAtMs + 30 * 24 * HOUR);
    expect(await next()).toMatchObject({ result: 'disabled', error: 'http_500' });
    expect(requests).toBe(11);
    expect(new Set(told).size).toBe(1);
    expect(await care.preview('a', 10)).toMatchObject({ feed: { state: 'disabled' }, links: [] });

    // Asked for by name it is tried; a success brings it back.
    expect((await care.update('rss', 'a')).feeds[0]).toMatchObject({ result: 'failed', failuresInARow: 12 });
    expect((await care.status()).feeds[0]).toMatchObject({ state: 'disabled' });
    isWell = true;
    expect((await care.update('rss', 'a')).feeds[0]).toMatchObject({ result: 'ok', newItems: 1 });
    expect((await care.status()).feeds[0]).toMatchObject({ state: 'well', failures: 12 });
  });

  it('may not answer that nothing changed before they were read: the flood guard waits for the first body', async () => {
    let answers = 0;
    const { clock, inputs, care } = await newsroom(['a'], (_, __, response) => {
      answers += 1;
      if (answers === 1) return void response.writeHead(304).end();
      const items = Array.from({ length: 80 }, (_, n) => {
        return { title: `Harbour tunnel report part ${n}`, link: `/${n}`, at: clock.now() - n * MINUTE };
      });
      response.end(rss(items));
    });
    expect((await inputs.update('hourly')).feeds).toMatchObject([{ result: 'failed', error: 'http_304' }]);
    expect(await care.feeds()).toMatchObject([{ state: 'failing' }]);
    clock.set((await care.feeds())[0]!.nextDueAtMs!);
    expect((await inputs.update('hourly')).feeds).toMatchObject([{ result: 'ok', items: 80, newItems: 50 }]);
  });

  it('are read with the next inputs when an editor has enabled them', async () => {
    const { care, inputs } = await newsroom(['a'], (_, __, response) => void response.writeHead(404).end());
    for (let n = 1; n <= 11; n++) await care.update('rss', 'a');
    expect((await inputs.update('daily')).feeds).toMatchObject([{ result: 'disabled' }]);
    // Nothing was ever read there: it isn't well because its failures were forgiven.
    expect(await care.enable('a')).toMatchObject({ state: 'never_read', failuresInARow: 0 });
    expect((await inputs.update('daily')).feeds).toMatchObject([{ result: 'failed', failuresInARow: 1 }]);
    await expect(care.enable('nobody')).rejects.toThrow('no feed "nobody"');
  });

  it('are failing still when one that answered once is enabled', async () => {
    let isWell = true;
    const { care } = await newsroom(['a'], (_, __, response) =>
      isWell ? response.end(rss([])) : response.writeHead(404).end(),
    );
    await care.update('rss', 'a');
    isWell = false;
    await care.update('rss', 'a');
    expect(await care.enable('a')).toMatchObject({ state: 'failing', failuresInARow: 0 });
    isWell = true;
    await care.update('rss', 'a');
    expect((await care.feeds())[0]).toMatchObject({ state: 'well' });
  });

  it('rest as long as their server asks', async () => {
    const { clock, inputs } = await newsroom(
      ['a'],
      (_, __, response) => void response.writeHead(429, { 'retry-after': '7200' }).end(),
    );
    const { feeds } = await inputs.update('hourly');
    expect(feeds).toMatchObject([
      { result: 'failed', error: 'http_429', nextDueAtMs: clock.now() + 2 * HOUR },
    ]);
  });

  it('are told from silent ones and from empty ones (defect 13)', async () => {
    const { clock, inputs, care } = await newsroom(['a', 'b', 'c'], (name, _, response) => {
      if (name === 'c') response.writeHead(200).end('<!doctype html><html><body>Log in</body></html>');
      else
        response.end(
          rss(
            name === 'b' ? [] : [{ title: 'Mill reopens in Larkmoor', link: '/1', at: clock.now() - HOUR }],
          ),
        );
    });
    const { feeds } = await inputs.prepare('daily', { notes: [] });
    expect(feeds).toMatchObject([
      { result: 'ok', items: 1, newItems: 1 },
      { result: 'ok', items: 0, newItems: 0 },
      { result: 'failed', error: 'feed_html', items: 0, newItems: 0 },
    ]);
    clock.set(clock.now() + 30 * HOUR);
    const later = await inputs.prepare('daily', { notes: [] });
    expect(later.feeds.map(({ silentSinceMs }) => silentSinceMs !== undefined)).toEqual([false, true, false]);
    expect((await care.feeds()).map(({ state }) => state)).toEqual(['well', 'silent', 'failing']);
    const [run] = await care.audit(1);
    expect(run).toMatchObject({
      kind: 'daily',
      detail: { feeds: [{ key: 'a' }, { key: 'b' }, { key: 'c' }] },
    });
  });
});

describe('the delivery preview', () => {
  it('tells of each link what became of it and why, and when the feed is read next', async () => {
    const { clock, inputs, care } = await newsroom(['a', 'b'], (name, _, response) => {
      const now = clock.now();
      const shared = { title: 'Drone closes Hong Kong airport runway for 47 minutes', at: now - HOUR };
      response.end(
        rss([
          { ...shared, link: `http://${name}.localhost/drone` },
          ...(name === 'b'
            ? []
            : [
                { title: 'Roses in the rain', link: '/roses', at: now - HOUR },
                { title: 'Five things to know today', link: '/brief', at: now - HOUR },
                { title: 'Archive piece', link: '/old', at: now - 50 * HOUR },
                { title: 'No link', at: now },
                { title: 'Script', link: 'javascript:alert(1)' },
                { title: 'Files', link: 'ftp://a.localhost/x' },
                { link: '/untitled', at: now },
                { title: 'x'.repeat(10_000), link: '/long', at: now },
                { title: 'From tomorrow’s clock', link: '/ahead', at: now + 900 * HOUR },
              ]),
        ]),
      );
    });
    await inputs.prepare('daily', { notes: [] });
    const { links, nextReadAtMs, feed } = await care.preview('a', 100);
    expect(feed).toMatchObject({ state: 'well', lastItems: 10 });
    expect(nextReadAtMs).toBe(clock.now() + 30 * MINUTE);
    const fates = Object.fromEntries(links.map(({ title, fate }) => [title.slice(0, 20).trim(), fate]));
    expect(fates).toEqual({
      'Drone closes Hong Ko': 'offered',
      'Roses in the rain': 'left_out',
      'Five things to know': 'kept_out',
      'Archive piece': 'too_old',
      'No link': 'no_link',
      Script: 'bad_link',
      Files: 'bad_link',
      '': 'no_title',
      xxxxxxxxxxxxxxxxxxxx: 'left_out',
      'From tomorrow’s cloc': 'left_out',
    });
    expect(links.every(({ why }) => why.length > 10)).toBe(true);
    expect(links.find(({ title }) => title.startsWith('Drone'))?.why).toContain('place 1 of 1');
    expect(links.find(({ title }) => title.startsWith('From'))?.why).toContain('dated ahead');
    const seen = await care.preview('b', 100);
    expect(seen.links).toMatchObject([{ outcome: 'added', fate: 'offered' }]);
  });

  it('knows backlog that never comes in, though the feed is read again', async () => {
    const { inputs, care, pool, clock } = await newsroom(['a'], (_, __, response) =>
      response.end(
        rss(
          Array.from({ length: 80 }, (_, n) => ({
            title: `Vote ${n} on bridge ${n} in town ${n}`,
            link: `/${n}`,
          })),
        ),
      ),
    );
    expect((await inputs.update('daily')).feeds).toMatchObject([{ items: 80, newItems: 50 }]);
    expect((await inputs.update('daily')).feeds).toMatchObject([{ items: 80, newItems: 0 }]);
    expect((await pool.status(clock.now())).links).toBe(50);
    const { links } = await care.preview('a', 100);
    expect(links.filter(({ fate }) => fate === 'backlog')).toHaveLength(30);
    // Undated items that are still there once their links were pruned are archive, not news.
    clock.set(clock.now() + 8 * 24 * HOUR);
    expect((await inputs.update('daily')).feeds).toMatchObject([{ newItems: 0 }]);
  });
});

describe('inputs of a planner', () => {
  const story =
    (clock: FakeClock): Answer =>
    (_, __, response) =>
      response.end(
        rss([{ title: 'Drone closes airport runway for 47 minutes', link: '/drone', at: clock.now() }]),
      );

  it('are what this desk has not posted, whatever another one has', async () => {
    const posted = new Map<string, CoveredStory[]>();
    let answer: Answer = () => {};
    const { clock, inputs, pool } = await newsroom(['a', 'b'], (...all) => answer(...all), {
      covered: async (desk) => posted.get(desk ?? '') ?? [],
    });
    answer = story(clock);
    const ask = (holder?: string) => inputs.prepare('daily', { notes: [], holder });
    const { event_id, title, primary_url: url } = (await ask('console:one')).candidates[0]!;
    await pool.markPosted(event_id, { threadId: 't1', runId: 'r1', atMs: clock.now() });
    posted.set('console:one', [{ kind: 'posted', id: 'r1/s', atMs: 0, title, url, titles: [title] }]);
    expect((await ask('console:one')).candidates).toEqual([]);
    expect((await ask('console:two')).candidates).toMatchObject([{ event_id }]);
    posted.set('console:two', [{ kind: 'posted', id: 'r1/s', atMs: 0, title, url, titles: [title] }]);
    expect((await ask('console:two')).candidates).toEqual([]);
  });

  it('are held for its desk for ten minutes, taken over by a story, and back with their memory (defect 9)', async () => {
    let answer: Answer = () => {};
    const { clock, inputs, pool } = await newsroom(['a', 'b'], (...all) => answer(...all));
    answer = story(clock);
    const ask = (holder?: string) => inputs.prepare('daily', { notes: [], holder });
    const event = (await ask('console:one')).candidates[0]!.event_id;
    expect((await ask('console:one')).candidates).toHaveLength(1);
    const other = await ask('console:two');
    expect(other.candidates).toEqual([]);
    expect(other.leftOut).toMatchObject([
      { rule: 'held', reason: expect.stringContaining('another desk') as unknown },
    ]);
    expect((await ask()).candidates).toHaveLength(1); // whoever looks sees what its own desk is offered
    clock.set(clock.now() + 10 * MINUTE);
    expect((await ask()).candidates).toHaveLength(1); // looking holds nothing
    expect((await ask('console:two')).candidates).toHaveLength(1);
    await pool.reserve([event], clock.now() + 2 * HOUR, 'story:1');
    expect((await ask('console:two')).leftOut[0]?.reason).toContain('being made');
    await pool.release(event, 'missing_sources');
    expect((await ask('console:two')).leftOut[0]?.reason).toContain('missing_sources');
  });

  it('come from searches too, and go on when these fail', async () => {
    let fail = false;
    let answer: Answer = () => {};
    const asked: string[] = [];
    const { clock, inputs } = await newsroom(['a'], (...all) => answer(...all), {
      search: async ({ kind, provider }) => {
        asked.push(`${kind} ${provider ?? 'all'}`);
        if (fail) throw new Error('broken');
        return [
          { key: 'brave:daily-1', label: 'news', result: 'failed', items: 0, newItems: 0, error: 'no_key' },
        ];
      },
    });
    answer = story(clock);
    expect(await inputs.prepare('daily', { notes: [] })).toMatchObject({
      feeds: [{ result: 'ok' }],
      searches: [{ key: 'brave:daily-1', result: 'failed' }],
    });
    fail = true;
    const again = await inputs.prepare('hourly', { notes: [] });
    expect(again).not.toHaveProperty('searches');
    expect(again.leftOut).toHaveLength(1);
    await inputs.updateSearch('gdelt');
    expect(asked).toEqual(['daily all', 'hourly all', 'daily gdelt']);
  });

  it('are kept as a file of their kind, whole, however many ask at once', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'inputs-')), 'newsroom');
    let answer: Answer = () => {};
    const { clock, inputs } = await newsroom(['a', 'b'], (...all) => answer(...all), {
      keep: (snapshot) => writeInputs(folder, snapshot),
    });
    answer = story(clock);
    const ask = () => inputs.prepare('daily', { notes: [] });
    await Promise.all([ask(), ask(), inputs.prepare('hourly', { notes: [] }), ask()]);
    expect(readdirSync(folder).sort()).toEqual(['daily_inputs_last.json', 'hourly_inputs_last.json']);
    const kept = JSON.parse(readFileSync(join(folder, 'daily_inputs_last.json'), 'utf8')) as InputsSnapshot;
    expect(kept).toMatchObject({
      kind: 'daily',
      candidates: [{ i: 1, picked_because: expect.any(String) as unknown }],
    });
  });

  it('are there though they can’t be kept as a file', async () => {
    const { inputs } = await newsroom([], () => {}, {
      keep: async () => Promise.reject(new Error('disk full')),
    });
    expect((await inputs.prepare('daily', { notes: [] })).candidates).toEqual([]);
  });
});
