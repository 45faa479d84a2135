import { beforeAll, describe, expect, it } from 'vitest';
import type { Article } from '../llm/rules/ferry-articles.ts';
import { tell, verbatimStories } from '../llm/rules/written-stories.ts';
import { deskStories } from '../newsroom/verify/desk-stories.ts';
import { detection, doubts } from '../newsroom/verify/detection.ts';
import { inPairs, realPages, realTexts } from './real-pages.ts';

describe('stories from real pages, read by the real extractor', () => {
  let pages: readonly Article[] = [];
  let single: Article[][] = [];
  beforeAll(async () => {
    pages = await realPages();
    single = pages.map((page) => [page]);
  });

  it('are supported, of the right length, and repeat nothing', async () => {
    expect(pages.length).toBeGreaterThanOrEqual(60);
    expect(await tell('single pages', single)).toEqual([]);
    expect(await tell('pairs of pages', inPairs(pages))).toEqual([]);
  });

  it('are verbatim, where they are of the text that people read', async () => {
    expect(await verbatimStories(realTexts())).toBeGreaterThan(70);
  });

  it('are all borne out where a story quotes, and mostly noticed where a fact was changed', async () => {
    const stories = await deskStories(single);
    expect(stories.length).toBeGreaterThan(60);
    expect(doubts(stories)).toEqual([]);
    console.log('real pages');
    const { number, date, name, quotation } = detection(stories, 4);
    expect(number).toBeGreaterThan(0.85);
    expect(date).toBeGreaterThan(0.85);
    expect(name).toBeGreaterThan(0.9);
    expect(quotation).toBeGreaterThan(0.9);
  });
});
