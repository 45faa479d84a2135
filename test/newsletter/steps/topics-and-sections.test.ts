import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterTopics } from '../../../src/newsletter/steps/cluster-topics.ts';
import { selectSections } from '../../../src/newsletter/steps/select-sections.ts';
import {
  aModel,
  anArticle,
  AWAY,
  BRIDGE,
  draftInputs,
  FERRY,
  letterDeps,
  NOW,
  SCHOOL,
  signal,
} from './a-letter.ts';

const HOUR = 3_600_000;
const told = (name: string, title: string, text: string, hours: number, description = '') =>
  anArticle(name, text, { title, publishedAtMs: NOW - hours * HOUR, ...(description && { description }) });
const WORLD = [
  told(
    'f1',
    'Port Marlow council raises ferry fares by 25%',
    FERRY,
    2,
    'The council of Port Marlow put ferry fares up by 25% on Tuesday.',
  ),
  told(
    'b1',
    'Larkmoor bridge closed after cracks are found in pillars',
    BRIDGE,
    3,
    'Engineers closed the Larkmoor bridge on Monday after they had found cracks.',
  ),
  told(
    'f2',
    'Ferry fares in Port Marlow rise by 25%, council decides',
    FERRY,
    5,
    'Ferry fares in Port Marlow rise by 25%, the council of Port Marlow decided on Tuesday.',
  ),
  told(
    's1',
    'Fire destroys sports hall of Loose Valley Academy in Maidstone',
    SCHOOL,
    120,
    'A fire destroyed the sports hall of Loose Valley Academy in Maidstone.',
  ),
  told(
    's2',
    'Maidstone: fire destroys Loose Valley Academy sports hall, pupils safe',
    SCHOOL,
    110,
    'Fire destroyed the sports hall of Loose Valley Academy in Maidstone, nobody was injured.',
  ),
];
const inputs = draftInputs(WORLD);

describe('topics', () => {
  it('are happenings, best rated first, under the headline of their best article', async () => {
    const { output, message, counts } = await clusterTopics(inputs, letterDeps(), signal());
    expect(output.topics).toEqual([
      { name: WORLD[0]!.title, urls: [WORLD[0]!.url, WORLD[2]!.url] },
      { name: WORLD[1]!.title, urls: [WORLD[1]!.url] },
      { name: WORLD[3]!.title, urls: [WORLD[3]!.url, WORLD[4]!.url] },
    ]);
    expect(message).toBe('Sorted 5 articles into 3 topics');
    expect(counts).toEqual({ articles: 5, topics: 3, with_several: 2, named: 0 });
  });

  it('are the same in whatever order articles come, dated or not, each article once', () =>
    fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(WORLD, { minLength: 1 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        async (some, dated) => {
          const articles = some.map((article) => {
            const { publishedAtMs: _, ...undated } = article;
            return dated[WORLD.indexOf(article)] ? article : undated;
          });
          const { rate_articles } = inputs;
          const given = { ...draftInputs(articles), rate_articles };
          const { output } = await clusterTopics(given, letterDeps(), signal());
          expect(output.topics.flatMap(({ urls }) => urls).toSorted()).toEqual(
            articles.map(({ url }) => url).toSorted(),
          );
          const sorted = {
            ...draftInputs(articles.toSorted((a, b) => (a.url < b.url ? -1 : 1))),
            rate_articles,
          };
          expect((await clusterTopics(sorted, letterDeps(), signal())).output).toEqual(output);
        },
      ),
      { numRuns: 25 },
    ));

  it('are named by a model in one call; what it leaves out keeps its headline', async () => {
    const model = aModel(() => ({
      topics: [
        { i: 1, name: 'Ferries dearer' },
        { i: '3', name: ' A school\nburns ' },
        { i: 4, name: 'x' },
        { i: 2 },
      ],
    }));
    const { output, counts } = await clusterTopics(inputs, letterDeps(model), signal());
    expect(output.topics.map(({ name }) => name)).toEqual([
      'Ferries dearer',
      WORLD[1]!.title,
      'A school burns',
    ]);
    expect(counts['named']).toBe(2);
    expect(model.asked).toHaveLength(1);
    const away = aModel(() => AWAY());
    const { output: without } = await clusterTopics(inputs, letterDeps(away), signal());
    expect(without.topics[0]!.name).toBe(WORLD[0]!.title);
  });
});

