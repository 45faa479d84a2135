/** Parses bylines. */
import { oneLine } from './one-line.ts';

/** "… November 15, 2019", with or without a space before it, up to the end. */
const DATE =
  /[\s,•|-]*(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)day,?\s*)?(?:(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,4}|\d{1,4}[-./年]\d{1,2}[-./月]\d{1,4})(?:\D.{0,60})?$/u;

const NAME = String.raw`(?:[\p{Script=Han}·]{2,4}|[\p{Script=Latin}.'’-]+(?: [\p{Script=Latin}.'’-]+)*)`;
const NAMES = String.raw`(${NAME}(?:\s*[、,，]\s*[\p{Script=Han}·]{2,4})*?)`;
const REPORTER = String.raw`[\p{Script=Han}A-Za-z\d]{0,6}?(?:記者|记者|特派員|特派员|編譯|编译)(?:\s*[:：/／|｜]\s*|\s+|(?=\p{Script=Han}))`;
const AUTHOR = String.raw`(?:採訪|采访|報道|报道)?[、及和]?(?:撰文|撰稿|文字|文|作者)\s*[:：/／|｜]\s*`;
/** What follows a reporter's name: place, kind of report, photographer. */
const REST = String.raw`(?:\s*[/／|｜]\s*.*|\s+.*|\p{Script=Han}{2,3}\d{1,2}日[電电].*|\p{Script=Han}{0,4}(?:報導|報道|报导|报道))?`;

/** "（記者王小明／台北報導）", "中央社記者王小明台北12日電", "撰文：林穎", "文／陳大文 圖／李四". */
const CHINESE_BYLINE = new RegExp(
  `^[（(［〔【\\[]?\\s*(?:${REPORTER}|${AUTHOR})${NAMES}${REST}[)）］〕】\\]]?$`,
  'u',
);
const LONGEST_LINE = 60;

/** The names in a line that is only a Chinese byline; empty for any other line. */
export function chineseByline(line: string): string {
  if (line.length > LONGEST_LINE || /[。！？!?]$/u.test(line)) return '';
  return CHINESE_BYLINE.exec(line)?.[1] ?? '';
}

/** The first candidate that is a name rather than an address, an account or a sentence. */
export function bylineOf(candidates: readonly (string | undefined)[]): string {
  for (const written of candidates) {
    const name = oneLine((written ?? '').slice(0, 400))
      .replace(/^(?:(?:written |posted |words |reporting )?by|von|par|por)(?:\s*[:：/／]\s*|\s+)/i, '')
      .replace(CHINESE_BYLINE, '$1')
      .replace(/\s*[|·•]\s.*$/u, '')
      .replace(DATE, '')
      .replace(/\s+on$/i, '')
      .replace(/\s*,?\s*(?:published|updated|posted|發布|發佈|更新)\b.*$/iu, '')
      .trim();
    if (name !== '' && name.length <= 200 && !/^(?:https?:|@|www\.)|\/\//i.test(name)) return name;
  }
  return '';
}
