import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storyTools } from '../../../src/newsroom/ask/story-tools.ts';
import { guildsIn } from '../../../src/desk/guild-reach.ts';
import { lookUp } from '../../../src/newsroom/sources/look-up.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { SessionKey } from '../../../src/sessions/key.ts';
import type { ToolContext } from '../../../src/sessions/tool.ts';
import { DESK, NewsroomWorld } from '../newsroom-world.ts';

const THREAD = sessionKey('console', 'thread-1');
let world: NewsroomWorld;
beforeEach(async () => {
  world = new NewsroomWorld();
  await world.order('run-1', 2);
  const line = world.line();
  line.take('run-1');
  await line.idle();
  world.db.prepare("UPDATE stories SET thread = ? WHERE id = 'run-1/story_01'").run(THREAD);
});
afterEach(() => world.close());

interface Found {
  readonly scope: string;
  readonly passages: readonly { readonly url: string; readonly quote: string }[];
  readonly stories?: readonly object[];
}

function call(name: string, args: unknown, session: SessionKey): Promise<unknown> {
  const tool = storyTools({
    stories: world.stories,
    lookUp,
    guildOf: guildsIn(world.sessions),
    zone: 'Europe/London',
  }).find((it) => it.name === name)!;
  return tool.run(tool.args.parse(args), { session, nowMs: world.clock.now() } as ToolContext);
}

describe('look_up', () => {
  it("answers in a story's thread from that story's sources", async () => {
    const answer = (await call('look_up', { question: 'How much did the council give?' }, THREAD)) as Found;
    expect(answer).toMatchObject({
      scope: 'story',
      story: { title: 'Volunteers reopen the old library of Larkmoor', thread: THREAD },
    });
    expect(answer.passages.length).toBeGreaterThan(0);
    for (const { url } of answer.passages) expect(url).toMatch(/story-1$/);
    expect(answer.passages.map(({ quote }) => quote).join()).toContain('£48,000');
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

describe('stories', () => {
  it.each([DESK, THREAD])('lists what the channel posted, in %s', async (session) => {
    expect(await call('stories', {}, session)).toMatchObject({
      stories: [
        { title: 'Volunteers reopen the old harbour of Larkmoor', category: 'Global News' },
        {
          title: 'Volunteers reopen the old library of Larkmoor',
          thread: THREAD,
          postedAt: 'Fri 20 Nov, 07:00',
        },
      ],
    });
  });
});
