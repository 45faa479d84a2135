/** In a public thread of a private desk channel: who learns of the stories that the desk has not posted. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AskedBack } from '../../../src/feature/asked-back.ts';
import type { CommandContext, Options } from '../../../src/feature/command.ts';
import { storyCommands } from '../../../src/newsroom/commands/story-commands.ts';
import type { StoryCommandsDeps } from '../../../src/newsroom/commands/story-commands.ts';
import { storyOption } from '../../../src/newsroom/commands/story-here.ts';
import { storyLists } from '../../../src/newsroom/commands/story-lists.ts';
import type { StoryListsDeps } from '../../../src/newsroom/commands/story-lists.ts';
import { seesDesk } from '../../../src/newsroom/ask/desk-here.ts';
import { storyWrite } from '../../../src/newsroom/commands/story-write.ts';
import { findStory } from '../../../src/newsroom/editing/find-story.ts';
import { storyTool } from '../../../src/newsroom/editing/story-tool.ts';
import type { StoryService } from '../../../src/newsroom/model/story-service.ts';
import { GATEWAY } from '../../../src/sessions/actor.ts';
import type { Actor } from '../../../src/sessions/actor.ts';
import { guildsIn } from '../../../src/sessions/guilds.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { SessionKey } from '../../../src/sessions/key.ts';
import type { ToolContext } from '../../../src/sessions/tool.ts';
import { memorySessionState } from '../../support/memory-session-state.ts';
import { NewsroomWorld } from '../newsroom-world.ts';
import { editorsIn } from '../editing/editors-world.ts';

type StoryToolDeps = Parameters<typeof storyTool>[0];

const DESK = sessionKey('discord', '100000000000000009');
const PLACE = sessionKey('discord', '100000000000000001');
const HELD = 'run-1/story_02';

const GUEST: Actor = { kind: 'person', id: '5', name: 'Guest', rights: ['talk'], guild: '1' };
/** Manages the public channel, but doesn't see the private one. */
const EDITOR: Actor = { ...GUEST, id: '6', name: 'Ed', rights: ['talk', 'jobs'] };
const MEMBER: Actor = { ...GUEST, id: '7', name: 'Ann' };
const OWNER: Actor = { ...GUEST, id: '8', name: 'Owner', rights: ['talk', 'jobs', 'desk'] };

let world: NewsroomWorld;
let editors: StoryService;
let thread: SessionKey;
let deps: StoryListsDeps;
let written: SessionKey[];
beforeEach(async () => {
  const desk = { discord: '100000000000000009', stories: '100000000000000001' };
  world = new NewsroomWorld({ edition: { desk }, desk: DESK });
  await world.opened(PLACE, { kind: 'forum', guildId: '1' });
  await world.opened(DESK, { kind: 'channel', guildId: '1' });
  const { line, desk: service } = editorsIn(world);
  editors = Object.assign(service, {
    write: async ({ desk: at }: { desk: SessionKey }) => {
      written.push(at);
      return { id: 'run-2/story_01', title: 'Ordered' };
    },
  });
  await world.order('run-1', 2);
  await editors.hold(HELD, { by: 'Ann', atMs: world.clock.now() });
  line.take('run-1');
  await line.idle();
  await world.sendAll();
  thread = (await world.stories.find('run-1/story_01'))!.thread!;
  written = [];
  managed = [];
  deps = {
    editors,
    stories: world.stories,
    guildOf: guildsIn(world.sessions),
    sees: async ({ id }, sessions) => new Set(id === MEMBER.id ? sessions : []),
    leftOut: async (desk) => (desk === DESK ? [{ title: 'The weir', why: 'one outlet', atMs: 0 }] : []),
    clock: world.clock,
    zone: 'UTC',
  };
});
afterEach(() => world.close());

const context = (actor: Actor, session = thread): CommandContext => ({ session, actor, locale: 'en' });

async function toldTo(actor: Actor, session = thread) {
  const around = context(actor, session);
  const choices = (await storyOption(deps).autocomplete?.('', around, {})) ?? [];
  const lists = await Promise.all(storyLists(deps).map(async (list) => (await list.run({}, around)).text));
  const byId = await findStory(deps, around, HELD);
  const byTitle = await findStory(deps, around, (await editors.record(HELD))!.status.title);
  return {
    chosen: choices.map(({ value }) => value).toSorted(),
    waiting: lists[0]?.includes((await editors.record(HELD))!.status.title),
    left: lists[1]?.includes('The weir'),
    byId: byId.kind,
    byTitle: byTitle.kind,
  };
}

