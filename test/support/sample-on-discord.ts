/** The sample edition, with its feeds, on the loopback Discord: in the process of the test, and in one that can be killed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIMessage } from 'discord-api-types/v10';
import { found, startDesk } from './desk-process.ts';
import { LoopbackDiscord } from './discord/loopback-discord.ts';
import { START } from './discord-desk.ts';
import { newsroom } from './discord-newsroom.ts';
import type { Newsroom } from './discord-newsroom.ts';
import { FlowingClock } from './flowing-clock.ts';
import { tempHome } from './temp-home.ts';

/** What a test closes in the end, the last first. */
type Closing = (() => Promise<unknown>)[];

const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;

export async function sampleNewsroom(
  closing: Closing,
  edition: object = {},
): Promise<Newsroom<FlowingClock>> {
  const room = await newsroom({ clock: new FlowingClock(START) });
  closing.push(async () => {
    await room.close();
    room.clock.stop();
  });
  const { sample, feeds } = given;
  await room.start({ edition: { sample, feeds, desk: { discord: room.news.id }, ...edition } });
  return room;
}

/** A desk with a process of its own, in a channel `news`. */
export async function deskToKill(closing: Closing, variables: Readonly<Record<string, string>> = {}) {
  const discord = await LoopbackDiscord.start();
  closing.push(() => discord.close());
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
    ...variables,
  };
  let killed = false;
  let desk = await startDesk(home, env);
  closing.push(() => desk.stop());
  await found(() => (desk.errors().includes('commands registered') ? true : undefined));
  const gone = async () => {
    const { child } = desk;
    await new Promise((resolve) => (child.signalCode === null ? child.once('exit', resolve) : resolve(0)));
  };
  return {
    ...{ discord, news, ben, gone },
    /** The one that was started last. */
    get desk() {
      return desk;
    },
    /** SIGKILL, in the middle of whatever it does, be it its start. `gone` waits for its end. */
    kill: () => {
      killed = true;
      process.kill(Number(readFileSync(join(home, 'data', 'nightdesk.lock.pid'), 'utf8')), 'SIGKILL');
    },
    /** Once the killed one is gone. Resolves when it is ready, or was killed before. */
    restart: async () => {
      await gone();
      killed = false;
      try {
        desk = await startDesk(home, env);
      } catch (error) {
        if (!killed) throw error;
      }
    },
  };
}

/** What the bot has said in a channel and not deleted. */
export const ofBot = (discord: LoopbackDiscord, channel: { id: string }): APIMessage[] =>
  discord.messages(channel).filter(({ author }) => author.id === discord.bot.id);
