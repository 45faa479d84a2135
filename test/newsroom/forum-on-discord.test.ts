/** A whole desk in a server of Discord: its stories go into a forum, and are discussed there. */
import { ChannelType } from 'discord-api-types/v10';
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel, Guild } from '../support/discord/world.ts';
import { botSaid, deskOnDiscord, discordInTime, remembered } from '../support/discord-desk.ts';
import type { DeskOnDiscord } from '../support/discord-desk.ts';
import { eventually } from '../support/fake-clock.ts';
import type { FakeClock } from '../support/fake-clock.ts';

const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
const SUPPRESS_EMBEDS = 4;
/** Links in components unfold into nothing. */
const IS_CARD = 1 << 15;

describe('a desk whose stories go into a forum', () => {
  let clock: FakeClock;
  let discord: LoopbackDiscord;
  let desk: DeskOnDiscord;
  let guild: Guild;
  let ann: APIUser;
  let news: Channel;
  let forum: Channel;

  beforeEach(async () => {
    ({ clock, discord } = await discordInTime());
    guild = discord.addGuild({ name: 'Newsroom' });
    ann = discord.addPerson('ann', { guilds: [guild] });
    news = discord.addChannel(guild, { name: 'news' });
    const tags = (given['categories'] as { name: string }[]).slice(0, 20).map(({ name }) => name);
    forum = discord.addChannel(guild, { name: 'stories', type: ChannelType.GuildForum, tags });
    const { sample, feeds, schedules } = given;
    desk = await deskOnDiscord({
      discord,
      clock,
      edition: { sample, feeds, schedules, desk: { discord: news.id, stories: forum.id } },
    });
  });
  afterEach(async () => {
    await desk.stop();
    await discord.close();
  });

  const posts = () => discord.realm.world.threadsOf(forum);
  const isWhole = (thread: { id: string }) =>
    discord.messages(thread).some((message) => wordsOf(message).includes('Read more'));

  it('posts each as one post with its tags, unfolds one link, and answers there from its sources', async () => {
    await clock.advance(5_000);
    const [first] = await eventually(() => {
      const whole = posts().filter(isWhole);
      return whole.length > 0 && whole.length === posts().length && whole;
    }, 'stories are posted');
    expect(first!.name.length).toBeLessThanOrEqual(100);
    const [title, ...others] = discord.messages(first!);
    expect(title!.id).toBe(first!.id);
    const [heading, kind = ''] = wordsOf(title!).split('\n');
    expect(heading).toMatch(/^### .+/);
    const tags = forum.tags.filter(({ id }) => first!.thread?.appliedTags.includes(id));
    expect(kind).toContain(tags[0]?.name);
    const unfolds = ({ flags }: APIMessage) => (Number(flags ?? 0) & (SUPPRESS_EMBEDS | IS_CARD)) === 0;
    expect([title!, ...others].filter(unfolds).map(({ content }) => content.slice(0, 13))).toEqual([
      '**Read more**',
    ]);
    await eventually(() =>
      remembered(desk, news).some(({ content }) => content.includes(`Posted in <#${forum.id}>.`)),
    );

    discord.say(ann, first!, `<@${discord.bot.id}> what does [1] say?`);
    const answer = await botSaid(discord, first!, /https?:\/\/[^\s>]+localhost/);
    expect(answer.content.length).toBeGreaterThan(20);

    // Anywhere else on the server it is told what was posted, and where.
    const lobby = discord.addChannel(guild, { name: 'lobby' });
    discord.say(ann, lobby, `<@${discord.bot.id}> What was posted today?`);
    await botSaid(discord, lobby, `<#${first!.id}>`);
  });
});
