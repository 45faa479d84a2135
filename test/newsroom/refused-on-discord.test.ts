/** Stories that Discord refuses: they are not posted, everybody who asks hears why, and Retry works once the right is back. */
import { ChannelType, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runSummarySchema } from '../../src/newsroom/batches/batch-summary.ts';
import type { BatchSummary } from '../../src/newsroom/batches/batch-summary.ts';
import { wordsOf } from '../support/discord/cards.ts';
import type { Channel } from '../support/discord/world.ts';
import { START, botSaid, remembered } from '../support/discord-desk.ts';
import { buttonId, buttonsOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
const { sample, feeds, schedules } = given;

/** What `nightdesk newsroom run --summary-only` prints of each run. */
function summaries(home: string): BatchSummary[] {
  const jobs = join(home, 'data', 'newsroom', 'jobs');
  return readdirSync(jobs)
    .map((run) => join(jobs, run, 'run_summary.json'))
    .filter((file) => existsSync(file))
    .map((file) => runSummarySchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
}

describe('a story that Discord refuses', () => {
  let room: Newsroom<FlowingClock>;
  let forum: Channel;

  beforeEach(async () => {
    // The message of a batch is edited as time passes.
    room = await newsroom({ clock: new FlowingClock(START) });
    forum = room.discord.addChannel(room.guild, { name: 'stories', type: ChannelType.GuildForum });
  });
  afterEach(async () => {
    await room.close();
    room.clock.stop();
  });

  const start = async (desk: object, place: Channel, deny: bigint) => {
    const { discord, guild, clock } = room;
    discord.setOverwrite(place, { for: discord.botRole(guild), deny });
    await room.start({ edition: { sample, feeds, schedules, desk } });
    await clock.advance(5_000);
  };
  const allow = (place: Channel) =>
    room.discord.setOverwrite(place, { for: room.discord.botRole(room.guild) });
  /** The first button to try a story again. */
  const retryOf = (line: { components?: unknown }) => buttonsOf(line)[0]!;
  const saidIn = (place: { id: string }) => room.discord.messages(place).map((message) => wordsOf(message));
  const report = async () => (await botSaid(room.discord, room.news, /stories posted\./)).content;
  const why = async (story: string) =>
    (await room.discord.slash(room.anna, room.news, 'story why', { story }).final()).content;

  it('for want of a right in its forum is not posted; with the right back, Retry posts it', async () => {
    const { discord, news, anna } = room;
    await start({ discord: news.id, stories: forum.id }, forum, Can.SendMessages);
    const told = await report();
    expect(told).toMatch(/0 of \d+ stories posted\./);
    expect(told).toContain('In #stories the bot lacks Send Messages.');
    const line = await botSaid(
      discord,
      news,
      /^Not posted: ".+": In #stories the bot lacks Send Messages\./m,
    );
    expect(line.content).toBe(told);
    const title = /^Not posted: "(.+?)":/m.exec(line.content)![1]!;
    expect(await why(title)).toMatch(/State: failed, .*In #stories the bot lacks Send Messages/);
    discord.say(anna, news, `<@${discord.bot.id}> what was posted lately?`);
    const answer = await botSaid(discord, news, /nothing|no stor/i);
    expect(answer.content).not.toContain(title);
    expect(
      remembered(room.desk, news)
        .map(({ content }) => content)
        .join('\n'),
    ).not.toContain('Posted in');
    expect(saidIn(news).join('\n')).not.toMatch(/story:|\/(?:title|thread|forum|chunk)/);

    // Whoever asks how the desk stands, or reads the run's files, reads the same, also after a restart.
    const status = async () => (await discord.slash(anna, news, 'desk status').final()).content;
    const REFUSED_THERE = 'Messages are refused in #stories: In #stories the bot lacks Send Messages.';
    expect(await eventually(async () => (await status()).includes('refused') && status())).toContain(
      REFUSED_THERE,
    );
    const summary = await eventually(() => summaries(room.desk.home)[0], 'the run has its summary');
    expect(summary.summary.completed).toBe(0);
    expect(summary.detail.stories[0]).toMatchObject({
      status: 'FAILURE',
      reason: 'refused',
      detail: expect.stringContaining('In #stories the bot lacks Send Messages') as unknown,
    });

    allow(forum);
    await eventually(async () => !(await status()).includes('refused'), 'it is forgiven');
    await discord.press(anna, line, buttonId(line, retryOf(line))).final();
    await room.clock.advance(5_000);
    const thread = await eventually(() => discord.realm.world.threadsOf(forum)[0]);
    await botSaid(discord, thread, 'Read more');
    expect(await eventually(async () => /posted/.exec(await why(title)) && why(title))).toContain(
      'State: posted',
    );
  });

  it('for want of threads takes its title back, and leaves one of each after Retry', async () => {
    const { discord, news, anna } = room;
    await start({ discord: news.id }, news, Can.CreatePublicThreads);
    const told = await report();
    expect(told).toMatch(/0 of \d+ stories posted\./);
    expect(told).toContain('In #news the bot lacks Create Public Threads.');
    const titles = () => saidIn(news).filter((content) => content.startsWith('### '));
    await eventually(() => titles().length === 0, 'titles are taken back');
    allow(news);
    const line = await botSaid(discord, news, /^Not posted: /m);
    await discord.press(anna, line, buttonId(line, retryOf(line))).final();
    await room.clock.advance(5_000);
    const thread = await eventually(() => discord.realm.world.threadsOf(news)[0]);
    await botSaid(discord, thread, 'Read more');
    expect(titles()).toHaveLength(1);
  });
});
