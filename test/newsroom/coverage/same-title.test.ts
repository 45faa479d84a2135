import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameTitle, TitleIndex } from '../../../src/newsroom/coverage/same-title.ts';

const word = fc.constantFrom(
  'bridge',
  'Porto',
  'closed',
  'crack',
  'found',
  '12',
  '40',
  'dead',
  'strike',
  '大橋',
  '封閉',
  'on',
  'not',
  'a',
);
const title = fc.array(word, { minLength: 0, maxLength: 9 }).map((words) => words.join(' '));

it('finds in the index exactly what a comparison with every title finds', () =>
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), title, (titles, asked) => {
      const index = new TitleIndex<string>();
      for (const one of titles) index.add(one, one);
      const same = titles.filter((one) => isSameTitle(one, asked));
      expect([...index.find(asked)].toSorted()).toEqual(same.toSorted());
    }),
  ));

it('compares titles of 10,000 characters and more in no time', () => {
  const long = Array.from({ length: 20_000 }, (_, n) => `word${n}`).join(' ');
  const index = new TitleIndex<number>();
  for (let n = 0; n < 50; n++) index.add(`${long} ${n}`, n);
  expect([...index.find(long)]).toHaveLength(50);
});

it.each([
  ['Minister will resign over port scandal', 'Minister will not resign over port scandal'],
  ['Minister will resign over port scandal', 'Minister won’t resign over port scandal'],
  ['Hang Seng Index closes up 0.5%', 'Hang Seng Index closes down 0.5%'],
  ['Ferry strike in Lamma and Cheung Chau is on', 'Ferry strike in Lamma and Cheung Chau is off'],
  ['財政司司長陳茂波稱會辭職', '財政司司長陳茂波稱不會辭職'],
])('tells a title from one that turns it round: %s / %s', (a, b) => {
  expect(isSameTitle(a, b)).toBe(false);
  expect(isSameTitle(b, a)).toBe(false);
});

it('takes a turn of speech that changes nothing for none', () => {
  expect(isSameTitle('Fire in Leeds mill: up to 40 dead', 'Fire in Leeds mill: 40 dead')).toBe(true);
  expect(isSameTitle('Minister won’t resign over scandal', 'Minister will not resign over scandal')).toBe(
    true,
  );
});

it.each([
  [
    'Typhoon Kalmaegi kills 12 and leaves 40 missing in northern Luzon as rescuers search for survivors in mud',
    'Typhoon Kalmaegi kills 25 and leaves 40 missing in northern Luzon as rescuers search for survivors in mud',
  ],
  ['大埔宏福苑火災１２人死亡', '大埔宏福苑火災３０人死亡'],
])('tells titles apart by any number that differs: %s / %s', (a, b) => {
  expect(isSameTitle(a, b)).toBe(false);
  expect(isSameTitle(b, a)).toBe(false);
  expect(isSameTitle(a, a)).toBe(true);
});

it('reads digits of either width as one number', () => {
  expect(isSameTitle('大埔宏福苑火災１２人死亡', '大埔宏福苑火災12人死亡')).toBe(true);
});
