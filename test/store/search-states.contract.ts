import { expect, it } from 'vitest';
import type { SearchStates } from '../../src/newsroom/intake/search/search-states.ts';

interface OpenStates {
  readonly searchStates: SearchStates;
  restart(): Promise<OpenStates>;
}

/** What every memory of searches keeps to. */
export function describeSearchStates(open: () => Promise<OpenStates>): void {
  it('knows nothing of a query that was never asked', async () => {
    const { searchStates } = await open();
    expect(await searchStates.read('brave:daily-1')).toBeUndefined();
  });

  it('counts successes, turns the page, and forgets the error then', async () => {
    const { searchStates: states } = await open();
    await states.noteFailure('brave:daily-1', 'rate_limited');
    await states.noteSuccess('brave:daily-1', { atMs: 1_000, nextOffset: 1 });
    await states.noteSuccess('brave:daily-1', { atMs: 2_000, nextOffset: 2 });
    expect(await states.read('brave:daily-1')).toEqual({ lastCallAtMs: 2_000, nextOffset: 2, runCount: 2 });
  });

  it('advances by nothing when a call fails', async () => {
    const { searchStates: states } = await open();
    await states.noteSuccess('gdelt:daily-1', { atMs: 1_000, nextOffset: 3 });
    await states.noteFailure('gdelt:daily-1', 'fetch_timeout');
    const expected = { lastCallAtMs: 1_000, nextOffset: 3, runCount: 1, lastError: 'fetch_timeout' };
    expect(await states.read('gdelt:daily-1')).toEqual(expected);
    await states.noteFailure('gdelt:daily-2', 'bad_query');
    expect(await states.read('gdelt:daily-2')).toEqual({
      nextOffset: 0,
      runCount: 0,
      lastError: 'bad_query',
    });
  });

  it('keeps a quota and a rest, and lets go of them', async () => {
    const { searchStates: states } = await open();
    await states.noteQuota('brave:key:1', { remaining: 0, cooldownUntilMs: 9_000 });
    expect(await states.read('brave:key:1')).toEqual({
      nextOffset: 0,
      runCount: 0,
      remaining: 0,
      cooldownUntilMs: 9_000,
    });
    await states.noteQuota('brave:key:1', { remaining: null, cooldownUntilMs: null });
    expect(await states.read('brave:key:1')).toEqual({ nextOffset: 0, runCount: 0 });
  });

  it('remembers over a restart', async () => {
    const engine = await open();
    await engine.searchStates.noteSuccess('brave:daily-1', { atMs: 1_000, nextOffset: 4 });
    const { searchStates } = await engine.restart();
    const expected = { lastCallAtMs: 1_000, nextOffset: 4, runCount: 1 };
    expect(await searchStates.read('brave:daily-1')).toEqual(expected);
  });
}
