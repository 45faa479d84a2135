import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HomeLocked, claimHome, homeWanted, lockHome, reclaimHome } from '../../src/store/home-lock.ts';
import { systemClock as clock } from '../../src/time/clock.ts';
import { tempHome } from '../support/temp-home.ts';

const aFile = () => join(tempHome(), 'data', 'nightdesk.lock');
const never = new AbortController().signal;

describe('a home that a runner works on', () => {
  it('is refused to a second runner, with the pid of the first', () => {
    const file = aFile();
    const lock = lockHome(file, 4711, 'runner');
    expect(() => lockHome(file, 4712, 'runner')).toThrow(/a runner \(process 4711\) works on this home/);
    lock.release();
  });

  it('is given to a desk that starts, and stays its own', async () => {
    const file = aFile();
    const runner = lockHome(file, 1, 'runner');
    const wanted = homeWanted(file, clock, never).then(() => runner.release());
    const desk = await claimHome(file, { pid: 2, holder: 'desk', clock });
    await wanted;
    expect(existsSync(`${file}.wanted`)).toBe(false);
    await expect(reclaimHome(file, { pid: 1, clock, signal: never })).rejects.toMatchObject({
      holder: 'desk',
      pid: 2,
    });
    desk.release();
  });

  it('is lent to a command, and goes back to the runner', async () => {
    const file = aFile();
    const runner = lockHome(file, 1, 'runner');
    const back = homeWanted(file, clock, never).then(() => {
      runner.release();
      return reclaimHome(file, { pid: 1, clock, signal: never });
    });
    const command = await claimHome(file, { pid: 2, holder: 'command', clock });
    command.release();
    const again = await back;
    expect(() => lockHome(file, 3)).toThrow(/a runner \(process 1\)/);
    again.release();
  });

  it('does not stop for somebody who died while they waited', async () => {
    const file = aFile();
    lockHome(`${file}.wanted`, 9).release();
    expect(existsSync(`${file}.wanted`)).toBe(true);
    const stop = new AbortController();
    let looks = 0;
    const counted = {
      ...clock,
      until: async () => {
        if (++looks === 3) stop.abort(new Error('enough'));
        stop.signal.throwIfAborted();
      },
    };
    await expect(homeWanted(file, counted, stop.signal)).rejects.toThrow('enough');
  });

  it('is not asked of a desk: that is refused at once', async () => {
    const file = aFile();
    const desk = lockHome(file, 1);
    await expect(claimHome(file, { pid: 2, holder: 'desk', clock })).rejects.toThrow(HomeLocked);
    expect(existsSync(`${file}.wanted`)).toBe(false);
    desk.release();
  });
});
