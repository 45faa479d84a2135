import { describe, expect, it } from 'vitest';
import { asOfLine } from '../../../src/newsroom/publish/as-of.ts';
import { titlePost } from '../../../src/newsroom/publish/title-post.ts';
import { readEdition } from '../../../src/newsroom/edition/edition.ts';
import { aSource } from '../newsroom-world.ts';

const at = Date.UTC(2026, 10, 20, 14, 5);
const sources = [
  aSource(1, 'https://one.test/', 'x', { publishedAtMs: at - 3_600_000 }),
  aSource(2, 'https://two.test/', 'x', { publishedAtMs: at }),
  aSource(3, 'https://wall.test/', '', { publishedAtMs: at + 60_000, usable: false }),
  aSource(4, 'https://market.test/', 'x', { publishedAtMs: at + 120_000, kind: 'market' }),
];
const pack = { builtAtMs: at + 300_000, sources };

describe('as of when a breaking story is known', () => {
  it('is the time of its newest source that was read, in the edition’s zone, and in Hong Kong’s for its readers', () => {
    const said = (language: 'en' | 'zh-Hant-HK', zone: string) =>
      asOfLine(['breaking'], pack, { language, zone });
    expect(said('en', 'Europe/London')).toBe('As of 14:05 on 20 November (London).');
    expect(said('zh-Hant-HK', 'Europe/London')).toBe('截至英國時間11月20日14:05（香港時間11月20日22:05）。');
    expect(said('zh-Hant-HK', 'Asia/Hong_Kong')).toBe('截至香港時間11月20日22:05。');
  });

  it('is not in the future: a time that was read in a wrong zone is left out', () => {
    const ahead = aSource(5, 'https://five.test/', 'x', { publishedAtMs: pack.builtAtMs + 8 * 3_600_000 });
    const edition = { language: 'en', zone: 'Europe/London' } as const;
    const withAhead = { ...pack, sources: [...sources, ahead] };
    expect(asOfLine(['breaking'], withAhead, edition)).toBe('As of 14:05 on 20 November (London).');
    expect(asOfLine(['breaking'], { ...pack, sources: [ahead] }, edition)).toBeUndefined();
    const aBitAhead = { ...ahead, publishedAtMs: pack.builtAtMs + 5 * 60_000 };
    expect(asOfLine(['breaking'], { ...pack, sources: [aBitAhead] }, edition)).toMatch(/^As of 14:15/);
  });

  it('is not said of other stories, nor where no source is dated', () => {
    const edition = { language: 'en', zone: 'Europe/London' } as const;
    expect(asOfLine(['developing'], pack, edition)).toBeUndefined();
    const undated = sources.map(({ publishedAtMs: _, ...source }) => source);
    expect(asOfLine(['breaking'], { ...pack, sources: undated }, edition)).toBeUndefined();
  });
});

describe('category and flags', () => {
  it('are shown in the words of the edition, every category of the shipped Chinese one', () => {
    const edition = readEdition('uk-hk', ['data/editions']);
    const said = titlePost(
      { title: '隧道停電', category: 'Hong Kong News', flags: ['breaking', 'developing'] },
      [],
      edition,
    );
    expect(said).toBe('**隧道停電**\n香港新聞 · 突發 · 發展中');
    for (const { label } of edition.categories) expect(label).toMatch(/^[\p{Script=Han}／]+$/u);
  });
});
