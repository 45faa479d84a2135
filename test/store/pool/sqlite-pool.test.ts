import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FoundLink } from '../../../src/newsroom/model/event.ts';
import { HARD_LIFE_MS, SOFT_LIFE_MS, type LinkDecision } from '../../../src/newsroom/intake/pool/pool.ts';
import { domainOf, urlKey } from '../../../src/newsroom/model/url-key.ts';
import { SqlitePool } from '../../../src/store/pool/sqlite-pool.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const HOUR = 3_600_000;
const warnings: string[] = [];
const log = {
  debug() {},
  info() {},
  error() {},
  warn: (_: object, said: string) => void warnings.push(said),
};

let clock: FakeClock;
let path: string;
let pool: SqlitePool;
const opened: SqlitePool[] = [];
const open = () => {
  const made = new SqlitePool({ path, clock, log });
  opened.push(made);
  return made;
};
beforeEach(() => {
  clock = new FakeClock();
  path = join(mkdtempSync(join(tmpdir(), 'pool-')), 'newsroom', 'news_pool.sqlite3');
  pool = open();
});
afterEach(async () => {
  for (const made of opened.splice(0)) await made.close();
  warnings.length = 0;
});

const found = (n: number | string, more: Partial<FoundLink> = {}): FoundLink => ({
  url: `https://paper.test/${n}`,
  title: `Title ${n}`,
  description: '',
  foundBy: 'feed:paper',
  ...more,
});
const plain = { score: 0, ambiguous: false, candidates: [] };

/** Add a link and give it an event of its own, a place in one, or one that develops another. */
async function place(n: number | string, where: { join?: number; parent?: number } = {}): Promise<number> {
  await pool.addLinks([found(n)], clock.now());
  const link = (await pool.pendingLinks())[0];
  if (link === undefined) throw new Error('nothing pending');
  const action: LinkDecision['action'] =
    where.join !== undefined
      ? { kind: 'join', event: { id: where.join } }
      : where.parent !== undefined
        ? { kind: 'development', parent: { id: where.parent }, newEvent: 0, category: 'Global News' }
        : { kind: 'new_event', newEvent: 0, category: 'Global News' };
  await pool.keepDecisions([{ linkId: link.id, action, ...plain }], clock.now());
  const events = await pool.clusterable(clock.now(), 0);
  return events.find((event) => event.links.some(({ id }) => id === link.id))?.id ?? -1;
}

it('shows people addresses without the parameters that count them', async () => {
  await pool.addLinks([found(1, { url: 'https://paper.test/1?id=7&utm_source=rss&fbclid=x' })], clock.now());
  expect((await pool.pendingLinks())[0]!.url).toBe('https://paper.test/1?id=7');
});

describe('urlKey', () => {
  it.each([
    ['HTTPS://Paper.TEST/A/?utm_source=x&b=2&fbclid=1#part', 'https://paper.test/A?b=2'],
    ['http://meridian.localhost:34567/a/', 'http://meridian.localhost/a'],
    ['http://paper.test:8080/', 'http://paper.test:8080'],
    ['ftp://paper.test/', undefined],
    ['nonsense', undefined],
  ])('of %s is %s', (url, key) => expect(urlKey(url)).toBe(key));

  it('is the same for its own key, whatever the URL', () =>
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const key = urlKey(url);
        return key === undefined || urlKey(key) === key;
      }),
    ));

  it('names an outlet by its host', () => {
    expect(domainOf('https://www.paper.test/a')).toBe('paper.test');
    expect(domainOf('https://www.test/a')).toBe('www.test');
  });
});

