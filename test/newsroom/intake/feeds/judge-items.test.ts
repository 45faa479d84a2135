import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../../../src/newsroom/intake/feeds/feed.ts';
import { judgeItems } from '../../../../src/newsroom/intake/feeds/judge-items.ts';

type Terms = Parameters<typeof judgeItems>[1];

const NOW = Date.UTC(2026, 0, 5, 6);
const HOUR = 3_600_000;
const item = (n: number | string, more: Partial<FeedItem> = {}): FeedItem => ({
  id: `id-${n}`,
  title: `Title ${n}`,
  url: `https://paper.test/${n}`,
  summary: '',
  ...more,
});
const judge = (items: readonly FeedItem[], more: Partial<Terms> = {}) =>
  judgeItems(items, {
    foundBy: 'feed:paper',
    category: undefined,
    nowMs: NOW,
    isFirstContact: false,
    seen: new Map(),
    ...more,
  });
const outcomes = (judged: ReturnType<typeof judge>) => judged.rest.map(({ outcome }) => outcome);

describe('judging the items of a feed', () => {
  it('takes the 50 newest at the first contact, dated ones first, and leaves the rest for good', () => {
    const items = [
      item('undated'),
      ...Array.from({ length: 60 }, (_, n) => item(n, { publishedAtMs: NOW - n * 1_000 })),
    ];
    const first = judge(items, { isFirstContact: true });
    expect(first.fresh.map(({ link }) => link.title)).toEqual(
      Array.from({ length: 50 }, (_, n) => `Title ${n}`),
    );
    expect(outcomes(first)).toEqual(Array.from({ length: 11 }, () => 'backlog'));
    const seen = new Map(
      [...first.fresh.map(({ item: it }) => it), ...first.rest].map(({ itemKey, outcome }) => [
        itemKey,
        { firstSeenAtMs: NOW, outcome },
      ]),
    );
    const again = judge([item('new'), ...items], { seen });
    expect(again.fresh.map(({ link }) => link.title)).not.toContain('Title 55');
    expect(again.fresh.map(({ link }) => link.title)).toContain('Title new');
  });

  it('leaves archive out: by its date, and without one by when it was first seen here', () => {
    const seen = new Map([
      ['https://paper.test/undated', { firstSeenAtMs: NOW - 49 * HOUR, outcome: 'added' as const }],
    ]);
    const judged = judge([item('old', { publishedAtMs: NOW - 49 * HOUR }), item('undated'), item('new')], {
      seen,
    });
    expect(judged.fresh.map(({ link }) => link.title)).toEqual(['Title new']);
    expect(outcomes(judged)).toEqual(['too_old', 'too_old']);
  });

  it('takes an item that is dated ahead as of now, and says so when it is far ahead', () => {
    const { fresh, newestItemAtMs } = judge([
      item('far', { publishedAtMs: NOW + 900 * HOUR }),
      item('near', { publishedAtMs: NOW + 60_000 }),
    ]);
    expect(fresh.map(({ link }) => link.publishedAtMs)).toEqual([NOW, NOW]);
    expect(fresh.map(({ item: it }) => it.datedAhead)).toEqual([true, false]);
    expect(newestItemAtMs).toBe(NOW);
  });

  it("counts an item that is dated ahead from when it was first seen, and not for the feed's rhythm", () => {
    const ahead = item('far', { publishedAtMs: NOW + 900 * HOUR });
    expect(judge([ahead])).toMatchObject({ newestItemAtMs: NOW, gapMs: undefined });
    const [key = ''] = judge([ahead]).fresh.map(({ item: it }) => it.itemKey);
    const again = (hours: number) =>
      judge([ahead, ...[70, 71, 73].map((h) => item(h, { publishedAtMs: NOW - h * HOUR }))], {
        seen: new Map([[key, { firstSeenAtMs: NOW - hours * HOUR, outcome: 'added' }]]),
      });
    expect(again(30)).toMatchObject({ newestItemAtMs: NOW - 70 * HOUR, gapMs: 2 * HOUR });
    expect(again(30).fresh.map(({ link }) => link.publishedAtMs)).toEqual([NOW - 30 * HOUR]);
    expect(outcomes(again(49))[0]).toBe('too_old');
  });

  it('has an outcome for each item that names no address of the web, or has no title', () => {
    const judged = judge([
      item(1, { url: '' }),
      item(2, { url: '', problems: ['bad_link'] }),
      item('x', { title: '' }),
    ]);
    expect(judged.fresh).toEqual([]);
    expect(outcomes(judged)).toEqual(['no_link', 'bad_link', 'no_title']);
  });

  it('counts an address once, however it is written', () => {
    const twice = [item(1), item(2, { url: 'HTTPS://PAPER.test/1/?utm_source=x#part' })];
    expect(judge(twice).fresh.map(({ link }) => link.title)).toEqual(['Title 1']);
  });
});
