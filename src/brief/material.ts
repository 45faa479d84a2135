/** What writer and reviewer read: the topic and the articles, with the texts behind them. */
import type { Found } from './find-articles.ts';

/** What the models of a brief are shown: the articles with the number that each is cited by, and their texts. */
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
