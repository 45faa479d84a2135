import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelDesk } from '../../../src/llm/ask-about.ts';
import type { ModelRequest } from '../../../src/llm/chat-model.ts';
import { ModelError } from '../../../src/llm/chat-model.ts';
import { OUTPUTS } from '../../../src/newsletter/model/outputs.ts';
import type { ArticleRating } from '../../../src/newsletter/model/outputs.ts';
import { rateArticles } from '../../../src/newsletter/rate/rate-articles.ts';
import type { RateDeps } from '../../../src/newsletter/rate/rate-articles.ts';
import { HOUR, NOW, article, inputsOf } from './given-articles.ts';

const byRule: RateDeps = { clock: { now: () => NOW }, language: 'en', topics: [] };
const never = new AbortController().signal;
const rate = (articles: Parameters<typeof inputsOf>[0], deps = byRule, signal = never) =>
  rateArticles(inputsOf(articles), deps, signal);

interface Material {
  readonly pairs?: readonly { pair: number; a: { title: string }; b: { title: string } }[];
  readonly articles?: readonly { n: number; title: string }[];
}

/** A language model that answers every question by `say`, over the article's title. */
function deskWhere(say: (material: Material) => unknown): ModelDesk & { readonly asked: Material[] } {
  const asked: Material[] = [];
  const reply = async ({ material }: ModelRequest) => {
    asked.push(material as Material);
    const said = say(material as Material);
    return {
      text: typeof said === 'string' ? said : JSON.stringify(said),
      toolCalls: [],
      finish: 'stop' as const,
      usage: {},
      servedBy: { provider: 'script', model: 'script-1', languageModel: true },
    };
  };
  return {
    asked,
    model: { reply },
    render: () => ({ text: 'prompt' }),
    title: 'Test Desk',
    hasLanguageModel: () => true,
  };
}
/** By the last character of the address. */
const partsOf = (ratings: readonly ArticleRating[]) =>
  new Map(ratings.map(({ url, parts }) => [url.at(-1), parts]));
const numberIn = (title: string) => Number(/Report (\d+)/.exec(title)?.[1]);
/** Prefers low numbers, and finds all articles alike otherwise. */
const prefersLow = ({ pairs, articles }: Material) =>
  pairs
    ? {
        choices: pairs.map(({ pair, a, b }) => ({
          pair,
          better: numberIn(a.title) < numberIn(b.title) ? 'a' : 'b',
        })),
      }
    : { articles: articles!.map(({ n }) => ({ n, on_topic: 1, important: 0.5, low_quality: 0 })) };
const alike = (n: number) => article(n, { text: 'x'.repeat(2_000), source: 'Paper', publishedAtMs: NOW });

