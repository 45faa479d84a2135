import { expect, it } from 'vitest';
import { runBoundJob } from '../support/bounded-job.ts';

it('a job that is bound to a conversation leaves no more behind on its fourth day than on its third', async () => {
  const days = await runBoundJob({ days: 4, everyMs: 30 * 60_000 });
  const { heapBytes: _, ...third } = days[2]!;
  const { heapBytes: _last, ...last } = days[3]!;
  expect(last).toEqual(third);
  expect(last.runs).toBe(100);
  expect(last.turns).toBeLessThanOrEqual(2 * 24 * 3 + 3);
});
