/** The order that ratings give articles. What nobody rated comes last. */
import type { ArticleRating } from '../model/outputs.ts';

/** A comparator: best first, equals by address. */
export function byRating(
  ratings: readonly ArticleRating[],
): (a: { readonly url: string }, b: { readonly url: string }) => number {
  const scoreOf = scores(ratings);
  return (a, b) => scoreOf(b.url) - scoreOf(a.url) || (a.url < b.url ? -1 : Number(a.url > b.url));
}

/** Of what nobody rated: lower than any. */
export function scores(ratings: readonly ArticleRating[]): (url: string) => number {
  const known = new Map(ratings.map(({ url, score }) => [url, score]));
  return (url) => known.get(url) ?? -Number.MAX_VALUE;
}
