import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSchedule, nextSlot, nextSlots, slotBefore, slotsUntil } from '../../src/cron/schedule.ts';
import type { Schedule } from '../../src/cron/schedule.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const daily = (expr: string, tz: string): Schedule => ({ kind: 'cron', expr, tz });

describe('slots of a schedule', () => {
  it('come once for a one-off time', () => {
    const once: Schedule = { kind: 'at', atMs: 500 };
    expect(nextSlot(once, 499, 'UTC')).toBe(500);
    expect(nextSlot(once, 500, 'UTC')).toBeNull();
  });

  it('of an interval are anchored, so they never drift', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 1e9 }),
        fc.nat(1e12),
        fc.nat(1e13),
        (everyMs, anchorMs, after) => {
          const slot = nextSlot({ kind: 'every', everyMs, anchorMs }, after, 'UTC')!;
          expect(slot).toBeGreaterThan(after);
          expect((slot - anchorMs) % everyMs).toBe(0);
          expect(slot === anchorMs || slot - after <= everyMs).toBe(true);
        },
      ),
    ));

  it('are the same with an end, up to it', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.record({
            kind: fc.constant('every' as const),
            everyMs: fc.integer({ min: 10_000, max: 1e9 }),
            anchorMs: fc.integer({ min: 1.7e12, max: 1.8e12 }),
          }),
          fc.constantFrom('0 7 * * 1-5', '*/20 * * * *', '30 1 28-31 * *', '0 9 29 2 *').map((expr) => ({
            kind: 'cron' as const,
            expr,
            tz: 'Europe/London',
          })),
        ),
        fc.integer({ min: 1.75e12, max: 1.85e12 }),
        fc.nat(40 * 86_400_000),
        (endless, afterMs, aheadMs) => {
          const untilMs = afterMs + aheadMs;
          const schedule: Schedule = { ...endless, untilMs };
          const before = nextSlots(endless, afterMs, 'UTC', 20).filter((slot) => slot <= untilMs);
          expect(nextSlots(schedule, afterMs, 'UTC', 20)).toEqual(before);
          expect(slotBefore(schedule, untilMs + 9e10, 'UTC')).toBe(slotBefore(endless, untilMs + 1, 'UTC'));
          const [first] = before;
          if (first === undefined) return;
          expect(slotsUntil(schedule, first, untilMs + 9e10, 'UTC')).toEqual(
            slotsUntil(endless, first, untilMs, 'UTC'),
          );
        },
      ),
    ));

  it('move to the end of the gap when clocks go forward, in London and in New York', () => {
    expect(iso(nextSlot(daily('30 1 * * *', 'Europe/London'), at('2026-03-28T12:00:00Z'), 'UTC'))).toBe(
      '2026-03-29T01:00:00.000Z',
    );
    expect(iso(nextSlot(daily('30 2 * * *', 'America/New_York'), at('2026-03-07T12:00:00Z'), 'UTC'))).toBe(
      '2026-03-08T07:00:00.000Z',
    );
  });

  it('come once when clocks go back, in London and in New York', () => {
    const london = nextSlots(daily('30 1 * * *', 'Europe/London'), at('2026-10-24T12:00:00Z'), 'UTC', 2);
    expect(london.map(iso)).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']);
    const newYork = nextSlots(daily('30 1 * * *', 'America/New_York'), at('2026-10-31T12:00:00Z'), 'UTC', 2);
    expect(newYork.map(iso)).toEqual(['2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z']);
  });

  it('stay at 07:00 London time on both sides of a change', () => {
    const slots = nextSlots(daily('0 7 * * *', 'Europe/London'), at('2026-03-27T12:00:00Z'), 'UTC', 3);
    expect(slots.map(iso)).toEqual([
      '2026-03-28T07:00:00.000Z',
      '2026-03-29T06:00:00.000Z',
      '2026-03-30T06:00:00.000Z',
    ]);
  });

  it('cross leap days and the end of a year', () => {
    expect(iso(nextSlot(daily('0 9 29 2 *', 'UTC'), at('2026-03-01T00:00:00Z'), 'UTC'))).toBe(
      '2028-02-29T09:00:00.000Z',
    );
    expect(iso(nextSlot(daily('59 23 31 12 *', 'UTC'), at('2026-12-31T23:59:00Z'), 'UTC'))).toBe(
      '2027-12-31T23:59:00.000Z',
    );
  });

  it('use the default zone when they name none', () => {
    const schedule: Schedule = { kind: 'cron', expr: '0 7 * * *' };
    expect(iso(nextSlot(schedule, at('2026-07-01T00:00:00Z'), 'Asia/Hong_Kong'))).toBe(
      '2026-07-01T23:00:00.000Z',
    );
  });

  it('are counted without missing one, for every kind', () => {
    const from = at('2026-01-01T00:00:00Z');
    const every: Schedule = { kind: 'every', everyMs: 3_600_000, anchorMs: from };
    expect(slotsUntil(every, from, from + 5.5 * 3_600_000, 'UTC')).toEqual({
      count: 6,
      lastMs: from + 5 * 3_600_000,
    });
    const cron = daily('0 * * * *', 'UTC');
    expect(slotsUntil(cron, from, from + 5.5 * 3_600_000, 'UTC')).toEqual({
      count: 6,
      lastMs: from + 5 * 3_600_000,
    });
  });
});

