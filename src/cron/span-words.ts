/** Parses durations in words: "10m", "2 hours", 30 分鐘, 半小時. */
import { chineseNumber } from '../text/number-words.ts';
import { inFigures } from '../text/when/english-counts.ts';
import { parseDuration } from '../time/duration.ts';

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?|秒鐘?)$/, 's'],
  [/^(?:m|mins?|minutes?|分鐘?)$/, 'm'],
  [/^(?:h|hrs?|hours?|個?小時|個?鐘頭?)$/, 'h'],
  [/^(?:d|days?|天|日)$/, 'd'],
  [/^(?:w|weeks?|個?星期|週|周)$/, 'w'],
];

/** @returns milliseconds, or undefined when the words are not a duration. */
export function spanOf(words: string): number | undefined {
  const compact = parseDuration(words);
  if (compact !== undefined) return compact;
  if (/^(?:half an hour|半(?:個)?小時)$/.test(words)) return 30 * 60_000;
  const half = /^(\d+)?個半小時$/.exec(words);
  if (half) return (Number(half[1] ?? 1) * 2 + 1) * 30 * 60_000;
  const [, amount, word] = /^(\d+(?:\.\d+)?|an?)\s*(\S+)$/.exec(words) ?? [];
  const unit = UNITS.find(([form]) => word !== undefined && form.test(word));
  if (amount === undefined || !unit) return undefined;
  return parseDuration(`${/^a/.test(amount) ? 1 : amount}${unit[1]}`);
}

/** The same with numbers in words and spoken units: "two hours", 三日, 半個鐘. Undefined for an empty span, too. */
export function saidSpan(words: string): number | undefined {
  const plain = inFigures(words)
    .replace(/^半(?:個|个)(?:鐘頭?|钟头?|小時|小时)$/u, '半小時')
    .replace(/^[一二兩两三四五六七八九十]{1,3}(?=[個个分小天日秒星禮週])/u, (digits) =>
      String(chineseNumber(digits)),
    )
    .replace(/(?:個|个)?钟头?$/u, '小時')
    .replace(/个?小时$/u, '小時')
    .replace(/分钟$/u, '分鐘');
  const ms = spanOf(plain);
  return ms === undefined || ms <= 0 ? undefined : ms;
}
