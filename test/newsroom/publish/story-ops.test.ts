import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storyOps } from '../../../src/newsroom/publish/story-ops.ts';
import { threadName } from '../../../src/newsroom/publish/thread-name.ts';
import { shorten } from '../../../src/text/shorten.ts';
import { wordingOf } from '../../../src/newsroom/edition/wording.ts';
import { linkCitations } from '../../../src/text/citations.ts';
import { Dispatcher } from '../../../src/sessions/dispatcher.ts';
import { sessionKey } from '../../../src/sessions/key.ts';
import type { Sendable } from '../../../src/sessions/op.ts';
import { DESK, NewsroomWorld, aSource } from '../newsroom-world.ts';

type StoryToPost = Parameters<typeof storyOps>[0];

function aStory(change: Partial<StoryToPost> = {}): StoryToPost {
  return {
    id: 'run-1/story_01',
    place: { session: DESK, isForum: false },
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
          previews: false,
          citations: { 1: 'https://first.test/1' },
          card: {
            title: 'Library of Larkmoor reopens',
            line: 'UK News · developing',
            lede: 'It reopened on Thursday. [1]',
            sources: {
              label: 'Sources',
              links: [
                { label: '1 Outlet 1', url: 'https://first.test/1' },
                { label: '2 Outlet 2', url: 'https://second.test/2' },
              ],
            },
            times: [{ label: 'Posted', atMs: 5 }],
          },
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
        spec: {
          kind: 'post',
          channel: { op: 'story:run-1/story_01/thread' },
          text: aStory().body,
          previews: false,
          citations: { 1: 'https://first.test/1', 2: 'https://second.test/2' },
        },
      },
      {
        key: 'story:run-1/story_01/links_01',
        lane: DESK,
        spec: {
          kind: 'post',
          channel: { op: 'story:run-1/story_01/thread' },
          text:
            '**Read more**\nhttps://first.test/1\n<https://second.test/2>\n\n' +
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

  it('are one post of a forum with its tags, where the place is one', () => {
    const place = { session: sessionKey('discord', '100000000000000001'), isForum: true };
    const [forum, chunk, links] = storyOps(aStory({ place, flags: ['developing', 'UK News'] }));
    expect(forum).toMatchObject({
      key: 'story:run-1/story_01/forum',
      lane: place.session,
      spec: {
        kind: 'forum',
        channel: { id: '100000000000000001' },
        name: 'Library of Larkmoor reopens',
        tags: ['UK News', 'developing'],
        text: '**Library of Larkmoor reopens**\nUK News · developing · UK News',
      },
      record: { content: 'Library of Larkmoor reopens\nIt reopened on Thursday.\n(UK News)' },
    });
    for (const op of [chunk!, links!]) {
      expect(op.lane).toBe(place.session);
      expect(op.spec).toMatchObject({ kind: 'post', channel: { op: 'story:run-1/story_01/forum' } });
    }
  });

  it('go to those who follow the channel where the edition wants it, last of all, and never from a forum', () => {
    const publishing = (isForum: boolean) =>
      storyOps(aStory({ place: { session: DESK, isForum }, publishes: true })).at(-1)!;
    expect(publishing(false)).toMatchObject({
      key: 'story:run-1/story_01/publish',
      spec: { kind: 'publish', channel: { id: 'desk' }, message: { op: 'story:run-1/story_01/title' } },
    });
    expect(publishing(true).spec.kind).toBe('post');
    expect(storyOps(aStory()).at(-1)!.spec.kind).toBe('post');
  });

  it('have the tag of what breaks in a forum, by either name, made where it lacks', () => {
    const place = { session: DESK, isForum: true };
    const ops = storyOps(aStory({ place, flags: ['breaking'] }));
    expect(ops[0]!.spec).toMatchObject({ tags: ['UK News', 'breaking', '突發'] });
    expect(ops.at(-1)!.spec).toMatchObject({ kind: 'tags', on: [['breaking', '突發']], off: [] });
  });

  it('leave room for the links of what they cite, and name the addresses', () => {
    const url = `https://outlet.test/${'x'.repeat(300)}`;
    const pack = { builtAtMs: 0, sources: [aSource(1, url, 'text')] };
    const body = 'It is said so, and more is said. [1] '.repeat(30);
    const chunks = storyOps(aStory({ body, pack })).filter(({ key }) => key.includes('/chunk_'));
    expect(chunks.length).toBeGreaterThan(4);
    for (const { spec } of chunks) {
      if (spec.kind !== 'post') throw new Error('no post');
      expect(spec.citations).toEqual({ 1: url });
      expect(linkCitations(spec.text, spec.citations ?? {}).length).toBeLessThanOrEqual(1_900);
      expect(spec.text).not.toContain('http');
    }
  });

  it('find the tag of a category whose name is too long for one by its other names', () => {
    const place = { session: DESK, isForum: true };
    const category = 'UK Parliament / Politics';
    const aliases = ['westminster'];
    expect(storyOps(aStory({ place, category, aliases, flags: [] }))[0]!.spec).toMatchObject({
      tags: [category, 'westminster'],
    });
    expect(storyOps(aStory({ place, aliases, flags: [] }))[0]!.spec).toMatchObject({ tags: ['UK News'] });
  });

  it('find the tag of a category by the name that readers know', () => {
    const place = { session: DESK, isForum: true };
    const category = { name: 'UK News', label: '英國新聞', aliases: [], words: [] };
    const edition = { language: 'zh-Hant-HK' as const, categories: [category] };
    const [forum] = storyOps(aStory({ place, edition, flags: [] }));
    expect(forum!.spec).toMatchObject({ tags: ['UK News', '英國新聞'] });
  });

  it.each([false, true])(
    'have one picture each: the title the first, the thread another (forum: %s)',
    (isForum) => {
      const images = ['chart', 'card'].map((name) => ({
        name: `${name}.png`,
        path: `/pictures/${name}.png`,
        alt: `A ${name}`,
      }));
      const ops = storyOps(aStory({ place: { session: DESK, isForum }, images }));
      const opening = isForum ? ['forum'] : ['title', 'thread'];
      expect(ops.map(({ key }) => key.slice('story:run-1/story_01/'.length))).toEqual([
        ...opening,
        'picture_01',
        'chunk_01',
        'links_01',
      ]);
      expect(ops[0]!.spec).toMatchObject({ files: [images[0]] });
      const picture = ops[opening.length]!;
      expect(picture.spec).toMatchObject({ kind: 'post', text: '', files: [images[1]] });
      expect(picture.record).toMatchObject({ content: 'A card' });
      // Nothing is built on it: a picture that is refused keeps nothing from being sent.
      for (const { spec } of ops) expect(JSON.stringify(spec)).not.toContain('story_01/picture');
    },
  );

  it('are those of its writer where it has posted them, cut where they are too long', () => {
    const messages = ['One.\n\nTwo.', `${'Words and words. '.repeat(130)}\n\nThree.`.trim()];
    const texts = (change: Parameters<typeof aStory>[0]) =>
      storyOps(aStory(change))
        .filter(({ key }) => key.includes('/chunk_'))
        .map(({ spec }) => ('text' in spec ? spec.text : ''));
    const body = messages.join('\n\n');
    expect(texts({ body, messages })).toHaveLength(3);
    expect(texts({ body, messages })[0]).toBe('One.\n\nTwo.');
    // A body that is another has none of their borders.
    expect(texts({ body: 'One.\n\nTwo.\n\nThree.', messages: ['One.', 'Two.'] })).toEqual([
      'One.\n\nTwo.\n\nThree.',
    ]);
  });

  it('have their pictures and buttons with the title, in a channel and in a forum', () => {
    const images = [{ name: 'library.jpg', path: '/pictures/library.jpg', alt: 'The library' }];
    const commands = new Set(['story why']);
    const buttons = [{ label: 'Why', command: 'story why', options: { story: 'run-1/story_01' } }];
    for (const isForum of [true, false]) {
      const place = { session: DESK, isForum };
      const [title, ...others] = storyOps(aStory({ place, images, commands }));
      expect(title!.spec).toMatchObject({ files: images, buttons });
      expect(JSON.stringify(others)).not.toMatch(/library\.jpg|story why/);
      expect(title!.spec).toMatchObject({ card: { menu: { choices: [{ command: 'story why' }] } } });
      expect(storyOps(aStory({ place }))[0]!.spec).not.toHaveProperty('buttons');
    }
  });

  it('are recorded once, pictures and all', async () => {
    const world = new NewsroomWorld();
    await world.opened(DESK);
    const images = [{ name: 'library.jpg', path: '/pictures/library.jpg' }];
    await world.ops.put(storyOps(aStory({ images })));
    await world.ops.put(storyOps(aStory({ images: [{ name: 'other.jpg', path: '/pictures/other.jpg' }] })));
    const sent = await world.sendAll();
    expect(sent).toHaveLength(4);
    expect(sent[0]!.spec).toMatchObject({ files: images });
    world.close();
  });

  it.each([true, false])('unfold one link only: the first to read more (forum: %s)', (isForum) => {
    const readMoreUrls = Array.from({ length: 5 }, (_, n) => `https://outlet-${n}.test/story`);
    const sources = Array.from({ length: 30 }, (_, n) =>
      aSource(n + 1, `https://outlet-${n}.test/story`, 'text', {
        title: 'A long title of a report '.repeat(8),
      }),
    );
    const body = 'It is said at https://hidden.test/page that it reopened. [1]\n\n'.repeat(60);
    const ops = storyOps(
      aStory({ place: { session: DESK, isForum }, readMoreUrls, body, pack: { builtAtMs: 0, sources } }),
    );
    const unfolding = ops.flatMap(({ spec }) =>
      'text' in spec && spec.previews !== false ? [...spec.text.matchAll(/(?<!<)https?:\/\/[^\s>]+/g)] : [],
    );
    expect(unfolding.map(String)).toEqual(['https://outlet-0.test/story']);
    const bare = ops
      .filter(({ key }) => key.includes('/links_'))
      .flatMap(({ spec }) => ('text' in spec ? [...spec.text.matchAll(/(?<!<)https?:\/\/[^\s>]+/g)] : []));
    expect(bare).toHaveLength(1);
  });

  it('fit on Discord in any script, names with emoji too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('en', 'zh-Hant-HK'),
        fc.boolean(),
        fc.array(
          fc.constantFrom(
            '圖書館重開。',
            'The library reopens. ',
            '👩‍👩‍👧‍👦',
            '🇭🇰',
            '\n\n',
            '```\ncode\n```\n',
            '[1]',
          ),
          {
            minLength: 1,
            maxLength: 400,
          },
        ),
        fc.array(fc.constantFrom('突發', 'breaking', '👨‍🚀'.repeat(40)), { maxLength: 9 }),
        (language, isForum, words, flags) => {
          const text = words.join('');
          const place = { session: DESK, isForum };
          const title = text.trim() || 'Title';
          for (const { spec } of storyOps(
            aStory({ place, title, body: text, flags, wording: wordingOf(language) }),
          )) {
            if ('text' in spec) expect(spec.text.length).toBeLessThanOrEqual(1_900);
            if ('name' in spec) {
              expect(spec.name.length).toBeLessThanOrEqual(100);
              expect(spec.name).not.toMatch(/\p{Cs}/u);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
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
      lost: (op, { because }) => expect.unreachable(`${op.key}: ${because}`),
      failed: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
    });
    await world.order('run-1', 1);
    const line = world.line({ posted: () => dispatcher.poke() });
    line.take('run-1');
    await line.idle();
    await dispatcher.idle();

    const ofStory = sent.filter(({ key }) => key.startsWith('story:'));
    expect(ofStory.map(({ spec }) => `${spec.kind} in ${spec.channel}`)).toEqual([
      'post in desk',
      'thread in desk',
      'post in id-3',
      'post in id-3',
    ]);
    const told = (await world.entries(sessionKey('console', 'desk'))).find(
      ({ meta }) => meta?.kind === 'story',
    );
    expect(told).toMatchObject({ role: 'assistant', meta: { kind: 'story', thread: 'console:id-3' } });
    expect(told?.content).toMatch(/^Volunteers reopen the old library of Larkmoor\n.+\n\(Global News\)$/);
    const thread = await world.entries(sessionKey('console', 'id-3'));
    expect(thread).toHaveLength(2);
    expect(thread[1]?.content).toContain('[1] Outlet 1 — Report 1 <https://first.test/story-1>');
    expect((await world.stories.find('run-1/story_01'))?.thread).toBe('console:id-3');
    world.close();
  });
});

describe('a thread name', () => {
  it('has at most 100 characters and never half of one', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (title) => {
        const second = threadName('{title}', title, 100, 1);
        expect([...second].length).toBeLessThanOrEqual(100);
        expect(second).toMatch(/ \(2\)$/u);
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
