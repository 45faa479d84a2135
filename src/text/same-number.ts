/** Whether two numbers say the same, however each is rounded and whatever currency a text leaves out. */

import { scaleOf } from './number-words.ts';

/** How much the last told digit is worth, for numbers with a scale: 100,000 in "1.2 million"; else 0. */
export function stepOf(said: string, value: number): number {
  // Of 3億5000萬 the last part tells how exact it is, and its scale is no more than 億.
  const last = /.*\d[兆億亿萬万]\d+([百千]?[萬万億亿]|[百千])?/u.exec(said);
  if (last !== null) return scaleOf(last[1] ?? '');
  const digits = /\d[\d,]*(?:\.(\d+))?/.exec(said);
  if (digits === null) return 0;
  const told = Number(digits[0].replaceAll(',', ''));
  if (told === 0 || value <= told) return 0;
  return (value / told) * 10 ** -(digits[1]?.length ?? 0);
}

/** Dollars are dollars where a text leaves out whose; 元 is every currency's. */
export function sameUnit(a: string, b: string): boolean {
  if (a === b) return true;
  const money = [a, b].every((unit) => /[$元¥]/u.test(unit));
  return money && (a === '$' || b === '$' || a === '元' || b === '元');
}
