import { markdownWords } from '../text/markdown-words.ts';
import type { Locale } from '../time/locale.ts';
import type { Report } from './report.ts';
import type { PostedPages } from './reporter.ts';
import { reportWords } from './report-words.ts';

interface Telling {
  readonly locale: Locale;
  /** What became of its pictures. */
  readonly pages: PostedPages;
}

/** A report in words, for a chat: its main figures, and where the charts are if they aren't beside it. */
export function sayReport({ title, lines }: Report, { locale, pages }: Telling): string {
  const words = reportWords[locale];
  const isEmpty = lines.every(({ chart }) => chart === undefined);
  const lacking = lines.flatMap(({ lacks }) => lacks ?? []);
  return [
    `**${markdownWords(title)}**`,
    ...lines.flatMap(({ text, lacks }) => (lacks === undefined ? [`- ${markdownWords(text)}`] : [])),
    ...(lacking.length > 0 ? [`- ${markdownWords(words.noneOfAll(lacking))}`] : []),
    ...(pages === 'not drawn' ? [words.undrawn] : []),
    ...(isEmpty || pages === 'posted' ? [] : [words.inConsole]),
  ].join('\n');
}
