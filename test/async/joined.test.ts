import { describe, expect, it } from 'vitest';
import { following, unlessAborted } from '../../src/async/joined.ts';

describe('waiting for work unless a signal aborts', () => {
  it('gives the result of the work, or its error', async () => {
    const { signal } = new AbortController();
    await expect(unlessAborted(Promise.resolve(1), signal)).resolves.toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('ends with the reason of the signal, also where that has aborted before', async () => {
    const never = new Promise<void>(() => {});
    const stop = new AbortController();
    const waiting = unlessAborted(never, stop.signal);
    stop.abort(new Error('too late'));
    await expect(waiting).rejects.toThrow('too late');
    await expect(unlessAborted(never, stop.signal)).rejects.toThrow('too late');
  });

  it('hands over what comes too late, and only that', async () => {
    const late: string[] = [];
    const stop = new AbortController();
    await expect(unlessAborted(Promise.resolve('in time'), stop.signal, (it) => late.push(it))).resolves.toBe(
      'in time',
    );
    let finish = (_: string) => {};
    const slow = new Promise<string>((resolve) => (finish = resolve));
    const waiting = unlessAborted(slow, stop.signal, (it) => late.push(it));
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    finish('for nobody');
    await slow;
    await Promise.resolve();
    expect(late).toEqual(['for nobody']);
  });
});

describe('a signal that follows another', () => {
  it('aborts with its reason, also where that has aborted before', () => {
    const outer = new AbortController();
    const before = following(outer.signal);
    expect(before.signal.aborted).toBe(false);
    outer.abort(new Error('closing'));
    expect(before.signal.reason).toEqual(new Error('closing'));
    expect(following(outer.signal).signal.reason).toEqual(new Error('closing'));
  });

  it('follows no more when its work has ended', () => {
    const outer = new AbortController();
    const { signal, leave } = following(outer.signal);
    leave();
    outer.abort(new Error('closing'));
    expect(signal.aborted).toBe(false);
  });
});
