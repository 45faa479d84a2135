import { expect, it } from 'vitest';
import { tellsOf } from '../../src/text/tells-of.ts';

const QUAKE = 'Eleven dead after 6.7 quake in Chile; Hong Kong astronomers safe';

it.each([
  ['chile quake', true],
  ['quakes in Chile', true],
  ['智利地震', true],
  ['智利地震 astronomers', true],
  ['智利渡輪', false],
  ['peru quake', false],
  ['the', false],
  ['', false],
])('of “%s”: %s', (topic, told) => expect(tellsOf(QUAKE, topic)).toBe(told));

it('asks for a share of more than two words', () => {
  expect(tellsOf(QUAKE, 'deadly chile quake dead', 0.66)).toBe(true);
  expect(tellsOf(QUAKE, 'peru lima quake dead', 0.66)).toBe(false);
  expect(tellsOf('港府宣布輪船停航', '輪船停航')).toBe(true);
});
