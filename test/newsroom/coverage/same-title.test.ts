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
