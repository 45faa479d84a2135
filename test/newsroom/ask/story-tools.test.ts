import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyTools } from '../../../src/newsroom/ask/story-tools.ts';
import { guildsIn } from '../../../src/sessions/guilds.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { SessionKey } from '../../../src/sessions/key.ts';
import type { ToolContext } from '../../../src/sessions/tool.ts';
import { DESK, NewsroomWorld } from '../newsroom-world.ts';

import { threadLink } from '../../../src/newsroom/model/thread-link.ts';
const THREAD = sessionKey('console', 'thread-1');
let world: NewsroomWorld;
beforeEach(async () => {
  world = new NewsroomWorld();
  await world.order('run-1', 2);
  const line = world.line();
  line.take('run-1');
  await line.idle();
  const session = { key: DESK, origin: { channel: 'console', chatId: 'desk' } };
  const opens = { key: THREAD, origin: { channel: 'console', chatId: 'thread-1' }, title: 'The thread' };
  await world.ops.sent('story:run-1/story_01/thread', 'thread-1', { session, opens }, world.clock.now());
});
afterEach(() => world.close());

interface Found {
  readonly scope: string;
  readonly story?: object;
  readonly withdrawn?: readonly object[];
  readonly updates?: readonly object[];
  readonly passages: readonly { readonly url: string; readonly quote: string }[];
  readonly stories?: readonly object[];
  readonly begins?: readonly { readonly url: string }[];
}

function call(name: string, args: unknown, session: SessionKey): Promise<unknown> {
  const tool = storyTools({
    sees: async (_, sessions) => new Set(sessions),
    stories: world.stories,
    actions: world.actions,
    lookUp,
    guildOf: guildsIn(world.sessions),
    edition: world.edition,
    zone: 'Europe/London',
  }).find((it) => it.name === name)!;
  return tool.run(tool.args.parse(args), { session, turn: {}, nowMs: world.clock.now() } as ToolContext);
}

describe('look_up', () => {
  it("answers in a story's thread from that story's sources", async () => {
    const answer = (await call('look_up', { question: 'How much did the council give?' }, THREAD)) as Found;
    expect(answer).toMatchObject({
      scope: 'story',
      story: { title: 'Volunteers reopen the old library of Larkmoor', thread: threadLink(THREAD) },
    });
    expect(answer.passages.length).toBeGreaterThan(0);
    for (const { url } of answer.passages) expect(url).toMatch(/story-1$/);
    expect(answer.passages.map(({ quote }) => quote).join()).toContain('£48,000');
  });

  it('tells in a thread how its sources begin where the question has no word of theirs', async () => {
    const answer = (await call('look_up', { question: 'What is this about?' }, THREAD)) as Found;
    expect(answer.passages.length).toBeGreaterThan(0);
    for (const { url } of answer.passages) expect(url).toMatch(/story-1$/);
    expect(await call('look_up', { question: 'What is this about?' }, DESK)).toMatchObject({ passages: [] });
  });

  it('answers in the channel from the stories of the last two days, and names them', async () => {
    const answer = (await call('look_up', { question: 'Who reopened the harbour?' }, DESK)) as Found;
    expect(answer.scope).toBe('recent');
    expect(answer.passages[0]?.url).toBe('https://first.test/story-2');
    expect(answer.stories?.[0]).toEqual({
      title: 'Volunteers reopen the old harbour of Larkmoor',
      url: 'https://first.test/story-2',
      thread: null,
    });
    expect(answer).toMatchObject({ languages: ['en'] });
    for (const { url } of answer.begins ?? []) expect(url).toMatch(/story-2$/);
    expect(answer.begins?.length).toBeGreaterThan(0);
  });

  it('lists the stories of the days that are named, and says which can be', async () => {
    expect(await call('stories', { when: 'last week' }, DESK)).toMatchObject({ stories: [] });
    const today = (await call('stories', { when: 'today' }, DESK)) as Found;
    expect(today.stories).toEqual(((await call('stories', {}, DESK)) as Found).stories);
    await expect(call('stories', { when: 'soon' }, DESK)).rejects.toThrow(
      'no such day: "soon"; allowed: yesterday, on Friday, last week, 2026-11-20',
    );
  });

  it("tells nothing of another channel's stories", async () => {
    const answer = await call(
      'look_up',
      { question: 'Who reopened the harbour?' },
      sessionKey('console', 'elsewhere'),
    );
    expect(answer).toEqual({ scope: 'recent', passages: [], stories: [] });
  });
});

