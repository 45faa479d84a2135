import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HomeLocked, claimHome, homeWanted, lockHome, reclaimHome } from '../../src/store/home-lock.ts';
import { asHomeTrouble, copyInto } from '../../src/store/home-trouble.ts';
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

  it('is waited for by a runner that gave way, while another one works on the same stories', async () => {
    const file = aFile();
    const other = lockHome(file, 2, 'runner');
    let looks = 0;
    const patient = {
      ...clock,
      until: async (when: number) => {
        if (++looks === 3) other.release();
        await clock.until(when);
      },
    };
    const again = await reclaimHome(file, { pid: 1, clock: patient, signal: never });
    expect(looks).toBe(3);
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

describe('a home that a command works on', () => {
  /** Time passes only while somebody waits; `look` is told how often that was. */
  const waiting = (look: (n: number) => void = () => {}) => {
    let now = 0;
    let looks = 0;
    return {
      now: () => now,
      elapsed: () => now,
      until: async (when: number) => {
        now = when;
        look(++looks);
      },
    };
  };

  it('is waited for by the next command', async () => {
    const file = aFile();
    const first = lockHome(file, 1, 'command');
    const then = waiting((n) => n === 3 && first.release());
    const second = await claimHome(file, { pid: 2, holder: 'command', clock: then, askRunner: false });
    expect(then.now()).toBe(300);
    second.release();
  });

  it('is refused after ten seconds, and a runner at once where it isn’t to be asked', async () => {
    const file = aFile();
    const first = lockHome(file, 1, 'command');
    const then = waiting();
    const terms = { pid: 2, holder: 'command', clock: then, askRunner: false } as const;
    await expect(claimHome(file, terms)).rejects.toThrow(/a command \(process 1\) works on this home/);
    expect(then.now()).toBe(10_000);
    first.release();
    const runner = lockHome(file, 3, 'runner');
    await expect(claimHome(file, terms)).rejects.toThrow(/a runner \(process 3\)/);
    expect(then.now()).toBe(10_000);
    runner.release();
  });

  it('is waited for though it does not say yet who it is', async () => {
    const file = aFile();
    const first = lockHome(file, 1, 'command');
    rmSync(`${file}.pid`);
    const then = waiting((n) => n === 2 && first.release());
    (await claimHome(file, { pid: 2, holder: 'desk', clock: then })).release();
  });
});

describe('a home that can’t be written', () => {
  it('is told as that, with what to do, and never to remove the lock', () => {
    const error = (code: string) => Object.assign(new Error('database or disk is full'), { code });
    for (const code of ['ENOSPC', 'SQLITE_FULL'])
      expect(String(asHomeTrouble(error(code), '/home'))).toMatch(/the disk is full: \/home .*Make room/);
    for (const code of ['EROFS', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'])
      expect(String(asHomeTrouble(error(code), '/home'))).toMatch(/can't be written to .*NIGHTDESK_HOME/);
    const other = error('SQLITE_NOTADB');
    expect(asHomeTrouble(other, '/home')).toBe(other);
  });

  it('nor a folder for copies, whose disk is named when it is full', async () => {
    const failing = (code: string) => Object.assign(new Error('no space left on device, write'), { code });
    const copied = (error: Error) => copyInto('/copy', () => Promise.reject(error));
    await expect(copied(failing('ENOSPC'))).rejects.toThrow('the disk is full: /copy (no space left');
    const other = failing('EACCES');
    await expect(copied(other)).rejects.toBe(other);
  });

  it('is told where its lock can’t be made', () => {
    const folder = join(tempHome(), 'nightdesk.lock');
    mkdirSync(folder); // a folder in the lock's place can't be opened, whoever runs this
    expect(() => lockHome(folder, 1)).toThrow(/can't be written to .*Make it writable/);
  });
});

describe('the record of who holds a home', () => {
  it('is written through no link, and waits at no pipe', () => {
    const file = aFile();
    mkdirSync(dirname(file));
    const elsewhere = join(dirname(file), 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, `${file}.pid`);
    lockHome(file, 4711).release();
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    execFileSync('mkfifo', [`${file}.pid`]);
    const lock = lockHome(file, 4712);
    expect(readFileSync(`${file}.pid`, 'utf8')).toBe('4712\n');
    lock.release();
  });
});
