import { expect, it } from 'vitest';
import { skipReason } from '../../../src/newsroom/intake/skip-rules.ts';

const TITLE = 'Harbour ferry fares rise by a tenth from Monday';

it.each([
  ['https://paper.test/', 'no_article'],
  ['https://paper.test', 'no_article'],
  ['https://paper.test/?lang=zh', 'no_article'],
  ['https://paper.test/?utm_source=feed', 'no_article'],
  // A WordPress site as it is installed.
  ['https://paper.test/?p=4711', undefined],
  ['https://paper.test/?p=4711&preview=0', undefined],
  ['https://paper.test/2026/11/ferry-fares', undefined],
  ['https://paper.test/videos/ferry-fares', 'no_article'],
])('judges %s by its address: %s', (url, reason) => {
  expect(skipReason(url, TITLE)).toBe(reason);
});