describe('rating by rule', () => {
  it('gives the parts as the method names them, and the score is their sum', async () => {
    const { output, message, counts } = await rate([
      article(1, { tier: 1, text: 'x'.repeat(10_000), publishedAtMs: NOW - 24 * HOUR }),
      article(2, { tier: 3, text: 'x'.repeat(500), publishedAtMs: NOW }),
    ]);
    expect(() => OUTPUTS.rate_articles.parse(output)).not.toThrow();
    const parts = partsOf(output.ratings);
    expect(parts.get('1')).toMatchObject({ source: 1, length: 1, on_topic: 1, recency: 0, undated: 0 });
    expect(parts.get('2')).toMatchObject({ source: 0.13, length: 0, recency: 1 });
    for (const { score, parts: own } of output.ratings)
      expect(Object.values(own).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 3);
    expect(message).toBe('Rated 2 articles, 1 comparison (by rule)');
    const chinese = await rate([article(1), article(2)], { ...byRule, language: 'zh-Hant-HK' });
    expect(chinese.message).toBe('為2篇文章評分，比較了1次（按規則）');
    expect(counts).toMatchObject({ articles: 2, comparisons: 1, compared_by_model: 0, prompts: 0 });
  });

  it('puts an event that more sources tell of above one that only one tells of', async () => {
    const same = { title: 'Ferry fire at the old pier injures nine passengers', text: 'x'.repeat(2_000) };
    const told = [1, 2, 3].map((n) => article(n, { ...same, source: `Paper ${n}`, publishedAtMs: NOW }));
    const alone = article(9, {
      title: 'Orchestra names a conductor',
      source: 'Paper 9',
      text: same.text,
      publishedAtMs: NOW,
    });
    const { output } = await rate([alone, ...told]);
    expect(output.ratings.at(-1)?.url).toBe(alone.url);
    expect(output.ratings[0]?.parts['important']).toBeCloseTo(2 / 3, 3);
  });

  it('never puts an article without a date above one with a date, all else equal', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(60), { maxLength: 20 }),
        fc.nat(90 * 24),
        fc.boolean(),
        fc.constantFrom(1, 2, 3, undefined),
        async (others, hours, isFirst, tier) => {
          const [a, b] = isFirst ? ['a', 'b'] : ['b', 'a'];
          const twin = {
            title: 'The very same report',
            source: 'Twin',
            ...(tier === undefined ? {} : { tier }),
          };
          const { publishedAtMs: _, ...undated } = article(0, { ...twin, url: `https://news.example/${a}` });
          const dated = article(0, {
            ...twin,
            url: `https://news.example/${b}`,
            publishedAtMs: NOW - hours * HOUR,
          });
          const { output } = await rate([undated, ...others.map((n) => article(n)), dated]);
          const place = (url: string) => output.ratings.findIndex((one) => one.url === url);
          expect(place(dated.url)).toBeLessThan(place(undated.url));
          expect(output.ratings[place(undated.url)]?.parts['recency']).toBe(0);
        },
      ),
      { numRuns: 60 },
    ));

  it('gives the same for the same articles in any order, finite and best first', () =>
    fc.assert(
      fc.asyncProperty(
        fc
          .uniqueArray(fc.nat(80), { maxLength: 30 })
          .chain((ns) => fc.tuple(fc.constant(ns), fc.shuffledSubarray(ns, { minLength: ns.length }))),
        async ([given, shuffled]) => {
          const one = await rate(given.map((n) => article(n)));
          expect(await rate(shuffled.map((n) => article(n)))).toEqual(one);
          const scores = one.output.ratings.map(({ score }) => score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          expect(scores.every(Number.isFinite)).toBe(true);
        },
      ),
      { numRuns: 40 },
    ));

  it('takes an article once, and rates what has no summary', async () => {
    const inputs = inputsOf([article(1), article(1), article(2)]);
    inputs.extract_summaries.summaries.length = 0;
    expect((await rateArticles(inputs, byRule, never)).output.ratings).toHaveLength(2);
    expect((await rate([])).output.ratings).toEqual([]);
  });

  it('prefers what has words of a topic, in either language, and holds thin and shouting ones back', async () => {
    const topics = ['chip export rules'];
    const { output } = await rate(
      [article(2), article(3, { title: 'YOU WON’T BELIEVE THIS!!', text: 'short' })],
      {
        ...byRule,
        topics,
      },
    );
    const [best, last] = output.ratings;
    expect(best?.parts['on_topic']).toBeGreaterThan(last!.parts['on_topic']!);
    expect(last?.parts['low_quality']).toBe(-0.8);
  });

  it('stops at its signal', async () => {
    await expect(rate([article(1)], byRule, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
      'stopped',
    );
  });
});

