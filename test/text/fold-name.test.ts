import { expect, it } from 'vitest';
import { foldName, hasWords } from '../../src/text/fold-name.ts';

it.each([
  'diary',
  ' DIARY ',
  'Ｄｉａｒｙ',
  'Diary\u200B',
  'Dia\u00ADry',
  'Dia\u034Fry',
  '\u202EDiary',
  'Diary\u{E0041}',
  'Diary\u2800',
])('a name that looks like another one is the same: %j', (name) => {
  expect(foldName(name)).toBe('diary');
  expect(hasWords(`Our ${name}`, 'diary')).toBe(true);
});
