import { describe, expect, it } from 'vitest';
import type { NewsEvent } from '../../../src/newsroom/event.ts';
import type { Fetched, Fetcher } from '../../../src/newsroom/fetch/fetcher.ts';
import type { CachedArticle } from '../../../src/newsroom/pool/pool.ts';
import type { Extractor } from '../../../src/newsroom/sources/article.ts';
import {
  buildSourcePack,
  sufficient,
  type PackStory,
} from '../../../src/newsroom/sources/build-source-pack.ts';
import { isOnTopic, storyTerms } from '../../../src/newsroom/sources/on-topic.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { aFetchRecord } from '../../support/sources/a-fetch-record.ts';

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
    edition: { noBackfill: ['walled.test'] },
    pool: {
      article: (url) => Promise.resolve(cache.get(url)),
      keepArticle: (url, article) => Promise.resolve(void cache.set(url, article)),
      freshUrl: (url) => Promise.resolve(url),
      event: () => Promise.resolve(undefined),
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
    expect(sufficient(pack)).toBe(false);
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
    expect(sufficient(pack)).toBe(true);
  });

  it('reads a page once: the next pack takes it from the cache', async () => {
    const work = workOn(
      { 'https://a.test/1': onTopic, 'https://b.test/1': onTopic },
      { supporting_urls: ['https://b.test/1', 'https://a.test/1/'] },
    );
    await buildSourcePack(work);
    expect(sufficient(await buildSourcePack(work))).toBe(true);
    expect(work.fetched).toHaveLength(2);
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
