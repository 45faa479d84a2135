import { describe, expect, it } from 'vitest';
import type { FoundLink, NewsEvent } from '../../../src/newsroom/model/event.ts';
import type { Fetched, Fetcher } from '../../../src/web-fetch/fetcher.ts';
import type { CachedArticle } from '../../../src/newsroom/intake/pool/pool.ts';
import type { Extractor } from '../../../src/newsroom/sources/article.ts';
import { shownText } from '../../../src/newsroom/model/source-pack.ts';
import type { Source, SourcePack } from '../../../src/newsroom/model/source-pack.ts';
import { buildSourcePack, type PackStory } from '../../../src/newsroom/sources/build-source-pack.ts';
import { lackOf } from '../../../src/newsroom/sources/gate.ts';
import { isOnTopic, storyTerms } from '../../../src/newsroom/sources/on-topic.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { aFetchRecord } from '../../support/sources/a-fetch-record.ts';

const TIERS = { T1: ['a.test'], T2: ['b.test', 'c.test'], T3: [] };
const lack = (pack: Pick<SourcePack, 'sources'>, ordered = false) => lackOf(pack, { tiers: TIERS, ordered });

type PackWork = Parameters<typeof buildSourcePack>[0];

const log = { debug() {}, info() {}, warn() {}, error() {} };
const filler =
  'The inquiry continues, officials added, and a further statement is expected later in the week. ';
const onTopic = `Holroyd & Sons lost its warehouse in Wakefield to a fire. ${filler.repeat(5)}`;

/** A web of plain texts: what the page has is what extraction finds. */
function workOn(
  pages: Record<string, string | number>,
  story: Partial<PackStory> = {},
  more: Partial<PackWork> = {},
): PackWork & { fetched: string[] } {
  const fetched: string[] = [];
  const cache = new Map<string, CachedArticle>();
  const fetcher: Fetcher = {
    get: (url): Promise<Fetched> => {
      fetched.push(url);
      const page = pages[url] ?? 404;
      const record = aFetchRecord(url);
      if (typeof page === 'number')
        return Promise.resolve({ kind: 'failed', reason: `http_${page}`, detail: '', record });
      return Promise.resolve({
        kind: 'ok',
        url,
        bytes: new TextEncoder().encode(page),
        contentType: 'text/html',
        record,
      });
    },
  };
  const extractor: Extractor = {
    extract: (page) =>
      Promise.resolve({
        title: 'Page',
        text: typeof page === 'string' ? page : Buffer.from(page.bytes).toString(),
        extractor: 'readability-linkedom',
        outlet: 'Outlet',
        quality: 1,
      }),
  };
  return {
    story: {
      title: 'Wakefield warehouse fire at Holroyd & Sons',
      primary_url: 'https://a.test/1',
      supporting_urls: [],
      ...story,
    },
    edition: { noBackfill: ['walled.test'], tiers: TIERS },
    pool: {
      article: (url) => Promise.resolve(cache.get(url)),
      keepArticle: (url, article) => Promise.resolve(void cache.set(url, article)),
      freshUrl: (url) => Promise.resolve(url),
      event: () => Promise.resolve(undefined),
      eventOf: () => Promise.resolve(undefined),
      openEvents: () => Promise.resolve([]),
      postedEvents: () => Promise.resolve([]),
    },
    fetcher,
    extractor,
    clock: new FakeClock(),
    log,
    ...more,
    fetched,
  };
}

