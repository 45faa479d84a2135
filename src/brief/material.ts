/** What writer and reviewer read: the topic and the articles, with the texts behind them. */
import type { Found } from './find-articles.ts';

export function materialOf(topic: string, { results, pack }: Found) {
  return {
    topic,
    articles: results.articles.map(({ index, title, outlet, published_at, confidence_note }) => ({
      index,
      cite_as: `[${index + 1}]`,
      title,
      outlet,
      published_at,
      confidence_note,
      text: pack.sources[index]?.text ?? '',
    })),
  };
}

export type BriefMaterial = ReturnType<typeof materialOf>;