describe('after a long time away', () => {
  const month = 30 * 86_400_000;

  it('the last slot is found without walking through all of them', () => {
    const from = at('2026-01-01T00:00:00Z');
    const { count, lastMs } = slotsUntil(
      daily('*/10 * * * * *', 'Europe/London'),
      from,
      from + month + 4_000,
      'UTC',
    );
    expect(count).toBe(1_000);
    expect(lastMs).toBe(from + month);
  });

  it.each<Schedule>([
    { kind: 'every', everyMs: 60_000, anchorMs: 7_000 },
    { kind: 'cron', expr: '*/7 * * * *', tz: 'Europe/London' },
    { kind: 'cron', expr: '30 1 * * *', tz: 'America/New_York' },
    { kind: 'at', atMs: 1_000_000 },
  ])('the slot before a moment is the one whose next is not before it: %j', (schedule) => {
    for (const moment of [
      1_000_001,
      at('2026-03-29T12:00:00Z'),
      at('2026-11-01T05:30:00Z'),
      at('2026-11-01T05:30:01Z'),
    ]) {
      const before = slotBefore(schedule, moment, 'UTC')!;
      expect(before).toBeLessThan(moment);
      const next = nextSlot(schedule, before, 'UTC');
      expect(next === null || next >= moment).toBe(true);
    }
  });
});

describe('a schedule is refused', () => {
  const refused = (schedule: Schedule) => () => checkSchedule(schedule, at('2026-01-01T00:00:00Z'), 'UTC');

  it.each<[string, Schedule, RegExp]>([
    [
      'with an unknown zone',
      daily('0 7 * * *', 'Mars/Olympus'),
      /unknown time zone "Mars\/Olympus"; allowed: IANA/,
    ],
    ['with an impossible date', daily('0 7 31 2 *', 'UTC'), /never comes due|31 2/],
    ['with a bad expression', daily('61 7 * * *', 'UTC'), /cron expression "61 7 \* \* \*"/],
    ['with too few fields', daily('7 * *', 'UTC'), /has 3 fields; allowed: 5, or 6/],
    ['with one field', daily('@daily', 'UTC'), /has 1 field; allowed: 5, or 6/],
    ['beyond what calendars know', { kind: 'at', atMs: 8.7e15 }, /too far away; allowed: moments before/],
    ['with an anchor out there', { kind: 'every', everyMs: 60_000, anchorMs: 9e15 }, /too far away/],
    ['with an interval of ages', { kind: 'every', everyMs: 9e14 }, /too long|too far/],
    ['in the past', { kind: 'at', atMs: 1 }, /has passed/],
  ])('%s', (_, schedule, message) => {
    expect(refused(schedule)).toThrow(message);
  });
});
