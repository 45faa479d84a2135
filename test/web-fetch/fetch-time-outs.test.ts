import { describe, expect, it } from 'vitest';
import { eventually, FakeClock, settle } from '../support/fake-clock.ts';
import { silentLoopback, trickledHeadersLoopback } from '../support/sources/nasty-loopbacks.ts';
import { httpLoopback } from '../support/sources/loopback.ts';
import { loopbackSite } from '../support/sources/loopback-site.ts';
import { patience } from '../../src/web-fetch/patience.ts';
import { openFetcher, opened, REQUEST } from './open-fetcher.ts';

const idle = () => {};
const LIMITS = { totalMs: 12_000, idleMs: 5_000 };

describe('the time of a fetch', () => {
  it('ends while a name is resolved', async () => {
    const clock = new FakeClock();
    let asked = false;
    const resolve = () => {
      asked = true;
      return new Promise<never>(() => {});
    };
    const fetching = openFetcher([], { clock, ...LIMITS, resolve }).get('http://silent.test/', REQUEST);
    await eventually(() => asked);
    await clock.advance(5_000);
    expect(await fetching).toMatchObject({ reason: 'timeout', detail: 'nothing arrived for 5000 ms' });
    // The question itself is given up a little later, and nothing is left of it.
    await clock.advance(7_000);
    await eventually(() => clock.waiters === 0);
  });

  it('ends while TLS is negotiated', async () => {
    const server = await opened(silentLoopback());
    const clock = new FakeClock();
    const fetching = openFetcher([server], { clock, ...LIMITS }).get(
      `https://127.0.0.1:${server.port}/`,
      REQUEST,
    );
    await eventually(() => clock.waiters === 1);
    await clock.advance(5_000);
    expect(await fetching).toMatchObject({ reason: 'timeout', record: { ms: 5_000, attempts: 1 } });
  });

  it('ends while headers trickle in without end', async () => {
    const server = await opened(trickledHeadersLoopback());
    const clock = new FakeClock();
    const fetching = openFetcher([server], { clock, ...LIMITS }).get(server.base, REQUEST);
    await eventually(server.connected);
    for (let second = 0; second < 5; second++) {
      server.drip();
      await clock.advance(1_000);
    }
    expect(await fetching).toMatchObject({ reason: 'timeout' });
    expect(clock.waiters).toBe(0);
  });

  it('is no silence while the process itself was away: what arrived meanwhile is read first', async () => {
    const clock = new FakeClock();
    const { signal, clear } = patience(clock, { ...LIMITS, leftMs: LIMITS.totalMs });
    // A step of half a second, and six seconds in which nobody listened.
    clock.set(clock.now() + 6_500);
    await settle();
    expect(signal.aborted).toBe(false);
    await clock.advance(4_499);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.reason).toMatchObject({ message: 'nothing arrived for 5000 ms' });
    clear();
  });

  it('does not count in its total what the process itself was away', async () => {
    const clock = new FakeClock();
    const { signal, alive, clear } = patience(clock, { ...LIMITS, leftMs: LIMITS.totalMs });
    clock.set(clock.now() + 20_500);
    await settle();
    for (let second = 0; second < 11; second++) {
      alive();
      await clock.advance(1_000);
    }
    alive();
    await clock.advance(499);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    expect(signal.reason).toMatchObject({ message: 'took longer than 12000 ms' });
    clear();
  });

  it('does not count it after a redirect either', async () => {
    let [redirect, answer] = [idle, idle];
    const site = await opened(
      httpLoopback((request, response) => {
        if (request.url === '/1') redirect = () => response.writeHead(302, { location: '/2' }).end();
        else answer = () => response.end('here');
      }),
    );
    const clock = new FakeClock();
    const fetching = openFetcher([site], { clock, ...LIMITS }).get(`${site.base}/1`, REQUEST);
    await eventually(() => redirect !== idle);
    clock.set(clock.now() + 20_500);
    await settle();
    redirect();
    await eventually(() => answer !== idle);
    answer();
    expect(await fetching).toMatchObject({ kind: 'ok', record: { ms: 20_500 } });
  });

  it('is not spent on waiting for a turn', async () => {
    const site = await opened(loopbackSite(404));
    const clock = new FakeClock();
    const fetcher = openFetcher([site], { clock, ...LIMITS, politeness: { privatePauseMs: 20_000 } });
    await fetcher.get(`${site.base}/1`, REQUEST);
    const second = fetcher.get(`${site.base}/2`, REQUEST);
    await eventually(() => clock.waiters === 1);
    await clock.advance(20_000);
    expect(await second).toMatchObject({ kind: 'ok', record: { waitedMs: 20_000, ms: 20_000 } });
  });

  it('ends for the caller who stops, wherever it waits, and for nobody else', async () => {
    const site = await opened(loopbackSite('silent'));
    const clock = new FakeClock();
    const fetcher = openFetcher([site], { clock, ...LIMITS });
    const stop = new AbortController();
    const stopped = fetcher.get(`${site.base}/1`, { ...REQUEST, robots: true, signal: stop.signal });
    const patient = fetcher.get(`${site.base}/2`, { ...REQUEST, robots: true });
    await eventually(() => site.asked.length === 1);
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    await clock.advance(5_000);
    expect(await patient).toMatchObject({ reason: 'robots_unreachable' });
    expect(site.asked).toEqual(['/robots.txt']);
  });
});
