import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderArticle } from '../../../src/newsroom/sample/sample-pages.ts';
import { publishedBy } from '../../../src/newsroom/sample/sample-moment.ts';
import { readSampleWorld } from '../../../src/newsroom/sample/sample-world.ts';
import { extractArticle } from '../../../src/newsroom/sources/extract-article.ts';

const epochMs = Date.UTC(2026, 4, 12, 8);

describe('the text of a page', () => {
  it('begins with the first paragraph and has every paragraph on its own line, on every template', async () => {
    const world = await readSampleWorld(resolve('data/samples'));
    const moment = { world, port: 80, epochMs, now: epochMs };
    for (const outlet of world.outlets) {
      for (const article of publishedBy(outlet, moment).slice(0, 3)) {
        const { text } = await extractArticle(renderArticle(outlet, article, moment), article.url);
        const lines = text.split('\n');
        // A standfirst is the article's own words.
        const before = lines.slice(0, lines.indexOf(article.paragraphs[0] ?? ''));
        expect(
          before.filter((line) => line !== article.description),
          outlet.template,
        ).toEqual([]);
        for (const paragraph of article.paragraphs) expect(lines).toContain(paragraph);
        expect(text).not.toMatch(/Copy link|^By .*Published|複製連結|^撰文：/m);
      }
    }
  });
});
