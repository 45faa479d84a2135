import { PermissionFlagsBits } from 'discord.js';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { START, deskOnDiscord, discordInTime, remembered } from '../support/discord-desk.ts';
import type { DeskOnDiscord } from '../support/discord-desk.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

const SAMPLE = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as { feeds: object[] };

describe('the whole loop on Discord', () => {
  let clock: FlowingClock;
  let discord: LoopbackDiscord;
  let desk: DeskOnDiscord;

  afterEach(async () => {
    await desk.stop();
    clock.stop();
    await discord.close();
  });

  it('a job made by /cron add posts stories into threads, editors discuss them, the next run knows, and the channel is safe', async () => {
    clock = new FlowingClock(START);
    const { discord: loopback } = await discordInTime({ clock });
    discord = loopback;
    const guild = discord.addGuild({ name: 'Newsroom' });
    const editors = discord.addRole(guild, 'editors', PermissionFlagsBits.ManageChannels);
    const anna = discord.addPerson('anna', { guilds: [guild] });
    discord.setRoles(guild, anna, [editors]);
    const news = discord.addChannel(guild, { name: 'news' });
    desk = await deskOnDiscord({ discord, clock, edition: { sample: true, feeds: SAMPLE.feeds } });

    const added = await discord
      .slash(anna, news, 'cron add', {
        name: 'Planner',
        message: 'Plan the next stories',
        schedule: 'every 2h',
        profile: 'planner_daily',
      })
      .final();
    expect(added.ephemeral).toBe(true);
    await clock.advance(2 * 3_600_000);

    // It fires: stories are posted, each with a thread.
    const threadsOf = () => discord.realm.world.threadsOf(news);
    await eventually(() => threadsOf().length >= 5, 'five stories have their threads');
    const [thread] = threadsOf();
    await eventually(
      () => discord.messages(thread!).some(({ content }) => content.includes('Read more')),
      'the first story is complete',
    );
    expect(thread!.name.length).toBeLessThanOrEqual(100);
    expect(thread!.thread!.ownerId).toBe(discord.bot.id);

    // An editor asks in the thread, without mentioning anybody, and is answered from the sources.
    discord.say(anna, thread!, 'Who says so?');
    const answer = await eventually(() =>
      discord
        .messages(thread!)
        .find(
          ({ id, author }) =>
            author.id === discord.bot.id &&
            id > discord.messages(thread!).find((it) => it.content === 'Who says so?')!.id,
        ),
    );
    expect(answer.content).toMatch(/https?:|sources/);

    // What is said in the channel is heard by the next run, which says so.
    discord.say(anna, news, `<@${discord.bot.id}> no more sport today`);
    await eventually(
      () => discord.messages(news).some(({ content }) => content.startsWith('Noted')),
      'the note is kept',
    );
    expect(remembered(desk, news).some(({ content }) => content.includes('no more sport today'))).toBe(true);
    await clock.advance(2 * 3_600_000);
    await eventually(
      () =>
        remembered(desk, news).filter((entry) => entry._cron_turn).length >= 2 &&
        remembered(desk, news).some(
          ({ content, cron_run_id }) => cron_run_id !== undefined && /sport/i.test(content),
        ),
      'the next run says what it left out',
    );

    // The channel can't be deleted by accident.
    const asked = await discord.slash(anna, news, 'channel delete').final();
    expect(asked.content).toContain('Planner');
    expect(discord.realm.world.channels.has(news.id)).toBe(true);
    const done = discord.press(anna, asked.message!, 'Delete 1 automation and then the channel');
    await eventually(() => !discord.realm.world.channels.has(news.id), 'the channel is gone');
    await done.reply;
  });
});
