/** Whether two numbers are the same, allowing for rounding and a missing currency. */

import { scaleOf } from './number-words.ts';

/** The value of the last given digit of a number with a scale: 100,000 for "1.2 million"; otherwise 0. */
export function stepOf(said: string, value: number): number {
  // In 3億5000萬 the last part gives the precision, and its scale is at most 億.
  const last = /.*\d[兆億亿萬万]\d+([百千]?[萬万億亿]|[百千])?/u.exec(said);
  if (last !== null) return scaleOf(last[1] ?? '');
  const digits = /\d[\d,]*(?:\.(\d+))?/.exec(said);
  if (digits === null) return 0;
  const told = Number(digits[0].replaceAll(',', ''));
  if (told === 0 || value <= told) return 0;
  return (value / told) * 10 ** -(digits[1]?.length ?? 0);
}

/** A dollar matches any dollar; 元 matches every currency. */
export function sameUnit(a: string, b: string): boolean {
  if (a === b) return true;
  const money = [a, b].every((unit) => /[$元¥]/u.test(unit));
  return money && (a === '$' || b === '$' || a === '元' || b === '元');
}
