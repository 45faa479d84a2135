import { describe, expect, it } from 'vitest';
import { FetchRefused } from '../../src/web-fetch/fetcher.ts';
import { retryAfter, StatusRefused, waitBeforeRetry } from '../../src/web-fetch/retry.ts';
import { eventually, FakeClock } from '../support/fake-clock.ts';
import { httpLoopback } from '../support/sources/loopback.ts';
import { breakingLoopback } from '../support/sources/nasty-loopbacks.ts';
import { openFetcher, opened, text, REQUEST } from './open-fetcher.ts';

/** Answers these statuses first, then with words. */
async function answering(statuses: readonly number[], headers: Record<string, string> = {}) {
  let seen = 0;
  const server = await opened(
    httpLoopback((_, response) => {
      const status = statuses[seen++];
      if (status === undefined) response.end('at last');
      else response.writeHead(status, headers).end('not now');
    }),
  );
  return { ...server, seen: () => seen };
}

describe('retries', () => {
  it.each(['before', 'within'] as const)(
    'reach through a connection that broke %s the answer',
    async (where) => {
      const server = await opened(breakingLoopback(2, where));
      const got = await openFetcher([server]).get(server.base, REQUEST);
      expect(got.kind === 'ok' && text(got.bytes)).toBe('whole');
      expect(got.record).toMatchObject({ attempts: 3, retried: ['network', 'network'], status: 200 });
      expect(got.record.waitedMs).toBeGreaterThanOrEqual(200);
    },
  );

  it('are two at most, or as many as the request says', async () => {
    const server = await opened(breakingLoopback(100, 'before'));
    const fetcher = openFetcher([server]);
    expect(await fetcher.get(server.base, REQUEST)).toMatchObject({
      reason: 'network',
      record: { attempts: 3 },
    });
    const once = await fetcher.get(server.base, { ...REQUEST, retries: 0 });
    expect(once).toMatchObject({ reason: 'network', record: { attempts: 1, retried: [] } });
    expect(server.seen()).toBe(4);
  });

  it.each([502, 503, 504])('are made after a %i', async (status) => {
    const server = await answering([status]);
    const got = await openFetcher([server]).get(server.base, REQUEST);
    expect(got).toMatchObject({ kind: 'ok', record: { attempts: 2, retried: [`http_${status}`] } });
  });

  it.each([400, 401, 403, 404, 410, 422, 429, 451, 500, 501])('are not made after a %i', async (status) => {
    const server = await answering([status]);
    const got = await openFetcher([server]).get(server.base, REQUEST);
    expect(got).toMatchObject({ reason: `http_${status}`, record: { attempts: 1 } });
    expect(server.seen()).toBe(1);
  });

  it.each([429, 503])('wait as long as a %i asks for', async (status) => {
    const server = await answering([status], { 'retry-after': '3' });
    const clock = new FakeClock();
    let waits = false;
    const random = () => ((waits = true), 0); // asked for how long, right before the wait
    const fetching = openFetcher([server], { clock, random }).get(server.base, REQUEST);
    await eventually(() => waits);
    await clock.advance(3_000);
    expect(server.seen()).toBe(1);
    await clock.advance(100);
    expect(await fetching).toMatchObject({ kind: 'ok', record: { attempts: 2, waitedMs: 3_100 } });
  });

  it('are given up at once where the time of the fetch would not be enough', async () => {
    const server = await answering([503], { 'retry-after': '60' });
    const got = await openFetcher([server], { clock: new FakeClock() }).get(server.base, REQUEST);
    expect(got).toMatchObject({ reason: 'http_503', record: { attempts: 1, waitedMs: 0 } });
  });

  it('are spread, and wait longer the second time', () => {
    const down = new StatusRefused(new URL('http://a.test'), 503, {});
    const waits = [0, 1].map((before) =>
      [0, 0.5, 1].map((random) => waitBeforeRetry(down, before, () => random)),
    );
    expect(waits).toEqual([
      [100, 300, 500],
      [100, 500, 900],
    ]);
  });

  it('are not made for what will not pass', () => {
    for (const reason of [
      'timeout',
      'too_large',
      'private_address',
      'robots',
      'tls',
      'bad_encoding',
    ] as const)
      expect(
        waitBeforeRetry(new FetchRefused(reason, ''), 0, () => 0),
        reason,
      ).toBeUndefined();
    const never = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(waitBeforeRetry(new FetchRefused('network', '', { cause: never }), 0, () => 0)).toBeUndefined();
  });

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 05 Jan 2026 06:00:30 GMT', 30_000],
    ['Mon, 05 Jan 2020 06:00:30 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['99999999999', undefined],
    [undefined, undefined],
  ])('read Retry-After: %s', (header, ms) => {
    const now = Date.UTC(2026, 0, 5, 6);
    // A number too long for seconds may be read as a year: never as a time to wait for within a fetch.
    const read = retryAfter(header, now);
    if (header === '99999999999') expect(read === undefined || read > 60_000).toBe(true);
    else if (header === '-5') expect(read === undefined || read === 0).toBe(true);
    else expect(read).toBe(ms);
  });
});
