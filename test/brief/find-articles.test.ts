/** The searcher over the pool: which links are near a topic, how old they may be, and what is told of each. */
import { expect, it } from 'vitest';
import { findArticles } from '../../src/brief/find-articles.ts';
import type { NewsSources } from '../../src/brief/find-articles.ts';
import { loggable } from '../../src/brief/loggable.ts';
import type { NewsEvent } from '../../src/newsroom/model/event.ts';
import { NOW } from './a-brief.ts';

const HOUR_MS = 3_600_000;
let ids = 0;

function event(
  title: string,
  more: { host?: string; description?: string; hoursAgo?: number; dated?: false } = {},
): NewsEvent {
  const { host = 'herald.example', description = '', hoursAgo = 1, dated } = more;
  const id = ++ids;
  const at = NOW - hoursAgo * HOUR_MS;
  const url = `https://${host}/${id}`;
  return {
    ...{
      id,
      parentId: null,
      status: 'new',
      category: 'Global News',
      title,
      createdAtMs: at,
      updatedAtMs: at,
    },
    ...{ expiresAtMs: NOW + HOUR_MS, reservedUntilMs: null, postedAtMs: null },
    links: [
      {
        ...{ id, url, key: url, domain: host, title, description, foundBy: 'feed:one', eventId: id },
        ...{ firstSeenAtMs: at, lastSeenAtMs: at },
        ...(dated !== false && { publishedAtMs: at }),
      },
    ],
  };
}

const find = (
  topic: string,
  open: readonly NewsEvent[],
  more: Partial<NewsSources['pool']> = {},
  posted: readonly NewsEvent[] = [],
) => {
  let filled = 0;
  const sources: NewsSources = {
    pool: {
      openEvents: async () => open,
      postedEvents: async () => posted,
      article: async () => undefined,
      status: async () => ({ links: 1, pending: 0, openEvents: 1, postedEvents: 0, newestLinkAtMs: 1 }),
      ...more,
    },
    outletOf: ({ foundBy }) => (foundBy === 'feed:one' ? 'The Herald' : undefined),
    fill: async () => void (filled += 1),
  };
  const signal = new AbortController().signal;
  return findArticles(topic, { sources, locale: 'en', nowMs: NOW, signal }).then((found) => ({
    ...found,
    filled,
  }));
};

it('takes what has most of the topic first, posted stories included, and nothing that is beside it', async () => {
  const near = event('Ferry strikes harbour pier');
  const half = event('Ferry firm sells pier', { hoursAgo: 5 });
  const posted = event('Harbour ferry pier is rebuilt', { hoursAgo: 80 });
  const { results } = await find('harbour ferry pier', [half, event('Gold at a record'), near], {}, [posted]);
  expect(results.articles.map(({ title }) => title)).toEqual([
    'Ferry strikes harbour pier',
    'Harbour ferry pier is rebuilt',
    'Ferry firm sells pier',
  ]);
  expect(results.articles[0]).toMatchObject({ index: 0, outlet: 'The Herald' });
});

it('credits a page to the outlet that it names itself, not to the feed that carried its link', async () => {
  const read = { title: 'Ferry strikes pier', outlet: 'Meridian Wire', text: 'A ferry struck a pier.' };
  const article = async () => ({ key: 'k', url: 'https://x.example', fetchedAtMs: NOW, ...read }) as never;
  const { results } = await find('ferry pier', [event('Ferry strikes pier')], { article });
  expect(results.articles).toMatchObject([{ outlet: 'Meridian Wire' }]);
});

it('is at most eight articles of the last 30 days, with a lower confidence for what nobody dates', async () => {
  const many = Array.from({ length: 12 }, (_, n) => event(`Ferry report ${n}`, { hoursAgo: n + 1 }));
  expect((await find('ferry', many)).results.articles).toHaveLength(8);
  const old = event('Ferry of old', { hoursAgo: 31 * 24 });
  const undated = event('Ferry undated', { dated: false });
  const { articles } = (await find('ferry', [old, undated])).results;
  expect(articles).toMatchObject([
    {
      title: 'Ferry undated',
      published_at: null,
      confidence_note: expect.stringContaining('undated') as string,
    },
  ]);
  expect(articles[0]!.confidence).not.toBe('high');
});

