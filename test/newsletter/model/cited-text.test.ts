import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citesOf, eachCited, renumbered } from '../../../src/newsletter/model/cited-text.ts';

const SOURCES = [
  { text: 'The council of Port Marlow put ferry fares up by 25% on Tuesday.' },
  { text: 'Passengers of the night boat were told on the quay.' },
];

describe('the citations of a story', () => {
  it.each([
    ['as asked', 'Fares rose. [1] Passengers heard. [2]', 'Fares rose. [1] Passengers heard. [2]'],
    ['before the end mark', 'Fares rose [1]. Passengers heard [2].', 'Fares rose. [1] Passengers heard. [2]'],
    [
      'together',
      'Fares rose. [1, 2] Passengers heard. [1][2]',
      'Fares rose. [1][2] Passengers heard. [1][2]',
    ],
    [
      'in brackets',
      'Fares rose. ([1]) Passengers heard. ([1], [2])',
      'Fares rose. [1] Passengers heard. [1][2]',
    ],
    ['apart', 'Fares rose [1]. Passengers heard [1]; [2].', 'Fares rose. [1] Passengers heard. [1][2]'],
    ['in Chinese brackets', '渡輪加價。【1】乘客得悉。【2】', '渡輪加價。 [1] 乘客得悉。 [2]'],
    ['as footnotes', 'Fares rose.[^1] Passengers heard.[^2]', 'Fares rose. [1] Passengers heard. [2]'],
    [
      'with an address',
      'Fares rose. [1](https://made.up/) Passengers heard. [2]',
      'Fares rose. [1] Passengers heard. [2]',
    ],
    [
      'of sources that are not there',
      'Fares rose. [1][7] Passengers heard. [9]',
      'Fares rose. [1] Passengers heard. [2]',
    ],
    ['not at all', 'Ferry fares rose in Port Marlow', 'Ferry fares rose in Port Marlow. [1]'],
    ['at the end of two', 'Fares rose. Passengers heard. [2]', 'Fares rose. [2] Passengers heard. [2]'],
  ])('are plain and of its own sources, where they are written %s', (_, written, told) => {
    expect(eachCited(written, SOURCES, 3)).toBe(told);
  });

  it('keep to so many sentences, on one line', () => {
    expect(eachCited('One. [1]\n\nTwo. [1]\nThree. [2]\nFour. [2]', SOURCES, 3)).toBe(
      'One. [1] Two. [1] Three. [2]',
    );
  });

  it('carry no link', () => {
    expect(eachCited('Fares [rose](https://evil.test/a) at https://evil.test/b today. [1]', SOURCES, 3)).toBe(
      'Fares rose at today. [1]',
    );
  });

  it('are renumbered without touching anything else', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 12 }),
        fc.nat(200),
        (cites, shift) => {
          const text = cites.map((n) => `In 2026 it said so. [${n}]`).join(' ');
          const anew = renumbered(text, (n) => n + shift);
          expect(citesOf(anew)).toEqual(citesOf(text).map((n) => n + shift));
          expect(anew.replace(/\[\d+\]/gu, '[]')).toBe(text.replace(/\[\d+\]/gu, '[]'));
          expect(citesOf(renumbered(text, () => undefined))).toEqual([]);
        },
      ),
    ));
});