const NOTHING = {
  chosen: ['run-1/story_01'],
  waiting: false,
  left: false,
  byId: 'none',
  byTitle: 'none',
};
const ALL = { chosen: ['run-1/story_01', HELD], waiting: true, left: true, byId: 'one', byTitle: 'one' };

it('keeps what a private desk channel has not posted from those who do not see it', async () => {
  expect(await toldTo(GUEST)).toEqual(NOTHING);
  expect(await toldTo(EDITOR)).toEqual(NOTHING);
  expect(await findStory(deps, context(GUEST, PLACE), HELD)).toMatchObject({ kind: 'none' });
});

it('tells it to those who see the channel, to who manages the server, and to the operator', async () => {
  expect(await toldTo(MEMBER)).toEqual(ALL);
  expect(await toldTo(OWNER)).toEqual(ALL);
  expect(await toldTo(GATEWAY)).toEqual(ALL);
  expect(await toldTo(GUEST, DESK)).toEqual(ALL);
});

it('answers of the thread’s own story whoever asks', async () => {
  for (const actor of [GUEST, MEMBER])
    expect(await findStory(deps, context(actor), undefined)).toMatchObject({ id: 'run-1/story_01' });
});

it('orders stories from the channel that somebody sees', async () => {
  await storyWrite(deps).run({ about: 'the ferry' }, context(EDITOR));
  await storyWrite(deps).run({ about: 'the ferry' }, context(OWNER));
  expect(written).toEqual([PLACE, DESK]);
});

let managed: SessionKey[];
const acting = () => ({ ...deps, sees: async ({ id }: Actor) => new Set(id === MEMBER.id ? managed : []) });

it('lets who only sees the channel read, and who also manages its jobs act', async () => {
  const commands = storyCommands(deps as StoryCommandsDeps, acting() as unknown as StoryCommandsDeps);
  const run = async (name: string, options: Options) => {
    const command = commands.find((one) => one.name === name)!;
    return command.run(options, context({ ...MEMBER, rights: ['talk', 'jobs'] })).then(
      ({ text }) => text,
      (error: Error) => `refused: ${error.message}`,
    );
  };
  const { title } = (await editors.record(HELD))!.status;
  expect(await run('story waiting', {})).toContain(title);
  expect(await run('story batch', {})).toContain(title);
  expect(await run('story approve', { story: HELD })).toMatch(/^refused: .*no story/);
  await run('story write', { about: 'the ferry' });
  expect((await editors.record(HELD))?.status.hold).toMatchObject({ kind: 'hold' });
  managed.push(DESK);
  expect(await run('story approve', { story: HELD })).toContain(title);
  await run('story write', { about: 'the ferry' });
  expect((await editors.record(HELD))?.status.hold).toBeUndefined();
  expect(written).toEqual([PLACE, DESK]);
});

it('lets the agent read and act for them in the same way', async () => {
  const { title } = (await editors.record(HELD))!.status;
  const tools: Partial<StoryToolDeps> = {
    askedBack: new AskedBack(memorySessionState(), 'asked back'),
    why: async (record) => ({ record, category: record.status.category }),
    sayWhy: () => 'Why',
    sayDone: (verb) => verb,
  };
  const tool = storyTool({ ...deps, ...tools } as StoryToolDeps, { ...acting(), ...tools } as StoryToolDeps);
  const ask = async (said: string, args: object): Promise<unknown> => {
    const actor: Actor = { ...MEMBER, rights: ['talk', 'jobs'] };
    const turn = { id: said, kind: 'person', text: said, actor };
    const own = { session: thread, actor, said, saidBefore: '', nowMs: world.clock.now() };
    return tool.run(tool.args.parse({ story: HELD, ...args }), { turn, ...own } as ToolContext);
  };
  expect(await ask('why was that picked?', { action: 'why' })).toMatchObject({ said: 'Why' });
  for (const action of ['approve', 'kill', 'hold'] as const)
    await expect(ask(`${action} this story`, { action })).rejects.toThrow('which story?');
  await expect(ask(`approve ${title}`, { action: 'approve', story: title })).rejects.toThrow('which story?');
  expect((await editors.record(HELD))?.status.hold).toMatchObject({ kind: 'hold' });
  managed.push(DESK);
  expect(await ask('approve this story', { action: 'approve' })).toMatchObject({ said: 'approve' });
  expect((await editors.record(HELD))?.status.hold).toBeUndefined();
});

it('tells of a desk outside of Discord to who manages the thread’s channel', async () => {
  const desk = sessionKey('console', 'desk');
  const told = (actor: Actor) => seesDesk(deps, context(actor), desk);
  expect([await told(EDITOR), await told(GUEST), await told(GATEWAY)]).toEqual([true, false, true]);
});
