import { describe, expect, it } from 'vitest';
import { extractSummaries } from '../../../src/newsletter/steps/extract-summaries.ts';
import { cjkLength, wordCount } from '../../../src/text/cjk.ts';
import { aModel, anArticle, AWAY, BRIDGE, FERRY, letterDeps, SCHOOL, signal, 渡輪 } from './a-letter.ts';

const downloaded = (...articles: ReturnType<typeof anArticle>[]) => ({
  download_articles: { articles, failed: [] },
});
const ferry = anArticle('ferry', FERRY);
const bridge = anArticle('bridge', BRIDGE);
const school = anArticle('school', SCHOOL);
const LINES = FERRY.split('\n');

describe('summing up', () => {
  it.each([
    ['en', FERRY, /^Summed up 1 article \(1 quoted\)$/u],
    ['zh-Hant-HK', 渡輪, /^撮要了1篇文章（1篇為引述）$/u],
  ] as const)(
    'quotes three sentences and a line without a language model, in %s',
    async (language, text, said) => {
      const { output, message } = await extractSummaries(
        downloaded(anArticle('a', text)),
        letterDeps(undefined, { language }),
        signal(),
      );
      const [{ bullets, line }] = output.summaries as [(typeof output.summaries)[number]];
      expect(bullets).toHaveLength(3);
      for (const sentence of [...bullets, line]) expect(text).toContain(sentence);
      // In the order of the article.
      const places = bullets.map((sentence) => text.indexOf(sentence));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(message).toMatch(said);
    },
  );

  it('quotes nothing that means nothing alone, nothing twice, and no note of the page on itself', async () => {
    const text = [
      'Two kayakers were rescued off Gull Rock after six hours in the dark, the coastguard said.',
      'The men had set out from Brackwater on Saturday and were reported missing by a relative.',
      'Coxswain Hannah Reed said: “The sea was 7C. Another hour and we would be having a different conversation.”',
      '“Another hour and we would be having a different conversation.”',
      '“Nobody could have lasted longer in that sea on such a night,” she told the newspaper.',
      'The crew of seven volunteers were at sea for more than five hours.',
      'Correction: an earlier version of this article said that the crew were at sea for nine hours.',
    ];
    const { output } = await extractSummaries(
      downloaded(anArticle('a', text.join('\n'))),
      letterDeps(),
      signal(),
    );
    expect(output.summaries[0]!.bullets).toEqual([text[0], text[2], text[5]]);
  });

  it('quotes the lede, and not the standfirst above it that says less', async () => {
    const text = [
      'Quay Street is closed to traffic until Friday.',
      'Quay Street is closed to traffic between the clock tower and Rope Walk until Friday for gas works.',
      'Buses 4 and 11 are diverted via Mill Lane.',
    ];
    const { output } = await extractSummaries(
      downloaded(anArticle('a', text.join('\n'))),
      letterDeps(),
      signal(),
    );
    expect(output.summaries[0]!.bullets).toEqual(text.slice(1));
  });

  it('quotes the lede first, however much its sentences repeat something else', async () => {
    const text = [
      'Councillors in Saltmouth voted 17 to 12 on Sunday evening for a loan.',
      'The fish market has been closed since the roof of the market fell in during a storm.',
      'Opponents wanted the fish market moved to Brackwater, where a market would cost £5.1m.',
      'Council leader Margaret Lyle said work on the fish market would take 14 months.',
      'Stalls of the fish market would be let to the fishermen of the market from 2028.',
    ];
    const { output } = await extractSummaries(
      downloaded(anArticle('a', text.join('\n'))),
      letterDeps(),
      signal(),
    );
    expect(output.summaries[0]).toMatchObject({ line: text[0] });
    expect(output.summaries[0]!.bullets[0]).toBe(text[0]);
  });

  it('has what a model writes, as far as the article bears it out', async () => {
    const bullets = [
      'Port Marlow raised ferry fares by a quarter on Tuesday.',
      'Some 1,900 people use the boat every day.',
      'The operator’s contract ends in March 2027.',
    ];
    const line = 'Ferry fares in Port Marlow are up by 25%.';
    const model = aModel(() => ({ items: [{ i: 1, bullets, line }] }));
    const { output, message, counts } = await extractSummaries(
      downloaded(ferry),
      letterDeps(model),
      signal(),
    );
    expect(output.summaries).toEqual([{ url: ferry.url, bullets: [bullets[0], LINES[1], bullets[2]], line }]);
    expect(message).toBe('Summed up 1 article; 1 doubted bullet replaced by quotes');
    expect(counts).toMatchObject({ summaries: 1, quoted: 0, replaced_bullets: 1 });
  });

  it('takes a line that is too long, or doubted, from the bullets', async () => {
    const bullets = LINES.slice(0, 2);
    const long = Array.from({ length: 41 }, () => 'ferry').join(' ');
    for (const line of [long, 'Fares rose by 31% on Tuesday.', '', undefined]) {
      const model = aModel(() => ({ items: [{ i: 1, bullets, line }] }));
      const { output } = await extractSummaries(downloaded(ferry), letterDeps(model), signal());
      expect(output.summaries[0]!.line).toBe(LINES[0]);
      expect(output.summaries[0]!.bullets).toHaveLength(3);
    }
  });

  it.each<[string, (nth: number) => object | string | Error]>([
    [
      'leaves two of three out',
      () => ({ items: [{ i: 2, bullets: BRIDGE.split('\n').slice(0, 3), line: BRIDGE.split('\n')[3] }] }),
    ],
    ['fails', () => AWAY()],
    ['writes no JSON', () => 'The articles are about ferries and bridges.'],
    [
      'writes empty bullets',
      () => ({ items: [1, 2, 3].map((i) => ({ i, bullets: ['', ' - '], line: '' })) }),
    ],
    ['writes another shape', () => ({ items: [{ i: 1, bullets: 'one, two' }, 'x'] })],
  ])('quotes what a model leaves out: it %s', async (_, said) => {
    const model = aModel((__, ___, nth) => said(nth));
    const { output } = await extractSummaries(downloaded(ferry, bridge, school), letterDeps(model), signal());
    expect(output.summaries.map(({ url }) => url)).toEqual([ferry.url, bridge.url, school.url]);
    for (const [at, article] of [ferry, bridge, school].entries())
      for (const sentence of output.summaries[at]!.bullets) expect(article.text).toContain(sentence);
  });

  it('asks about four articles at a time, and tells how far it is', async () => {
    const model = aModel();
    const articles = Array.from({ length: 9 }, (_, at) => anArticle(`a${at}`, FERRY));
    const done: number[] = [];
    const progress = (now: number) => void done.push(now);
    await extractSummaries(downloaded(...articles), { ...letterDeps(model), progress }, signal());
    expect(model.asked.map(({ material }) => material.articles.length)).toEqual([4, 4, 1]);
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('keeps lines short: 40 words, 80 Chinese characters', async () => {
    const long = `${Array.from({ length: 50 }, (_, at) => `word${at}`).join(' ')} end of it.`;
    const chinese = `${'長洲渡輪加價的討論持續多時居民意見不一'.repeat(6)}。`;
    const { output } = await extractSummaries(
      downloaded(anArticle('long', long), anArticle('chinese', chinese)),
      letterDeps(),
      signal(),
    );
    expect(wordCount(output.summaries[0]!.line)).toBeLessThanOrEqual(40);
    expect(wordCount(output.summaries[0]!.line)).toBeGreaterThan(10);
    expect(cjkLength(output.summaries[1]!.line)).toBeLessThanOrEqual(80);
    expect(cjkLength(output.summaries[1]!.line)).toBeGreaterThan(20);
  });

  it('is an error where no article can be summed up, and stops at its signal', async () => {
    await expect(extractSummaries(downloaded(anArticle('a', '…')), letterDeps(), signal())).rejects.toThrow(
      'No article could be summed up.',
    );
    const reason = new Error('the desk closes');
    await expect(extractSummaries(downloaded(ferry), letterDeps(), AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
  });
});
