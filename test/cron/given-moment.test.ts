import { describe, expect, it } from 'vitest';
import { momentOf } from '../../src/cron/given-moment.ts';

/** Friday, 10:00 in London. */
const NOW = Date.UTC(2026, 10, 20, 10);
const read = (words: string, zone = 'Europe/London') => new Date(momentOf(words, NOW, zone)).toISOString();

describe('a moment in words', () => {
  it.each([
    ['in 2h', '2026-11-20T12:00'],
    ['20m', '2026-11-20T10:20'],
    ['tomorrow 9:00', '2026-11-21T09:00'],
    ['2026-11-21 07:30', '2026-11-21T07:30'],
    ['6pm', '2026-11-20T18:00'],
    ['until 6pm', '2026-11-20T18:00'],
    ['9:00', '2026-11-21T09:00'], // today's has passed
    ['friday 9:00', '2026-11-27T09:00'],
    ['Friday at 6pm', '2026-11-20T18:00'],
    ['on monday 9am', '2026-11-23T09:00'],
    ['下午六點', '2026-11-20T18:00'],
    ['星期一 09:00', '2026-11-23T09:00'],
    ['明天九點', '2026-11-21T09:00'],
    ['明早九點', '2026-11-21T09:00'],
    ['聽朝九點', '2026-11-21T09:00'],
    ['聽日朝早九點', '2026-11-21T09:00'],
    ['聽晚八點', '2026-11-21T20:00'],
    ['今晚十二點', '2026-11-21T00:00'],
    ['晚上十二點', '2026-11-21T00:00'],
    ['聽晚十二點', '2026-11-22T00:00'],
    ['星期六晚上一點', '2026-11-22T01:00'],
    ['聽日下晝三點半', '2026-11-21T15:30'],
    ['後日朝早十點', '2026-11-22T10:00'],
    ['明天早上九點', '2026-11-21T09:00'],
    ['tomorrow at 9', '2026-11-21T09:00'],
    ['tonight 8pm', '2026-11-20T20:00'],
    // A day is its beginning, as in a rule "until Monday".
    ['Monday', '2026-11-23T00:00'],
    ['on Friday', '2026-11-27T00:00'],
    ['tomorrow', '2026-11-21T00:00'],
    ['5 December', '2026-12-05T00:00'],
    ['聽日', '2026-11-21T00:00'],
    ['星期一', '2026-11-23T00:00'],
  ])('%s', (words, moment) => {
    expect(read(words).slice(0, 16)).toBe(moment);
  });

  it('is that of the zone', () => {
    expect(read('6pm', 'Asia/Hong_Kong')).toBe('2026-11-21T10:00:00.000Z'); // 18:00 is now there
  });

  it.each([
    'blah',
    '',
    'until',
    'tomorrow morning',
    'Monday evening',
    '聽日朝早',
    'every day at 7:30',
    '30 7 * * 1-5',
    '6pm and 7pm',
  ])('refuses "%s" with examples of moments, none of which repeats', (words) => {
    const refusal = (() => {
      try {
        return String(momentOf(words, NOW, 'Europe/London'));
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(refusal).toContain(`"${words}" is no moment; allowed: in 2h`);
    expect(refusal).not.toMatch(/allowed:.*(?:every|\*)/);
  });

  it('refuses what has passed, and says so', () => {
    expect(() => momentOf('today 9:00', NOW, 'Europe/London')).toThrow('has passed');
  });
});
