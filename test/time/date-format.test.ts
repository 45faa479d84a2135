import { describe, expect, it } from 'vitest';
import { dateFormat } from '../../src/time/date-format.ts';

describe('dateFormat', () => {
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const at = Date.UTC(2026, 10, 28, 9, 5);

  it('makes one formatter for a locale and its options', () => {
    const london = dateFormat('en-GB', { timeZone: 'Europe/London', ...clock });
    expect(london.format(at)).toBe('09:05');
    expect(dateFormat('en-GB', { timeZone: 'Europe/London', ...clock })).toBe(london);
    expect(dateFormat('en-GB', { timeZone: 'Asia/Hong_Kong', ...clock }).format(at)).toBe('17:05');
    expect(dateFormat('en-US', { timeZone: 'Europe/London', ...clock }).format(at)).toBe('09:05 AM');
  });

  it('refuses a zone that there is not, each time', () => {
    for (const time of [1, 2])
      expect(() => dateFormat('en', { timeZone: 'Mars/Olympus' }), `time ${time}`).toThrow(RangeError);
  });

  it('formats right however many there have been', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const asked = zones.map((timeZone) => dateFormat('en-GB', { timeZone, ...clock }).format(at));
    const plain = zones.map((timeZone) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, ...clock }).format(at),
    );
    expect(asked).toEqual(plain);
  });
});
