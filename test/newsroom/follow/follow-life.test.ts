/**
 * The life of a follow, from the command to the update in the thread: real jobs, turns, pool, line and outbox, on a
 * clock that the test moves.
 */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storyFollow } from '../../../src/newsroom/commands/story-follow.ts';
import { followedTool } from '../../../src/newsroom/editing/followed-tool.ts';
import { FollowStory } from '../../../src/newsroom/follow/follow-story.ts';
import { openFollower } from '../../../src/newsroom/follow/open-follower.ts';
import type { StoryService } from '../../../src/newsroom/model/story-service.ts';
import type { Follower } from '../../../src/newsroom/follow/follower.ts';
import type { LinkDecision, Pool } from '../../../src/newsroom/intake/pool/pool.ts';
import { Dispatcher } from '../../../src/sessions/dispatcher.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { ToolContext } from '../../../src/sessions/tool.ts';
import type { Outbox, Sendable } from '../../../src/sessions/op.ts';
import { openPool } from '../../../src/store/sqlite/open-pool.ts';
import { person } from '../../commands/as-ann.ts';
import { FakeClock, eventually, settle } from '../../support/fake-clock.ts';
import { smallDesk } from '../../support/small-desk.ts';
import type { SmallDesk } from '../../support/small-desk.ts';
import { editorsIn } from '../editing/editors-world.ts';
import type { Line } from '../newsroom-world.ts';
import { NewsroomWorld, aSource, packFor } from '../newsroom-world.ts';

const DESK = sessionKey('discord', '100000000000000009');
/** The batch's message gets the id 1000; the story's title the next, and its thread the one after. */
const THREAD = sessionKey('discord', '1002');
const FIRST = 'run-1/story_01';
const HALF_HOUR = 30 * 60_000;
const log = pino({ level: 'silent' });

const COLLAPSE = {
  title: 'Roof of the library partly collapses',
  description: 'Two rooms are closed after 87 tiles fell, Larkmoor Borough said.',
};
const COLLAPSE_TEXT =
  'Part of the roof of the old library in Larkmoor collapsed on Friday and 87 tiles fell into the street outside it. ' +
  'Larkmoor Borough closed two rooms and the staircase between them until engineers have looked at every beam. ' +
  'Nobody was inside the building when the tiles came down, according to the fire brigade of Penfold.';

let desk: SmallDesk;
let world: NewsroomWorld;
let pool: Pool;
let line: Line;
let editors: StoryService;
let sent: Sendable[];
let dispatcher: Dispatcher;

beforeEach(async () => {
  const clock = new FakeClock(Date.UTC(2026, 10, 20, 7, 0, 0));
  let follower: Follower;
  desk = smallDesk({
    clock,
    profiles: ['reminder', 'story_follow'],
    perform: (pass) => follower.perform(pass),
  });
  world = new NewsroomWorld({ desk: DESK, stores: desk.stores, clock });
  pool = openPool({ path: ':memory:', clock, log });
  world.pack = (job) => {
    const pack = { ...packFor(job), builtAtMs: clock.now() };
    if (job.story.update_of === undefined) return pack;
    const fresh = aSource(1, job.story.primary_url, COLLAPSE_TEXT);
    return { ...pack, sources: [fresh, ...pack.sources.slice(0, 1).map((old) => ({ ...old, n: 2 }))] };
  };
  ({ line, desk: editors } = editorsIn(world, { pool }, { events: pool }));
  let runs = 0;
  follower = openFollower({
    kernel: { cron: desk.cron, clock, log },
    ...{ stories: desk.stores.stories, actions: desk.stores.actions },
    ...{ edition: world.edition, pool, files: world.files },
    refresh: async () => {},
    newBatchId: () => `update-${++runs}`,
    promptFor: () => ({ promptId: 'news_update_v1', validatorId: 'news_reporter_script_v1' }),
    tasks: line.tasks,
  });
  sent = [];
  const outbox: Outbox = {
    settleMs: 0,
    newest: async () => undefined,
    send: async (op) => ({ kind: 'sent', id: String(999 + sent.push(op)) }),
    readBack: async () => ({ kind: 'absent' }),
  };
  const failed = (what: string, error: unknown) => void world.failures.push(`${what}: ${String(error)}`);
  dispatcher = new Dispatcher({
    ...{ ops: desk.stores.ops, outboxes: { discord: outbox, console: outbox }, clock, failed },
    landed: () => {},
    lost: (op, { because }) => failed(op.key, because),
  });

  await world.opened(DESK, { kind: 'channel', guildId: '77' });
  await told(
    ['first', 'second', 'third'].map((name) => `https://${name}.test/story-1`),
    {
      title: 'Volunteers reopen the old library of Larkmoor',
      description: '111 volunteers reopened the old library.',
    },
  );
  await world.order('run-1', 1);
  line.take('run-1');
  await posted();
  clock.set(clock.now() + HALF_HOUR);
  desk.cron.start();
});
afterEach(async () => {
  expect(world.failures).toEqual([]);
  expect(desk.failures).toEqual([]);
  await line.close();
  await desk.cron.close();
  await desk.conductor.close();
  await pool.close();
  world.close();
});

