import { describe, expect, it } from 'vitest';
import { scorePair } from './claims-score.ts';
import { FIGURE_PAIRS } from './figure-pairs.ts';

describe.each(Object.entries(FIGURE_PAIRS))('%s', (_, pairs) => {
  it.each(pairs)('%s → %s, not %s', async (source, supported, changed) => {
    expect(await scorePair({ source, supported, changed })).toEqual({ falseAlarms: [], caught: true });
  });
});