it('leaves out what only its page dates, longer ago than 30 days, and takes the next', async () => {
  const undated = event('Ferry undated', { dated: false });
  const many = Array.from({ length: 8 }, (_, n) => event(`Ferry report ${n}`, { hoursAgo: n + 2 }));
  const read = { title: 'Ferry', text: 'A ferry sank in the harbour.', extractor: 'x', fetchedAtMs: NOW };
  const article = async (url: string) =>
    url === undated.links[0]!.url ? { ...read, url, publishedAtMs: NOW - 60 * 24 * HOUR_MS } : undefined;
  const { articles } = (await find('ferry', [undated, ...many], { article })).results;
  expect(articles.map(({ title, index }) => [index, title])).toEqual(
    many.map(({ title }, index) => [index, title]),
  );
});

it('finds a topic in what its reports say, in the other language as well', async () => {
  const chinese = event('中環碼頭渡輪相撞', { description: '渡輪撞上碼頭。' });
  const inText = event('Crash in the harbour', { description: 'A ferry struck the pier.' });
  const { results } = await find('ferry pier', [chinese, inText]);
  expect(results.articles.map(({ title }) => title)).toContain('Crash in the harbour');
});

it('reads the feeds where nothing was ever read or others are reading them, and else asks the pool alone', async () => {
  const never = {
    status: async () => ({ links: 0, pending: 0, openEvents: 0, postedEvents: 0, newestLinkAtMs: null }),
  };
  expect((await find('ferry', [], never)).filled).toBe(1);
  expect((await find('ferry', [])).filled).toBe(0);
  // Others are filling it: what is not clustered yet is in no event.
  const filling = {
    status: async () => ({ links: 9, pending: 9, openEvents: 0, postedEvents: 0, newestLinkAtMs: NOW }),
  };
  expect((await find('ferry', [], filling)).filled).toBe(1);
});

it('verifies against what was read of an article, and keeps its summary', async () => {
  const text = 'A ferry struck the pier. Nine were hurt.';
  const article = async () => ({
    url: 'https://herald.example/1',
    title: 'Ferry',
    text,
    extractor: 'x',
    fetchedAtMs: NOW,
  });
  const { results, pack } = await find(
    'ferry',
    [event('Ferry hits pier', { description: 'A ferry hit a pier.' })],
    { article },
  );
  expect(results.articles[0]!.summary).toBe('A ferry hit a pier.');
  expect(pack.sources[0]!.text).toContain('Nine were hurt.');
});

it.each([
  ['write to ann.lee@mail.example now', 'write to [e-mail] now'],
  ['call +44 20 7946 0958', 'call [number]'],
  ['<@123456789012345678> said', '[mention] said'],
  ['HKID A123456(7) was used', 'HKID [number] was used'],
  ['312 to 287 in 2026', '312 to 287 in 2026'],
])('is logged without what tells of a person: %s', (payload, said) => {
  expect(loggable(payload)).toBe(said);
});

it.each([
  ['香港交通', '有獎遊戲｜猜猜這是香港哪條街？答中送帆布袋'],
  ['香港新聞', '有獎遊戲｜猜猜這是香港哪條街？答中送帆布袋'],
  ['香港舊街', 'Man arrested after drone halts landings at Hong Kong airport'],
  ['Hong Kong housing', 'Man arrested after drone halts landings at Hong Kong airport'],
  ['hong kong housing', 'Man arrested after drone halts landings at Hong Kong airport'],
  ['Hong Kong transport', 'Hong Kong hands third stablecoin licence to Pearl Lantern'],
  ['香港樓市消息', '香港國際機場有無人機闖入'],
  ['the latest news on gold', 'Latest news on the ferry'],
])('needs the words of the topic: on %s, not %s', async (topic, title) => {
  expect((await find(topic, [event(title)])).results.articles).toEqual([]);
});

it.each([
  ['Hong Kong airport', 'Man arrested after drone halts landings at Hong Kong airport'],
  ['香港機場', 'Man arrested after drone halts landings at Hong Kong airport'],
  ['Hong Kong', 'Man arrested after drone halts landings at Hong Kong airport'],
  ['香港新聞', '香港國際機場有無人機闖入'],
  ['the latest news on gold', 'Gold climbs to a record'],
  ['屯門簡約公屋', '屯門第54區增建2,140個簡約公屋單位'],
])('finds on %s: %s', async (topic, title) => {
  expect((await find(topic, [event(title)])).results.articles).toHaveLength(1);
});
