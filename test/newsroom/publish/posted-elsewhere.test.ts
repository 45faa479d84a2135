/** Stories of a desk whose edition names other channels for them, through the line, the outbox and real SQLite. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guildsIn } from '../../../src/sessions/guilds.ts';
import { storyTools } from '../../../src/newsroom/ask/story-tools.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';
import { chatIdOf, sessionKey } from '../../../src/sessions/key.ts';
import { readMemory } from '../../../src/sessions/read-memory.ts';
import type { SessionKey } from '../../../src/sessions/key.ts';
import type { ToolContext } from '../../../src/sessions/tool.ts';
import { editorsIn } from '../editing/editors-world.ts';
import { NewsroomWorld } from '../newsroom-world.ts';

const DESK = sessionKey('discord', '100000000000000009');
const PLACE = sessionKey('discord', '100000000000000001');
/** The first thing that is sent gets the id 1000: in a forum, the post that is the thread. */
const THREAD = sessionKey('discord', '1000');

let world: NewsroomWorld;
let flushed: SessionKey[];
/** Places that whoever asks can't see. */
let hidden: SessionKey[];
beforeEach(() => {
  flushed = [];
  hidden = [];
  const desk = { discord: '100000000000000009', stories: '100000000000000001' };
  world = new NewsroomWorld({ edition: { desk }, desk: DESK });
});
afterEach(() => world.close());

async function run(runId: string, count = 1): Promise<void> {
  await world.order(runId, count);
  const line = world.line({ remembered: (session) => void flushed.push(session) });
  line.take(runId);
  await line.idle();
  expect(world.failures).toEqual([]);
}

/** What the desk channel remembers of stories. */
async function rememberedByDesk(): Promise<string> {
  const backwards = async function* () {
    yield* (await world.entries(DESK)).toReversed();
  };
  const { entries } = await readMemory({ backwards }, DESK, { without: new Set(), tokens: 10_000 });
  return entries.flatMap(({ meta, content }) => (meta?.kind === 'story' ? content : [])).join('\n');
}

/** What was sent of the stories: their batch's own message is told elsewhere. */
async function sentOfStories() {
  return (await world.sendAll()).filter(({ key }) => !key.startsWith('batch:'));
}

/** @param turn what is known of the turn that calls it. */
function call(name: string, args: unknown, session: SessionKey, turn: object = {}): Promise<object> {
  const tools = storyTools({
    stories: world.stories,
    actions: world.actions,
    lookUp,
    guildOf: guildsIn(world.sessions),
    edition: world.edition,
    sees: async (_, sessions) => new Set(sessions.filter((one) => !hidden.includes(one))),
    zone: 'Europe/London',
  });
  const tool = tools.find((it) => it.name === name)!;
  const actor = { kind: 'person', id: '7', name: 'Ann', rights: ['talk'] } as const;
  const context = { session, actor, turn, nowMs: world.clock.now() } as unknown as ToolContext;
  return tool.run(tool.args.parse(args), context) as Promise<object>;
}

