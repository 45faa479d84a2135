import { describe, expect, it } from 'vitest';
import { rolesToCall } from '../../../src/newsroom/edition/edition-alerts.ts';

const ROLE = '100000000000000077';
const breaking = { category: 'Global News', flags: ['breaking'] };
const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 20, hour, minute);
const edition = (alerts: object, zone = 'Europe/London') => ({
  zone,
  alerts: { role: ROLE, flags: ['breaking'], ...alerts },
});

describe('the role of breaking alerts', () => {
  it('is called to stories with one of the flags, of its categories', () => {
    expect(rolesToCall(breaking, edition({}), at(12))).toEqual([ROLE]);
    expect(rolesToCall({ ...breaking, flags: ['developing'] }, edition({}), at(12))).toEqual([]);
    expect(rolesToCall(breaking, edition({ categories: ['Sports'] }), at(12))).toEqual([]);
    expect(rolesToCall(breaking, { zone: 'Europe/London' }, at(12))).toEqual([]);
  });

  it.each([
    [22, 59, 1],
    [23, 0, 0],
    [3, 0, 0],
    [6, 59, 0],
    [7, 0, 1],
  ])('keeps quiet hours over midnight, at %i:%i', (hour, minute, calls) => {
    const quietHours = { from: '23:00', to: '07:00' };
    expect(rolesToCall(breaking, edition({ quietHours }), at(hour, minute))).toHaveLength(calls);
  });

  it("keeps them by the edition's own clock", () => {
    const quietHours = { from: '12:00', to: '14:00' };
    expect(rolesToCall(breaking, edition({ quietHours }, 'Asia/Hong_Kong'), at(5))).toEqual([]);
    expect(rolesToCall(breaking, edition({ quietHours }, 'Europe/London'), at(5))).toEqual([ROLE]);
  });
});
