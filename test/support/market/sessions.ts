/** Days and prices for loopback markets. */
const DAY_MS = 86_400_000;

/** `count` weekdays up to `last` (`2026-06-01`), oldest first. */
export function weekdays(last: string, count: number): string[] {
  const days: string[] = [];
  for (let at = Date.parse(last); days.length < count; at -= DAY_MS) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.unshift(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** A close for the n-th day: rises and falls, never twice the same. */
export function closeAt(n: number, level = 5_000): number {
  return Number((level * (1 + 0.04 * Math.sin(n / 8) + n / 4_000)).toFixed(2));
}

export function historyRows(days: readonly string[], level?: number): string[] {
  return days.map((day, n) => {
    const close = closeAt(n, level);
    return `${day},${close},${close},${close},${close},1000`;
  });
}

/** Daily candles, newest first, the last one of today (not closed yet). */
export function candles(today: string, count: number, level: number): (readonly unknown[])[] {
  return Array.from({ length: count + 1 }, (_, n) => {
    const close = closeAt(count - n, level);
    return [Date.parse(today) / 1_000 - n * 86_400, close - 9, close + 9, close, close, 123.456_789_01];
  });
}
