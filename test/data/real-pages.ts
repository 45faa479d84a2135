/** Real pages, read by the real extractor, as articles to write stories from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extractArticle } from '../../src/newsroom/sources/extract-article.ts';
import { readsAsCjk } from '../../src/text/cjk.ts';
import type { Article } from '../llm/rules/ferry-articles.ts';
import { dataFolder } from '../support/data-folder.ts';

const FOLDER = join(dataFolder, 'extraction-dev');
/** Two pages of which nothing is left are no pages. */
const LEAST_CHARACTERS = 400;

export async function realPages(): Promise<Article[]> {
  const truth = JSON.parse(readFileSync(join(FOLDER, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { url: string }
  >;
  const pages: Article[] = [];
  for (const [id, { url }] of Object.entries(truth)) {
    const html = gunzipSync(readFileSync(join(FOLDER, 'html', `${id}.html.gz`))).toString('utf8');
    const { title, text } = await extractArticle(html, url);
    if (text.length < LEAST_CHARACTERS) continue;
    const language = readsAsCjk(text) ? 'zh' : 'en';
    const address = /^https?:/.test(url) ? url : `https://${url}`;
    pages.push({
      outlet: new URL(address).hostname,
      url: address,
      title,
      language,
      paragraphs: text.split('\n'),
    });
  }
  return pages;
}

/** The same pages as people read them, without extraction. */
export function realTexts(): Article[] {
  const truth = JSON.parse(readFileSync(join(FOLDER, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string; url: string }
  >;
  return Object.values(truth).map(({ articleBody, url }) => {
    const paragraphs = articleBody.split('\n').filter((line) => line !== '');
    return { outlet: 'X', url, title: paragraphs[0] ?? '', language: 'en', paragraphs };
  });
}

/** The English ones in pairs: pages that have nothing to do with each other make the hardest packs. */
export function inPairs(pages: readonly Article[]): Article[][] {
  const english = pages.filter(({ language }) => language === 'en');
  return english.flatMap((_, at) => (at % 2 === 0 ? [english.slice(at, at + 2)] : []));
}
