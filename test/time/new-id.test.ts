import { describe, expect, it } from 'vitest';
import { newIdAt } from '../../src/time/new-id.ts';

const AT_MS = Date.parse('2026-11-29T07:00:00Z');

describe('new ids', () => {
  it('sort by time and differ within a millisecond', () => {
    const ids = [AT_MS, AT_MS + 1, AT_MS + 1_000, AT_MS + 86_400_000].map(newIdAt);
    expect(ids.toSorted()).toEqual(ids);
    const atOnce = new Set(Array.from({ length: 5_000 }, () => newIdAt(AT_MS)));
    expect(atOnce.size).toBe(5_000);
    for (const id of atOnce) expect(id).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });

  it('use every letter of the alphabet, each about as often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 2_000; n++)
      for (const letter of newIdAt(AT_MS).slice(10)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 1,000 expected, with a standard deviation of 31.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(300);
  });
});
