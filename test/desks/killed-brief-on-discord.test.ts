/** A brief on Discord across kills of its desk. */
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import { found } from '../support/desk-process.ts';
import { deskToKill, ofBot } from '../support/sample-on-discord.ts';
import { briefBrain, briefPurpose } from '../support/models/gemini-brief.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { LoopbackBrave } from '../support/sources/loopback-brave.ts';
import { systemClock } from '../../src/time/clock.ts';

const TOPIC = 'Wakefield warehouse fire';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('a desk that is killed while a brief is made', () => {
  // A turn is started again once: what is killed twice says so in the same message.
  it.each([
    { kills: ['write'], searches: 1, ends: 'Sources' },
    { kills: ['review'], searches: 1, ends: 'Sources' },
    { kills: ['search', 'write'], searches: 2, ends: 'was cut off when the desk went down.' },
    { kills: ['write', 'review'], searches: 1, ends: 'was cut off when the desk went down.' },
  ])(
    'at $kills goes on in the same message after each restart, and posts and searches nothing twice',
    async ({ kills, searches, ends }) => {
      const gemini = await LoopbackGemini.start();
      const brave = new LoopbackBrave(systemClock, { 'brave-key': 0 });
      const loopback = await brave.open();
      closing.push(
        () => gemini.close(),
        () => loopback.close(),
      );
      brave.publish([
        {
          title: 'Wakefield warehouse fire is out',
          url: 'https://herald.example/fire',
          description: 'A fire in a warehouse in Wakefield was put out on Friday.',
          page_age: new Date(systemClock.now() - 24 * 3_600_000).toISOString(),
        },
      ]);
      const there = await deskToKill(closing, {
        GEMINI_API_KEYS: 'a-key',
        GEMINI_BASE_URL: gemini.baseUrl,
        BRAVE_API_KEYS: 'brave-key',
        BRAVE_BASE_URL: loopback.base,
        FETCH_ALLOW_PRIVATE: new URL(loopback.base).host,
      });
      const { discord, news, ben } = there;
      // The first of a search never gets an answer; writer and reviewer die in the middle of one.
      const left = [...kills];
      if (left[0] === 'search') brave.fail('silent');
      gemini.answer((request) => {
        if (left.length > 0 && briefPurpose(request) === left[0]) there.kill();
        return briefBrain(request);
      });
      await discord.slash(ben, news, 'brief', { topic: TOPIC }).final();
      while (left.length > 0) {
        if (left[0] === 'search') {
          await found(() => brave.calls[0]);
          there.kill();
        }
        await there.gone();
        left.shift();
        await there.restart();
      }
      const whole = await found(() =>
        ofBot(discord, news).find((message) => wordsOf(message).includes(ends)),
      );
      expect(ofBot(discord, news)).toEqual([whole]);
      if (ends === 'Sources') expect(wordsOf(whole)).toContain(`Brief on “${TOPIC}”`);
      expect(brave.calls).toHaveLength(searches);
      // Discord shows the message before the desk has written down that it does.
      const entries = await found(async () => {
        const request = { key: `discord:${news.id}`, limit: 100 };
        const told = await there.desk.rpc<{ entries: { content: string; meta?: { kind?: string } }[] }>(
          'sessions.history',
          request,
        );
        return told.entries.some(({ meta }) => meta?.kind === 'closure') ? told.entries : undefined;
      });
      expect(entries.filter(({ meta }) => meta?.kind === 'closure')).toHaveLength(1);
      expect(entries.filter(({ content }) => content === `/brief ${TOPIC}`)).toHaveLength(1);
    },
  );
});
