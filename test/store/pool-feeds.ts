import { expect, it } from 'vitest';
import { judgeItems } from '../../src/newsroom/intake/feeds/judge-items.ts';
import type { SeenItem } from '../../src/newsroom/intake/pool/delivery.ts';
import { HOUR, LONG, found, place, plain } from './given-links.ts';
import type { OpenPool } from './pool-engine.ts';

const DAY = 24 * HOUR;
const URL_KEY = 'https://paper.test/1';

const item = (itemKey: string, more: Partial<SeenItem> = {}): SeenItem => ({
  itemKey,
  url: itemKey,
  title: `Item ${itemKey}`,
  outcome: 'added',
  ...more,
});

/** What every pool remembers of feeds and of what they delivered. */
export function describeFeeds(open: OpenPool): void {
  it('advances the fetch state on success only', async () => {
    const { pool } = await open();
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

  it('tells of all feeds by their keys, over a restart, and enables one again', async () => {
    const engine = await open();
    const told = await engine.pool.noteFeed('b', {
      result: 'ok',
      atMs: 10,
      url: 'https://b.test/',
      newItems: 2,
    });
    for (let n = 1; n <= 11; n++)
      await engine.pool.noteFeed('a', { result: 'failed', atMs: n, error: 'http_500', detail: 'It broke.' });
    const { pool } = await engine.restart();
    const [a, b] = await pool.feedHealth();
    expect(b).toMatchObject({ ...told, key: 'b' });
    expect(a).toMatchObject({ key: 'a', failuresInARow: 11, disabledAtMs: 11, lastErrorDetail: 'It broke.' });
    expect(await pool.enableFeed('a')).toBe(true);
    expect(await pool.feedState('a')).not.toHaveProperty('disabledAtMs');
    expect(await pool.enableFeed('never')).toBe(false);
    expect(await pool.feedState('never')).toBeUndefined();
  });

  it('forgets feeds that nobody has read for long, but for those that are disabled', async () => {
    const { pool } = await open();
    await pool.noteFeed('a', { result: 'ok', atMs: 10 });
    await pool.noteItems('a', [item('1')], 10);
    for (let n = 1; n <= 11; n++)
      await pool.noteFeed('off', { result: 'failed', atMs: n, error: 'http_500' });
    await pool.prune(10 + 30 * DAY);
    expect(await pool.feedHealth()).toHaveLength(2);
    await pool.prune(12 + 30 * DAY);
    expect((await pool.feedHealth()).map(({ key }) => key)).toEqual(['off']);
    expect((await pool.itemsSeen('a')).size).toBe(0);
  });

  it('remembers items of a feed: what came in stays told as that, and backlog as backlog', async () => {
    const engine = await open();
    const items = [item('in'), item('old', { outcome: 'backlog' }), item('bad', { outcome: 'no_link' })];
    await engine.pool.noteItems('a', items, 10);
    await engine.pool.noteItems('b', [item('in', { outcome: 'known' })], 11);
    await engine.pool.noteItems(
      'a',
      [item('in', { outcome: 'too_old', title: 'New title' }), item('bad', { outcome: 'added' })],
      20,
    );
    const { pool } = await engine.restart();
    expect(Object.fromEntries(await pool.itemsSeen('a'))).toEqual({
      in: { firstSeenAtMs: 10, outcome: 'added' },
      old: { firstSeenAtMs: 10, outcome: 'backlog' },
      bad: { firstSeenAtMs: 10, outcome: 'added' },
    });
    expect((await pool.deliveries('a', 9)).map(({ title, lastSeenAtMs }) => [title, lastSeenAtMs])).toEqual([
      ['Item bad', 20],
      ['New title', 20],
      ['Item old', 10],
    ]);
    expect(await pool.deliveries('a', 1)).toHaveLength(1);
    expect(await pool.deliveries('never', 9)).toEqual([]);
  });

  it('remembers that a feed dated an item ahead, and the date that it last gave', async () => {
    const { pool } = await open();
    await pool.noteItems('a', [item('x', { datedAhead: true, publishedAtMs: 5 })], 10);
    await pool.noteItems('a', [item('x')], 20);
    expect(await pool.deliveries('a', 9)).toMatchObject([{ datedAhead: true, publishedAtMs: 5 }]);
    await pool.noteItems('a', [item('x', { publishedAtMs: 7 })], 30);
    expect(await pool.deliveries('a', 9)).toMatchObject([{ datedAhead: true, publishedAtMs: 7 }]);
  });

  it('tells an item once, though two verdicts on its event were given at once', async () => {
    const engine = await open();
    const { pool } = engine;
    await pool.noteItems('b', [item('https://paper.test/2')], 10);
    const eventId = await place(engine, 2);
    const verdict = { eventId, atMs: 20, taken: false, reason: 'too weak' };
    await pool.keepVerdicts([
      { ...verdict, kind: 'hourly' },
      { ...verdict, kind: 'daily' },
    ]);
    expect(await pool.deliveries('b', 9)).toMatchObject([{ verdict: { kind: 'daily', atMs: 20 } }]);
  });

  it('forgets items that their feed hasn’t had for a week, and the oldest of too many', async () => {
    const { pool } = await open();
    await pool.noteItems('a', [item('old')], 10);
    await pool.noteItems('b', [item('other')], 10);
    await pool.noteItems(
      'a',
      Array.from({ length: 2_000 }, (_, n) => item(`i${n}`)),
      11,
    );
    await pool.forgetItems('a', 10 + 7 * DAY);
    expect((await pool.itemsSeen('a')).size).toBe(2_000);
    expect((await pool.itemsSeen('a')).has('old')).toBe(false);
    await pool.noteItems('a', [item('late')], 12);
    await pool.forgetItems('a', 12 + 7 * DAY);
    expect([...(await pool.itemsSeen('a')).keys()]).toEqual(['late']);
    expect((await pool.itemsSeen('b')).size).toBe(1);
  });

  it('remembers items without an address, however long their ids are', async () => {
    const { pool } = await open();
    const terms = {
      foundBy: 'feed:a',
      category: undefined,
      nowMs: 10,
      isFirstContact: false,
      seen: new Map(),
    };
    const { rest } = judgeItems([{ id: LONG, url: '', title: 'Harbour', summary: '' }], terms);
    await pool.noteItems('a', rest, 10);
    expect([...(await pool.itemsSeen('a')).keys()]).toEqual(rest.map(({ itemKey }) => itemKey));
  });

  it('counts the items of each feed by the hour, by their dates, else when they were first seen', async () => {
    const { pool } = await open();
    const dated = (hours: number) => ({ publishedAtMs: hours * HOUR + 5 });
    await pool.noteItems('b', [item('1', dated(2))], 9 * HOUR);
    await pool.noteItems(
      'a',
      [
        item('1', dated(1)),
        item('2', dated(7)),
        item('3', { ...dated(7), outcome: 'filtered' }),
        item('4', { outcome: 'known' }),
      ],
      9 * HOUR + 1,
    );
    expect(await pool.itemHours(2 * HOUR)).toEqual([
      { feed: 'a', hourMs: 7 * HOUR, items: 2, dropped: 1 },
      { feed: 'a', hourMs: 9 * HOUR, items: 1, dropped: 0 },
      { feed: 'b', hourMs: 2 * HOUR, items: 1, dropped: 0 },
    ]);
  });

  it('says what became of an item: pending, kept out, in an event, and what selection last said of that', async () => {
    const engine = await open();
    const { pool, clock } = engine;
    await pool.noteItems('a', [item(URL_KEY)], 10);
    const delivery = async () => (await pool.deliveries('a', 9))[0]!;
    expect(await delivery()).toEqual({
      ...item(URL_KEY),
      datedAhead: false,
      firstSeenAtMs: 10,
      lastSeenAtMs: 10,
    });
    await pool.addLinks([found(1)], 10);
    expect((await delivery()).link).toMatchObject({ pending: true });
    const [link] = await pool.pendingLinks();
    await pool.keepDecisions(
      [{ linkId: link!.id, action: { kind: 'skip', reason: 'roundup' }, ...plain }],
      11,
    );
    expect((await delivery()).link).toEqual({ id: link!.id, pending: false, skipReason: 'roundup' });

    await pool.noteItems('b', [item('https://paper.test/2')], 10);
    const id = await place(engine, 2);
    const verdict = { eventId: id, kind: 'daily' as const, atMs: 20, taken: false, reason: 'too weak' };
    await pool.keepVerdicts([verdict, { ...verdict, eventId: 999 }]);
    await pool.keepVerdicts([{ ...verdict, kind: 'hourly', atMs: 30, taken: true, reason: 'strong' }]);
    await pool.keepVerdicts([{ ...verdict, atMs: 25, reason: 'weak still' }]);
    await pool.markPosted(id, { threadId: 't', runId: 'r', atMs: clock.now() });
    const [told] = await pool.deliveries('b', 9);
    expect(told?.event).toMatchObject({ id, status: 'posted', links: 1, threadId: 't', title: 'Title 2' });
    expect(told?.verdict).toEqual({ eventId: id, kind: 'hourly', atMs: 30, taken: true, reason: 'strong' });
  });
}
