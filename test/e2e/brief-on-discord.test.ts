/** A brief on Discord: one message, which shows the stages and becomes the brief. */
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import { expectFitting } from '../support/discord-newsroom.ts';
import { ofBot, sampleNewsroom } from '../support/sample-on-discord.ts';

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
    const request = 'send us a brief on the Wakefield warehouse fire every weekday at 8:00';
    discord.say(anna, news, `<@${discord.bot.id}> ${request}`);
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
