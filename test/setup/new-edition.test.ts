import { domainOf } from '../../src/newsroom/model/url-key.ts';
import { tierOf } from '../../src/newsroom/edition/tiers.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import '../../src/main/channels.ts';
import { editionMistakes } from '../../src/newsroom/edition/edition.ts';
import type { Edition } from '../../src/newsroom/edition/edition.ts';
import type { EditionJson } from '../../src/newsroom/edition/edition-file.ts';
import { editionAbout, editionFrom, nameFrom, topicWords } from '../../src/setup/new-edition.ts';
import type { EditionRequest } from '../../src/setup/new-edition.ts';
import { suggestFeeds } from '../../src/setup/feed-choices.ts';
import { writtenJson } from '../../src/text/written-json.ts';

const shipped = (name: string) =>
  JSON.parse(readFileSync(`data/editions/${name}.json`, 'utf8')) as EditionJson;
const request: EditionRequest = {
  name: 'mine',
  title: 'Mine',
  language: 'en',
  zone: 'Asia/Hong_Kong',
  desk: { channel: 'console', chat: 'desk' },
  schedule: { kind: 'cron', expr: '30 7 * * 1-5', tz: 'Asia/Hong_Kong' },
  approval: true,
};

describe('an edition from another', () => {
  it('can be read, has its answers, and keeps the rest', () => {
    const made = editionFrom(shipped('uk-hk'), { ...request, language: 'zh-Hant-HK' });
    expect(editionMistakes(made)).toEqual([]);
    expect(made).toMatchObject({ name: 'mine', zone: 'Asia/Hong_Kong', approval: true });
    expect(made['style']).toEqual(shipped('uk-hk')['style']);
    expect(made['schedules']).toEqual([
      expect.objectContaining({
        name: '定時策劃',
        cron: '30 7 * * 1-5',
        tz: 'Asia/Hong_Kong',
        timeoutSeconds: 900,
      }),
      expect.objectContaining({ profile: 'planner_hourly' }),
    ]);
  });

  it('leaves out what is worded in another language, and names markets by words of its own', () => {
    const made = editionFrom(shipped('uk-hk'), request);
    expect(editionMistakes(made)).toEqual([]);
    const { categories, markets, lengths, style } = made as unknown as Edition;
    expect(categories.some(({ label }) => label !== undefined)).toBe(false);
    expect(markets!.symbols.slice(0, 2).map(({ label }) => label)).toEqual(['S&P 500', 'Nasdaq']);
    expect(lengths.story).toEqual({ unit: 'words', min: 350, max: 1200 });
    expect(style).toEqual({ readMoreLabel: 'Read more', notes: [] });
  });

  it('keeps the keys of feeds that it had, and gives others keys of their own', () => {
    const { feeds } = shipped('uk-hk') as unknown as Edition;
    const [first] = feeds;
    const added = { url: 'https://news.example/feed', label: first!.key };
    const made = editionFrom(shipped('uk-hk'), { ...request, feeds: [first!, added] });
    expect((made as unknown as Edition).feeds.map(({ key }) => key)).toEqual([first!.key, `${first!.key}-2`]);
  });

  it('plans the sample as soon as ever where it is planned by an interval', () => {
    const made = editionFrom(shipped('sample'), {
      ...request,
      schedule: { kind: 'every', everyMs: 300_000 },
    });
    expect(editionMistakes(made)).toEqual([]);
    expect(made['schedules']).toEqual([expect.objectContaining({ every: '300s', startAfter: '4s' })]);
  });
});

describe('an edition about a topic', () => {
  it('can be read in both languages, and its feeds are of its one category', () => {
    const feeds = [{ url: 'https://www.windpower.example/rss', label: 'Wind & Power' }];
    for (const language of ['en', 'zh-Hant-HK'] as const) {
      const made = editionAbout('Offshore wind', topicWords('Offshore wind, 風電'), {
        ...request,
        language,
        feeds,
      });
      expect(editionMistakes(made)).toEqual([]);
      const { categories, tiers, feeds: own } = made as unknown as Edition;
      expect(categories).toEqual([{ name: 'Offshore wind', words: ['offshore wind', '風電'] }]);
      expect(tiers.T1).toEqual(['windpower.example']);
      expect(own).toEqual([{ key: 'wind-power', ...feeds[0], category: 'Offshore wind' }]);
    }
  });

  it('has in its first tier the hosts of pages, where feeds are on another', () => {
    const bbc = { url: 'https://feeds.bbci.co.uk/news/technology/rss.xml', label: 'BBC Technology' };
    const { tiers } = editionAbout('Chips', ['chips'], { ...request, feeds: [bbc] }) as unknown as Edition;
    expect(tierOf(tiers, domainOf('https://www.bbc.co.uk/news/articles/c1'))).toBe('T1');
  });

  it('is offered the feeds of known editions that are about it', () => {
    const known = [shipped('uk-hk') as unknown as Edition];
    const labels = (topic: string) => suggestFeeds(topicWords(topic), known).map(({ label }) => label);
    expect(labels('bitcoin, ether')).toEqual(['CoinDesk', 'Cointelegraph']);
    expect(labels('Guardian')).toHaveLength(6);
    expect(labels('basket weaving')).toEqual([]);
  });

  it('has a name that can be a file’s', () => {
    expect(nameFrom('Café & Crème!')).toBe('cafe-creme');
    expect(nameFrom('離岸風電')).toBe('newsroom');
  });
});

it('an edition is written as people write it: what fits into a line stands in one, and it reads back', () => {
  const text = writtenJson(shipped('uk-hk'));
  expect(JSON.parse(text)).toEqual(shipped('uk-hk'));
  expect(text.split('\n').length).toBeLessThan(450);
  expect(writtenJson({ a: [], b: {}, c: [1, 2], d: undefined })).toBe(
    '{\n  "a": [],\n  "b": {},\n  "c": [1, 2]\n}',
  );
});