describe('rating by a model', () => {
  const twenty = Array.from({ length: 20 }, (_, n) => alike(n));

  it('follows its comparisons, six pairs a prompt', async () => {
    const desk = deskWhere(prefersLow);
    const { output, message, counts } = await rate(twenty, { ...byRule, desk });
    const order = output.ratings.map(({ url }) => Number(url.split('/').at(-1)));
    expect(order.slice(0, 3).every((n) => n < 6)).toBe(true);
    expect(order.slice(-3).every((n) => n > 13)).toBe(true);
    expect(Math.max(...desk.asked.map(({ pairs }) => pairs?.length ?? 0))).toBe(6);
    expect(counts['compared_by_model']).toBe(counts['comparisons']);
    expect(message).toMatch(/^Rated 20 articles, \d+ comparisons \(by the model\)$/);
  });

  it('takes its probabilities, and the rule’s where it says none or nonsense', async () => {
    const desk = deskWhere((material) =>
      material.pairs
        ? prefersLow(material)
        : {
            articles: [
              { n: 1, on_topic: 0.25, important: 0.75, low_quality: 0.5 },
              { n: 2, on_topic: 7 },
              { n: 99, on_topic: 1, important: 1, low_quality: 1 },
            ],
          },
    );
    const { output, counts } = await rate([alike(1), alike(2)], { ...byRule, desk });
    const parts = partsOf(output.ratings);
    expect(parts.get('1')).toMatchObject({ on_topic: 0.25, important: 0.75, low_quality: -0.5 });
    expect(parts.get('2')).toMatchObject({ on_topic: 1, important: 0, low_quality: 0 });
    expect(counts['judged_by_model']).toBe(1);
  });

  it('counts a pair that it leaves out, or answers in two ways, as a tie, and ignores pairs that there are not', async () => {
    const desk = deskWhere((material) =>
      material.pairs
        ? {
            choices: [
              { pair: 77, better: 'a' },
              { pair: 1, better: 'a' },
              { pair: 1, better: 'b' },
              'nonsense',
            ],
          }
        : prefersLow(material),
    );
    const { output, counts } = await rate(twenty, { ...byRule, desk });
    expect(output.ratings.map(({ parts }) => parts['comparisons'])).toEqual(twenty.map(() => 0));
    expect(counts['compared_by_model']).toBe(counts['comparisons']);
  });

  it.each([
    ['it answers no JSON', () => 'I prefer not to.'],
    [
      'it is out of reach',
      () => {
        throw new ModelError('unavailable', 'nobody there');
      },
    ],
  ])('goes on by rule when %s, and stops asking after three failures', async (_, say) => {
    const desk = deskWhere(say);
    const { output, counts } = await rate(twenty, { ...byRule, desk });
    expect(output.ratings).toEqual((await rate(twenty)).output.ratings);
    expect(counts).toMatchObject({ compared_by_model: 0, judged_by_model: 0 });
    // What was under way with the third is finished.
    expect(desk.asked.length).toBeLessThanOrEqual(5);
  });

  it('asks about a bounded number of pairs, however many articles there are', async () => {
    const desk = deskWhere(prefersLow);
    const { output, counts } = await rate(
      Array.from({ length: 200 }, (_, n) => alike(n)),
      { ...byRule, desk },
    );
    expect(output.ratings).toHaveLength(200);
    expect(counts['comparisons']).toBeLessThanOrEqual(240);
    expect(counts['prompts']).toBeLessThanOrEqual(17 + 240 / 6 + 8);
  });

  it('gives the same for the same articles in any order', async () => {
    const back = await rate(twenty.toReversed(), { ...byRule, desk: deskWhere(prefersLow) });
    expect(back).toEqual(await rate(twenty, { ...byRule, desk: deskWhere(prefersLow) }));
  });
});

it('understands shares as text, letters in capitals, and a list without an object around it', async () => {
  const desk = deskWhere(({ pairs, articles }) =>
    pairs
      ? {
          choices: pairs.map(({ pair, a, b }) => ({
            pair: `${pair}`,
            better: numberIn(a.title) < numberIn(b.title) ? 'A' : 'B',
          })),
        }
      : articles!.map(({ n }) => ({ n: `${n}`, on_topic: '1.0', important: '0.25', low_quality: 0 })),
  );
  const { output, counts } = await rate([3, 1, 2].map(alike), { ...byRule, desk });
  expect(counts).toMatchObject({ judged_by_model: 3 });
  expect(output.ratings.map(({ url }) => url.at(-1))).toEqual(['1', '2', '3']);
  expect(output.ratings[0]?.parts).toMatchObject({ on_topic: 1, important: 0.25 });
});
