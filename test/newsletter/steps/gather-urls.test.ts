import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StepFailed, type IntakeLink } from '../../../src/newsletter/steps/deps.ts';
import { gatherUrls, oncePerPage } from '../../../src/newsletter/steps/gather-urls.ts';
import { urlKey } from '../../../src/newsroom/model/url-key.ts';
import { anEdition } from '../../newsroom/an-edition.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { EPOCH, signal, worldOn } from './letter-world.ts';
import { aFeed, aWeb } from './web.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** An edition whose feeds are the hosts of a small web. */
async function worldWith(
  feeds: Readonly<Record<string, (url: (path: string) => string) => string>>,
  language: 'en' | 'zh-Hant-HK' = 'en',
) {
  const web = await aWeb((host, path) =>
    path === '/feed' ? feeds[host]?.((own) => `http://${host}.localhost:${web.port}${own}`) : undefined,
  );
  const names = Object.keys(feeds).concat('gone');
  const edition = anEdition({
    language,
    feeds: names.map((name) => ({
      key: name,
      url: web.url(name, '/feed'),
      label: `The ${name}`,
      category: 'Sports',
    })),
    tiers: { T1: ['herald.localhost'], T2: ['courier.localhost'], T3: [] },
  });
  return { ...worldOn(web.port, edition, new FakeClock(EPOCH)), web };
}

describe('gathering', () => {
  it('has a week of the feeds, once a page, newest first, with tier and category; failed feeds are named', async () => {
    const { deps, web } = await worldWith({
      herald: (own) =>
        aFeed([
          ['Ferry stays, council votes', own('/ferry'), EPOCH - 2 * HOUR],
          ['Market hall sold after six days of talks', own('/hall'), EPOCH - 6 * DAY],
          ['Archive piece of eight days ago', own('/archive'), EPOCH - 8 * DAY],
        ]),
      blog: (own) =>
        aFeed([
          ['Ferry stays', 'https://shared.test/story?utm_source=blog', EPOCH - HOUR],
          ['A page without a day', own('/undated')],
        ]),
      courier: () =>
        aFeed([['Ferry stays, says the council', 'https://shared.test/story', EPOCH - 3 * HOUR]]),
    });
    const { output, message, counts } = await gatherUrls({ nowMs: EPOCH }, deps, signal());
    expect(
      output.urls.map(({ title, source, tier, publishedAtMs, category }) => [
        title,
        source,
        tier,
        publishedAtMs,
        category,
      ]),
    ).toEqual([
      ['Ferry stays, council votes', 'The herald', 1, EPOCH - 2 * HOUR, 'Sports'],
      ['Ferry stays', 'shared.test', undefined, EPOCH - 3 * HOUR, 'Sports'],
      ['Market hall sold after six days of talks', 'The herald', 1, EPOCH - 6 * DAY, 'Sports'],
      ['A page without a day', 'The blog', undefined, undefined, 'Sports'],
    ]);
    expect(output.failed).toEqual([{ what: 'The gone', error: 'http_404' }]);
    expect(message).toBe('Gathered 4 URLs; 1 source failed');
    expect(counts).toEqual({ links: 5, urls: 4, failed: 1 });
    expect(web.asked.filter((one) => one === 'herald /feed')).toHaveLength(1);

    const { output: two } = await gatherUrls({ nowMs: EPOCH, days: 2 }, deps, signal());
    expect(two.urls.map(({ title }) => title)).not.toContain('Market hall sold after six days of talks');
    // A feed that failed rests, and is named all the same.
    expect(two.failed).toEqual([{ what: 'The gone', error: 'http_404' }]);
  });

  it.each([
    ['en', 'The edition has no feeds and no searches: there is nothing to gather from.'],
    ['zh-Hant-HK', '版面沒有任何供稿或搜尋，無從收集連結。'],
  ] as const)('without a source is an error that says so, in %s', async (language, because) => {
    const { deps } = worldOn(1, anEdition({ language, feeds: [] }), new FakeClock(EPOCH));
    await expect(gatherUrls({ nowMs: EPOCH }, deps, signal())).rejects.toThrow(new StepFailed(because));
  });

  it('is an error where every source failed, and names them', async () => {
    const { deps } = await worldWith({});
    await expect(gatherUrls({ nowMs: EPOCH }, deps, signal())).rejects.toThrow(
      'No source could be read: The gone (answered 404).',
    );
  });

  it('stops at its signal', async () => {
    const { deps } = await worldWith({});
    const reason = new Error('the desk closes');
    await expect(gatherUrls({ nowMs: EPOCH }, deps, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('links to one page', () => {
  const link = fc.record(
    {
      url: fc.constantFrom(
        'https://a.test/x',
        'https://a.test/x?utm_source=b',
        'https://b.test/y',
        'https://c.test/z#top',
      ),
      title: fc.constantFrom('One', 'Two', ' '),
      source: fc.constantFrom('A', 'B'),
      tier: fc.integer({ min: 1, max: 3 }),
      publishedAtMs: fc.integer({ min: 0, max: 1_000 }),
      description: fc.constantFrom('', 'short', 'much longer'),
    },
    { requiredKeys: ['url', 'title', 'source'] },
  ) as fc.Arbitrary<IntakeLink>;

  it('are one: of the best tier, with the earliest time and the fullest description; newest first', () =>
    fc.assert(
      fc.property(fc.array(link, { maxLength: 12 }), (links) => {
        const once = oncePerPage(links);
        const keys = once.map(({ url }) => urlKey(url));
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(keys)).toEqual(new Set(links.map(({ url }) => urlKey(url))));
        for (const one of once) {
          const its = links.filter(({ url }) => urlKey(url) === urlKey(one.url));
          const best = Math.min(...its.map(({ tier = 9 }) => tier));
          expect(one.tier ?? 9).toBe(best);
          const times = its.flatMap(({ publishedAtMs }) => publishedAtMs ?? []);
          expect(one.publishedAtMs).toBe(times.length === 0 ? undefined : Math.min(...times));
          expect((one.description ?? '').length).toBe(
            Math.max(...its.map(({ description = '' }) => description.length)),
          );
          expect(one.title.trim()).not.toBe('');
          expect(one.url).not.toContain('utm_');
        }
        const dated = once.map(({ publishedAtMs = -1 }) => publishedAtMs);
        expect(dated).toEqual(dated.toSorted((a, b) => b - a));
      }),
    ));
});
