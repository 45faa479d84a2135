import { describe, expect, it } from 'vitest';
import { dieAndResume } from './line-restarts.ts';

/** One step in so many; `npm run crash` has the others. */
const STRIDE = 17;

describe.each(['before', 'after'] as const)('a line that dies %s a step has taken effect', (when) => {
  it('ends every story once, with one set of messages, at some of all steps', async () => {
    let step = when === 'before' ? 1 : 5;
    while (await dieAndResume(step, when)) step += STRIDE;
    expect(step).toBeGreaterThan(50);
  });
});