/** Stories of an edition with the categories Crypto, Sports and Hong Kong News, one an article. */
const headlines = [
  'Bitcoin falls below a mark of old',
  'Striker signs for two more years',
  'Hong Kong opens a new pier',
  'Crypto exchange halts withdrawals',
  'Match abandoned in fog',
  'Hong Kong airport counts more guests',
  'Ether stolen from a bridge between chains',
  'Striker wins the match in the last minute',
  'A quiet day in the village',
];
const SPORTS = [1, 4, 7];
const stories = draftInputs(headlines.map((title, at) => anArticle(`n${at}`, FERRY, { title })));
const urlsOf = (places: readonly number[]) => places.map((at) => `https://paper.test/n${at}`);

describe('sections', () => {
  it('are the edition’s categories without a language model; too small ones and strangers come under Other', async () => {
    const { output, message, counts } = await selectSections(stories, letterDeps(), signal());
    expect(output.sections).toEqual([
      { name: 'Crypto', urls: urlsOf([0, 3, 6]) },
      { name: 'Sports', urls: urlsOf(SPORTS) },
      { name: 'Other', urls: urlsOf([2, 5, 8]) },
    ]);
    expect(message).toBe('Selected 9 stories in 3 sections');
    expect(counts).toMatchObject({ sections: 3, stories: 9, left_out: 0, proposed: 0 });
  });

  it('are called as readers of the edition call them', async () => {
    const deps = letterDeps(undefined, {
      language: 'zh-Hant-HK',
      categories: [{ name: 'Sports', label: '體育', aliases: [], words: ['match', 'striker'] }],
      defaultCategory: 'Sports',
    });
    const { output, message } = await selectSections(stories, deps, signal());
    expect(output.sections.map(({ name, urls }) => [name, urls.length])).toEqual([
      ['體育', 3],
      ['其他', 6],
    ]);
    expect(message).toBe('選出9則報道，分為2個欄目');
  });

  it('go by what a feed promises, as far as the edition knows it', async () => {
    const promised = stories.download_articles.articles.map((article, at) => ({
      ...article,
      ...(at < 5 && { category: 'Hong Kong News' }),
    }));
    const { output } = await selectSections(
      { ...stories, download_articles: { articles: promised, failed: [] } },
      letterDeps(),
      signal(),
    );
    expect(output.sections[0]).toEqual({ name: 'Hong Kong News', urls: urlsOf([0, 1, 2, 3, 4, 5]) });
  });

  it('are a model’s proposal, cleaned: each story once, unknown numbers and "Other" left out', async () => {
    const model = aModel(() => ({
      sections: [
        { name: '**Money**', topics: [1, 4, 7, 99, 'x', 0] },
        { name: 'Play', topics: ['2', 5, 8, 1] },
        { name: 'Other', topics: [3, 6] },
        { name: 'Lonely', topics: [9] },
        'nonsense',
      ],
    }));
    const { output, counts } = await selectSections(stories, letterDeps(model), signal());
    expect(output.sections).toEqual([
      { name: 'Money', urls: urlsOf([0, 3, 6]) },
      { name: 'Play', urls: urlsOf(SPORTS) },
      { name: 'Other', urls: urlsOf([2, 5, 8]) },
    ]);
    expect(counts['proposed']).toBe(4);
  });

  it.each<[string, object | string | Error]>([
    ['fails', AWAY()],
    ['writes no JSON', 'Sections: money, play'],
    ['writes another shape', { sections: { Money: [1, 2, 3] } }],
  ])('are the edition’s categories where a model %s', async (_, said) => {
    const { output } = await selectSections(stories, letterDeps(aModel(() => said)), signal());
    expect(output.sections.map(({ name }) => name)).toEqual(['Crypto', 'Sports', 'Other']);
  });

  it('are of articles that there are; of nothing it is an error', async () => {
    const gone = {
      ...stories,
      cluster_topics: { topics: [{ name: 'Gone', urls: ['https://gone.test/x'] }] },
    };
    await expect(selectSections(gone, letterDeps(), signal())).rejects.toThrow(
      'There are no topics to make sections of.',
    );
  });
});
