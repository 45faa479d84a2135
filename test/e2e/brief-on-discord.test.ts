/** A brief on Discord: one message, which shows the stages and becomes the brief, also across a kill. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { START, botSaid, remembered } from '../support/discord-desk.ts';
import { expectFitting, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { briefBrain, briefPurpose } from '../support/models/gemini-brief.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { tempHome } from '../support/temp-home.ts';

const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
const { sample, feeds } = given;
const TOPIC = 'Wakefield warehouse fire';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const ofBot = (discord: LoopbackDiscord, channel: { id: string }) =>
  discord.messages(channel).filter(({ author }) => author.id === discord.bot.id);

describe('/brief on Discord', () => {
  async function start(): Promise<Newsroom<FlowingClock>> {
    const room = await newsroom({ clock: new FlowingClock(START) });
    closing.push(async () => {
      await room.close();
      room.clock.stop();
    });
    await room.start({ edition: { sample, feeds, desk: { discord: room.news.id } } });
    return room;
  }

  it('answers whoever asked at once, and shows everybody one message that becomes the brief', async () => {
    const { discord, news, ben, anna, desk } = await start();
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
    const { discord, news, ben } = await start();
    const blank = await discord.slash(ben, news, 'brief', { topic: '\u200b \u0007' }).final();
    expect(blank.content).toContain('Name a topic');
    const long = await discord.slash(ben, news, 'brief', { topic: 'x'.repeat(5_000) }).final();
    expect(long.content).toContain('5000');
    expect(ofBot(discord, news)).toEqual([]);
  });
});

describe('a desk that is killed while a brief is written', () => {
  it('goes on in the same message after the restart, and posts nothing twice', async () => {
    const gemini = await LoopbackGemini.start();
    const discord = await LoopbackDiscord.start();
    closing.push(
      () => gemini.close(),
      () => discord.close(),
    );
    const guild = discord.addGuild({ name: 'Newsroom' });
    const news = discord.addChannel(guild, { name: 'news' });
    const ben = discord.addPerson('ben', { guilds: [guild] });
    const home = tempHome();
    mkdirSync(join(home, 'data', 'editions'), { recursive: true });
    const edition = { ...given, name: 'loop', schedules: [], pictures: false, desk: { discord: news.id } };
    writeFileSync(join(home, 'data', 'editions', 'loop.json'), JSON.stringify(edition));
    const env = {
      NIGHTDESK_EDITION: 'loop',
      DISCORD_TOKEN: discord.token,
      DISCORD_API_BASE: discord.api,
      GEMINI_API_KEYS: 'a-key',
      GEMINI_BASE_URL: gemini.baseUrl,
    };
    gemini.answer(briefBrain);
    let desk = await startDesk(home, env);
    closing.push(() => desk.stop());
    await found(() => (desk.errors().includes('commands registered') ? true : undefined));

    // The desk dies in the middle of what its writer says.
    gemini.answer((request) => {
      if (briefPurpose(request) === 'write') desk.child.kill('SIGKILL');
      return briefBrain(request);
    });
    const { child } = desk;
    await discord.slash(ben, news, 'brief', { topic: TOPIC }).final();
    await new Promise((resolve) => (child.signalCode === null ? child.once('exit', resolve) : resolve(0)));
    gemini.answer(briefBrain);
    desk = await startDesk(home, env);
    await found(() =>
      ofBot(discord, news).some((message) => wordsOf(message).includes('Sources')) ? true : undefined,
    );
    const said = ofBot(discord, news).map((message) => wordsOf(message));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`Brief on “${TOPIC}”`);
    const { sessions } = await desk.rpc<{ sessions: { key: string }[] }>('sessions.list');
    expect(sessions.map(({ key }) => key)).toContain(`discord:${news.id}`);
    const { entries } = await desk.rpc<{ entries: { content: string; meta?: { kind?: string } }[] }>(
      'sessions.history',
      { key: `discord:${news.id}`, limit: 100 },
    );
    expect(entries.filter(({ meta }) => meta?.kind === 'closure')).toHaveLength(1);
    expect(entries.filter(({ content }) => content === `/brief ${TOPIC}`)).toHaveLength(1);
  });
});
