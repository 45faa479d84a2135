import { beforeEach, describe, expect, it } from 'vitest';
import { Typing } from '../../src/channels/discord/typing.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';

const news = sessionKey('discord', '1');
const sport = sessionKey('discord', '2');

describe('the typing indicator', () => {
  let clock: FakeClock;
  let typing: Typing;
  let shown: string[];

  beforeEach(() => {
    clock = new FakeClock();
    shown = [];
    typing = new Typing(async (session) => void shown.push(session), clock);
  });

  it('is shown once for a message that is answered soon', async () => {
    typing.shown(news);
    expect(shown).toEqual([news]);
    typing.begun(news);
    await clock.advance(1_000);
    typing.ended(news);
    await clock.advance(60_000);
    expect(shown).toEqual([news]);
    expect(clock.waiters).toBe(0);
  });

  it('is shown again before it fades, for as long as the desk works', async () => {
    typing.shown(news);
    await clock.advance(2_000);
    typing.begun(news);
    await clock.advance(5_999);
    expect(shown).toHaveLength(1);
    await clock.advance(1);
    expect(shown).toHaveLength(2);
    await clock.advance(8_000);
    expect(shown).toHaveLength(3);
    typing.ended(news);
    await clock.advance(60_000);
    expect(shown).toHaveLength(3);
  });

  it('is shown when the work begins, where it was shown too long ago, or in another channel', async () => {
    typing.shown(news);
    await clock.advance(9_000);
    typing.begun(news);
    typing.begun(sport);
    await settle();
    expect(shown.toSorted()).toEqual([news, news, sport]);
    typing.close();
  });

  it('is shown for the next message, however soon it comes after an answer', async () => {
    typing.shown(news);
    typing.begun(news);
    typing.ended(news);
    typing.shown(news);
    expect(shown).toEqual([news, news]);
    typing.begun(news);
    await settle();
    expect(shown).toHaveLength(2);
    typing.close();
  });

  it('goes on when it could not be shown', async () => {
    typing = new Typing(async (session) => {
      shown.push(session);
      throw new Error('Discord is away');
    }, clock);
    typing.shown(news);
    typing.begun(news);
    await clock.advance(8_000);
    expect(shown).toHaveLength(2);
    typing.close();
  });
});