describe('what editors did with a story since', () => {
  const LIBRARY = 'run-1/story_01';
  const act = (story: string, kind: 'correct' | 'hold' | 'approve' | 'kill', said: object = {}) =>
    world.actions.act({ story, kind, by: 'Ann', atMs: world.clock.now(), ...said }, () => ({}));
  const ask = (session: SessionKey, question = 'How much did the council give?') =>
    call('look_up', { question }, session) as Promise<Found>;

  it('is told beside the passages: corrections in the words of the editor, and that it is being checked', async () => {
    await act(LIBRARY, 'correct', { text: 'The council gave £58,000.' });
    await act(LIBRARY, 'hold', { why: 'the mayor rang' });
    const answer = await ask(THREAD);
    expect(answer.story).toMatchObject({
      corrections: [{ by: 'Ann', at: 'Fri 20 Nov, 07:00', text: 'The council gave £58,000.' }],
      being_checked: { by: 'Ann', why: 'the mayor rang' },
    });
    expect(answer.passages.length).toBeGreaterThan(0);
    expect((await ask(DESK, 'Who reopened the library?')).stories).toContainEqual(
      expect.objectContaining({
        title: 'Volunteers reopen the old library of Larkmoor',
        corrections: [expect.objectContaining({ text: 'The council gave £58,000.' })],
      }),
    );
    expect(await call('stories', {}, THREAD)).toMatchObject({
      stories: [{}, { corrections: [{ by: 'Ann' }] }],
    });
    await act(LIBRARY, 'approve');
    expect((await ask(THREAD)).story).not.toHaveProperty('being_checked');
  });

  it.each([THREAD, DESK])(
    'of a withdrawn story nothing is quoted in %s; that and why is told',
    async (session) => {
      await act(LIBRARY, 'kill', { why: 'it names a minor' });
      const answer = await ask(session);
      expect(JSON.stringify(answer.passages)).not.toContain('story-1');
      const told = session === THREAD ? answer.story : answer.withdrawn?.[0];
      expect(told).toMatchObject({
        title: 'Volunteers reopen the old library of Larkmoor',
        withdrawn: { by: 'Ann', at: 'Fri 20 Nov, 07:00', why: 'it names a minor' },
      });
      expect(await call('stories', {}, session)).toMatchObject({
        stories: [{}, { withdrawn: { by: 'Ann' } }],
      });
    },
  );

  it("a thread's updates are searched and told with it, until they are withdrawn", async () => {
    const told = (await world.stories.find('run-1/story_02'))!;
    await world.stories.unpublish(told.id, []);
    await world.stories.publish({ ...told, updateOf: LIBRARY }, []);
    const [update] = (await ask(THREAD, 'Who reopened the harbour?')).updates ?? [];
    expect(update).toMatchObject({
      title: 'Volunteers reopen the old harbour of Larkmoor',
      postedAt: 'Fri 20 Nov, 07:00',
      text: expect.stringContaining('harbour') as string,
    });
    expect(JSON.stringify((await ask(THREAD, 'Who reopened the harbour?')).passages)).toContain('story-2');
    // However many stories the channel posts after it.
    for (let n = 1; n <= 50; n++)
      await world.stories.publish(
        { ...told, id: `run-2/story_${n}`, publishedAtMs: told.publishedAtMs + n },
        [],
      );
    expect((await ask(THREAD, 'Who reopened the harbour?')).updates).toEqual([update]);
    await act('run-1/story_02', 'kill');
    const after = await ask(THREAD, 'Who reopened the harbour?');
    expect(after.updates?.[0]).not.toHaveProperty('text');
    expect(JSON.stringify(after.passages)).not.toContain('story-2');
  });
});

describe('stories', () => {
  it.each([DESK, THREAD])('lists what the channel posted, in %s', async (session) => {
    expect(await call('stories', {}, session)).toMatchObject({
      today: 2,
      stories: [
        { title: 'Volunteers reopen the old harbour of Larkmoor', category: 'Global News' },
        {
          title: 'Volunteers reopen the old library of Larkmoor',
          thread: threadLink(THREAD),
          postedAt: 'Fri 20 Nov, 07:00',
        },
      ],
    });
  });

  it('counts those of today', async () => {
    await world.clock.advance(24 * 3_600_000);
    const listed = await call('stories', {}, DESK);
    expect(listed).toMatchObject({ today: 0, stories: [{}, {}] });
  });
});
