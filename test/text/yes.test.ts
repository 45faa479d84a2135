import { expect, it } from 'vitest';
import { isYes, reasonOfYes } from '../../src/text/yes.ts';

it.each([
  ["yes, it's a duplicate", "it's a duplicate"],
  ['Yes. Because the council denied it', 'the council denied it'],
  ['ok – this is wrong', 'this is wrong'],
  ['係，因為警方否認咗', '警方否認咗'],
  ['係，重複咗', '重複咗'],
])('"%s" is a yes with its reason', (said, why) => {
  expect(isYes(said)).toBe(true);
  expect(reasonOfYes(said)).toBe(why);
});

it.each([
  "yes, it's wrong, but keep it",
  'yes, since when?',
  'ok, because of that hold the tunnel story',
  "yes, it's fine as it is",
  "yes, because it isn't true that it was withdrawn",
  'yes and no',
  '好，因為咁先唔好撤回',
  "it's a duplicate",
])('"%s" is no plain yes', (said) => expect(isYes(said)).toBe(false));

it.each(['yes please', 'Please do.', 'yes, do that', 'sure, go ahead', 'go for it', '可以', '好呀', 'ok'])(
  '"%s" is a plain yes',
  (said) => expect(isYes(said)).toBe(true),
);
it.each(['do', 'ok thanks', 'go', 'yes, do it tomorrow'])('"%s" is none', (said) =>
  expect(isYes(said)).toBe(false),
);
