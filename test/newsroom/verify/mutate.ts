/** Falsify one fact of a text, seeded: what a careless writer does, and what a check of claims has to notice. */
import { namesIn } from '../../../src/text/names.ts';
import { numbersIn } from '../../../src/text/numbers.ts';
import { quotationsIn } from '../../../src/text/quotations.ts';
import { timesIn } from '../../../src/text/times.ts';
import { cjkLength, wordCount } from '../../../src/text/cjk.ts';

export type Fact = 'number' | 'date' | 'name' | 'quotation';

/** A generator of whole numbers below `n`; the same seed gives the same ones (mulberry32). */
export function seeded(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
}

/** The text with one fact of the kind changed; undefined when it has none that can be. */
export function mutated(text: string, fact: Fact, below: (n: number) => number): string | undefined {
  const places = PLACES[fact](text);
  const place = places[below(Math.max(1, places.length))];
  if (place === undefined) return undefined;
  const changed = CHANGES[fact](text.slice(place.start, place.end), below);
  return changed === undefined ? undefined : text.slice(0, place.start) + changed + text.slice(place.end);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

const PLACES: Readonly<Record<Fact, (text: string) => readonly Place[]>> = {
  number: (text) =>
    numbersIn(text).filter(
      ({ time, text: said, start }) => !time && /\d/.test(said) && text.charAt(start - 1) !== '[',
    ),
  date: (text) => timesIn(text).filter(({ text: said }) => shiftedDate(said) !== undefined),
  name: (text) =>
    namesIn(text).flatMap((name) => {
      const start = /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)+$/u.test(name) ? text.indexOf(name) : -1;
      return start < 0 ? [] : [{ start, end: start + name.length }];
    }),
  quotation: (text) =>
    quotationsIn(text).filter(({ text: said }) =>
      cjkLength(said) > 0 ? cjkLength(said) >= 6 : wordCount(said) >= 4,
    ),
};

const CHANGES: Readonly<Record<Fact, (said: string, below: (n: number) => number) => string | undefined>> = {
  // Another leading digit: never a rounding.
  number: (said, below) => said.replace(/\d/, (digit) => String(((Number(digit) + below(7)) % 9) + 1)),
  date: (said) => shiftedDate(said),
  // Vowels of the last word: a name as a careless ear has it.
  name: (said) =>
    said.replace(/\S+$/, (word) =>
      word.replace(/(?<=.)[aeiou]/, (vowel) => 'uoaei'.charAt('aeiou'.indexOf(vowel))),
    ),
  quotation: (said) => {
    const words = said.split(' ');
    return words.length >= 4
      ? words.toSpliced(words.length >> 1, 1, 'gladly').join(' ')
      : `${said.slice(0, said.length >> 1)}樂意${said.slice((said.length >> 1) + 1)}`;
  },
};

const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Another weekday, month or year: three on, so that none beside the day of publication is meant. */
function shiftedDate(said: string): string | undefined {
  for (const names of [DAYS, MONTHS]) {
    const found = names.find((name) => said.includes(name));
    if (found !== undefined)
      return said.replace(found, names[(names.indexOf(found) + 3) % names.length] ?? found);
  }
  if (/(?:19|20)\d\d/.test(said)) return said.replace(/(?:19|20)\d\d/, (year) => String(Number(year) - 17));
  return /\d月/u.test(said)
    ? said.replace(/(\d+)月/u, (_, month: string) => `${((Number(month) + 2) % 12) + 1}月`)
    : undefined;
}
