/**
 * What is no story, told by its address and title: lists, puzzles, advertisements, home pages. Pure.
 * A word of these in an ordinary headline must not cost real news: titles are matched where the form is plain.
 */
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { parseUrl } from '../../text/parse-url.ts';
import { roundupReason } from './cluster/roundup.ts';

export type SkipReason = 'no_article' | 'low_content' | 'roundup';

/** Parts of a path that hold no articles to read. */
const PATHS =
  /\/(?:videos?|podcasts?|audio|galler(?:y|ies)|in-pictures|photos|horoscopes?|crosswords?|puzzles|quiz(?:zes)?|newsletters?|sponsored|advertorial|partner-content|competitions?|tags?|authors?|search|login|subscribe)(?:[/?#]|$)/iu;
const TITLES: readonly RegExp[] = [
  /^(?:(?:your|weekly|daily|today['’]s)\s+)*horoscopes?\b|\bhoroscope\s+for\b/iu,
  /^(?:(?:prize|daily|weekly|quick|cryptic)\s+)*(?:crossword|sudoku)\b/iu,
  /^(?:sponsored|advertorial|advertisement|promoted|paid content|partner content)\b\s*[:|–-]/iu,
  /^(?:letters(?: corner| to the editor|: )|your letters\b|recipe\s*[:|–-])/iu,
  /^win\s+(?:an?|tickets|one of)\b/iu,
  /^(?:星座運程|今日運程|每週運程|填字遊戲|有獎遊戲|廣告|特約|贊助)(?:[：:|｜\s]|$)|^[【《]?(?:食譜|讀者來信|讀者投稿)[】》：:|｜]/u,
];
const LEAST = { words: 2, cjk: 4 };

/** Why a link is no article to write from, by its address and title; undefined when it is one. */
export function skipReason(url: string, title: string): SkipReason | undefined {
  const at = parseUrl(url);
  if (at === undefined || isHomePage(at) || PATHS.test(at.pathname)) return 'no_article';
  if (wordCount(title) < LEAST.words && cjkLength(title) < LEAST.cjk) return 'low_content';
  if (TITLES.some((pattern) => pattern.test(title.trim()))) return 'low_content';
  return roundupReason(title) === undefined ? undefined : 'roundup';
}

/** WordPress without settings of its own has its articles at `/?p=123`. */
function isHomePage({ pathname, search }: URL): boolean {
  return pathname.replaceAll('/', '') === '' && !/[?&](?:p|id|article|story)=[^&]/iu.test(search);
}
