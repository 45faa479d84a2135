/** Parses dates in a page's data and text. */
import { parseFeedDate } from '../../text/feed-date.ts';
import { oneLine } from './one-line.ts';

const OLDEST = Date.UTC(1990, 0, 1);
const NEWEST = Date.UTC(2100, 0, 1);
/** "發佈時間：", "Published:". */
const LABEL = /^(?:[\p{L} ]{1,20}[:：]\s*|(?:發佈|發布|发布|更新)(?:於|于)?\s*)/u;
/**
 * The first date of a line with several, or with words after it: "出版：2025-08-12 15:05 更新：2025-08-12 16:00",
 * "發稿時間：2025/8/12 15:05（8/12 16:20 更新）", "2025年8月12日 週二 下午3:05 記者王小明".
 */
const CHINESE_DATE =
  /^(?:(?:[\p{Script=Han}\s]{0,10}(?:發|发|出版|更新|時間|时间|日期|刊登|建立)[\p{Script=Han}\s]{0,6}[:：|｜]?\s*)?)((?:民國\s?)?\d{2,4}\s?[年/.-]\s?\d{1,2}\s?[月/.-]\s?\d{1,2}\s?日?(?:\s*[（(]?(?:星期|週|周|禮拜|礼拜)?[一二三四五六日天][）)]?)?(?:\s*(?:上午|早上|凌晨|清晨|中午|下午|傍晚|晚上|晚間|晚间|深夜)?\s*\d{1,2}[:：時时]\d{1,2}(?::\d{2}|分)?)?)(?=[\s（(|｜]|更新|發|发|$)/u;
const LONGEST_LINE = 60;

/**
 * Milliseconds since the epoch, UTC; undefined when `text` is not a plausible date.
 * @param isChinese a time without a zone is that of readers of Chinese, as in feeds; otherwise UTC
 */
export function readDate(text: string, isChinese: boolean): number | undefined {
  const tidy = oneLine(text.slice(0, 100));
  const seconds = /^\d{10}(?:\d{3})?$/.test(tidy) ? Number(tidy.padEnd(13, '0')) : undefined;
  // With a second zone appended, a date that has one can't be parsed.
  const zoned = isChinese ? parseFeedDate(`${tidy} +08:00`) : undefined;
  const ms = seconds ?? zoned ?? parseFeedDate(tidy);
  return ms !== undefined && ms >= OLDEST && ms < NEWEST ? ms : undefined;
}

/** The same for visible text: a full date at least, with or without a label. */
export function readDateLine(line: string, isChinese: boolean): number | undefined {
  const text = oneLine(line.slice(0, 2 * LONGEST_LINE));
  if (text.length > LONGEST_LINE || !/\d{4}|民國/u.test(text) || (text.match(/\d/g)?.length ?? 0) < 5)
    return undefined;
  if (/^\d+$/.test(text)) return undefined;
  return readDate(text.replace(LABEL, ''), isChinese) ?? firstDate(text, isChinese);
}

/** A line with a comma or a full stop is a sentence. */
function firstDate(text: string, isChinese: boolean): number | undefined {
  return /[，。！？；]/u.test(text) ? undefined : readDate(CHINESE_DATE.exec(text)?.[1] ?? '', isChinese);
}
