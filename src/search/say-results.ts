/** Results as a short list for people: each line has a link where possible, and no ids. */
import { markdownWords } from '../text/markdown-words.ts';
import { shortLine } from '../text/shorten.ts';
import { linkTo } from '../sessions/traits-of.ts';
import type { Locale } from '../time/locale.ts';
import { dayAndTime } from '../time/zone.ts';
import { OUTCOME_WORDS } from './outcome.ts';
import type { PeoplePage } from './find-for-people.ts';
import type { SearchResult } from './search-page.ts';

const MOST_TITLE = 110;
const MOST_QUOTE = 140;

interface Terms {
  readonly words: string;
  readonly locale: Locale;
  readonly zone: string;
  /** Several stories match and the asker has to choose. */
  readonly asks?: boolean;
}

/** A page of results as Markdown. */
export function sayResults(
  { results, hasMore, complete }: PeoplePage,
  { words, locale, zone, asks = false }: Terms,
): string {
  const asked = markdownWords(shortLine(words, 80));
  const remark = complete
    ? []
    : [
        {
          en: 'Older things are still being indexed: ask again in a while.',
          zh: '較舊的內容仍在編制索引，請稍後再試。',
        }[locale],
      ];
  if (results.length === 0)
    return [{ en: `Nothing was found for “${asked}”.`, zh: `找不到「${asked}」。` }[locale], ...remark].join(
      '\n',
    );
  const more = {
    en: 'There is more: narrow it with another word, a day or a category.',
    zh: '還有更多結果：可加上其他字詞、日期或類別縮窄範圍。',
  }[locale];
  return [
    asks
      ? {
          en: `Several stories fit “${asked}”. Which one do you mean?`,
          zh: `有幾篇報道符合「${asked}」。你是指哪一篇？`,
        }[locale]
      : { en: `Found for “${asked}”:`, zh: `「${asked}」的搜尋結果：` }[locale],
    ...results.map((result) => lineOf(result, locale, zone)),
    ...(hasMore ? [more] : []),
    ...remark,
  ].join('\n');
}

function lineOf(result: SearchResult, locale: Locale, zone: string): string {
  const when = dayAndTime(result.atMs, zone, locale);
  const title = markdownWords(shortLine(result.title, MOST_TITLE));
  const headline = markdownWords(shortLine(result.headline ?? '', MOST_TITLE));
  const comma = { en: ', ', zh: '，' }[locale];
  const outcome = result.outcome && OUTCOME_WORDS[result.outcome][locale];
  const leads = placeOf(result);
  const to = leads === undefined ? '' : ` → ${leads}`;
  switch (result.kind) {
    case 'story':
      return `- **${title}**${to} (${outcome}${comma}${when})`;
    case 'source': {
      const of = { en: `in “${headline}”`, zh: `見「${headline}」` }[locale];
      return `- ${markdownWords(result.outlet ?? '')}: ${title} <${result.url ?? ''}>${comma}${of}${to}\n  > ${quoteOf(result)}`;
    }
    case 'chat': {
      const who = markdownWords(result.author ?? '') || '–';
      return `- ${who}${comma}${when}${to || ` → ${title}`}\n  > ${quoteOf(result)}`;
    }
  }
}

/** A link to the story's thread or the message; undefined where there is none. */
export function placeOf({ kind, thread, url, sessionKey }: SearchResult): string | undefined {
  if (kind === 'chat') return url ?? (sessionKey && (linkTo(sessionKey) ?? sessionKey));
  return thread && (linkTo(thread) ?? thread);
}

/** A short text around the first mark. */
function quoteOf({ text, marks }: SearchResult): string {
  const from = Math.max(0, (marks[0]?.[0] ?? 0) - MOST_QUOTE / 2);
  const space = from === 0 ? 0 : text.indexOf(' ', from) + 1 || from;
  const begin = space > (marks[0]?.[0] ?? 0) ? from : space;
  return markdownWords((begin > 0 ? '…' : '') + shortLine(text.slice(begin), MOST_QUOTE));
}
