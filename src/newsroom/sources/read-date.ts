/** Dates as pages write them, in their data and for their readers. */
import { parseFeedDate } from '../feed-date.ts';
import { oneLine } from './one-line.ts';

const OLDEST = Date.UTC(1990, 0, 1);
const NEWEST = Date.UTC(2100, 0, 1);
/** "發佈時間：", "Published:". */
const LABEL = /^(?:[\p{L} ]{1,20}[:：]\s*|(?:發佈|發布|发布|更新)(?:於|于)?\s*)/u;
const LONGEST_LINE = 60;

/**
 * Milliseconds since the epoch, UTC; undefined where `text` is no date of our times.
 * @param isChinese a time of day without a zone is that of readers of Chinese, as in feeds; else UTC
 */
export function readDate(text: string, isChinese: boolean): number | undefined {
  const tidy = oneLine(text.slice(0, 100));
  const seconds = /^\d{10}(?:\d{3})?$/.test(tidy) ? Number(tidy.padEnd(13, '0')) : undefined;
  // No date has two zones: with another one it is read only where it has none.
  const zoned = isChinese ? parseFeedDate(`${tidy} +08:00`) : undefined;
  const ms = seconds ?? zoned ?? parseFeedDate(tidy);
  return ms !== undefined && ms >= OLDEST && ms < NEWEST ? ms : undefined;
}

/** The same of a line that readers see: a whole day at least, with or without a label. */
export function readDateLine(line: string, isChinese: boolean): number | undefined {
  const text = oneLine(line.slice(0, 2 * LONGEST_LINE));
  if (text.length > LONGEST_LINE || !/\d{4}/.test(text) || (text.match(/\d/g)?.length ?? 0) < 5)
    return undefined;
  return /^\d+$/.test(text) ? undefined : readDate(text.replace(LABEL, ''), isChinese);
}