/** Pages that the pool learns of: of a new happening, of event 1, or of a development of it. */
async function told(
  urls: readonly string[],
  text: { readonly title: string; readonly description: string },
  as: 'new' | 'same' | 'development' | 'same development' = 'new',
): Promise<void> {
  const at = desk.clock.now();
  await pool.addLinks(
    urls.map((url) => ({ ...text, url, foundBy: 'feed:wire', publishedAtMs: at })),
    at,
  );
  const begins = {
    new: { kind: 'new_event', newEvent: 0, category: 'Global News' },
    same: { kind: 'join', event: { id: 1 } },
    'same development': { kind: 'join', event: { id: 2 } },
    development: { kind: 'development', parent: { id: 1 }, newEvent: 0, category: 'Global News' },
  } as const;
  const begun = begins[as];
  const joins = begun.kind === 'join' ? begun : ({ kind: 'join', event: { newEvent: 0 } } as const);
  const decisions = (await pool.pendingLinks()).map(({ id }, n): LinkDecision => {
    const action = n === 0 ? begun : joins;
    return { linkId: id, action, score: 0, ambiguous: false, candidates: [] };
  });
  await pool.keepDecisions(decisions, at);
}

/** The line has written what was ordered, and all of it is sent. @returns what was sent of stories since the last time. */
async function posted(): Promise<Sendable[]> {
  const before = sent.length;
  await line.idle();
  dispatcher.poke();
  await dispatcher.idle();
  return sent.slice(before).filter(({ key }) => key.startsWith('story:'));
}

const follow = (options: Record<string, string | boolean> = {}) =>
  storyFollow({
    ...{ editors, stories: desk.stores.stories, guildOf: desk.guildOf, clock: desk.clock, zone: desk.zone },
    sees: async () => new Set(),
    follow: following(),
  }).run(options, { session: THREAD, actor: person('jobs'), locale: 'en' });

const following = (actions: Pick<typeof desk.stores.actions, 'act'> = desk.stores.actions) =>
  new FollowStory({
    ...{ cron: desk.cron, stories: desk.stores.stories, actions, clock: desk.clock },
    language: 'en',
  });

const jobs = () => desk.cron.list({ session: THREAD, includeDisabled: true });
const orders = async () => (await desk.stores.stories.runsOf(DESK, 10)).map(({ id }) => id).reverse();

/** Something comes about once the slots that are due have been noticed: no time passes for the ticker to notice them. */
const soon = <T>(look: () => Promise<T> | T, what: string) =>
  eventually(() => {
    desk.cron.poke();
    return look();
  }, what);

