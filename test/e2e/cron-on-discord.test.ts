/** Jobs that the command line binds to channels of Discord: a key that nobody has spoken in is looked up there. */
import { ChannelType } from 'discord-api-types/v10';
import { PermissionFlagsBits as Can } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/time/clock.ts';
import { run } from '../cli/a-world.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel, Guild } from '../support/discord/world.ts';
import { START, deskOnDiscord } from '../support/discord-desk.ts';
import type { DeskOnDiscord } from '../support/discord-desk.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const NOWHERE = '1000000000000000001';

let discord: LoopbackDiscord;
let guild: Guild;
let news: Channel;
beforeEach(async () => {
  // In the machine's time, as the command line is.
  discord = await LoopbackDiscord.start();
  guild = discord.addGuild({ name: 'Newsroom' });
  news = discord.addChannel(guild, { name: 'news' });
});
afterEach(() => discord.close());

/** The ways to say it: through a desk that is connected, and without one. */
const ways: [string, () => Promise<{ home: string; desk?: DeskOnDiscord }>][] = [
  [
    'through a running desk',
    async () => {
      const desk = await deskOnDiscord({ discord, clock: new FakeClock(START) });
      return { home: desk.home, desk };
    },
  ],
  ['where no desk runs', async () => ({ home: tempHome() })],
];

describe.each(ways)('binding a job to a channel, %s', (_, opened) => {
  let home: string;
  let desk: DeskOnDiscord | undefined;
  beforeEach(async () => void ({ home, desk } = await opened()));
  afterEach(() => desk?.stop());

  const bind = (id: string, ...more: string[]) =>
    run(
      [
        'cron',
        'add',
        '--name',
        'x',
        '--message',
        'm',
        '--every',
        '1h',
        '--session-key',
        `discord:${id}`,
        ...more,
      ],
      {
        home,
        clock: systemClock,
        env: { DISCORD_TOKEN: discord.token, DISCORD_API_BASE: discord.api },
      },
    );
  const jobs = async () => {
    const { out } = await run(['cron', 'list', '--json'], { home, clock: systemClock });
    return (JSON.parse(out) as { jobs: { payload: { sessionKey: string } }[] }).jobs.map(
      ({ payload }) => payload.sessionKey,
    );
  };

  it('takes one that is there, though nobody has spoken in it; threads as well', async () => {
    const thread = discord.addThread(news, { name: 'talk', by: discord.bot });
    expect(await bind(news.id)).toMatchObject({ code: 0 });
    expect(await bind(thread.id)).toMatchObject({ code: 0 });
    expect((await jobs()).sort()).toEqual([`discord:${news.id}`, `discord:${thread.id}`].sort());
  });

  it('refuses one that is not there, that the bot does not see, or that takes no messages, --create or not', async () => {
    const hidden = discord.addChannel(guild, {
      name: 'hidden',
      overwrites: [{ for: guild, deny: Can.ViewChannel }],
    });
    const forum = discord.addForum(guild, { name: 'stories' });
    const category = discord.addChannel(guild, { name: 'all', type: ChannelType.GuildCategory });
    await bind(news.id);
    for (const id of [NOWHERE, '1', hidden.id, forum.id, category.id])
      for (const more of [[], ['--create']]) {
        const refused = await bind(id, ...more);
        expect(refused.code).toBe(2);
        expect(refused.err).toContain(
          `Discord has no text channel discord:${id} that the bot sees; the nearest: discord:${news.id}`,
        );
      }
    expect(await jobs()).toEqual([`discord:${news.id}`]);
  });

  it('says so where Discord can not be asked; then --create is believed', async () => {
    discord.faults.cut({ method: 'GET', route: '/channels/:channel', times: 100 });
    const refused = await bind(NOWHERE);
    expect(refused.code).toBe(2);
    expect(refused.err).toMatch(/nobody has spoken in discord:\d+, and Discord can't be asked now.*--create/);
    expect(await bind(NOWHERE, '--create')).toMatchObject({ code: 0 });
  });
});
