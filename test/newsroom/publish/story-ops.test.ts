import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storyOps } from '../../../src/newsroom/publish/story-ops.ts';
import { threadName } from '../../../src/newsroom/publish/thread-name.ts';
import { shorten } from '../../../src/newsroom/shorten.ts';
import { wordingOf } from '../../../src/newsroom/wording.ts';
import { Dispatcher } from '../../../src/sessions/dispatcher.ts';
import type { Entry } from '../../../src/sessions/entry.ts';
import type { Sendable } from '../../../src/sessions/op.ts';
import { DESK, NewsroomWorld, aSource } from '../newsroom-world.ts';

type StoryToPost = Parameters<typeof storyOps>[0];

function aStory(change: Partial<StoryToPost> = {}): StoryToPost {
  return {
    id: 'run-1/story_01',
    desk: DESK,
    title: 'Library of Larkmoor reopens',
    category: 'UK News',
    flags: ['developing'],
    threadNameTemplate: '{title}',
    body: 'It reopened on Thursday. [1] Many came. [2]\n\nIt is open four days a week. [2]',
    readMoreUrls: ['https://first.test/1', 'https://second.test/2'],
    readMoreLabel: 'Read more',
    pack: {
      builtAtMs: 0,
      sources: [
        aSource(1, 'https://first.test/1', 'text'),
        aSource(2, 'https://second.test/2', 'text'),
        aSource(3, 'https://third.test/3', '', { usable: false }),
      ],
    },
    languageModel: false,
    wording: wordingOf('en'),
    nowMs: 5,
    ...change,
  };
}

describe('the messages of a story', () => {
  it('are a title, a thread on it, the body and what it stands on', () => {
    const ops = storyOps(aStory());
    expect(ops.map(({ key, lane, spec }) => ({ key, lane, spec }))).toEqual([
      {
        key: 'story:run-1/story_01/title',
        lane: DESK,
        spec: {
          kind: 'post',
          channel: { id: 'desk' },
          text: '**Library of Larkmoor reopens**\nUK News · developing',
        },
      },
      {
        key: 'story:run-1/story_01/thread',
        lane: DESK,
        spec: {
          kind: 'thread',
          channel: { id: 'desk' },
          message: { op: 'story:run-1/story_01/title' },
          name: 'Library of Larkmoor reopens',
        },
      },
      {
        key: 'story:run-1/story_01/chunk_01',
        lane: DESK,
        spec: { kind: 'post', channel: { op: 'story:run-1/story_01/thread' }, text: aStory().body },
      },
      {
        key: 'story:run-1/story_01/links_01',
        lane: DESK,
        spec: {
          kind: 'post',
          channel: { op: 'story:run-1/story_01/thread' },
          text:
            '**Read more**\n<https://first.test/1>\n<https://second.test/2>\n\n' +
            '**Sources**\n[1] Outlet 1 — Report 1 <https://first.test/1>\n[2] Outlet 2 — Report 2 <https://second.test/2>\n\n' +
            '*Written without a language model: sentences are quoted from the sources.*',
        },
      },
    ]);
  });

  it('say nothing about language models when one wrote it', () => {
    expect(JSON.stringify(storyOps(aStory({ languageModel: true })))).not.toContain('language model');
  });

  it('are cut at the borders of paragraphs, under 1,900 characters each', () => {
    const body = Array.from(
      { length: 12 },
      (_, n) => `Paragraph ${n}. ${'Words and more words. '.repeat(20)}[1]`,
    ).join('\n\n');
    const chunks = storyOps(aStory({ body })).filter(({ key }) => key.includes('/chunk_'));
    expect(chunks.length).toBeGreaterThan(2);
    for (const { spec } of chunks) {
      if (spec.kind !== 'post') throw new Error('no post');
      expect(spec.text.length).toBeLessThanOrEqual(1_900);
      expect(spec.text).toMatch(/^Paragraph/);
    }
  });

  it('leave the story in the transcripts of its channel and its thread', async () => {
    const world = new NewsroomWorld();
    const sent: Sendable[] = [];
    const dispatcher = new Dispatcher({
      ops: world.ops,
      outboxes: {
        console: {
          settleMs: 0,
          newest: async () => undefined,
          send: async (op) => ({ kind: 'sent', id: `id-${sent.push(op)}` }),
          readBack: async () => ({ kind: 'absent' }),
        },
      },
      clock: world.clock,
      landed: () => {},
      lost: (op, because) => expect.unreachable(`${op.key}: ${because}`),
      failed: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
    });
    await world.order('run-1', 1);
    const line = world.line({ posted: () => dispatcher.poke() });
    line.take('run-1');
    await line.idle();
    await dispatcher.idle();

    expect(sent.map(({ spec }) => `${spec.kind} in ${spec.channel}`)).toEqual([
      'post in desk',
      'thread in desk',
      'post in id-2',
      'post in id-2',
    ]);
    const entries = (session: string) =>
      (
        world.db.prepare('SELECT entry FROM journal WHERE session = ? ORDER BY seq').all(session) as {
          entry: string;
        }[]
      ).map(({ entry }) => JSON.parse(entry) as Entry);
    const [told] = entries('console:desk');
    expect(told).toMatchObject({ role: 'assistant', meta: { kind: 'story', thread: 'console:id-2' } });
    expect(told?.content).toMatch(/^Volunteers reopen the old library of Larkmoor\n.+\n\(Global News\)$/);
    const thread = entries('console:id-2');
    expect(thread).toHaveLength(2);
    expect(thread[1]?.content).toContain('[1] Outlet 1 — Report 1 <https://first.test/story-1>');
    expect((await world.stories.find('run-1/story_01'))?.thread).toBe('console:id-2');
    world.close();
  });
});

describe('a thread name', () => {
  it('has at most 100 characters and never half of one', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (title) => {
        const name = threadName('{title}', title);
        expect(name.length).toBeLessThanOrEqual(100);
        if (!name.endsWith('…') || name.length === title.length) return;
        const whole = new Set(
          [...graphemes.segment(title.replaceAll(/\s+/gu, ' ').trim())].map(({ segment }) => segment),
        );
        for (const { segment } of graphemes.segment(name.slice(0, -1))) expect(whole).toContain(segment);
      }),
    );
  });

  it('keeps a family together', () => {
    expect(shorten(`${'x'.repeat(95)}👩‍👩‍👧‍👦 and more`, 100)).toBe(`${'x'.repeat(95)}…`);
  });
});
