import type { DownloadedArticle } from '../../../src/newsletter/model/outputs.ts';
import type { RateInputs } from '../../../src/newsletter/rate/rate-articles.ts';

export const NOW = Date.UTC(2026, 1, 14, 8);
export const HOUR = 3_600_000;

const SUBJECTS = [
  'harbour tunnel',
  'rice prices',
  'chip export rules',
  'orchestra strike',
  'heat record',
  'tram line',
];

/** An article that tells of something of its own. */
export function article(n: number, more: Partial<DownloadedArticle> = {}): DownloadedArticle {
  const subject = SUBJECTS[n % SUBJECTS.length]!;
  return {
    url: `https://news.example/${n}`,
    title: `Report ${n} on the ${subject} number ${n * 7}`,
    source: `Paper ${n % 5}`,
    text: `Paragraph about the ${subject}. `.repeat(20 + (n % 40)),
    publishedAtMs: NOW - (n % 9) * 7 * HOUR,
    ...more,
  };
}

export function inputsOf(articles: readonly DownloadedArticle[]): RateInputs {
  return {
    download_articles: { articles: [...articles], failed: [] },
    extract_summaries: {
      summaries: articles.map(({ url, title }) => ({ url, bullets: [title], line: title })),
      failed: [],
    },
  };
}
