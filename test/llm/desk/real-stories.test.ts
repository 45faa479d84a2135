import { describe, expect, it } from 'vitest';
import { samplePacks } from '../../newsroom/verify/desk-stories.ts';
import { HAS_REAL_PAGES, inPairs, realPages } from './real-pages.ts';
import { tell } from './written-stories.ts';

describe('stories of the sample edition', () => {
  it('are supported, of the right length, tell their headline and repeat nothing', async () => {
    expect(await tell('sample edition', samplePacks())).toEqual([]);
  });
});

describe.runIf(HAS_REAL_PAGES)('stories from some real pages, read by the real extractor', () => {
  it('are supported, of the right length, and repeat nothing', async () => {
    const pages = await realPages({ every: 8 });
    const single = pages.map((page) => [page]);
    expect(await tell('single pages', single)).toEqual([]);
    expect(await tell('pairs of pages', inPairs(pages))).toEqual([]);
  }, 120_000);
});
