import { expect, it } from 'vitest';
import { pastDays, pastDaysIn } from '../../src/text/past-days.ts';

/** A Wednesday, noon in London. */
const NOW = Date.UTC(2026, 10, 18, 12);
const days = (said: string, zone = 'Europe/London') => {
  const found = pastDays(said, NOW, zone);
  return found && [found.fromMs, found.beforeMs].map((ms) => new Date(ms).toISOString().slice(0, 16));
};

it.each([
  ['yesterday', '2026-11-17T00:00', '2026-11-18T00:00'],
  ['the day before yesterday', '2026-11-16T00:00', '2026-11-17T00:00'],
  ['today', '2026-11-18T00:00', '2026-11-19T00:00'],
  ['on Friday', '2026-11-13T00:00', '2026-11-14T00:00'],
  ['last Tuesday', '2026-11-17T00:00', '2026-11-18T00:00'],
  ['on wednesday', '2026-11-11T00:00', '2026-11-12T00:00'],
  ['last week', '2026-11-09T00:00', '2026-11-16T00:00'],
  ['this week', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['2026-11-02', '2026-11-02T00:00', '2026-11-03T00:00'],
  ['尋日', '2026-11-17T00:00', '2026-11-18T00:00'],
  ['上星期', '2026-11-09T00:00', '2026-11-16T00:00'],
  ['星期五', '2026-11-13T00:00', '2026-11-14T00:00'],
])('%s', (said, from, before) => {
  expect(days(said)).toEqual([from, before]);
  expect(pastDaysIn(`what did you post ${said}?`)).toBeDefined();
});

it('are days of the zone, however long they are there', () => {
  expect(days('yesterday', 'Asia/Hong_Kong')).toEqual(['2026-11-16T16:00', '2026-11-17T16:00']);
  expect(days('2026-10-25')).toEqual(['2026-10-24T23:00', '2026-10-26T00:00']);
});

it.each(['soon', '2026-02-30', '', 'the ferry'])('are none: “%s”', (said) => {
  expect(pastDays(said, NOW, 'UTC')).toBeUndefined();
});
