import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostGate } from '../../src/web-fetch/host-gate.ts';
import { eventually, FakeClock, settle } from '../support/fake-clock.ts';
import { loopbackSite } from '../support/sources/loopback-site.ts';
import { openFetcher, opened, REQUEST } from './open-fetcher.ts';

describe('HostGate', () => {
  it('lets in few at once, with a pause between them, in order, and forgets the host', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 }),
        async (atOnce, pauseMs, stays) => {
          const clock = new FakeClock();
          const gate = new HostGate(clock, atOnce);
          const entered: { n: number; atMs: number }[] = [];
          let inside = 0;
          let most = 0;
          const visits = stays.map(async (stay, n) => {
            const leave = await gate.enter('a.test', { pauseMs });
            entered.push({ n, atMs: clock.now() });
            most = Math.max(most, ++inside);
            await clock.until(clock.now() + stay);
            inside -= 1;
            leave();
            leave();
          });
          await settle(2);
          await clock.advance(10_000);
          await Promise.all(visits);
          expect(most).toBeLessThanOrEqual(atOnce);
          expect(entered.map(({ n }) => n)).toEqual(stays.map((_, n) => n));
          for (const [n, { atMs }] of entered.entries())
            if (n > 0) expect(atMs - (entered[n - 1]?.atMs ?? 0)).toBeGreaterThanOrEqual(pauseMs);
          expect(gate.busyHosts).toBe(0);
        },
      ),
      { numRuns: 50 },
    ));

  it('gives up the place of one who stops waiting, in the queue and in the pause', async () => {
    const clock = new FakeClock();
    const gate = new HostGate(clock, 1);
    const stop = new AbortController();
    const first = await gate.enter('a.test', { pauseMs: 1_000 });
    const queued = gate.enter('a.test', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(queued).rejects.toThrow('enough');
    first();
    const again = new AbortController();
    const pausing = gate.enter('a.test', { signal: again.signal });
    await settle(2);
    again.abort(new Error('enough'));
    await expect(pausing).rejects.toThrow('enough');
    await clock.advance(1_000);
    (await gate.enter('a.test'))();
    expect(gate.busyHosts).toBe(0);
    expect(clock.waiters).toBe(0);
  });

  it('shuts nobody out for long when the clock is set back', async () => {
    const clock = new FakeClock();
    const gate = new HostGate(clock, 1);
    (await gate.enter('a.test', { pauseMs: 1_000 }))();
    clock.set(clock.now() - 365 * 24 * 3_600_000);
    let entered = false;
    const waiting = gate.enter('a.test').then((leave) => {
      entered = true;
      leave();
    });
    await clock.advance(60_000);
    expect(entered).toBe(true);
    await waiting;
  });
});

describe('politeness', () => {
  it('owes a pause to the hosts of others, and none to the operator’s own', async () => {
    const site = await opened(loopbackSite(404));
    const clock = new FakeClock();
    const own = openFetcher([site], { clock });
    await Promise.all([1, 2, 3].map((n) => own.get(`${site.base}/${n}`, REQUEST)));
    expect(site.asked).toHaveLength(3);

    // By a name that is allowed by its address alone, it is somebody's.
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]);
    const fetcher = openFetcher([site], { clock, resolve, politeness: { pauseMs: 700 } });
    const all = ['a.test', 'A.test', 'a.test.'].map((host, n) =>
      fetcher.get(`http://${host}:${site.port}/x${n}`, REQUEST),
    );
    await eventually(() => site.asked.length === 4);
    await clock.advance(699);
    expect(site.asked).toHaveLength(4);
    await clock.advance(1);
    await eventually(() => site.asked.length === 5);
    await eventually(() => clock.waiters === 1);
    await clock.advance(700);
    await Promise.all(all);
    expect(site.asked).toHaveLength(6);
  });
});
