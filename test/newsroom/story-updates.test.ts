/** Updates of a posted story, and what editors do with either: one thread, whose title always says how it stands. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoryService } from '../../src/newsroom/model/story-service.ts';
import { editorsIn } from './editing/editors-world.ts';
import type { Line } from './newsroom-world.ts';
import { NewsroomWorld, ended } from './newsroom-world.ts';

const STORY = 'run-1/story_01';

let world: NewsroomWorld;
let line: Line;
let desk: StoryService;
beforeEach(async () => {
  world = new NewsroomWorld();
  await world.order('run-1', 1);
  ({ line, desk } = editorsIn(world));
  await written('run-1');
});
afterEach(() => {
  expect(world.failures).toEqual([]);
  world.close();
});

const anna = () => ({ by: 'Anna', atMs: world.clock.now() });

async function written(run: string): Promise<void> {
  line.take(run);
  await line.idle();
  await world.sendAll();
}

/** An update, ordered and written as far as it gets. @returns its id. */
async function updated(run: string, page: string, of = STORY): Promise<string> {
  world.clock.set(world.clock.now() + 60_000);
  await world.order(run, 1, (plan) => ({
    ...plan,
    stories: plan.stories.map((job) => ({
      ...job,
      story: {
        ...job.story,
        title: `Roof gives way, ${run}`,
        primary_url: page,
        event_id: null,
        update_of: of,
        told: { title: 'Volunteers reopen the old library of Larkmoor', body: 'It is open.' },
        new_urls: [page],
      },
    })),
  }));
  await written(run);
  return `${run}/story_01`;
}

/** The specs of the ops whose keys begin so, in order. */
function specs(prefix: string) {
  return world.ops.under(prefix);
}

/** What the title's message says now. */
async function title(): Promise<{
  readonly text: string;
  readonly buttons?: readonly unknown[] | undefined;
}> {
  const edits = (await specs('story:')).flatMap(({ spec }) =>
    spec.kind === 'edit' && 'op' in spec.message && spec.message.op === `story:${STORY}/title` ? [spec] : [],
  );
  return edits.at(-1)!;
}

/** Somebody does this at the last moment before an update is written down. */
function beforePublishing(action: () => Promise<unknown>): void {
  const publish = world.stories.publish.bind(world.stories);
  let isDone = false;
  world.stories.publish = async (...args) => {
    if (!isDone) {
      isDone = true;
      await action();
    }
    return publish(...args);
  };
}

it('is not published into a thread that is withdrawn at that moment', async () => {
  beforePublishing(() => desk.kill(STORY, { ...anna(), why: 'all wrong' }));
  const update = await updated('run-2', 'https://new.test/a');
  expect((await desk.record(update))?.status).toMatchObject({
    status: 'SKIPPED',
    // Named by its title, not by its id.
    reason: expect.stringMatching(/was withdrawn: "[^"]*library of Larkmoor"$/u) as string,
  });
  expect(await specs(`story:${update}/chunk`)).toEqual([]);
  expect(await title()).toMatchObject({
    text: expect.stringContaining('Withdrawn') as string,
    buttons: [{ label: 'Why' }, { label: 'Sources' }, { label: 'Retry' }],
  });
});

it('keeps a correction that comes at that moment under the title', async () => {
  beforePublishing(() => desk.correct(STORY, { ...anna(), text: 'It was 112 volunteers.' }));
  const update = await updated('run-2', 'https://new.test/a');
  expect((await desk.record(update))?.status.status).toBe('SUCCESS');
  expect((await title()).text).toMatch(/It was 112 volunteers\.\nUpdate /);
});

it('stands with the whole story when an update of it is named, and goes with it', async () => {
  const first = await updated('run-2', 'https://new.test/a');
  const second = await updated('run-3', 'https://new.test/b', first);
  expect(await world.stories.find(second)).toMatchObject({ updateOf: STORY });
  expect((await title()).text).toMatch(
    /^\*\*Volunteers reopen the old library of Larkmoor\*\*\n.*\nUpdate .*\nUpdate /,
  );
  await desk.kill(STORY, { ...anna(), why: 'all wrong' });
  const third = await updated('run-4', 'https://new.test/c', first);
  expect((await desk.record(third))?.status.status).toBe('SKIPPED');
  expect((await title()).text).toContain('Withdrawn');
});

it('is written by who knows what the updates before it told, unless they were withdrawn', async () => {
  const material: string[] = [];
  const { work } = world;
  world.work = (inbound) => {
    if (inbound.id.includes('run-4'))
      material.push(JSON.stringify([inbound.material, inbound.prompt?.variables]));
    return work(inbound);
  };
  const [first, second] = [
    await updated('run-2', 'https://new.test/a'),
    await updated('run-3', 'https://new.test/b'),
  ];
  await desk.kill(second, { ...anna(), why: 'all wrong' });
  await updated('run-4', 'https://new.test/c');
  const written = material.join('\n');
  expect(written).toContain('It is open.');
  expect(written).toContain((await world.stories.find(first))!.title);
  expect(written).not.toContain((await world.stories.find(second))!.title);
});

it('is told under the title no more once it is withdrawn', async () => {
  const update = await updated('run-2', 'https://new.test/a');
  expect((await title()).text).toContain('\nUpdate ');
  await desk.kill(update, { ...anna(), why: 'libel' });
  await world.sendAll();
  expect((await title()).text).not.toContain('Update ');
  expect(JSON.stringify((await title()).buttons)).toContain(STORY);
  await desk.correct(STORY, { ...anna(), text: 'It has 12 slates.' });
  expect((await title()).text).toMatch(/12 slates\.$/);
  expect((await title()).text).not.toContain('Update ');
});

it('for which its reporter finds nothing new is not asked for again, as the whole story', async () => {
  world.work = async () => ended({ status: 'FAILURE', error_message: 'The sources have nothing new.' });
  const update = await updated('run-2', 'https://new.test/a');
  const turns = [...world.performed.keys()].filter((id) => id.startsWith(`story:${update}/`));
  expect(turns).toEqual([`story:${update}/write`]);
  expect((await desk.record(update))?.status).toMatchObject({
    status: 'FAILURE',
    reason: 'The sources have nothing new.',
  });
});

it('is deleted with its story', async () => {
  const update = await updated('run-2', 'https://new.test/a');
  await desk.kill(STORY, { ...anna(), why: 'all wrong' });
  await world.sendAll();
  const deleted = (await specs('story:')).flatMap(({ spec }) =>
    spec.kind === 'delete' && 'op' in spec.message ? [spec.message.op] : [],
  );
  const bodies = (await specs(`story:${update}/`)).filter(({ spec }) => spec.kind === 'post');
  expect(bodies.length).toBeGreaterThan(0);
  expect(deleted).toEqual(expect.arrayContaining(bodies.map(({ key }) => key)));
  expect((await desk.record(update))?.status.posted).toMatchObject({ withdrawn: true });
});
