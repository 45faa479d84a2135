import { expect, it } from 'vitest';
import { parseAt } from '../../src/cli/moment.ts';

const NOW = Date.UTC(2026, 10, 20, 10, 0);
const at = (text: string, zone = 'Europe/London') => new Date(parseAt(text, NOW, zone)).toISOString();

it.each([
  ['2026-11-21T07:30:00Z', '2026-11-21T07:30:00.000Z'],
  ['2026-11-21T07:30:00+08:00', '2026-11-20T23:30:00.000Z'],
  ['20m', '2026-11-20T10:20:00.000Z'],
  ['in 1h30m', '2026-11-20T11:30:00.000Z'],
  ['1795246200000', '2026-11-21T07:30:00.000Z'],
])('%s is a moment', (text, iso) => expect(at(text)).toBe(iso));

it('takes a time without an offset for the clocks of the zone, on both sides of a change', () => {
  expect(at('2026-11-21 07:30', 'Asia/Hong_Kong')).toBe('2026-11-20T23:30:00.000Z');
  expect(at('2026-11-21', 'Asia/Hong_Kong')).toBe('2026-11-20T16:00:00.000Z');
  expect(at('2026-07-01T07:30')).toBe('2026-07-01T06:30:00.000Z');
  expect(at('2026-10-25T00:30')).toBe('2026-10-24T23:30:00.000Z');
  expect(at('2026-10-25T02:30')).toBe('2026-10-25T02:30:00.000Z');
  expect(at('2026-03-08T12:00', 'America/New_York')).toBe('2026-03-08T16:00:00.000Z');
});

it.each(['soon', '2026-13-40T07:30', '07:30', '2026-11-21T'])('refuses "%s"', (text) => {
  expect(() => at(text)).toThrow(/allowed/);
});
