/** Stories in editors' hands on Discord: the buttons under a title, the commands, and who may use them. */
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { aPlan, packFor } from '../newsroom/newsroom-world.ts';
import { newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import type { Channel } from '../support/discord/world.ts';

const STORY = 'run-1/story_01';

let room: Newsroom;
let stores: Stores;
beforeEach(async () => {
  room = await newsroom();
  await room.start({ stores: (given) => (stores = given) });
});
afterEach(() => room.close());

/** A story as the line posts it, whose thread is this channel. */
async function posted(thread: Channel): Promise<void> {
  const desk = sessionKey('discord', room.news.id);
  const [job] = aPlan('run-1', 1, room.clock.now(), anEdition(), desk).stories;
  await stores.stories.publish(
    {
      id: STORY,
      runId: 'run-1',
      category: 'Global News',
      title: job!.story.title,
      primaryUrl: job!.story.primary_url,
      body: 'The old library of Larkmoor reopened. [1]',
      languageModel: false,
      desk,
      place: desk,
      flags: [],
      why: 'the strongest of the morning',
      threadOp: 'none',
      thread: sessionKey('discord', thread.id),
      pack: packFor(job!),
      claims: [],
      publishedAtMs: room.clock.now(),
    },
    [],
  );
}

it('tells everybody why and from which sources, and lets editors alone hold, correct and follow', async () => {
  const { discord, news, anna, ben, guild } = room;
  const thread = discord.addChannel(guild, { name: 'library' });
  await posted(thread);
  const say = async (
    who: typeof anna,
    command: string,
    options: Record<string, string | boolean> = {},
    at = thread,
  ) => (await discord.slash(who, at, command, options).final()).content;

  expect(await say(ben, 'story why')).toContain('Picked: the strongest of the morning');
  expect(await say(ben, 'story sources')).toContain('[1] ');
  for (const deed of ['hold', 'approve', 'kill', 'retry', 'correct', 'follow'])
    expect(await say(ben, `story ${deed}`), deed).toContain(`you may not use /story ${deed}`);

  expect(await say(anna, 'story hold')).toContain('being checked');
  expect(await say(anna, 'story correct')).toContain('/story correct');
  expect(await say(anna, 'story kill')).toContain('withdrawn');
  // In the channel it has to be named, by words of its title.
  expect(await say(anna, 'story why', { story: 'no such thing' }, news)).toContain('There is no story');
  expect(await say(anna, 'story why', { story: 'old library' }, news)).toContain(STORY);

  expect(await say(anna, 'story follow', { until: 'in 3 days' })).toContain('is followed until');
  const jobs = await stores.jobs.list({ session: sessionKey('discord', thread.id), includeDisabled: true });
  expect(jobs).toMatchObject([
    {
      createdBy: { kind: 'person', id: anna.id },
      policy: { quiet: true },
      payload: { profile: 'story_follow' },
    },
  ]);
  expect(await say(anna, 'cron list')).toContain('Follow: ');
  expect(await say(anna, 'story follow', { stop: true })).toContain('is followed no more');
  expect(await stores.jobs.list({ includeDisabled: true })).toEqual([]);
  const deeds = await stores.deeds.of(STORY);
  expect(deeds.map(({ kind, by }) => `${kind} ${by}`)).toEqual(['hold anna', 'follow anna', 'unfollow anna']);
}, 60_000);

it('knows nothing of it in another server, by its id or by its title', async () => {
  const { discord, guild } = room;
  await posted(discord.addChannel(guild, { name: 'library' }));
  const other = discord.addGuild({ name: 'Elsewhere' });
  const admins = discord.addRole(other, 'admins', PermissionFlagsBits.Administrator);
  const carl = discord.addPerson('carl', { guilds: [other], roles: [admins] });
  const far = discord.addChannel(other, { name: 'far' });
  for (const story of [STORY, 'library'])
    for (const command of ['story why', 'story sources']) {
      const { content } = await discord.slash(carl, far, command, { story }).final();
      expect(content).toContain('There are no stories here');
    }
}, 60_000);
