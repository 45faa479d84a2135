/** The steps over the sample edition: real feeds and pages on loopback, in both languages, without a language model. */
import { describe, expect, it } from 'vitest';
import { OUTPUTS, type Newsletter, type StepOutputs } from '../../../src/newsletter/model/outputs.ts';
import { citedSentences } from '../../../src/text/cited-sentences.ts';
import { cjkLength, readsAsCjk, wordCount } from '../../../src/text/cjk.ts';
import { letterBrain } from './gemini-letter.ts';
import { geminiModel, sampleWorld, wholeLine } from './letter-world.ts';

/** Every citation names a source, every sentence has one, and every source is cited, in the order of reading. */
function expectCited({ sections, sources }: Pick<Newsletter, 'sections' | 'sources'>): void {
  const cited = sections.flatMap(({ stories }) =>
    stories.flatMap(({ text }) => [...text.matchAll(/\[(\d+)\]/gu)].map(([, n]) => Number(n))),
  );
  expect([...new Set(cited)]).toEqual(sources.map(({ n }) => n));
  expect(sources.map(({ n }) => n)).toEqual(sources.map((_, at) => at + 1));
  for (const { stories } of sections)
    for (const { text } of stories) {
      const told = citedSentences(text);
      expect(told.length, text).toBeGreaterThanOrEqual(1);
      expect(told.length, text).toBeLessThanOrEqual(3);
      for (const { cites } of told) expect(cites.length, text).toBeGreaterThan(0);
    }
}

/** Each quoted sentence stands in one of its story's articles, word for word. */
function expectQuoted({
  finalize_newsletter: { sections },
  download_articles: { articles },
}: StepOutputs): void {
  const texts = new Map(articles.map(({ url, text }) => [url, text]));
  for (const { stories } of sections)
    for (const { text, urls } of stories)
      for (const { text: sentence } of citedSentences(text))
        expect(
          urls.some((url) => texts.get(url)?.includes(sentence)),
          sentence,
        ).toBe(true);
}

describe.each([
  { language: 'en', other: 'Other', gathered: /^Gathered 49 URLs$/u },
  { language: 'zh-Hant-HK', other: '其他', gathered: /^收集了49條連結$/u },
] as const)(
  'a newsletter of the sample edition in $language, with the desk model',
  ({ language, other, gathered }) => {
    it('comes from feeds to a newsletter, every sentence quoted and cited', async () => {
      const { deps } = await sampleWorld({ edition: { language } });
      const { outputs, results } = await wholeLine(deps);

      for (const [name, { output, message }] of Object.entries(results)) {
        expect(OUTPUTS[name as keyof typeof OUTPUTS].safeParse(output).error, name).toBeUndefined();
        expect(message, name).toMatch(/^[^\n]+$/u);
      }
      expect(results.gather_urls?.message).toMatch(gathered);
      const newsletter = outputs.finalize_newsletter;
      expect(newsletter).toMatchObject({ session: 'newsletter_20261120', language });
      expect(newsletter.model).toBeUndefined();
      expectCited(newsletter);
      expectQuoted(outputs);

      const headings = newsletter.sections.map(({ heading }) => heading);
      expect(headings.at(-1)).toBe(other);
      expect(headings.length).toBeGreaterThanOrEqual(3);
      for (const { heading, stories } of newsletter.sections) {
        expect(stories.length, heading).toBeLessThanOrEqual(7);
        if (heading !== other) expect(stories.length, heading).toBeGreaterThanOrEqual(3);
      }
      // Advertisements, puzzles and lists of other stories are no news.
      const urls = newsletter.sources.map(({ url }) => url).join(' ');
      expect(urls).not.toMatch(
        /sponsored|crossword|horoscope|competition|quiz|morning-briefing|recipe|letters-corner/u,
      );
      for (const { line } of outputs.extract_summaries.summaries)
        expect(readsAsCjk(line) ? cjkLength(line) / 2 : wordCount(line), line).toBeLessThanOrEqual(40);
    });
  },
);

it('leaves out what an earlier issue had', async () => {
  const { deps } = await sampleWorld();
  const { outputs } = await wholeLine(deps);
  const told = outputs.finalize_newsletter.sources.map(({ url }) => url).slice(0, 30);
  const { outputs: next } = await wholeLine(deps, told);
  const again = next.finalize_newsletter.sources.filter(({ url }) => told.includes(url));
  expect(again).toEqual([]);
  expect(next.filter_urls.left.filter(({ reason }) => reason === 'told_before')).toHaveLength(30);
});

describe.each(['en', 'zh-Hant-HK'] as const)(
  'a newsletter of the sample edition in %s, with Gemini',
  (language) => {
    it('has its sections, words and name from the model, in the manner in which models write', async () => {
      const { model, gemini } = await geminiModel(letterBrain());
      const { deps } = await sampleWorld({ edition: { language }, model });
      const { outputs, results } = await wholeLine(deps);

      const newsletter = outputs.finalize_newsletter;
      expect(OUTPUTS.finalize_newsletter.safeParse(newsletter).error).toBeUndefined();
      expect(newsletter.model).toBe('gemini-2.5-flash');
      expectCited(newsletter);
      expect(newsletter.sections.map(({ heading }) => heading).slice(0, 3)).toEqual([
        'Part 1',
        'Part 2',
        'Part 3',
      ]);
      expect(newsletter.sections.slice(0, 3).map(({ stories }) => stories.length)).toEqual([5, 5, 5]);
      expect(outputs.cluster_topics.topics[0]!.name).toMatch(/^1: /u);
      expect(outputs.filter_urls.left.map(({ url }) => url).join(' ')).toMatch(
        /slow-buses[\s\S]*windy-thames|windy-thames[\s\S]*slow-buses/u,
      );
      expect(newsletter.intro.startsWith(newsletter.sections[0]!.stories[0]!.headline)).toBe(true);
      expect(results.draft_sections!.counts).toMatchObject({ quoted: 0, doubts: 0 });
      const systems = gemini.asked.map(({ body }) => body?.systemInstruction?.parts[0]?.text ?? '');
      const inLanguage = language === 'en' ? 'British English' : 'Traditional Chinese (Hong Kong)';
      // The checker of claims reads any language, and writes none.
      const writing = systems.filter((system) => !system.startsWith('You check stories'));
      for (const system of writing) expect(system).toContain(inLanguage);
    });
  },
);
