import { describe, expect, it } from 'vitest';
import type { SeenStory } from '../../src/newsroom/model/editorial-action-book.ts';
import type { PublishedStory } from '../../src/newsroom/model/story-book.ts';
import { storyOpKey } from '../../src/newsroom/publish/title-post.ts';
import { message } from '../support/inbound.ts';
import type { Engine, OpenEngine } from './engine.ts';
import { CHANNEL, closing, entry, mark, openPlace, post, started, unwritable, unwritten } from './given.ts';
import { action, receipt, run, story } from './given-stories.ts';

const key = (name: string, part: string) => storyOpKey(`r1/${name}`, part);

/** The messages of a story: its title, the thread on it, and what is posted there. */
const messages = (name: string, parts = 1) => [
  post(key(name, 'title'), CHANNEL),
  post(key(name, 'thread'), CHANNEL, {
    spec: { kind: 'thread', channel: { id: '100' }, message: { op: key(name, 'title') }, name: 'T' },
  }),
  ...Array.from({ length: parts }, (_, n) =>
    post(key(name, `chunk_${n}`), CHANNEL, {
      spec: { kind: 'post', channel: { op: key(name, 'thread') }, text: 'x' },
    }),
  ),
];

/** What every book of actions keeps to. */
export function describeEditorialActionBook(open: OpenEngine): void {
  const published = async (...names: readonly string[]): Promise<Engine> => {
    const engine = await open();
    await openPlace(engine, CHANNEL);
    for (const name of names) await engine.stories.publish(story(name), messages(name));
    return engine;
  };
  const sent = ({ ops }: Engine, op: string) =>
    ops.sent(op, 'm1', { session: { key: CHANNEL, origin: { channel: 'discord', chatId: '100' } } }, 150);
  /** A story as whoever acts on it sees it now. */
  const seenOf = async ({ actions }: Engine, name: string): Promise<SeenStory> => {
    let seen: SeenStory | undefined;
    await actions.act(action(name, 'hold'), (as) => void (seen = as));
    return seen!;
  };

  describe('an editorial action', () => {
    it('is numbered within its story, and kept as it was done', async () => {
      const engine = await open();
      const hold = action('a', 'hold', { why: 'a doubt', untilMs: 900 });
      expect(await engine.actions.act(hold, () => ({}))).toEqual({ ...hold, n: 1 });
      expect(await engine.actions.act(action('b', 'hold'), () => ({}))).toMatchObject({ n: 1 });
      expect(await engine.actions.act(action('a', 'approve'), () => ({}))).toMatchObject({ n: 2 });
      const { actions } = await engine.restart();
      expect(await actions.of('r1/a')).toEqual([
        { ...hold, n: 1 },
        { ...action('a', 'approve'), n: 2 },
      ]);
      expect(await actions.of('r1/never')).toEqual([]);
    });

    it('is written down with what is to be done after it, or neither is', async () => {
      const engine = await open();
      const task = (n: number) => ({ task: 'look', key: 'a', payload: { n }, runAtMs: 5 });
      await engine.actions.act(action('a', 'hold', { key: 'k' }), () => ({ tasks: [task(1)] }));
      await engine.actions.act(action('a', 'hold', { key: 'k' }), () => ({ tasks: [task(2)] }));
      await engine.actions.act(action('a', 'kill'), () => undefined);
      const refused = engine.actions.act(action('a', 'kill'), () => {
        throw new Error('no');
      });
      await expect(refused).rejects.toThrow('no');
      const { tasks } = await engine.restart();
      const due = await tasks.due({ names: ['look'], busy: [], nowMs: 5, limit: 9 });
      expect(due.map(({ payload }) => payload)).toEqual([{ n: 1 }]);
    });

    it('is done once a key, decided once, whoever asks again and for what', async () => {
      const { actions } = await open();
      let decided = 0;
      const press = (kind: 'hold' | 'kill') =>
        actions.act(action('a', kind, { key: 'press 1' }), () => {
          decided += 1;
          return { ops: [] };
        });
      const both = await Promise.all([press('hold'), press('hold')]);
      expect(both.map((done) => done?.n)).toEqual([1, 1]);
      // An engine may decide again what collided with another; what is done already is not decided any more.
      const before = decided;
      expect(await press('kill')).toMatchObject({ kind: 'hold', n: 1 });
      expect(decided).toBe(before);
      expect(await actions.act(action('b', 'hold', { key: 'press 1' }), () => ({}))).toMatchObject({
        story: 'r1/b',
      });
    });

    it('is not done when there is nothing to do', async () => {
      const { actions } = await open();
      expect(await actions.act(action('a', 'hold'), () => undefined)).toBeUndefined();
      expect(await actions.of('r1/a')).toEqual([]);
    });

    it('has all that follows from it in the same transaction', async () => {
      const engine = await published('a');
      const begun = await started(engine, message('m1'));
      const done = await engine.actions.act(
        action('a', 'correct', { key: 'k' }),
        () => ({
          ops: [post('edit', CHANNEL)],
          withdrawn: [key('a', 'chunk_0')],
          remembered: [{ session: CHANNEL, entry: entry('corrected') }],
          run: run('r2'),
          actions: [action('z', 'approve')],
          text: 'what is right',
        }),
        mark(begun, 1, 'corrected a'),
      );
      expect(done).toMatchObject({ kind: 'correct', text: 'what is right', n: 1 });
      const again = await engine.restart();
      expect(await again.ops.find('edit')).toMatchObject({ state: 'ready' });
      expect(await again.ops.find(key('a', 'chunk_0'))).toMatchObject({ state: 'failed' });
      expect(await unwritten(again, CHANNEL)).toEqual(['corrected']);
      expect(await again.stories.run('r2')).toEqual(run('r2'));
      expect(await again.actions.of('r1/z')).toHaveLength(1);
      const { cutOff } = await again.turns.recover({ nowMs: 20, personMaxAgeMs: 99 });
      expect(cutOff.map(({ effects }) => effects)).toEqual([['corrected a']]);
    });

    it('is undone with all that follows, by what its decision throws, or when its turn runs no more', async () => {
      const engine = await published('a');
      const begun = await started(engine, message('m1'));
      await engine.turns.commit(closing(begun));
      const outcome = {
        ops: [post('edit', CHANNEL)],
        withdrawn: [key('a', 'chunk_0')],
        remembered: [{ session: CHANNEL, entry: entry('corrected') }],
        run: run('r2'),
        actions: [action('z', 'approve')],
      };
      const failing = [
        engine.actions.act(action('a', 'correct'), () => {
          throw new Error('it was killed');
        }),
        engine.actions.act(action('a', 'correct'), () => outcome, mark(begun)),
        engine.actions.act(action('a', 'correct'), () => ({
          ...outcome,
          ops: [...outcome.ops, unwritable('b')],
        })),
      ];
      const reasons = (await Promise.allSettled(failing)).map(
        (ending) => ending.status === 'rejected' && String(ending.reason),
      );
      expect(reasons).toEqual([
        expect.stringContaining('it was killed'),
        expect.stringContaining('no longer running'),
        expect.stringContaining('written down'),
      ]);
      expect(await engine.actions.of('r1/a')).toEqual([]);
      expect(await engine.actions.of('r1/z')).toEqual([]);
      expect(await engine.ops.find('edit')).toBeUndefined();
      expect(await engine.ops.find(key('a', 'chunk_0'))).toMatchObject({ state: 'ready' });
      expect(await engine.stories.run('r2')).toBeUndefined();
      expect(await unwritten(engine, CHANNEL)).toEqual([]);
    });

    it('withdraws only what was not sent, and sends nothing to a channel that is gone', async () => {
      const engine = await published('a');
      await engine.ops.sending(key('a', 'title'), undefined, 140);
      await sent(engine, key('a', 'title'));
      await engine.actions.act(action('a', 'kill'), () => ({
        withdrawn: [key('a', 'title'), key('a', 'thread')],
      }));
      expect(await engine.ops.find(key('a', 'title'))).toMatchObject({ state: 'sent' });
      expect(await engine.ops.find(key('a', 'thread'))).toMatchObject({ state: 'failed' });
      await engine.removal.begin([CHANNEL], 210);
      const late = { ops: [post('late', CHANNEL)], remembered: [{ session: CHANNEL, entry: entry('late') }] };
      await engine.actions.act(action('a', 'correct'), () => late);
      expect(await engine.ops.find('late')).toMatchObject({ state: 'failed' });
      expect(await unwritten(engine, CHANNEL)).toEqual([]);
    });
  });

  describe('what a decision sees', () => {
    it('is nothing of a story that is not published, but what was done with it', async () => {
      const engine = await open();
      await engine.actions.act(action('a', 'hold'), () => ({}));
      expect(await seenOf(engine, 'a')).toEqual({
        actions: [{ ...action('a', 'hold'), n: 1 }],
        posts: [],
        isShown: false,
        unsent: [],
        updates: [],
      });
    });

    it('is how far its messages are', async () => {
      const engine = await published('a', 'a0');
      const seen = await seenOf(engine, 'a');
      expect(seen).toMatchObject({ published: { id: 'r1/a' }, isShown: false });
      expect(seen.posts).toEqual([{ key: key('a', 'chunk_0'), isTried: false }]);
      expect(seen.unsent).toEqual([key('a', 'title'), key('a', 'thread'), key('a', 'chunk_0')]);
      await engine.ops.sending(key('a', 'title'), undefined, 140);
      expect(await seenOf(engine, 'a')).toMatchObject({
        isShown: true,
        unsent: [key('a', 'thread'), key('a', 'chunk_0')],
      });
      await engine.ops.sending(key('a', 'chunk_0'), undefined, 141);
      expect((await seenOf(engine, 'a')).posts).toEqual([{ key: key('a', 'chunk_0'), isTried: true }]);
      await engine.ops.failed(key('a', 'chunk_0'), 'failed', 'no');
      await engine.ops.failed(key('a', 'title'), 'failed', 'no');
      expect(await seenOf(engine, 'a')).toMatchObject({
        posts: [],
        isShown: false,
        unsent: [key('a', 'thread')],
      });
    });

    it('is a story with its updates, and an update with its story, told apart from itself', async () => {
      const engine = await published('a');
      await engine.actions.act(action('a', 'correct', { text: 'x' }), () => ({}));
      const more = (name: string, publishedAtMs: number): PublishedStory =>
        story(name, { updateOf: 'r1/a', threadOp: key('a', 'thread'), publishedAtMs });
      for (const [name, atMs] of [
        ['later', 130],
        ['sooner', 120],
      ] as const) {
        const update = action('a', 'update', { key: key(name, 'update'), text: name });
        const original = { actions: await engine.actions.of('r1/a'), update };
        const ops = [
          post(key(name, 'chunk_0'), CHANNEL, {
            spec: { kind: 'post', channel: { op: key('a', 'thread') }, text: 'x' },
          }),
        ];
        expect(await engine.stories.publish(more(name, atMs), ops, { original })).toBe(true);
      }
      const whole = await seenOf(engine, 'a');
      expect(whole.updates.map(({ published: one }) => one?.id)).toEqual(['r1/sooner', 'r1/later']);
      expect(whole).not.toHaveProperty('whole');
      const update = await seenOf(engine, 'later');
      expect(update.whole?.published.id).toBe('r1/a');
      expect(update.whole?.actions.map(({ text }) => text)).toEqual(['x', 'sooner']);
      expect(update.updates).toEqual([]);
      expect(update.posts.map((one) => one.key)).toEqual([key('later', 'chunk_0')]);
    });
  });

  it('knows an update that was killed as taken back', async () => {
    const { actions } = await open();
    await actions.act(action('a', 'update', { key: key('b', 'update'), text: 'more' }), () => ({}));
    await actions.act(action('b', 'kill'), () => ({}));
    expect(await actions.of('r1/a')).toMatchObject([{ kind: 'update', isWithdrawn: true }]);
  });

  it('names what was killed since then, with what it was about', async () => {
    const engine = await open();
    const about = { url: 'https://paper.test/a', eventId: 7, titles: ['Title of a'] };
    for (const [name, atMs] of [
      ['old', 199],
      ['a', 200],
      ['b', 201],
    ] as const)
      await engine.actions.act(action(name, 'kill', { atMs, why: 'wrong', about }), () => ({}));
    await engine.actions.act(action('c', 'hold', { about }), () => ({}));
    await engine.actions.act(action('unknown', 'kill'), () => ({}));
    const { actions } = await engine.restart();
    expect(await actions.killedSince(200)).toEqual([
      { story: 'r1/a', by: 'Ann', atMs: 200, why: 'wrong', ...about },
      { story: 'r1/b', by: 'Ann', atMs: 201, why: 'wrong', ...about },
    ]);
    expect((await actions.of('r1/a'))[0]).not.toHaveProperty('about');
  });

  it('sums up what a story cost, in all its phases and no other story’s; an unknown price leaves no sum', async () => {
    const { actions, receipts } = await open();
    expect(await actions.costOf('r1/a')).toEqual({ attempts: 0, tokens: 0, usd: 0 });
    for (const session of ['story:r1/a/write', 'story:r1/a/verify', 'story:r1/a0/write', 'story:r1/b/write'])
      await receipts.write(receipt({ session }));
    expect(await actions.costOf('r1/a')).toEqual({ attempts: 2, tokens: 60, usd: 0.5 });
    const { costUsd: _, ...unpriced } = receipt({ session: 'story:r1/a/write' });
    await receipts.write(unpriced);
    expect(await actions.costOf('r1/a')).toEqual({ attempts: 3, tokens: 90 });
  });
}
