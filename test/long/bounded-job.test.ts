import { expect, it } from 'vitest';
import { runBoundJob } from '../support/bounded-job.ts';

it('a job every five minutes over thirty days stays bounded, in the stores and in memory', async () => {
  const days = await runBoundJob({ days: 30, everyMs: 5 * 60_000 });
  const { heapBytes: early, ...third } = days[2]!;
  const { heapBytes: late, ...last } = days[29]!;
  expect(last).toEqual(third);
  expect(late - early).toBeLessThan(64 * 1024 * 1024);
});
