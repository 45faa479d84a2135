/** Parses durations in words: "10m", "2 hours", 30 分鐘, 半小時. */
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