/** Half an hour passes, and the job's turn of that slot has ended. @returns how. */
async function slot(): Promise<{ status: string; summary: string }> {
  const [job] = await jobs();
  const slots = async () => desk.cron.runs(job!.id, 50);
  const before = (await slots()).length;
  await desk.clock.advance(HALF_HOUR);
  const { status, summary = '' } = await soon(async () => {
    const [newest, ...others] = await slots();
    return (
      newest &&
      others.length === before &&
      !['queued', 'deferred', 'running'].includes(newest.status) &&
      newest
    );
  }, 'the slot has ended');
  return { status, summary };
}

/** An update is being written, and goes on being written until it may end. */
async function updateInHand(): Promise<() => void> {
  let goOn = () => {};
  const { work } = world;
  world.work = (inbound) => new Promise<void>((resolve) => (goOn = resolve)).then(() => work(inbound));
  expect(await slot()).toMatchObject({ summary: expect.stringContaining('Ordered an update') as string });
  await eventually(() => world.performed.size === 2, 'the update is being written');
  return () => goOn();
}

it('posts a development into the thread of its story once, linked both ways, and is quiet otherwise', async () => {
  expect((await follow()).text).toContain('is followed until');
  expect((await slot()).status).toBe('quiet');

  // Another outlet's words for what was told are no news.
  const again = { title: 'Library open again', description: 'It was repaired by 111 volunteers.' };
  await told(['https://fifth.test/again'], again, 'same');
  const nothing = { status: 'quiet', summary: expect.stringContaining('Nothing new') as string };
  expect(await slot()).toEqual(nothing);
  expect(await posted()).toEqual([]);
  expect(await orders()).toEqual(['run-1']);

  await told(['https://fourth.test/roof'], COLLAPSE, 'development');
  expect(await slot()).toEqual({
    status: 'quiet',
    summary: expect.stringContaining(`a development: "${COLLAPSE.title}"`) as string,
  });
  const update = await posted();
  const [head] = update.map(({ spec }) => spec);
  expect(head).toMatchObject({ kind: 'post', channel: '1002' });
  expect('text' in head! ? head.text : '').toContain(
    'More on: <https://discord.com/channels/77/100000000000000009/1001>',
  );
  expect('text' in head! ? head.text : '').toContain('87 tiles');
  const edit = update.map(({ spec }) => spec).find(({ kind }) => kind === 'edit');
  expect(edit).toMatchObject({ channel: '100000000000000009', message: '1001' });
  expect('text' in edit! ? edit.text : '').toMatch(/<https:\/\/discord\.com\/channels\/77\/1002\/\d+>$/);
  expect(update.filter(({ spec }) => spec.kind === 'thread')).toEqual([]);
  expect(await desk.stores.stories.find('update-1/story_01')).toMatchObject({
    updateOf: FIRST,
    thread: THREAD,
  });

  // The same development, told by one more outlet, is told already.
  await told(['https://sixth.test/roof'], COLLAPSE, 'same development');
  for (let n = 0; n < 3; n++) expect(await slot()).toEqual(nothing);
  expect(await posted()).toEqual([]);
  expect(await orders()).toEqual(['run-1', 'update-1']);
});

