import { expect, it } from 'vitest';
import { runBoundJob } from '../support/bounded-job.ts';

const DAY = 86_400_000;
/** On a busy machine. */
const PATIENCE_MS = 3 * 3_600_000;

/** 259,200 runs, with what a desk keeps where nothing else is set: half an hour on two busy cores. */
it(
  'a job every ten seconds over thirty days stays bounded, in every table, in the file and in memory',
  async () => {
    const begun = performance.now();
    const ends = await runBoundJob({
      everyMs: 10_000,
      periods: 30,
      periodMs: DAY,
      upkeepEveryMs: DAY / 24,
      keep: { days: 30, runs: 2_000 },
      ended: (end) =>
        console.log(`${Math.round((performance.now() - begun) / 1_000)} s: ${JSON.stringify(end)}`),
    });
    const [tenth, last] = [ends[9]!, ends[29]!];
    const perDay = DAY / 10_000;
    expect(last.ran).toBe(30 * perDay);
    const { turns, ops, receipts, ...others } = last.rows;
    // Two days of it, and a month of the person who speaks by the hour.
    for (const rows of [turns!, ops!]) expect(rows).toBeLessThanOrEqual(2 * perDay + 30 * 24 + 200);
    expect(receipts).toBeLessThanOrEqual(50_000);
    expect(others).toMatchObject({ jobs: 1, runs: 2_000, journal: 0 });
    expect(Math.max(...Object.values(others))).toBeLessThanOrEqual(2 * perDay + 200);
    expect(last.bytes.database).toBeLessThanOrEqual(1.1 * tenth.bytes.database);
    expect(last.bytes.other).toBeLessThan(16 * 1024 * 1024);
    expect(last.heapBytes - tenth.heapBytes).toBeLessThan(64 * 1024 * 1024);
  },
  PATIENCE_MS,
);
