/** A brief on Discord: one message, which shows the stages and becomes the brief, also across a kill. */
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import { expectFitting } from '../support/discord-newsroom.ts';
import { found } from '../support/desk-process.ts';
import { deskToKill, ofBot, sampleNewsroom } from '../support/sample-on-discord.ts';
import { briefBrain, briefPurpose } from '../support/models/gemini-brief.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { LoopbackBrave } from '../support/sources/loopback-brave.ts';
import { systemClock } from '../../src/time/clock.ts';

const TOPIC = 'Wakefield warehouse fire';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

describe('/brief on Discord', () => {
  it('answers whoever asked at once, and shows everybody one message that becomes the brief', async () => {
    const { discord, news, ben, anna, desk } = await sampleNewsroom(closing);
    const reply = await discord.slash(ben, news, 'brief', { topic: TOPIC }).final();
    expectFitting(reply);
    expect(reply.content).toContain(TOPIC);
    await botSaid(discord, news, /Sources/u);
    const [only, ...others] = ofBot(discord, news);
    expect(others).toEqual([]);
    expect(wordsOf(only!)).toContain(`Brief on “${TOPIC}”`);
    expect(wordsOf(only!)).toContain('[1]');
    expect(only!.edited_timestamp).not.toBeNull();
    const entries = remembered(desk, news);
    expect(entries.some(({ role, content }) => role === 'user' && content === `/brief ${TOPIC}`)).toBe(true);
    expect(entries.some(({ content }) => content.includes('searching…'))).toBe(true);

    // It can be asked about afterwards.
    discord.say(anna, news, `<@${discord.bot.id}> how many firefighters were called?`);
    await botSaid(discord, news, /95 firefighters/u);
    const status = await discord.slash(anna, news, 'session status').final();
    expect(status.content).toContain('`final_post`');
    expectFitting(status);
  });

  it('says what is wrong with a topic to whoever asked, in their language', async () => {
    const { discord, news, ben } = await sampleNewsroom(closing);
    const blank = await discord.slash(ben, news, 'brief', { topic: '\u200b \u0007' }).final();
    expect(blank.content).toContain('Name a topic');
    const long = await discord.slash(ben, news, 'brief', { topic: 'x'.repeat(5_000) }).final();
    expect(long.content).toContain('5000');
    expect(ofBot(discord, news)).toEqual([]);
  });
});

describe('a brief of a job on Discord', () => {
  /** Nothing else is said there, and it becomes the brief. */
  const expectOne = async (discord: Parameters<typeof ofBot>[0], channel: { id: string }, before: number) => {
    await botSaid(discord, channel, /Sources/u);
    const said = ofBot(discord, channel).slice(before);
    expect(said.map((message) => wordsOf(message))).toEqual([
      expect.stringContaining('Brief on “the Wakefield warehouse fire”'),
    ]);
  };

  it('that plain words have set comes to its channel when it is due', async () => {
    const { discord, news, guild, anna, clock } = await sampleNewsroom(closing);
    const other = discord.addChannel(guild, { name: 'other' });
    const wish = 'send us a brief on the Wakefield warehouse fire every weekday at 8:00';
    discord.say(anna, news, `<@${discord.bot.id}> ${wish}`);
    await botSaid(discord, news, /08:00/u);
    const before = ofBot(discord, news).length;
    await clock.advance(3_600_000);
    await expectOne(discord, news, before);
    expect(ofBot(discord, other)).toEqual([]);
  });

  it('with the profile `brief` that lives in a thread comes to that thread', async () => {
    const { discord, news, anna, clock } = await sampleNewsroom(closing);
    const thread = discord.addThread(news, { name: 'fires', by: anna });
    const options = { name: 'Fires', message: 'A brief on the Wakefield warehouse fire', profile: 'brief' };
    await discord.slash(anna, thread, 'cron add', { ...options, schedule: 'every weekday 9:30' }).final();
    const before = ofBot(discord, thread).length;
    await clock.advance(2.5 * 3_600_000);
    await expectOne(discord, thread, before);
    expect(ofBot(discord, news)).toEqual([]);
  });
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
        if (briefPurpose(request) === left[0]) there.kill();
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
      const { entries } = await there.desk.rpc<{ entries: { content: string; meta?: { kind?: string } }[] }>(
        'sessions.history',
        { key: `discord:${news.id}`, limit: 100 },
      );
      expect(entries.filter(({ meta }) => meta?.kind === 'closure')).toHaveLength(1);
      expect(entries.filter(({ content }) => content === `/brief ${TOPIC}`)).toHaveLength(1);
    },
  );
});
