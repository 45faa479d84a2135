import { describe, expect, it } from 'vitest';
import { unlessAborted } from '../../src/async/joined.ts';

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
});
