import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadHappening, sameHappening } from '../../../src/newsroom/coverage/same-happening.ts';
import type { Happening } from '../../../src/newsroom/coverage/same-happening.ts';
import { CoverageIndex } from '../../../src/newsroom/coverage/coverage-index.ts';

const pages = (...keys: string[]) => new Set(keys);
const FIRE = 'Lamma ferry pier fire injures 14 passengers';
const told: Happening = { pages: pages('a.test/1'), titles: [FIRE], text: '' };
const compare = (one: Partial<Happening>, other: Partial<Happening> = {}) =>
  sameHappening(
    new ReadHappening({ pages: pages('b.test/2'), titles: [], text: '', ...one }),
    new ReadHappening({ ...told, ...other }),
  );

describe('a happening was told', () => {
  it('when its own page was, or a page of its event, whatever the titles say', () => {
    expect(compare({ pages: pages('a.test/1'), titles: ['Else'] })).toMatchObject({
      answer: 'yes',
      by: 'link',
    });
    const event = { id: 7, parentId: null };
    const one = { pages: pages('b.test/2', 'a.test/1'), event, titles: ['Else'] };
    expect(compare(one)).toMatchObject({ answer: 'yes', by: 'event' });
  });

  it('when a story was written from its page, unless that page has an event of its own by now', () => {
    const sources = pages('b.test/2');
    expect(compare({ titles: ['Else'] }, { sources })).toMatchObject({ answer: 'yes', by: 'link' });
    expect(compare({ titles: ['Else'], event: { id: 7, parentId: null } }, { sources }).answer).toBe('no');
  });

  it('when a title is the same, or says the same in other words', () => {
    expect(compare({ titles: [`${FIRE}!`] })).toMatchObject({ answer: 'yes', by: 'title' });
    expect(compare({ titles: ['Fire at Lamma pier: 14 ferry passengers injured'] })).toMatchObject({
      answer: 'yes',
      by: 'figures',
      shared: ['14', 'lamma'],
    });
  });

  it('not when it develops what was told, though the title is the same', () => {
    const one = { event: { id: 8, parentId: 7 }, titles: [FIRE] };
    expect(compare(one, { event: { id: 7, parentId: null } }).answer).toBe('no');
    expect(compare(one, { event: { id: 9, parentId: 7 } }).answer).toBe('no');
    expect(compare(one, { event: { id: 9, parentId: null } }).answer).toBe('yes');
  });
});

const word = fc.constantFrom(
  'Lamma',
  'ferry',
  'fire',
  '14',
  '40',
  'injured',
  'Porto',
  '南丫島',
  '火警',
  '傷',
);
const title = fc.array(word, { maxLength: 7 }).map((words) => words.join(' '));
const happening: fc.Arbitrary<Happening> = fc.record({
  pages: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }).map((keys) => new Set(keys)),
  titles: fc.array(title, { maxLength: 3 }),
  text: title,
});

it('finds by the index whatever a comparison with everything told finds', () =>
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 12 }), happening, (all, asked) => {
      const index = new CoverageIndex<number>();
      for (const [n, one] of all.entries()) index.add(one, n);
      const same = all.flatMap((one, n) => {
        const { answer } = sameHappening(new ReadHappening(asked), new ReadHappening(one));
        return answer === 'yes' ? [n] : [];
      });
      const found = index.same(asked)?.item;
      expect(same).toEqual(found === undefined ? [] : expect.arrayContaining([found]));
    }),
  ));
