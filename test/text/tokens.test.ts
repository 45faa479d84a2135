import { describe, expect, it } from 'vitest';
import { cjkLength, readsAsCjk, wordCount } from '../../src/text/cjk.ts';
import { containment, cosine, jaccard, tfIdf } from '../../src/text/similarity.ts';
import { summarise } from '../../src/text/summarise.ts';
import { tokens } from '../../src/text/tokens.ts';

describe('tokens', () => {
  it('match plurals and verb forms', () => {
    expect(new Set(tokens('closing closed closes close')).size).toBe(1);
    expect(tokens("the companies' 1,200 arrests")).toEqual(tokens('company 1200 arrested'));
  });

  it('are character bigrams in Chinese, without stop words', () => {
    expect(tokens('海底隧道的水管')).toEqual(['海底', '底隧', '隧道', '水管']);
  });

  it('are counted by letters in Chinese and by words elsewhere', () => {
    expect(cjkLength('港鐵MTR，3號線。')).toBe(4);
    expect(wordCount("It's 1,200 one-off jobs 工作")).toBe(4);
    expect(readsAsCjk('使用 AI 的新聞')).toBe(true);
    expect(readsAsCjk('The word 新聞 means news')).toBe(false);
  });
});

describe('similarity', () => {
  it('of sets is shared over all, or over the smaller', () => {
    const [a, b] = [new Set(['x', 'y']), new Set(['y', 'z', 'w'])];
    expect(jaccard(a, b)).toBe(0.25);
    expect(containment(a, b)).toBe(0.5);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });

  it('by TF-IDF weighs rare words more', () => {
    const { vectors, of } = tfIdf([
      ['news', 'ferry'],
      ['news', 'bank'],
      ['news', 'vote'],
    ]);
    expect(cosine(of(['ferry']), vectors[0] ?? new Map())).toBeGreaterThan(
      cosine(of(['news']), vectors[0] ?? new Map()),
    );
    expect(cosine(vectors[0] ?? new Map(), vectors[0] ?? new Map())).toBeCloseTo(1);
  });
});

describe('summarise', () => {
  const one = 'The council voted to close the old bridge over the river. It rained. Bus fares stay the same.';
  const two = 'The old bridge over the river will be closed, the council voted. A new bridge costs £4m.';

  it('takes what documents agree on, once, in reading order', () => {
    const chosen = summarise([one, two], 2).map(({ text }) => text);
    expect(chosen).toHaveLength(2);
    expect(chosen.filter((text) => text.includes('council'))).toHaveLength(1);
  });

  it('gives fewer sentences when the rest would repeat, and none for no text', () => {
    expect(summarise(['The bridge is closed.', 'The bridge is closed.'], 2)).toHaveLength(1);
    expect(summarise(['', ' \n '], 3)).toEqual([]);
  });
});
