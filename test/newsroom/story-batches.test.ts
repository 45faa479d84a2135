import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Locale } from '../../src/feature/command.ts';
import { storyBatches } from '../../src/newsroom/commands/story-batches.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import { guildsIn } from '../../src/sessions/guilds.ts';
import { editorsIn } from './editing/editors-world.ts';
import { DESK, NewsroomWorld } from './newsroom-world.ts';

let world: NewsroomWorld;
beforeEach(() => void (world = new NewsroomWorld()));
afterEach(() => world.close());

it('tells how the last batch went, and what was not posted', async () => {
  await world.opened(DESK);
  const { line, desk } = editorsIn(world);
  const commands = storyBatches({
    editors: desk,
    stories: world.stories,
    guildOf: guildsIn(world.sessions),
    sees: async (_, sessions) => new Set(sessions),
    clock: world.clock,
    zone: 'UTC',
  });
  const told = async (name: string, locale: Locale = 'en') => {
    const command = commands.find((one) => one.name === `story ${name}`)!;
    const { text } = await command.run({}, { session: DESK, actor: GATEWAY, locale });
    return text.replace(/<chat:[^>]+>/gu, 'THREAD').split('\n');
  };
  expect(await told('batch')).toEqual(['No story was ordered here yet.']);
  expect((await told('failed'))[0]).toMatch(/^Nothing failed here in the last 48 hours/);

  const earlier = await world.order('run-0', 1);
  world.clock.set(world.clock.now() + 60_000);
  const plan = await world.order('run-1', 2);
  await world.files.ensure(plan);
  writeFileSync(join(world.home, 'jobs', 'run-1', 'story_01.json'), '{oops');
  line.take('run-1');
  await line.idle();
  await world.sendAll();

  const [lost, kept] = plan.stories.map(({ story }) => story.title);
  const failed = [
    expect.stringMatching(new RegExp(`^- \\*\\*${lost}\\*\\*: failed, .*it is no JSON`)) as unknown,
    '/story retry orders one anew.',
  ];
  expect(await told('batch')).toEqual([
    expect.stringMatching(/^The last batch \(.+\): 1 of 2 stories posted\.$/) as unknown,
    failed[0],
    expect.stringContaining(`**${kept}**: posted, `) as unknown,
    'Also under way:',
    expect.stringContaining(`**${earlier.stories[0]!.story.title}**: planned, `) as unknown,
    failed[1],
  ]);
  expect(await told('failed')).toEqual(['Ordered in the last 48 hours and not posted (1):', ...failed]);
  expect((await told('batch', 'zh'))[0]).toMatch(/^最近一批（.+）：共 2 篇，已發佈 1 篇。$/);
  world.clock.set(world.clock.now() + 49 * 3_600_000);
  expect((await told('failed'))[0]).toMatch(/^Nothing failed here/);
  await line.close();
});
