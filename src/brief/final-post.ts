/** What is posted in the end: the brief with its sources, or why there is none. Pure. */
import type { Locale } from '../time/locale.ts';
import { typedMoment } from '../time/zone.ts';
import { markdownWords } from '../text/markdown-words.ts';
import { withoutLinks } from '../text/without-links.ts';
import { shortLine } from '../text/shorten.ts';
import { citesOf } from './read-draft.ts';
import type { Article } from './state.ts';
import { FALLBACK, shortTopic, wordsIn } from './wording.ts';

const MOST_TITLE = 140;

export interface Published {
  readonly topic: string;
  readonly post: string;
  /** Where its sources differ, a line each. */
  readonly differing: readonly string[];
  readonly articles: readonly Article[];
  readonly byRules: boolean;
  /** In which articles' days are. */
  readonly zone: string;
}

/** The message in Markdown: heading, text, the articles it cites, and a remark if no language model wrote it. */
export function publishedPost(
  { topic, post, differing, articles, byRules, zone }: Published,
  locale: Locale,
): string {
  const words = wordsIn(locale);
  const sources = citesOf(post).flatMap((n) => {
    const article = articles[n - 1];
    return article ? [sayArticle(article, zone, locale)] : [];
  });
  return [
    `**${words.head(shortTopic(topic))}**`,
    post,
    ...(differing.length > 0 ? [differing.join('\n')] : []),
    `**${words.sources}**\n${sources.join('\n')}`,
    ...(byRules ? [words.byRules] : []),
  ].join('\n\n');
}

/** `[1] Outlet: Title (2026-11-20) <https://…>` */
function sayArticle(
  { index, outlet, title, url, published_at: at }: Article,
  zone: string,
  locale: Locale,
): string {
  const day = at === null ? wordsIn(locale).undated : typedMoment(Date.parse(at), zone).slice(0, 10);
  const words = markdownWords(`${withoutLinks(outlet)}: ${shortLine(withoutLinks(title), MOST_TITLE)}`);
  return `[${index + 1}] ${words} (${day}) <${url}>`;
}

/** @param because sentences, each on its own line. */
export function fallbackPost(locale: Locale, because: readonly string[] = []): string {
  return [FALLBACK[locale], ...because].join('\n');
}
