/** A window of days over a real pool: what feeds delivered, and what searches found. */
import { afterEach, expect, it } from 'vitest';
import type { EditionFeed } from '../../../src/newsroom/edition/edition.ts';
import type { FeedItem } from '../../../src/newsroom/intake/feeds/feed.ts';
import { judgeItems } from '../../../src/newsroom/intake/feeds/judge-items.ts';
import { windowLinks } from '../../../src/newsroom/intake/window-links.ts';
import { urlKey } from '../../../src/newsroom/model/url-key.ts';
import type { Pool } from '../../../src/newsroom/intake/pool/pool.ts';
import { openPool } from '../../../src/store/sqlite/open-pool.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { anEdition } from '../an-edition.ts';

const NOW = Date.UTC(2026, 10, 20, 7);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const edition = anEdition({
  feeds: [{ key: 'first', url: 'https://first.test/feed', label: 'First', category: 'Sports' }],
  tiers: { T1: ['first.test'], T2: ['search.test'], T3: [] },
});

let pool: Pool;
afterEach(() => pool.close());

it('has what feeds delivered though it was too old for events, and what searches found, with what each tells of it', async () => {
  pool = openPool({ path: ':memory:', clock: new FakeClock(NOW), log });
  const item = (path: string, outcome: 'added' | 'too_old' | 'backlog' | 'no_title', daysAgo?: number) => {
    const url = `https://first.test/${path}`;
    return {
      ...{ itemKey: urlKey(url)!, url, title: `On ${path}`, outcome },
      ...(daysAgo !== undefined && { publishedAtMs: NOW - daysAgo * DAY }),
    };
  };
  const ferry = {
    url: 'https://first.test/ferry',
    title: 'On ferry',
    description: 'Fares rise.',
    foundBy: 'feed:first',
  };
  const found = {
    url: 'https://www.search.test/x',
    title: 'Found',
    description: 'By a search.',
    foundBy: 'brave:daily-1',
  };
  const old = { ...found, url: 'https://search.test/old', publishedAtMs: NOW - 9 * DAY };
  await pool.addLinks(
    [{ ...ferry, publishedAtMs: NOW - HOUR }, { ...found, publishedAtMs: NOW - 2 * HOUR }, old],
    NOW,
  );
  const pending = await pool.pendingLinks();
  const decided = { score: 0, ambiguous: false, candidates: [] };
  await pool.keepDecisions(
    pending.map(({ id }, at) => ({
      ...{ linkId: id, ...decided },
      action: { kind: 'new_event', newEvent: -1 - at, category: 'Sports' } as const,
    })),
    NOW,
  );
  await pool.noteItems(
    'first',
    [
      item('ferry', 'added', 1 / 24),
      item('hall', 'too_old', 6),
      item('archive', 'too_old', 8),
      item('backlog', 'backlog', 3),
      item('undated', 'added'),
      item('nameless', 'no_title', 1),
    ],
    NOW - 2 * DAY,
  );

  const links = await windowLinks({ pool, edition }, NOW - 7 * DAY);
  const told = links.map(({ title, source, tier, description, category }) => [
    title,
    source,
    tier,
    description,
    category,
  ]);
  expect(told.toSorted()).toEqual([
    ['Found', 'search.test', 2, 'By a search.', undefined],
    ['On backlog', 'First', 1, undefined, 'Sports'],
    ['On ferry', 'First', 1, 'Fares rise.', 'Sports'],
    ['On hall', 'First', 1, undefined, 'Sports'],
    ['On undated', 'First', 1, undefined, 'Sports'],
  ]);
  expect(links.find(({ title }) => title === 'On undated')).not.toHaveProperty('publishedAtMs');

  // What has no date counts from when it was first seen.
  const day = await windowLinks({ pool, edition }, NOW - DAY);
  expect(day.map(({ title }) => title).toSorted()).toEqual(['Found', 'On ferry']);
});

it('credits a page to its outlet, not to a feed that only repeats it', async () => {
  pool = openPool({ path: ':memory:', clock: new FakeClock(NOW), log });
  const feeds = [
    { key: 'gather', url: 'https://news.gatherer.test/rss?q=ferry', label: 'Gatherer' },
    { key: 'first', url: 'https://feeds.first.test/all.xml', label: 'The First Post' },
    { key: 'harbour', url: 'https://harbour.test/zh/rss', label: '海港日報' },
  ];
  const item = (url: string, title: string) => ({
    ...{ itemKey: urlKey(url)!, url, title, outcome: 'added' as const, publishedAtMs: NOW - HOUR },
  });
  const repeated = [
    item('https://www.first.test/ferry', 'A page of an outlet with a feed of its own'),
    item('https://harbour.test/zh/ferry', '另一份報章的報道'),
    item('https://www.stranger.test/ferry', 'A page of an outlet without a feed'),
    item('https://news.gatherer.test/own', 'Its own page'),
  ];
  await pool.noteItems('gather', repeated, NOW);
  await pool.noteItems('first', [item('https://first.test/hall', 'A page of its own')], NOW);

  const links = await windowLinks({ pool, edition: anEdition({ feeds }) }, NOW - DAY);
  expect(Object.fromEntries(links.map(({ title, source }) => [title, source]))).toEqual({
    'A page of an outlet with a feed of its own': 'The First Post',
    另一份報章的報道: '海港日報',
    'A page of an outlet without a feed': 'stranger.test',
    'Its own page': 'Gatherer',
    'A page of its own': 'The First Post',
  });
});

it('has nothing that a feed’s filters drop, however old it is, and whenever they were set', async () => {
  pool = openPool({ path: ':memory:', clock: new FakeClock(NOW), log });
  const filters: EditionFeed['filters'] = [{ rule: 'drop', words: ['horoscope'], in: 'title' }];
  const feed = { key: 'first', url: 'https://first.test/feed', label: 'First' };
  const item = (path: string, title: string, daysAgo: number) => {
    const url = `https://first.test/${path}`;
    return { id: url, url, title, summary: '', publishedAtMs: NOW - daysAgo * DAY };
  };
  const read = async (atMs: number, items: FeedItem[], set?: EditionFeed['filters']) => {
    const seen = await pool.itemsSeen('first');
    const terms = { foundBy: 'feed:first', category: undefined, nowMs: atMs, isFirstContact: false };
    const { fresh, rest } = judgeItems(items, { ...terms, filters: set, seen });
    await pool.noteItems('first', [...fresh.map((one) => one.item), ...rest], atMs);
  };
  const old = item('stars', 'Your horoscope for the week', 6);
  const dropped = item('signs', 'Horoscope: what Tuesday brings', 3);
  const unfiltered = item('moon', 'The horoscope of the new moon', 4);
  const hall = item('hall', 'Town hall reopens', 3);
  await read(NOW - 4 * DAY, [unfiltered]);
  await read(NOW - 3 * DAY, [old, dropped, unfiltered, hall], filters);
  await read(NOW, [old, dropped, unfiltered, hall], filters);

  const edited = anEdition({ feeds: [{ ...feed, filters }] });
  const links = await windowLinks({ pool, edition: edited }, NOW - 7 * DAY);
  expect(links.map(({ title }) => title)).toEqual(['Town hall reopens']);
});