it('is told of by the tool for it, in the language of the question, to the channels of its story alone', async () => {
  const tool = followedTool({
    ...{
      stories: desk.stores.stories,
      actions: desk.stores.actions,
      guildOf: desk.guildOf,
      zone: 'Europe/London',
    },
    follow: following(),
    sees: async () => new Set(),
  });
  const asked = async (said: string, session = DESK) => {
    expect(tool.asked!(said)).toEqual({});
    return tool.run({}, { session, actor: person('jobs'), said } as ToolContext);
  };
  expect(await asked('what are you following?')).toMatchObject({
    stories: [],
    text: expect.stringMatching(/^No story/) as string,
  });
  await follow();
  const story = { title: expect.stringContaining('library') as string, until: 'Fri 27 Nov, 07:30' };
  expect(await asked('which stories are being followed?')).toEqual({
    stories: [expect.objectContaining(story)],
    text: expect.stringMatching(/^Followed \(1\):\n- .*library.* \(until Fri 27 Nov, 07:30, /) as string,
  });
  expect(await asked('你跟緊乜嘢？')).toMatchObject({
    text: expect.stringContaining('正在跟進（1 篇）') as string,
  });
  expect(await asked('what are we following now?', THREAD)).toMatchObject({ stories: [story] });
  expect(await asked('what are you following?', sessionKey('discord', '5'))).toMatchObject({ stories: [] });
  await follow({ stop: true });
  expect(await asked('are you following anything?')).toMatchObject({ stories: [] });
  for (const said of [
    'follow the tunnel story',
    'what followed?',
    'which rules do ferries follow?',
    '跟進隧道嗰篇',
  ])
    expect(tool.asked!(said)).toBeUndefined();
});

it('orders a development once while its update is held up', async () => {
  await follow();
  await told(['https://fourth.test/roof'], COLLAPSE, 'development');
  const goOn = await updateInHand();
  const inOtherWords = { ...COLLAPSE, title: 'Library closes two rooms' };
  await told(['https://sixth.test/roof'], inOtherWords, 'same development');
  for (let n = 0; n < 2; n++) expect((await slot()).summary).toContain('Nothing new');
  goOn();
  await world.finish(line); // time has passed since it was begun
  expect((await posted()).length).toBeGreaterThan(0);
  expect(await orders()).toEqual(['run-1', 'update-1']);
});

it('is over at once when it is cancelled: nothing is looked at any more', async () => {
  await follow();
  await told(['https://fourth.test/roof'], COLLAPSE, 'development');
  expect((await follow({ stop: true })).text).toContain('is followed no more');
  expect(await jobs()).toEqual([]);
  await desk.clock.advance(HALF_HOUR);
  desk.cron.poke();
  await settle();
  expect(await posted()).toEqual([]);
  expect(await orders()).toEqual(['run-1']);
});

it('is over in the book too when its job was removed in the thread before', async () => {
  await follow();
  for (const { id } of await jobs()) await desk.cron.remove(id);
  expect((await follow({ stop: true })).text).toContain('was not followed');
  const kinds = async () => (await desk.stores.actions.of('run-1/story_01')).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['follow', 'unfollow']);
  await follow({ stop: true });
  expect(await kinds()).toEqual(['follow', 'unfollow']);
});

it('goes on when following it was the last wish, whatever was wished meanwhile', async () => {
  const by = { kind: 'person', name: 'Bo' } as const;
  const { actions } = desk.stores;
  const stands = async () => [(await actions.of(FIRST)).at(-1)?.kind, (await jobs()).length];
  await follow();
  const stopped: typeof actions.act = async (...wish) => {
    await following().stop(FIRST, { by });
    return actions.act(...wish);
  };
  await following({ act: stopped }).follow(FIRST, { by });
  expect(await stands()).toEqual(['follow', 1]);
  const followed: typeof actions.act = async (...wish) => {
    const done = await actions.act(...wish);
    await following().follow(FIRST, { by });
    return done;
  };
  await following({ act: followed }).stop(FIRST, { by });
  expect(await stands()).toEqual(['follow', 1]);
});

it('ends with its story: killed before a slot, nothing is ordered; killed before the update is posted, nothing is posted', async () => {
  await follow();
  await told(['https://fourth.test/roof'], COLLAPSE, 'development');
  const goOn = await updateInHand();
  await editors.kill(FIRST, { by: 'Ann', atMs: desk.clock.now(), key: 'kill' });
  goOn();
  const after = await posted();
  expect(after.map(({ spec }) => ('text' in spec ? spec.text : '')).join('\n')).not.toContain('87 tiles');
  expect(await desk.stores.stories.find('update-1/story_01')).toBeUndefined();

  await told(
    ['https://seventh.test/wall'],
    { title: 'Wall falls', description: '31 bricks fell.' },
    'development',
  );
  await desk.clock.advance(HALF_HOUR);
  await soon(async () => (await jobs()).length === 0, 'the job is gone');
  expect(await orders()).toEqual(['run-1', 'update-1']);
});
