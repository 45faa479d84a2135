/** Durations as people write them: "10s", "5m", "1h30m", "2d". */
import type { Locale } from './locale.ts';

const UNIT: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const FORM = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d|w)\s*)+$/;

/** @returns whole milliseconds, or undefined when the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (!FORM.test(trimmed)) return undefined;
  let ms = 0;
  for (const [, amount, unit] of trimmed.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g))
    ms += Number(amount) * (UNIT[unit!] ?? 0);
  return Math.round(ms); // 1.1 h are 3,960,000.0000000005 ms
}

/** A duration in words, in its two largest units: "1 h 30 min", "20 s"; 1 小時 30 分鐘. */
export function sayDuration(ms: number, locale: Locale = 'en'): string {
  const parts: string[] = [];
  let left = Math.round(ms / 1_000);
  for (const [en, zh, seconds] of [
    ['d', '天', 86_400],
    ['h', '小時', 3_600],
    ['min', '分鐘', 60],
    ['s', '秒', 1],
  ] as const) {
    const amount = Math.floor(left / seconds);
    if (amount > 0) parts.push(`${amount} ${locale === 'en' ? en : zh}`);
    left -= amount * seconds;
  }
  return parts.slice(0, 2).join(' ') || (locale === 'en' ? '0 s' : '0 秒');
}
