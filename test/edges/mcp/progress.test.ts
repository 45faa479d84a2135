import { expect, it } from 'vitest';
import type { MethodCall } from '../../../src/feature/rpc-method.ts';
import { withProgress } from '../../../src/edges/mcp/progress.ts';
import { FakeClock } from '../../support/fake-clock.ts';

it('is told at the start, every few seconds and whenever the method tells; each notice says more than the last', async () => {
  const clock = new FakeClock();
  const told: { progress: number; total?: number; message?: string }[] = [];
  let call: MethodCall | undefined;
  let end = (_result: string) => {};
  const signal = new AbortController().signal;
  const work = withProgress(
    (given) => {
      call = given;
      return new Promise<string>((resolve) => (end = resolve));
    },
    { clock, signal, notify: (notice) => void told.push(notice) },
  );
  expect(told).toEqual([{ progress: 0 }]);
  await clock.advance(5_000);
  await clock.advance(5_000);
  call!.progress({ progress: 3, total: 9, message: 'downloading' });
  call!.progress({ progress: 2, total: 9, message: 'a step back' });
  await clock.advance(5_000);
  expect(told.map(({ message }) => message)).toEqual([
    undefined,
    undefined,
    undefined,
    'downloading',
    'a step back',
    undefined,
  ]);
  for (const [n, { progress }] of told.entries())
    if (n > 0) expect(progress).toBeGreaterThan(told[n - 1]!.progress);
  end('done');
  expect(await work).toBe('done');
  call!.progress({ progress: 9 });
  await clock.advance(60_000);
  expect(told).toHaveLength(6);
  expect(clock.waiters).toBe(0);
});

it('says nothing to a client that has cancelled', async () => {
  const told: unknown[] = [];
  const cancel = new AbortController();
  const work = withProgress(
    async ({ progress }) => {
      cancel.abort(new Error('cancelled'));
      progress({ progress: 1 });
    },
    { clock: new FakeClock(), signal: cancel.signal, notify: (notice) => void told.push(notice) },
  );
  await work;
  expect(told).toEqual([{ progress: 0 }]);
});
