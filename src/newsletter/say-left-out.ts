/** What a newsletter did not take, and why: what its steps handed on, told by reason. Pure. */
import { markdownWords } from '../text/markdown-words.ts';
import type { Locale } from '../time/locale.ts';
import { writtenIn } from '../time/locale.ts';
import type { StepOutputs } from './model/outputs.ts';
import { groupBy } from './steps/group-by.ts';
import { sayLeft } from './steps/left-reasons.ts';
import { answerWords } from './answer-words.ts';

/** Steps whose files are read for it, in their order. */
export const LEFT_STEPS = [
  'gather_urls',
  'filter_urls',
  'download_articles',
  'extract_summaries',
  'cluster_topics',
  'finalize_newsletter',
] as const;

/** Headlines that are named of each reason. */
const MOST_NAMED = 5;

/** @param outputs of the steps that are complete */
export function sayLeftOut(session: string, outputs: Partial<StepOutputs>, locale: Locale): string {
  const { gather_urls: gathered, filter_urls: filtered, cluster_topics: clustered } = outputs;
  const words = answerWords(locale);
  const language = writtenIn(locale);
  if (gathered === undefined || filtered === undefined) return words.leftLater;
  const titles = new Map(gathered.urls.map(({ url, title }) => [url, title]));
  const unread = [outputs.download_articles, outputs.extract_summaries].flatMap((step) => step?.failed ?? []);
  const links = [...filtered.left, ...unread.map(({ what, error }) => ({ url: what, reason: error }))];
  const told = new Set(
    outputs.finalize_newsletter?.sections.flatMap(({ stories }) => stories.flatMap(({ urls }) => urls)),
  );
  const topics = outputs.finalize_newsletter === undefined ? [] : (clustered?.topics ?? []);
  const unused = topics.filter(({ urls }) => !urls.some((url) => told.has(url))).map(({ name }) => name);
  if (links.length + unused.length === 0) return words.nothingLeft(session, gathered.urls.length);
  const byReason = groupBy(links, ({ reason }) => sayLeft(reason, language));
  const named = (headlines: readonly string[]) => {
    const shown = headlines.slice(0, MOST_NAMED).map((headline) => markdownWords(headline));
    return words.someOf(shown, headlines.length - shown.length);
  };
  return [
    words.left(session, links.length, gathered.urls.length),
    ...[...byReason].map(
      ([reason, its]) =>
        `- ${words.leftBecause(markdownWords(reason, true), its.length)}${named(its.map(({ url }) => titles.get(url) ?? url))}`,
    ),
    ...(unused.length === 0 ? [] : [`- ${words.topicsLeft(unused.length, topics.length)}${named(unused)}`]),
  ].join('\n');
}
