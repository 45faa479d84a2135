import { expect, it } from 'vitest';
import { runBoundJob } from '../support/bounded-job.ts';

const MINUTE = 60_000;

it('a job every ten seconds leaves no more behind in its sixth half hour than in its second', async () => {
  const ends = await runBoundJob({
    everyMs: 10_000,
    periods: 6,
    periodMs: 30 * MINUTE,
    upkeepEveryMs: 10 * MINUTE,
    // A month, in half an hour.
    keep: { days: 30 / (24 * 60), freshMs: 30 * MINUTE, runs: 100 },
  });
  const [second, last] = [ends[1]!, ends[5]!];
  expect(last.ran).toBe(6 * 180);
  expect(last.rows).toEqual(second.rows);
  expect(last.rows).toMatchObject({ jobs: 1, runs: 100, journal: 0 });
  expect(Math.max(...Object.values(last.rows))).toBeLessThanOrEqual(2 * 180 + 10);
  expect(last.bytes.database).toBeLessThanOrEqual(1.1 * second.bytes.database);
  expect(last.bytes.other).toBeLessThan(8 * 1024 * 1024);
  // What was said stays: as much of each half hour, and nothing besides.
  const said = ends.slice(1).map(({ bytes }, n) => bytes.transcripts - ends[n]!.bytes.transcripts);
  expect(Math.max(...said) - Math.min(...said)).toBeLessThan(0.02 * said[0]!);
});