describe('a story that is posted in another channel', () => {
  it('has all its messages in the lane of that channel, and its desk channel remembers it and where', async () => {
    await world.opened(PLACE, { kind: 'channel', guildId: '1' });
    await run('run-1');
    const sent = await sentOfStories();
    expect(sent.map(({ lane, spec }) => `${lane} ${spec.kind} in ${spec.channel}`)).toEqual([
      `${PLACE} post in 100000000000000001`,
      `${PLACE} thread in 100000000000000001`,
      `${PLACE} post in 1002`,
      `${PLACE} post in 1002`,
    ]);
    const [remembered, ...more] = (await world.entries(DESK)).filter(({ meta }) => meta?.kind === 'story');
    expect(more).toEqual([]);
    expect(remembered).toMatchObject({ role: 'assistant', meta: { kind: 'story', story: 'run-1/story_01' } });
    expect(remembered!.content).toMatch(
      /^Volunteers reopen the old library of Larkmoor\n.+\n\(Global News\)\nPosted in <#100000000000000001>\.$/,
    );
    expect(flushed).toEqual([DESK]);
    expect(world.reports.size).toBe(1);
    expect(await world.stories.find('run-1/story_01')).toMatchObject({ desk: DESK, place: PLACE });
  });

  it('is not remembered as posted where it is withdrawn while its messages are sent', async () => {
    await world.opened(PLACE, { kind: 'channel', guildId: '1' });
    await world.order('run-1', 1);
    const story = 'run-1/story_01';
    const { line, desk } = editorsIn(
      world,
      {},
      {
        delivered: async () => {
          await desk.kill(story, { by: 'Ann', atMs: world.clock.now() });
          return { kind: 'posted' };
        },
      },
    );
    line.take('run-1');
    await line.idle();
    expect(await rememberedByDesk()).not.toContain('old library');
  });

  it('is remembered in its desk channel with what was corrected, and that it is being checked', async () => {
    await world.opened(PLACE, { kind: 'channel', guildId: '1' });
    await run('run-1');
    await sentOfStories();
    const { desk } = editorsIn(world);
    const ann = () => ({ by: 'Ann', atMs: world.clock.now() });
    await desk.correct('run-1/story_01', { ...ann(), text: 'It was 112 volunteers.' });
    expect(await rememberedByDesk()).toMatch(/It was 112 volunteers\.\nPosted in <#\d+>\.$/);
    await desk.hold('run-1/story_01', ann());
    expect(await rememberedByDesk()).toMatch(/It was 112 volunteers\.\n.*check.*\nPosted in <#\d+>\.$/);
  });

  it('is one post of a forum: its thread knows it, answers from its sources, and is in the same server', async () => {
    await world.opened(PLACE, { kind: 'forum', guildId: '1' });
    await run('run-1');
    const sent = await sentOfStories();
    expect(sent.map(({ spec }) => `${spec.kind} in ${spec.channel}`)).toEqual([
      'forum in 100000000000000001',
      'post in 1000',
      'post in 1000',
    ]);
    expect(await world.stories.ofThread(THREAD)).toMatchObject({ id: 'run-1/story_01', thread: THREAD });
    expect((await world.sessions.get(THREAD))?.origin).toMatchObject({
      kind: 'thread',
      parent: PLACE,
      guildId: '1',
    });
    expect((await world.entries(PLACE))[0]).toMatchObject({ meta: { kind: 'story', thread: THREAD } });
    expect(await world.entries(THREAD)).toHaveLength(2);
    const answer = await call('look_up', { question: 'How much did the council give?' }, THREAD);
    expect(answer).toMatchObject({ scope: 'story', story: { thread: '<#1000>' } });
    expect(JSON.stringify(answer)).toContain('£48,000');
  });

  it('is ended once when the line dies between publishing and marking, and the channel turns into a forum', async () => {
    await world.opened(PLACE, { kind: 'channel', guildId: '1' });
    const plan = await world.order('run-1', 1);
    const dying = world.line({ events: { ...world.events, markPosted: () => new Promise<never>(() => {}) } });
    dying.take('run-1');
    await expect.poll(async () => await world.stories.find('run-1/story_01')).toBeDefined();
    const origin = { channel: 'discord', chatId: chatIdOf(PLACE), kind: 'forum' as const };
    await world.intake.describe({ key: PLACE, origin }, { nowMs: world.clock.now(), unified: false });
    const next = world.line();
    await next.resume();
    await next.idle();
    expect(await world.statuses(plan)).toEqual(['SUCCESS']);
    expect((await sentOfStories()).map(({ spec }) => spec.kind)).toEqual(['post', 'thread', 'post', 'post']);
  });

  it('stays with its desk when the channel is gone', async () => {
    await run('run-1');
    const sent = await sentOfStories();
    expect(sent[0]).toMatchObject({ lane: DESK, spec: { kind: 'post', channel: '100000000000000009' } });
    expect(flushed).toEqual([]);
    expect(world.logged('run-1', 'story_01')).toContain('discord_publish_progress');
  });
});

describe('servers stay apart', () => {
  const OTHER_DESK = sessionKey('discord', '200000000000000009');
  const CONSOLE = sessionKey('console', 'desk');

  /** One story ordered in the first server and shown there in a forum, one ordered and shown in the second. */
  beforeEach(async () => {
    await world.opened(PLACE, { kind: 'forum', guildId: '1' });
    await world.opened(DESK, { kind: 'channel', guildId: '1' });
    await run('run-1');
    await world.sendAll();
  });

  const titles = async (session: SessionKey) =>
    ((await call('stories', {}, session)) as { stories: { title: string }[] }).stories.map(
      ({ title }) => title,
    );

  it.each([DESK, PLACE, THREAD])('and tell their own stories, in %s', async (session) => {
    expect(await titles(session)).toEqual(['Volunteers reopen the old library of Larkmoor']);
  });

  it('and what was posted is told in any channel of the server, with its thread, to those who can see it', async () => {
    const lobby = await world.opened(sessionKey('discord', '4000'), { kind: 'channel', guildId: '1' });
    expect(await call('stories', {}, lobby)).toMatchObject({
      stories: [{ title: 'Volunteers reopen the old library of Larkmoor', thread: '<#1000>' }],
    });
    const other = await world.opened(sessionKey('discord', '5000'), { kind: 'channel', guildId: '2' });
    expect(await titles(other)).toEqual([]);
    hidden = [PLACE];
    expect(await titles(lobby)).toEqual([]);
  });

  it("and a story's thread hears nothing of what its desk posted in another server", async () => {
    const { thread: _, ...base } = (await world.stories.find('run-1/story_01'))!;
    const thread = await world.opened(sessionKey('discord', '2000'), { kind: 'thread', parent: PLACE });
    await world.opened(OTHER_DESK, { kind: 'channel', guildId: '2' });
    const ordered = { ...base, desk: OTHER_DESK };
    await world.stories.publish({ ...ordered, id: 'run-2/story_01', title: 'In the first', thread }, []);
    await world.stories.publish(
      { ...ordered, id: 'run-2/story_02', title: 'In the second', place: OTHER_DESK },
      [],
    );
    expect(await titles(thread)).toEqual(['In the first']);
    expect(await titles(OTHER_DESK)).toEqual(['In the second', 'In the first']);
    expect(await titles(DESK)).toEqual(['Volunteers reopen the old library of Larkmoor']);
    const elsewhere = await world.opened(sessionKey('discord', '3000'), { kind: 'channel', guildId: '2' });
    expect(await call('look_up', { question: 'Who reopened the library?' }, elsewhere)).toEqual({
      scope: 'recent',
      passages: [],
      stories: [],
    });
  });

  it('and a message that is brought from one tells nothing of its story in another, or in direct messages', async () => {
    const question = { question: 'Who reopened the library?' };
    const replyTo = { id: chatIdOf(THREAD) };
    const other = await world.opened(sessionKey('discord', '6000'), { kind: 'channel', guildId: '2' });
    const direct = await world.opened(sessionKey('discord', '7000'), { kind: 'dm' });
    for (const session of [other, direct])
      expect(await call('look_up', question, session, { replyTo })).toEqual({
        scope: 'recent',
        passages: [],
        stories: [],
      });
    const lobby = await world.opened(sessionKey('discord', '4000'), { kind: 'channel', guildId: '1' });
    expect(await call('look_up', question, lobby, { replyTo })).toMatchObject({ scope: 'story' });
  });

  it('and a desk at the console hears of what it posted in any of them', async () => {
    const base = (await world.stories.find('run-1/story_01'))!;
    await world.stories.publish({ ...base, id: 'run-2/story_01', desk: CONSOLE }, []);
    expect(await titles(CONSOLE)).toHaveLength(1);
  });
});
