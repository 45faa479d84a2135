import { describe, expect, it } from 'vitest';
import { importJobs } from '../../src/cron/import-jobs.ts';
import { readMoment } from '../../src/cron/moment-words.ts';
import { scheduleOf } from '../../src/cron/given-schedule.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { openCron } from '../support/open-cron.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0);
const at = (text: string, zone = 'Europe/London', nowMs = NOW) => {
  const ms = readMoment(text, nowMs, zone);
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('a moment', () => {
  it.each([
    ['2026-11-21T07:30:00Z', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21T07:30:00.250Z', '2026-11-21T07:30:00.250Z'],
    ['2026-11-21T07:30:00+08:00', '2026-11-20T23:30:00.000Z'],
    ['2026-11-21T07:30+08', '2026-11-20T23:30:00.000Z'],
    ['20m', '2026-11-20T10:20:00.000Z'],
    ['+20m', '2026-11-20T10:20:00.000Z'],
    ['in 1h30m', '2026-11-20T11:30:00.000Z'],
    ['1795246200000', '2026-11-21T07:30:00.000Z'],
    ['tomorrow 9:00', '2026-11-21T09:00:00.000Z'],
    ['明天下午三點', '2026-11-21T15:00:00.000Z'],
    ['2028-02-29T10:00', '2028-02-29T10:00:00.000Z'],
  ])('is read in "%s"', (text, iso) => expect(at(text)).toBe(iso));

  it('without an offset is by the clocks of the zone, on both sides of a change', () => {
    expect(at('2026-11-21 07:30', 'Asia/Hong_Kong')).toBe('2026-11-20T23:30:00.000Z');
    expect(at('2026-11-21', 'Asia/Hong_Kong')).toBe('2026-11-20T16:00:00.000Z');
    expect(at('2026-07-01T07:30')).toBe('2026-07-01T06:30:00.000Z');
    expect(at('2026-10-25T00:30')).toBe('2026-10-24T23:30:00.000Z');
    expect(at('2026-10-25T02:30')).toBe('2026-10-25T02:30:00.000Z');
    expect(at('2026-03-08T12:00', 'America/New_York')).toBe('2026-03-08T16:00:00.000Z');
  });

  it.each([
    // Saturday, half an hour before the Sunday of 23 hours
    ['tomorrow 9:00', 'Europe/London', '2026-03-28T23:30Z', '2026-03-29T08:00:00.000Z'],
    ['9:00', 'Europe/London', '2026-03-28T23:30Z', undefined],
    ['on sunday 9:00', 'Europe/London', '2026-03-28T23:30Z', '2026-03-29T08:00:00.000Z'],
    ['next sunday at 9:00', 'Europe/London', '2026-03-28T23:30Z', '2026-03-29T08:00:00.000Z'],
    ['下星期日 9:00', 'Europe/London', '2026-03-28T23:30Z', '2026-04-05T08:00:00.000Z'],
    ['tomorrow 9:00', 'America/New_York', '2026-03-08T04:30Z', '2026-03-08T13:00:00.000Z'],
    // Sunday, in the first hour of its 25
    ['today 9:00', 'Europe/London', '2026-10-24T23:30Z', '2026-10-25T09:00:00.000Z'],
    ['tomorrow 9:00', 'Europe/London', '2026-10-24T23:30Z', '2026-10-26T09:00:00.000Z'],
    ['後天 9:00', 'Europe/London', '2026-10-24T23:30Z', '2026-10-27T09:00:00.000Z'],
  ])('"%s" counts days by the calendar when clocks change in %s', (text, zone, now, iso) =>
    expect(at(text, zone, Date.parse(now))).toBe(iso),
  );

  it.each(['soon', '', '07:30', '2026-11-21T', 'every day at 7:30', '-20m'])('is not read in "%s"', (text) =>
    expect(at(text)).toBeUndefined(),
  );
});

/** What no calendar or clock has. */
const IMPOSSIBLE = [
  '2027-02-31T10:00',
  '2027-02-29',
  '2027-04-31T10:00:00+08:00',
  '2027-04-31T10:00:00Z',
  '2027-13-01T10:00',
  '2027-00-10T10:00',
  '2027-01-31T24:00',
  '2027-01-31T10:60',
  '2027-01-31T10:00:00+25:00',
  '2027-01-31T10:00:00+08:75',
];

describe.each(IMPOSSIBLE)('"%s" is refused with what was given', (given) => {
  const quiet: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));
  const job = (schedule: object) => ({ name: 'x', schedule, payload: { message: 'm' } });
  const ann = { kind: 'person' as const, name: 'Ann' };

  it('by cron, whatever edge it comes through, and nothing is stored or changed', async () => {
    const { cron } = openCron(quiet);
    for (const schedule of [{ kind: 'at', at: given }, { at: given, tz: 'Asia/Hong_Kong' }, { atMs: given }])
      await expect(cron.add(job(schedule), ann)).rejects.toThrow(`"${given}" is no moment`);
    expect(await cron.list({ includeDisabled: true })).toEqual([]);
    const old = await cron.add(job({ at: '2027-03-01T10:00' }), ann);
    await expect(cron.update(old.id, { schedule: { at: given } })).rejects.toThrow(`"${given}" is no moment`);
    expect((await cron.get(old.id))!.schedule).toEqual({ kind: 'at', atMs: Date.UTC(2027, 2, 1, 10) });
  });

  it('by the requests of commands and agents', () => {
    for (const request of [{ at: given }, { schedule: given }, { schedule: `at ${given}` }])
      expect(() => scheduleOf(request, NOW, 'Europe/London')).toThrow(given);
  });

  it('by the import', () => {
    const terms = {
      nowMs: NOW,
      zone: 'Europe/London',
      profiles: [],
      newId: () => 'new',
      minIntervalMs: 0,
      hourlySpreadMs: 0,
    };
    expect(importJobs([job({ kind: 'at', at: given })], terms)).toMatchObject({
      jobs: [],
      refused: [{ path: 'jobs[0]', because: `its schedule: "${given}" is no moment` }],
    });
  });
});

it('an unknown zone of a moment is refused', async () => {
  const { cron } = openCron(async () => {});
  const schedule = { at: '2027-03-01T10:00', tz: 'Mars/X' };
  await expect(
    cron.add({ name: 'x', schedule, payload: { message: 'm' } }, { kind: 'gateway' }),
  ).rejects.toThrow('unknown time zone "Mars/X"');
});
