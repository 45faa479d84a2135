import { describe, expect, it } from 'vitest';
import { liveBatch } from '../../../src/newsroom/views/live-batch.ts';
import type { BatchState, BatchStory } from '../../../src/newsroom/views/live-batch.ts';

const RETRY = new Set(['story retry']);

type Stage = BatchStory extends infer One
  ? One extends BatchStory
    ? Omit<One, 'id' | 'title'>
    : never
  : never;

const story = (n: number, stage: Stage): BatchStory =>
  ({ id: `run-1/story_0${n}`, title: `Title ${n}`, ...stage }) as BatchStory;
const batch = (...stories: BatchStory[]): BatchState => ({ stories, by: [] });
const failed = (n: number, because = 'the model refused') =>
  story(n, { stage: 'unposted', because, canRetry: true });

const MIXED = batch(
  story(1, { stage: 'posted', link: '<#123>' }),
  story(2, { stage: 'writing' }),
  story(3, { stage: 'waiting', waits: { kind: 'hold', by: 'Anna' } }),
  failed(4),
  story(5, { stage: 'next' }),
);
const OVER = batch(
  story(1, { stage: 'posted', link: '<#123>' }),
  story(2, { stage: 'posted' }),
  story(3, { stage: 'unposted', because: 'posted already: "Ferry"' }),
);

describe('the message of a batch', () => {
  it('says what is planned, and by whom', () => {
    const planned = batch(story(1, { stage: 'next' }), story(2, { stage: 'next' }));
    expect(liveBatch(planned, 'en', RETRY)).toEqual({
      text: 'Planned: 2 stories.\n- Title 1\n- Title 2',
      buttons: [],
    });
    const ordered = { ...batch(story(1, { stage: 'next' })), by: ['Anna'] };
    expect(liveBatch(ordered, 'en', RETRY).text).toBe('Planned: 1 story, ordered by Anna.\n- Title 1');
    expect(liveBatch(ordered, 'zh-Hant-HK', RETRY).text).toBe('計劃：1篇報道，由 Anna 訂稿。\n- Title 1');
  });

  it('says who let a story go that waited', () => {
    const posted = batch(story(1, { stage: 'posted', link: '<#123>', approvedBy: 'Anna\nBell' }));
    expect(liveBatch(posted, 'en', RETRY).text).toBe(
      '1 of 1 story posted.\nPosted: "Title 1" → <#123>, approved by Anna Bell',
    );
    expect(liveBatch(posted, 'zh-Hant-HK', RETRY).text).toContain('→ <#123>，由 Anna Bell 批准');
  });

  it('says of each story how far it has come, and why it is not posted', () => {
    expect(liveBatch(MIXED, 'en', RETRY)).toEqual({
      text: [
        'Writing 4 of 5:',
        'Posted: "Title 1" → <#123>',
        'Writing: "Title 2"',
        'Waiting: "Title 3" is held by Anna',
        'Not posted: "Title 4": the model refused',
        'Next: "Title 5"',
      ].join('\n'),
      buttons: [
        {
          label: 'Retry: Title 4',
          style: 'plain',
          command: 'story retry',
          options: { story: 'run-1/story_04' },
        },
      ],
    });
    const chinese = liveBatch(MIXED, 'zh-Hant-HK', RETRY);
    expect(chinese.text).toBe(
      [
        '正在撰寫第4篇，共5篇：',
        '已發佈：「Title 1」 → <#123>',
        '撰寫中：「Title 2」',
        '等候中：「Title 3」由Anna暫緩發佈',
        '未能發佈「Title 4」：the model refused',
        '待寫：「Title 5」',
      ].join('\n'),
    );
    expect(chinese.buttons[0]?.label).toBe('重試：Title 4');
  });

  it('is the report at the end, and offers what somebody listens to', () => {
    expect(liveBatch(OVER, 'en', RETRY)).toEqual({
      text: '2 of 3 stories posted.\nPosted: "Title 1" → <#123>\nPosted: "Title 2"\nNot posted: "Title 3": posted already: "Ferry"',
      buttons: [],
    });
    expect(liveBatch(OVER, 'zh-Hant-HK', RETRY).text).toMatch(/^3篇報道中已發佈2篇。\n/u);
    expect(liveBatch(batch(failed(1)), 'en', new Set()).buttons).toEqual([]);
    const waiting = batch(OVER.stories[0]!, MIXED.stories[2]!);
    expect(liveBatch(waiting, 'en', RETRY).text).toMatch(/^1 of 2 stories posted, 1 waiting\.\n/);
  });

  it('says that a story was ordered anew, and what keeps the batch from going on', () => {
    const retried = story(1, {
      stage: 'unposted',
      because: 'the model refused',
      retried: { by: 'Anna', when: 'Fri 20 Nov, 07:05' },
    });
    expect(liveBatch({ ...batch(retried), stuck: 'ENOSPC:\nno space' }, 'en', RETRY)).toEqual({
      text: [
        '0 of 1 story posted.',
        'Not posted: "Title 1": the model refused',
        'Ordered anew by Anna, Fri 20 Nov, 07:05.',
        "It can't go on for now, and is tried again until it can: ENOSPC: no space",
      ].join('\n'),
      buttons: [],
    });
  });

  it('has five buttons at most, and names the command for the others', () => {
    const { text, buttons } = liveBatch(batch(...[1, 2, 3, 4, 5, 6, 7].map((n) => failed(n))), 'en', RETRY);
    expect(buttons.map(({ label }) => label)).toEqual([1, 2, 3, 4, 5].map((n) => `Retry: Title ${n}`));
    expect(text.split('\n').at(-1)).toBe('The others that failed: /story retry.');
  });

  it('is one message however much there is to say: reasons give way first, what needs somebody last', () => {
    const long = batch(
      ...Array.from({ length: 20 }, (_, n) => story(n, { stage: 'posted', link: '<#1>' })).map((it) => ({
        ...it,
        title: 'A title of many words '.repeat(9),
      })),
      ...[21, 22, 23].map((n) => failed(n, 'a reason that goes on and on '.repeat(60))),
    );
    for (const language of ['en', 'zh-Hant-HK'] as const) {
      const { text } = liveBatch(long, language, RETRY);
      expect(text.length).toBeLessThanOrEqual(1_900);
      for (const n of [21, 22, 23]) expect(text).toContain(`Title ${n}`);
      expect(text).toMatch(/… and \d+ more\.|另有\d+篇/);
    }
    expect(liveBatch(batch(failed(1, 'why '.repeat(900))), 'en', RETRY).text.length).toBeLessThan(600);
  });
});
