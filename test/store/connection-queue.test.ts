import { describe, expect, it } from 'vitest';
import { CannotWrite } from '../../src/sessions/cannot-write.ts';
import { ConnectionQueue } from '../../src/store/postgres/connection-queue.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const SECOND = 1_000;

/** A piece of work that ends when the test says so. */
function work(done: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async () => {
    done.push(`${name} begins`);
    await ended;
    return name;
  };
  return { run, end };
}

describe('a queue for the connections of a database', () => {
  it('gives no more than there are, the urgent first, then in order', async () => {
    const begun: string[] = [];
    const queue = new ConnectionQueue(2, new FakeClock(0));
    const all = ['a', 'b', 'c', 'd', 'lease'].map((name) => ({ name, ...work(begun, name) }));
    const ran = all.map(({ name, run }) => queue.run(name === 'lease', run));
    await settle();
    expect(begun).toEqual(['a begins', 'b begins']);
    for (const { end } of all) {
      end();
      await settle();
    }
    expect(await Promise.all(ran)).toEqual(['a', 'b', 'c', 'd', 'lease']);
    expect(begun.map((it) => it.split(' ')[0])).toEqual(['a', 'b', 'lease', 'c', 'd']);
  });

  it('lets a burst wait as long as others are done', async () => {
    const clock = new FakeClock(0);
    const queue = new ConnectionQueue(1, clock);
    const all = Array.from({ length: 8 }, (_, n) => work([], `${n}`));
    const ran = Promise.all(all.map(({ run }) => queue.run(false, run)));
    for (const { end } of all) {
      await clock.advance(9 * SECOND);
      end();
      await settle();
    }
    expect(await ran).toHaveLength(8);
  });

  it('refuses those that wait when nobody is done for ten seconds, and serves again afterwards', async () => {
    const clock = new FakeClock(0);
    const queue = new ConnectionQueue(1, clock);
    const stuck = work([], 'stuck');
    const first = queue.run(false, stuck.run);
    const refused = [false, true].map((isUrgent) =>
      expect(queue.run(isUrgent, stuck.run)).rejects.toThrow(CannotWrite),
    );
    await clock.advance(10 * SECOND);
    await Promise.all(refused);
    stuck.end();
    expect(await first).toBe('stuck');
    expect(await queue.run(false, () => Promise.resolve('again'))).toBe('again');
  });

  it('passes a connection on when work fails', async () => {
    const queue = new ConnectionQueue(1, new FakeClock(0));
    const failing = queue.run(false, () => Promise.reject(new Error('no')));
    const next = queue.run(false, () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('next');
  });
});
