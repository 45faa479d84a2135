/** Every step of a run; `npm test` has some of them. */
import { describe, expect, it } from 'vitest';
import { dieAndResume } from '../newsroom/line-restarts.ts';

describe.each(['before', 'after'] as const)('a line that dies %s a step has taken effect', (when) => {
  it('ends every story once, with one set of messages, whichever step it was', async () => {
    let step = 1;
    // Dying after a step is dying before the next: every second one of both kinds is every one.
    while (await dieAndResume(step, when)) step += 2;
    expect(step).toBeGreaterThan(50);
  });
});
