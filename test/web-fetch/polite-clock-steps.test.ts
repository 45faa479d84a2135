/** Politeness while the clock is set: pauses are no shorter and no longer for it. */
import { describe, expect, it } from 'vitest';
import { ShutDoors } from '../../src/channels/discord/shut-doors.ts';
import { Typing } from '../../src/channels/discord/typing.ts';
import { HostGate } from '../../src/web-fetch/host-gate.ts';
import { RobotsBook } from '../../src/web-fetch/robots-book.ts';
import { Pace } from '../../src/newsroom/intake/search/pace.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

describe.each([
  ['goes back three hours', -3 * HOUR],
  ['goes forward 400 days', 400 * 24 * HOUR],
  ['stands', 0],
])('when the clock %s', (_, step) => {
  const set = async (clock: FakeClock) => {
    clock.step(step);
    await settle();
  };
  /** Second by second, while the hands stand where they are to. */
  const passing = async (clock: FakeClock, seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      await clock.advance(SECOND);
      if (step === 0) clock.step(-SECOND);
      await settle();
    }
  };

  it('a host is left alone for its pause, and each that waits for one more', async () => {
    const clock = new FakeClock();
    const gate = new HostGate(clock, 1);
    (await gate.enter('a.example', { pauseMs: 10 * SECOND }))();
    await set(clock);
    for (let turn = 0; turn < 3; turn++) {
      let entered = false;
      const next = gate.enter('a.example', { pauseMs: 10 * SECOND }).then((leave) => {
        entered = true;
        leave();
      });
      await passing(clock, 9);
      expect(entered).toBe(false);
      await passing(clock, 1);
      await next;
    }
  });

  it('a service is asked at its pace', async () => {
    const clock = new FakeClock();
    const pace = new Pace(clock, 6 * SECOND);
    await pace.run((pause) => pause());
    await set(clock);
    for (let turn = 0; turn < 3; turn++) {
      let asked = false;
      const next = pace.run((pause) => pause()).then(() => (asked = true));
      await passing(clock, 5);
      expect(asked).toBe(false);
      await passing(clock, 1);
      await next;
    }
  });

  it('a site that could not answer is asked for its rules again after ten minutes', async () => {
    const clock = new FakeClock();
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return { kind: 'failed', reason: 'timeout', detail: 'it was silent' } as never;
    };
    const book = new RobotsBook({ clock, product: 'Nightdesk', fetch });
    const url = new URL('https://a.example/news');
    await book.ask(url);
    await set(clock);
    await passing(clock, 599);
    await book.ask(url);
    expect(asked).toBe(1);
    await passing(clock, 1);
    await book.ask(url);
    expect(asked).toBe(2);
  });

  it('a channel that refused is tried again after ten minutes', async () => {
    const clock = new FakeClock();
    const doors = new ShutDoors(clock);
    doors.shut('1', { because: 'no access' });
    await set(clock);
    await passing(clock, 599);
    expect(doors.why('1')).toBeTruthy();
    await passing(clock, 1);
    expect(doors.why('1')).toBeUndefined();
  });

  it('somebody who waits sees that the desk types', async () => {
    const clock = new FakeClock();
    let shown = 0;
    const typing = new Typing(async () => void (shown += 1), clock);
    const session = sessionKey('discord', '1');
    typing.shown(session);
    await set(clock);
    typing.begun(session);
    await settle();
    expect(shown).toBe(1);
    await passing(clock, 8);
    expect(shown).toBe(2);
    typing.close();
  });
});