describe('buildSourcePack', () => {
  it('numbers the usable sources first and says why the others are not', async () => {
    const work = workOn(
      {
        'https://b.test/1': 'Too short.',
        'https://c.test/1': onTopic,
        'https://d.test/1': `A cake recipe. ${filler.repeat(6)}`,
      },
      { supporting_urls: ['https://b.test/1', 'https://c.test/1', 'https://d.test/1'] },
    );
    const pack = await buildSourcePack(work);
    expect(pack.sources.map(({ n, domain, usable, error }) => [n, domain, usable, error])).toEqual([
      [1, 'c.test', true, undefined],
      [2, 'a.test', false, 'http_404'],
      [3, 'b.test', false, 'too_short'],
      [4, 'd.test', false, 'off_topic'],
    ]);
    expect(pack.sources[0]).toMatchObject({
      outlet: 'Outlet',
      language: 'en',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(lack(pack)).toBe('sources');
  });

  it('takes no date that has not come: a time without a zone may be read hours ahead', async () => {
    const { clock, ...work } = workOn(
      { 'https://a.test/1': onTopic, 'https://b.test/1': onTopic },
      { supporting_urls: ['https://b.test/1'] },
    );
    const aheadMs: Record<string, number> = { 'a.test': 8 * 3_600_000, 'b.test': 5 * 60_000 };
    const extractor: Extractor = {
      extract: async (page, url) => {
        const publishedAtMs = clock.now() + (aheadMs[new URL(url).hostname] ?? 0);
        return { ...(await work.extractor.extract(page, url)), publishedAtMs };
      },
    };
    const { sources } = await buildSourcePack({ ...work, clock, extractor });
    expect(sources.map(({ domain, publishedAtMs }) => [domain, publishedAtMs])).toEqual([
      ['a.test', undefined],
      ['b.test', clock.now() + 5 * 60_000],
    ]);
  });

  it('fills up from the event’s other links: other outlets first, none that block robots, five at most', async () => {
    const link = (domain: string, n: number) => ({
      id: n,
      url: `https://${domain}/${n}`,
      key: `https://${domain}/${n}`,
      domain,
    });
    const links = [
      link('a.test', 1),
      link('a.test', 2),
      link('walled.test', 3),
      ...Array.from({ length: 6 }, (_, n) => link(`o${n}.test`, n + 10)),
    ];
    const event = { links } as unknown as NewsEvent;
    const work = workOn({ 'https://a.test/1': onTopic, 'https://o3.test/13': onTopic }, { event_id: 7 });
    const pack = await buildSourcePack({
      ...work,
      pool: { ...work.pool, event: () => Promise.resolve(event) },
    });
    expect(work.fetched.map((url) => new URL(url).hostname)).toEqual([
      'a.test',
      'o0.test',
      'o1.test',
      'o2.test',
      'o3.test',
      'o4.test',
    ]);
    expect(lack(pack)).toBeUndefined();
  });

  it('reads a page once: the next pack takes it from the cache', async () => {
    const work = workOn(
      { 'https://a.test/1': onTopic, 'https://b.test/1': onTopic },
      { supporting_urls: ['https://b.test/1', 'https://a.test/1/'] },
    );
    await buildSourcePack(work);
    expect(lack(await buildSourcePack(work))).toBeUndefined();
    expect(work.fetched).toHaveLength(2);
  });

  it('keeps the address of the lead picture', async () => {
    const work = workOn({ 'https://a.test/1': onTopic });
    const extractor: Extractor = {
      extract: () =>
        Promise.resolve({
          title: 'Page',
          text: onTopic,
          extractor: 'json-ld',
          quality: 1,
          image: 'https://a.test/p.jpg',
        }),
    };
    const first = await buildSourcePack({ ...work, extractor });
    const cached = await buildSourcePack({ ...work, extractor });
    expect([first, cached].map(({ sources }) => sources[0]?.image)).toEqual(
      Array(2).fill('https://a.test/p.jpg'),
    );
    expect(work.fetched).toHaveLength(1);
  });
});

describe('buildSourcePack, where nobody gave the event', () => {
  const eventOf = (title: string, ...urls: string[]) =>
    ({
      title,
      updatedAtMs: 1,
      links: urls.map((url) => ({ url, key: url, title, domain: new URL(url).hostname })),
    }) as unknown as NewsEvent;

  it('finds it by any of its pages, whatever number was given', async () => {
    const event = eventOf('A fire', 'https://a.test/1', 'https://b.test/1');
    const pages = { 'https://a.test/1': onTopic, 'https://b.test/1': onTopic };
    const work = workOn(pages, { event_id: 7 });
    const pool: typeof work.pool = {
      ...work.pool,
      event: () => Promise.resolve(eventOf('Another', 'https://x.test/1')),
      eventOf: (url) => Promise.resolve(url === 'https://a.test/1' ? event : undefined),
    };
    const pack = await buildSourcePack({ ...work, pool });
    expect(pack.sources.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://b.test/1']);
  });

  it('takes pages on the topic from the event that is told in its words', async () => {
    const event = eventOf(
      'Warehouse fire in Wakefield: Holroyd & Sons burns',
      'https://b.test/1',
      'https://c.test/1',
    );
    const pages = {
      'https://a.test/1': onTopic,
      'https://b.test/1': onTopic,
      'https://c.test/1': `A cake recipe. ${filler.repeat(6)}`,
    };
    const work = workOn(pages);
    const pool = { ...work.pool, postedEvents: () => Promise.resolve([event]) };
    const { sources } = await buildSourcePack({ ...work, pool });
    expect(sources.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://b.test/1']);
  });
});

describe('buildSourcePack, where the pool has too little', () => {
  const now = new FakeClock().now();
  const found = (url: string, ageHours = 1): FoundLink => ({
    url,
    title: 'Found',
    description: '',
    foundBy: 'brave:on-demand',
    publishedAtMs: now - ageHours * 3_600_000,
  });

  it('asks one search for the story, and takes only pages that tell it themselves', async () => {
    const asked: string[] = [];
    const work = workOn({
      'https://a.test/1': onTopic,
      'https://b.test/9': onTopic,
      'https://c.test/9': `A cake recipe. ${filler.repeat(6)}`,
      'https://old.test/9': onTopic,
    });
    const links = [
      found('https://a.test/1?utm_source=x'),
      found('https://walled.test/9'),
      found('https://old.test/9', 49),
      found('https://c.test/9'),
      found('https://b.test/9'),
    ];
    const pack = await buildSourcePack({
      ...work,
      search: (text) => Promise.resolve(asked.push(text) > 0 ? links : []),
    });
    expect(asked).toEqual(['Wakefield warehouse fire at Holroyd & Sons']);
    expect(pack.sources.map(({ url }) => url)).toEqual(['https://a.test/1', 'https://b.test/9']);
    expect(work.fetched).toEqual(['https://a.test/1', 'https://c.test/9', 'https://b.test/9']);
    expect(lack(pack)).toBeUndefined();
  });

  it('searches for nothing when the pack is enough', async () => {
    const work = workOn(
      { 'https://a.test/1': onTopic, 'https://b.test/1': onTopic },
      { supporting_urls: ['https://b.test/1'] },
    );
    const search = () => Promise.reject(new Error('it was asked'));
    expect((await buildSourcePack({ ...work, search })).sources).toHaveLength(2);
  });

  it('does not take a page in another language for the story, when nobody vouches for it', async () => {
    const chinese = `${'荷李活道今日舉行大型市集，警方表示秩序良好，市民反應熱烈。'.repeat(20)}`;
    const story = { title: 'Fire burns', supporting_urls: ['https://b.test/1'] };
    const work = workOn({ 'https://a.test/1': onTopic, 'https://c.test/9': chinese }, story);
    const search = () => Promise.resolve([found('https://c.test/9')]);
    const { sources } = await buildSourcePack({ ...work, search });
    expect(sources.filter(({ usable }) => usable)).toHaveLength(1);
  });
});

describe('the gate before writing', () => {
  const source = (domain: string, change: Partial<Source> = {}): Source => ({
    n: 1,
    url: `https://${domain}/1`,
    domain,
    outlet: domain,
    title: '',
    language: 'en',
    text: '',
    sha256: '',
    usable: true,
    ...change,
  });
  const unread = (domain: string, error: string) => source(domain, { usable: false, error });

  it.each<[string, Source[], ReturnType<typeof lackOf>]>([
    ['one usable source', [source('a.test'), unread('b.test', 'timeout')], 'sources'],
    ['two pages of one outlet', [source('a.test'), source('m.a.test')], 'outlets'],
    ['two outlets without standing', [source('x.test'), source('y.test')], 'tier'],
    ['two outlets, one of the second tier', [source('x.test'), source('b.test')], 'tier'],
    ['one of the first tier and another', [source('a.test'), source('x.test')], undefined],
    ['two of the second tier', [source('b.test'), source('c.test')], undefined],
    [
      'a first tier behind a paywall',
      [source('x.test'), source('y.test'), unread('a.test', 'paywall')],
      undefined,
    ],
    [
      'a first tier that tells of something else',
      [source('x.test'), source('y.test'), unread('a.test', 'off_topic')],
      'tier',
    ],
    ['market data beside one article', [source('a.test'), source('q.test', { kind: 'market' })], 'sources'],
  ])('judges %s', (_, sources, expected) => {
    expect(lack({ sources })).toBe(expected);
  });

  it('leaves it to an editor whose word counts, but not how many are needed', () => {
    expect(lack({ sources: [source('x.test'), source('y.test')] }, true)).toBeUndefined();
    expect(lack({ sources: [source('x.test')] }, true)).toBe('sources');
  });
});

describe('what writers are shown of a long text', () => {
  const paragraphs = Array.from({ length: 60 }, (_, n) =>
    n === 45
      ? 'Holroyd had insured the Wakefield warehouse for £4.2 million before the fire.'
      : `Paragraph ${n}. ${filler.repeat(2)}`,
  );
  const text = ['The warehouse of Holroyd & Sons in Wakefield burnt on Monday.', ...paragraphs].join('\n');

  it('is the opening and the passages that say most of the story; the whole text is kept', async () => {
    const { sources } = await buildSourcePack(workOn({ 'https://a.test/1': text }));
    const [it] = sources;
    const seen = shownText(it!);
    expect(it!.text).toBe(text);
    expect(seen.length).toBeLessThanOrEqual(4_600);
    expect(seen).toContain('burnt on Monday');
    expect(seen).toContain('£4.2 million');
    expect(seen).toContain('\n…\n');
    for (const { start, end } of it!.shown!)
      expect(text.slice(start, end)).toMatch(/^(?:The warehouse|Paragraph|Holroyd)[^\n]*$/);
    expect(it!.shown).toEqual([...it!.shown!].sort((a, b) => a.start - b.start));
  });

  it('is all of a short one', async () => {
    const { sources } = await buildSourcePack(workOn({ 'https://a.test/1': onTopic }));
    expect(sources[0]!.shown).toBeUndefined();
    expect(shownText(sources[0]!)).toBe(onTopic);
  });

  it.each([
    ['one paragraph of many sentences', `Holroyd in Wakefield. ${filler.repeat(80)}`],
    ['one endless sentence', 'Holroyd Wakefield warehouse fire '.repeat(400)],
    ['Chinese without line breaks', '荷羅伊德位於韋克菲爾德的倉庫起火，消防員到場灌救。'.repeat(300)],
  ])('is bounded for %s', async (_, long) => {
    const { sources } = await buildSourcePack(workOn({ 'https://a.test/1': long }));
    expect(shownText(sources[0]!).length).toBeGreaterThan(2_000);
    expect(shownText(sources[0]!).length).toBeLessThanOrEqual(4_600);
  });
});

describe('isOnTopic', () => {
  it('wants two anchors, or one and two focus terms, or four focus terms', () => {
    const terms = storyTerms([
      'Police in Wakefield charge Holroyd after warehouse blaze probe, alarm report',
    ]);
    expect(isOnTopic(terms, 'In Wakefield the firm Holroyd trades.')).toBe(true);
    expect(isOnTopic(terms, 'In Wakefield a warehouse burnt, the alarm was off.')).toBe(true);
    expect(isOnTopic(terms, 'The warehouse blaze: an alarm report.')).toBe(true);
    expect(isOnTopic(terms, 'In Wakefield it rained.')).toBe(false);
  });

  it('does not judge a page by words of another language', () => {
    expect(isOnTopic(storyTerms(['倉庫大火三人受傷，消防調查起火原因']), onTopic)).toBe(true);
    const both = storyTerms(['Holroyd & Sons 倉庫大火', 'Wakefield 三人受傷']);
    expect(isOnTopic(both, onTopic)).toBe(true);
    expect(isOnTopic(both, `Nothing of the kind. ${filler.repeat(5)}`)).toBe(false);
  });
});
