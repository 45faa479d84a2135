import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReport,
  enabledAgain,
  isDue,
  silentSince,
  stateAt,
  usualGap,
  type FeedState,
} from '../../../../src/newsroom/intake/pool/feed-health.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const url = 'https://paper.test/feed';
const failed = (atMs: number, more: object = {}) =>
  ({ result: 'failed', atMs, url, error: 'http_500', ...more }) as const;
const ok = (atMs: number, more: object = {}) =>
  ({ result: 'ok', atMs, url, items: 1, newItems: 1, ...more }) as const;

function failing(times: number): FeedState {
  let state = afterReport(undefined, failed(0));
  for (let n = 1; n < times; n++) state = afterReport(state, failed(n));
  return state;
}

describe('the health of a feed', () => {
  it('waits 5·2ⁿ minutes after n failures in a row, and is disabled by the eleventh', () => {
    for (let n = 1; n <= 11; n++) {
      const state = failing(n);
      expect(state.failuresInARow).toBe(n);
      expect(state.nextDueAtMs).toBe(n - 1 + 5 * 2 ** n * MINUTE);
      expect(state.disabledAtMs).toBe(n < 11 ? undefined : 10);
    }
    expect(failing(14).disabledAtMs).toBe(10); // one notice: the moment stands
  });

  it('is well again after one success, and forgets no total', () => {
    const state = afterReport(failing(12), ok(50));
    expect(state).toMatchObject({ failuresInARow: 0, failures: 12, reads: 13, lastSuccessAtMs: 50 });
    for (const gone of ['disabledAtMs', 'nextDueAtMs', 'lastError']) expect(state).not.toHaveProperty(gone);
  });

  it('is due at once when an editor enables it, and waits as after a first failure when it fails again', () => {
    const state = enabledAgain(failing(11));
    expect(isDue(state, 11)).toBe(true);
    expect(afterReport(state, failed(100))).toMatchObject({
      failuresInARow: 1,
      nextDueAtMs: 100 + 10 * MINUTE,
    });
  });

  it('was read for the first time when it first had a body', () => {
    const unread = afterReport(undefined, { result: 'unchanged', atMs: 5, url });
    expect(unread).toMatchObject({ lastSuccessAtMs: 5 });
    expect(unread).not.toHaveProperty('firstSuccessAtMs');
    expect(afterReport(unread, ok(9))).toMatchObject({ firstSuccessAtMs: 9 });
  });

  it('begins anew at another address, not at another port of a local one', () => {
    const state = failing(11);
    expect(stateAt('https://paper.test/feed/', state)).toBe(state);
    expect(stateAt('https://paper.test/other', state)).toBeUndefined();
    const local = afterReport(undefined, { result: 'unchanged', atMs: 1, url: 'http://a.localhost:1/feed' });
    expect(stateAt('http://a.localhost:2/feed', local)).toBe(local);
  });

  it('keeps validators through failures and unchanged answers, and drops those that an answer has no more', () => {
    const first = afterReport(undefined, ok(1, { etag: '"1"', lastModified: 'Mon' }));
    const later = afterReport(afterReport(first, failed(2)), { result: 'unchanged', atMs: 3, url });
    expect(later).toMatchObject({ etag: '"1"', lastModified: 'Mon', firstSuccessAtMs: 1 });
    const last = afterReport(later, ok(4));
    expect(last).not.toHaveProperty('etag');
    expect(last).not.toHaveProperty('lastModified');
  });

  it('waits as long as a server asks, within a week', () => {
    const at = (notBeforeMs: number) => afterReport(undefined, failed(0, { notBeforeMs })).nextDueAtMs;
    expect(at(5 * MINUTE)).toBe(10 * MINUTE);
    expect(at(3 * HOUR)).toBe(3 * HOUR);
    expect(at(9_000 * HOUR)).toBe(7 * 24 * HOUR);
  });

  it('reads a feed that failed while the clock was ahead', () => {
    const state = afterReport(undefined, failed(1_000 * HOUR));
    expect(isDue(state, 5)).toBe(true);
    expect(isDue(state, 1_000 * HOUR + 1)).toBe(false);
  });

  it('calls a feed silent by its own rhythm, never before a day, and never one that fails', () => {
    const gapMs = 8 * HOUR;
    const state = afterReport(undefined, ok(0, { newestItemAtMs: 0, gapMs }));
    expect(silentSince(state, 40 * HOUR)).toBeUndefined();
    expect(silentSince(state, 41 * HOUR)).toBe(0);
    const busy = afterReport(undefined, ok(0, { newestItemAtMs: 0, gapMs: MINUTE }));
    expect(silentSince(busy, 23 * HOUR)).toBeUndefined();
    expect(silentSince(busy, 25 * HOUR)).toBe(0);
    expect(silentSince(afterReport(busy, failed(25 * HOUR)), 26 * HOUR)).toBeUndefined();
    const empty = afterReport(undefined, ok(HOUR, { items: 0, newItems: 0 }));
    expect(silentSince(empty, 26 * HOUR)).toBe(HOUR);
  });

  it('knows the usual gap of any times, in any order', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1e12 }), { maxLength: 50 }), (times) => {
        const gap = usualGap(times);
        expect(gap).toBe(usualGap([...times].reverse()));
        if (times.length < 2) expect(gap).toBeUndefined();
        else expect(gap).toBeGreaterThanOrEqual(0);
      }),
    ));
});
