import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { Studio } from '../../../src/newsroom/assets/studio.ts';
import type { StudioWork } from '../../../src/newsroom/assets/studio-work.ts';
import { eventually, FakeClock } from '../../support/fake-clock.ts';

type StudioDeps = ConstructorParameters<typeof Studio>[0];

const LIVE = new AbortController().signal;
const card: StudioWork = {
  kind: 'card',
  category: 'Hong Kong News',
  label: '香港新聞',
  title: '紅磡海底隧道水浸',
  points: [],
  outlets: ['RTHK'],
  masthead: '新聞枱',
  language: 'zh-Hant-HK',
};

const made: Studio[] = [];
afterEach(() => made.splice(0).forEach((it) => it.close()));
function studio(parts: Partial<StudioDeps> = {}): { studio: Studio; clock: FakeClock } {
  const clock = new FakeClock();
  const it = new Studio({ clock, ...parts });
  made.push(it);
  return { studio: it, clock };
}
const begun = (it: Studio) => eventually(() => it.pid, 'the process has begun');
const ended = (pid: number) => eventually(() => !isAlive(pid), 'the process has ended');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the studio', () => {
  it('has a process while there is work, and none after being idle', async () => {
    const { studio: it, clock } = studio();
    expect(it.pid).toBeUndefined();
    const [one, two] = await Promise.all([it.make(card, LIVE), it.make(card, LIVE)]);
    expect(one).toMatchObject({ extension: 'png', width: 1_200, height: 675 });
    expect(Buffer.from(two.bytes).equals(Buffer.from(one.bytes))).toBe(true);
    const pid = it.pid!;
    await clock.advance(19_999);
    expect(it.pid).toBe(pid);
    await clock.advance(1);
    expect(it.pid).toBeUndefined();
    await ended(pid);
    expect(clock.waiters).toBe(0);
  });

  it('makes no picture of what is none, and goes on with the next', async () => {
    const { studio: it } = studio();
    const page = it.make({ kind: 'og_image', bytes: Buffer.from('<html>') }, LIVE);
    const next = it.make(card, LIVE);
    await expect(page).rejects.toMatchObject({ error: 'not_a_picture' });
    expect((await next).width).toBe(1_200);
  });

  it('ends a picture that takes too long, and makes the next one', async () => {
    const { studio: it, clock } = studio({ pictureMs: 5_000 });
    await it.make(card, LIVE);
    const slow = it.make(card, LIVE);
    const next = it.make(card, LIVE);
    const pid = await begun(it);
    process.kill(pid, 'SIGSTOP'); // so slow that it never ends
    const late = expect(slow).rejects.toMatchObject({ error: 'out_of_time' });
    await clock.advance(5_000);
    await late;
    expect((await next).width).toBe(1_200);
    expect(it.pid).not.toBe(pid);
    await ended(pid);
  });

  it('gives the first picture of a process the time to start it, and no more', async () => {
    const { studio: it, clock } = studio({ pictureMs: 5_000, startMs: 3_000 });
    const slow = it.make(card, LIVE);
    const late = expect(slow).rejects.toMatchObject({ error: 'out_of_time' });
    const pid = await begun(it);
    process.kill(pid, 'SIGSTOP');
    await clock.advance(7_999);
    expect(it.pid).toBe(pid);
    await clock.advance(1);
    await late;
    await ended(pid);
  });

  it('survives a picture that kills its process', async () => {
    const { studio: it } = studio();
    const deadly = it.make(card, LIVE);
    const next = it.make(card, LIVE);
    const died = expect(deadly).rejects.toMatchObject({ error: 'crashed' });
    process.kill(await begun(it), 'SIGKILL');
    await died;
    expect((await next).width).toBe(1_200);
  });

  it('survives a picture that eats the memory of its process', async () => {
    const { studio: it } = studio({ heapMb: 48 });
    const huge = it.make({ ...card, title: 'word '.repeat(2_000_000) }, LIVE);
    await expect(huge).rejects.toMatchObject({ error: 'crashed' });
  });

  it('lets go at once of who waits no longer, also behind others', async () => {
    const { studio: it } = studio();
    const stop = new AbortController();
    const first = it.make(card, LIVE);
    const waiting = it.make(card, stop.signal);
    const gone = expect(waiting).rejects.toThrow('the line closes');
    stop.abort(new Error('the line closes'));
    await gone;
    expect((await first).width).toBe(1_200);
  });

  it('refuses what waits when it is closed, and takes its process along', async () => {
    const { studio: it } = studio();
    const [one, two] = [it.make(card, LIVE), it.make(card, LIVE)];
    const both = Promise.all([
      expect(one).rejects.toMatchObject({ error: 'crashed' }),
      expect(two).rejects.toMatchObject({ error: 'crashed' }),
    ]);
    const pid = await begun(it);
    it.close();
    await both;
    await ended(pid);
  });

  it.skipIf(!existsSync('/proc/self/environ'))('tells its process nothing of the desk', async () => {
    process.env['STUDIO_TEST_TOKEN'] = 'secret-of-the-desk';
    const { studio: it } = studio();
    await it.make(card, LIVE);
    expect(readFileSync(`/proc/${it.pid}/environ`, 'utf8')).not.toContain('secret-of-the-desk');
    delete process.env['STUDIO_TEST_TOKEN'];
  });
});
