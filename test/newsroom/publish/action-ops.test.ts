import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EditorialAction } from '../../../src/newsroom/model/editorial-action.ts';
import { shownAction } from '../../../src/newsroom/publish/action-ops.ts';
import { storyButtons } from '../../../src/newsroom/publish/story-buttons.ts';
import type { PublishedStory } from '../../../src/newsroom/model/story-book.ts';
import { wordingOf } from '../../../src/newsroom/edition/wording.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { NewOp } from '../../../src/sessions/op.ts';
import { NewsroomWorld } from '../newsroom-world.ts';

const CHANNEL = sessionKey('discord', '100000000000000001');
const DESK = sessionKey('discord', '100000000000000009');
const LONDON = { language: 'en', zone: 'Europe/London' } as const;
const commands = new Set(['story sources']);
const buttons = storyButtons('run-1/story_01', wordingOf('en'), commands);

let world: NewsroomWorld;
beforeEach(() => {
  const desk = { discord: '100000000000000009', stories: '100000000000000001' };
  world = new NewsroomWorld({ edition: { desk }, desk: DESK });
});
afterEach(() => world.close());

/** A story that was posted and sent. */
async function posted(kind: 'forum' | 'channel'): Promise<PublishedStory> {
  await world.opened(CHANNEL, { kind, guildId: '1' });
  await world.order('run-1', 1);
  const line = world.line();
  line.take('run-1');
  await line.idle();
  await world.sendAll();
  return (await world.stories.find('run-1/story_01'))!;
}

const at = (hour: number, minute: number, day = 20) => Date.UTC(2026, 10, day, hour, minute);

interface Told {
  readonly story: PublishedStory;
  readonly atMs: number;
  readonly text: string;
  readonly earlier: readonly { readonly atMs: number; readonly text: string }[];
  readonly edition: { readonly language: 'en' | 'zh-Hant-HK'; readonly zone: string };
}

function correctionOps({ story, atMs, text, earlier, edition }: Told): readonly NewOp[] {
  const actions = [...earlier, { atMs, text }].map((said, at): EditorialAction => ({
    story: story.id,
    by: 'Anna',
    kind: 'correct',
    n: at + 1,
    ...said,
  }));
  return shownAction({ story, actions, action: actions.at(-1)!, edition, commands }).ops!;
}

function textOf({ spec }: NewOp): string {
  return 'text' in spec ? spec.text : '';
}

describe('a correction', () => {
  it.each([
    ['channel', { channel: '100000000000000001', message: '1000' }, '1002'],
    ['forum', { channel: '1000', message: '1000' }, '1000'],
  ] as const)('is shown under the title in a %s and told in the thread', async (kind, target, thread) => {
    const story = await posted(kind);
    const correction = { atMs: at(14, 5), text: 'It was 12%, not 21%.' };
    await world.ops.put(correctionOps({ story, ...correction, earlier: [], edition: LONDON }));
    const sent = await world.sendAll();
    expect(world.failures).toEqual([]);
    expect(sent.map(({ key, lane, spec }) => ({ key, lane, spec }))).toEqual([
      {
        key: 'story:run-1/story_01/deed_1/title',
        lane: CHANNEL,
        spec: {
          kind: 'edit',
          ...target,
          text: `**${story.title}**\nGlobal News\nCorrected 14:05: It was 12%, not 21%.`,
          previews: false,
          buttons,
          citations: { 1: story.primaryUrl },
          card: {
            title: story.title,
            line: 'Global News',
            notes: [`Corrected {time:${correction.atMs}}: It was 12%, not 21%.`],
            lede: expect.stringMatching(/ \[1\]$/) as string,
            sources: {
              label: 'Sources',
              links: story.pack.sources.map(({ n, url }) => ({ label: `${n} Outlet ${n}`, url })),
            },
            times: [
              { label: 'Posted', atMs: story.publishedAtMs },
              { label: 'Corrected by Anna', atMs: correction.atMs },
            ],
            buttons,
          },
        },
      },
      {
        key: 'story:run-1/story_01/deed_1/post_01',
        lane: CHANNEL,
        spec: {
          kind: 'post',
          channel: thread,
          text: 'Corrected 14:05 by Anna: It was 12%, not 21%.',
          previews: false,
        },
      },
      ...(kind === 'forum'
        ? [
            {
              key: 'story:run-1/story_01/deed_1/tags',
              lane: CHANNEL,
              spec: { kind: 'tags', channel: thread, on: [['corrected', '更正', '已更正']], off: [] },
            },
          ]
        : []),
    ]);
    expect((await world.entries(sessionKey('discord', thread))).at(-1)).toMatchObject({
      role: 'assistant',
      content: 'Corrected 14:05 by Anna: It was 12%, not 21%.',
      meta: { kind: 'story', story: 'run-1/story_01' },
    });
  });

  it('has a number of its own, so that a second one repeats no key, and shows those before it', async () => {
    const story = await posted('channel');
    const first = { atMs: at(14, 5), text: 'It was 12%.' };
    const second = { atMs: at(9, 30, 21), text: 'It was\n12.5%.' };
    const once = correctionOps({ story, ...first, earlier: [], edition: LONDON });
    const twice = correctionOps({ story, ...second, earlier: [first], edition: LONDON });
    expect(new Set([...once, ...twice].map(({ key }) => key)).size).toBe(4);
    expect(textOf(twice[0]!)).toMatch(
      /\nCorrected 14:05: It was 12%\.\nCorrected Sat 21 Nov, 09:30: It was 12\.5%\.$/,
    );
    await world.ops.put(once);
    await world.ops.put(once);
    expect(await world.sendAll()).toHaveLength(2);
  });

  it("is told in the edition's language and zone", async () => {
    const story = await posted('channel');
    const [edit, post] = correctionOps({
      story,
      atMs: at(14, 5),
      text: '應為百分之十二。',
      earlier: [],
      edition: { language: 'zh-Hant-HK', zone: 'Asia/Hong_Kong' },
    });
    expect(textOf(post!)).toBe('更正（Anna，22:05）：應為百分之十二。');
    expect(textOf(edit!)).toContain('更正（22:05）：應為百分之十二。');
  });

  it('stays under 2,000 characters in the title post, however long and many they are', async () => {
    const story = { ...(await posted('channel')), title: '👩‍👩‍👧‍👦'.repeat(100), flags: ['x'.repeat(900)] };
    const long = { atMs: at(14, 5), text: 'Not so. '.repeat(800) };
    const [edit, ...posts] = correctionOps({
      story,
      ...long,
      earlier: Array.from({ length: 9 }, () => long),
      edition: LONDON,
    });
    for (const op of [edit!, ...posts]) expect(textOf(op).length).toBeLessThanOrEqual(1_900);
    expect(posts.length).toBeGreaterThan(3);
    expect(posts.every(({ key }) => key.startsWith('story:run-1/story_01/deed_10/post_'))).toBe(true);
  });
});