describe('SqlitePool', () => {
  it('knows a link again and keeps its newest URL', async () => {
    expect(await pool.addLinks([found(1, { url: 'http://a.localhost:1/x' }), found(2)], 5)).toMatchObject({
      added: 2,
      seenAgain: 0,
    });
    expect(await pool.addLinks([found(1, { url: 'http://a.localhost:2/x?utm_medium=z' })], 6)).toMatchObject({
      added: 0,
      seenAgain: 1,
    });
    expect(await pool.freshUrl('http://a.localhost:9/x')).toBe('http://a.localhost:2/x');
    expect(await pool.pendingLinks()).toHaveLength(2);
  });

  it('keeps decisions of a batch that build on each other, and shows counts that do not drift', async () => {
    await pool.addLinks([found(1), found(2), found(3), found(4)], clock.now());
    const [a, b, c, d] = await pool.pendingLinks();
    await pool.keepDecisions(
      [
        { linkId: a!.id, action: { kind: 'new_event', newEvent: 7, category: 'AI' }, ...plain },
        {
          linkId: b!.id,
          action: { kind: 'join', event: { newEvent: 7 } },
          ...plain,
          candidates: [{ event: { newEvent: 7 }, score: 0.5 }],
        },
        { linkId: c!.id, action: { kind: 'skip', reason: 'roundup' }, ...plain },
        {
          linkId: d!.id,
          action: { kind: 'development', parent: { newEvent: 7 }, newEvent: 8, category: 'AI' },
          ...plain,
        },
      ],
      clock.now(),
    );
    const [event, child] = await pool.openEvents(clock.now());
    expect(event).toMatchObject({ category: 'AI', status: 'active', title: 'Title 1', parentId: null });
    expect(event?.links.map(({ url }) => url)).toEqual([found(1).url, found(2).url]);
    expect(child).toMatchObject({ parentId: event?.id, status: 'new' });
    expect(await pool.pendingLinks()).toEqual([]);
    // Deciding again changes nothing.
    await pool.keepDecisions(
      [{ linkId: a!.id, action: { kind: 'skip', reason: 'x' }, ...plain }],
      clock.now(),
    );
    expect((await pool.event(event!.id))?.links).toHaveLength(2);
  });

  it('lets an event live 48 hours after its newest link or child, and 7 days at most', async () => {
    const began = clock.now();
    const id = await place('first');
    for (let day = 1; day <= 8; day++) {
      clock.set(began + day * 24 * HOUR - 1);
      if (day % 2 === 0) await place(`child${day}`, { parent: id });
      else await place(`more${day}`, { join: id });
    }
    expect((await pool.event(id))?.expiresAtMs).toBe(began + HARD_LIFE_MS);
    expect((await pool.openEvents(began + HARD_LIFE_MS)).map((event) => event.id)).not.toContain(id);
    const alone = await place('alone');
    expect((await pool.event(alone))?.expiresAtMs).toBe(clock.now() + SOFT_LIFE_MS);
  });

  it('prunes an expired parent and leaves its child whole (defect 1)', async () => {
    const parent = await place('parent');
    clock.set(clock.now() + HARD_LIFE_MS);
    const child = await place('child', { parent });
    expect((await pool.event(child))?.parentId).toBe(parent);
    expect((await pool.prune(clock.now() + 80 * HOUR)).events).toBe(1);
    expect(await pool.event(parent)).toBeUndefined();
    expect(await pool.event(child)).toMatchObject({ parentId: null });
    expect(await pool.openEvents(clock.now())).toHaveLength(1);
  });

  it('prunes links and articles after 48 hours, never those of a living event', async () => {
    const id = await place('kept');
    await pool.addLinks([found('old')], clock.now());
    await pool.keepArticle('https://paper.test/old', {
      url: 'u',
      title: 't',
      text: 'x',
      extractor: 'e',
      fetchedAtMs: clock.now(),
    });
    expect(await pool.prune(clock.now() + 49 * HOUR)).toMatchObject({
      links: 1,
      events: 0,
      articles: 1,
    });
    expect((await pool.event(id))?.links).toHaveLength(1);
  });

  it('reserves for one story at a time, and remembers why an event came back (defect 9)', async () => {
    const [a, b] = [await place('a'), await place('b')];
    const until = clock.now() + 600_000;
    expect(await pool.reserve([a, b, 999], until, 'planner:one')).toEqual([a, b]);
    expect(await pool.reserve([a, b], until, 'planner:one')).toEqual([a, b]);
    expect(await pool.reserve([a], until, 'planner:two')).toEqual([]);
    expect(await pool.reserve([a], until + HOUR, 'story:1')).toEqual([a]); // what it was offered to write
    expect(await pool.reserve([a, b], until, 'planner:one')).toEqual([b]);
    expect(await pool.reserve([a], until + HOUR, 'story:2')).toEqual([]);
    expect(await pool.event(a)).toMatchObject({ reservedBy: 'story:1', reservedUntilMs: until + HOUR });
    await pool.release(a, 'missing_sources');
    await pool.release(a, 'missing_sources');
    expect(await pool.event(a)).toMatchObject({
      reservedUntilMs: null,
      released: { why: 'missing_sources', atMs: clock.now() },
    });
    clock.set(until);
    expect(await pool.reserve([b], until + 600_000, 'planner:two')).toEqual([b]);
  });

  it('lets go of what a planner is no longer offered, without a memory of it', async () => {
    const [a, b] = [await place('a'), await place('b')];
    const until = clock.now() + 600_000;
    await pool.reserve([a, b], until, 'planner:one');
    await pool.reserve([b], until, 'planner:one');
    expect(await pool.reserve([a, b], until, 'planner:two')).toEqual([a]);
    expect(await pool.event(a)).not.toHaveProperty('released');
  });

  it('marks an event posted once, and freezes it', async () => {
    const id = await place('a');
    await pool.markPosted(id, { threadId: 't1', runId: 'r1', atMs: 50 });
    await pool.markPosted(id, { threadId: 't2', runId: 'r2', atMs: 60 });
    await pool.release(id, 'too late');
    const { expiresAtMs, ...event } = (await pool.event(id))!;
    expect(event).toMatchObject({ status: 'posted', threadId: 't1', runId: 'r1', postedAtMs: 50 });
    expect(event).not.toHaveProperty('released');
    clock.set(clock.now() + HOUR);
    await place('late', { join: id });
    expect(await pool.event(id)).toMatchObject({ expiresAtMs, status: 'posted' });
    expect((await pool.postedEvents(50))[0]?.links).toHaveLength(2);
  });

  it('holds a posted event for another desk, and lets it go when that one has posted it or not', async () => {
    const id = await place('a');
    await pool.markPosted(id, { threadId: 't1', runId: 'r1', atMs: 50 });
    const held = async () => (await pool.event(id))?.reservedBy;
    expect(await pool.reserve([id], clock.now() + HOUR, 'story:2')).toEqual([id]);
    expect(await held()).toBe('story:2');
    await pool.release(id, 'no sources');
    expect(await held()).toBeUndefined();
    await pool.reserve([id], clock.now() + HOUR, 'story:2');
    await pool.markPosted(id, { threadId: 't2', runId: 'r2', atMs: 60 });
    expect(await held()).toBeUndefined();
    expect(await pool.event(id)).toMatchObject({ threadId: 't1', runId: 'r1', postedAtMs: 50 });
  });

  it('advances the fetch state on success only (defect 12)', async () => {
    await pool.noteFeed('f', { result: 'ok', atMs: 10, etag: '"a"', lastModified: 'Mon' });
    await pool.noteFeed('f', { result: 'failed', atMs: 20, error: 'timeout' });
    await pool.noteFeed('f', { result: 'failed', atMs: 30, error: 'http_500' });
    expect(await pool.feedState('f')).toMatchObject({
      etag: '"a"',
      lastModified: 'Mon',
      lastSuccessAtMs: 10,
      lastAttemptAtMs: 30,
      failuresInARow: 2,
      lastError: 'http_500',
    });
    await pool.noteFeed('f', { result: 'unchanged', atMs: 40 });
    const state = await pool.feedState('f');
    expect(state).toMatchObject({
      etag: '"a"',
      lastModified: 'Mon',
      lastSuccessAtMs: 40,
      lastAttemptAtMs: 40,
      failuresInARow: 0,
      failures: 2,
      reads: 4,
    });
    expect(state).not.toHaveProperty('lastError');
    expect(await pool.feedState('never')).toBeUndefined();
  });

  it('counts the links of events right, whatever comes and goes (defect 12)', async () => {
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('new', 'join', 'develop', 'post', 'later'), fc.nat()), {
          maxLength: 25,
        }),
        async (steps) => {
          const made: number[] = [];
          for (const [step, n] of steps) {
            const event = made[n % Math.max(1, made.length)];
            const known = event !== undefined && (await pool.event(event)) !== undefined;
            const link = `${step}-${++serial}`;
            if (step === 'new' || !known) made.push(await place(link));
            else if (step === 'join') await place(link, { join: event });
            else if (step === 'develop') made.push(await place(link, { parent: event }));
            else if (step === 'post')
              await pool.markPosted(event, { threadId: 't', runId: 'r', atMs: clock.now() });
            else {
              clock.set(clock.now() + 30 * HOUR);
              await pool.prune(clock.now());
            }
          }
          expect(await pool.recount()).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('remembers over a restart', async () => {
    const id = await place('a');
    await pool.noteRun({ kind: 'daily', startedAtMs: 1, finishedAtMs: 2, detail: { links: 1 } });
    await pool.close();
    opened.pop();
    pool = open();
    expect((await pool.event(id))?.title).toBe('Title a');
    expect(await pool.status(clock.now())).toMatchObject({
      links: 1,
      pending: 0,
      openEvents: 1,
      postedEvents: 0,
    });
  });

  it('sets a corrupt file aside with a warning and begins anew', async () => {
    await pool.close();
    opened.pop();
    writeFileSync(path, 'this is no database, '.repeat(400));
    pool = open();
    expect(await pool.status(0)).toMatchObject({ links: 0 });
    expect(warnings).toHaveLength(1);
    expect(readdirSync(join(path, '..')).filter((name) => name.includes('.corrupt-'))).not.toEqual([]);
  });
});
