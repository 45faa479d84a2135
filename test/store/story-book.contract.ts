import { describe, expect, it } from 'vitest';
import { storyOpKey } from '../../src/newsroom/publish/title-post.ts';
import { message } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import {
  CHANNEL,
  DESK,
  THREAD,
  closing,
  ended,
  entry,
  mark,
  openPlace,
  post,
  started,
  unwritable,
  unwritten,
} from './given.ts';
import { action, run, snapshot, story } from './given-stories.ts';

const task = (key: string) => ({ task: 'write', key, payload: { of: key }, runAtMs: 5 });
const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

/** What every book of stories keeps to. */
export function describeStoryBook(open: OpenEngine): void {
  describe('inputs', () => {
    it('are kept for their turn, the newest version of them', async () => {
      const engine = await open();
      await engine.stories.saveInputs('t1', snapshot(5));
      await engine.stories.saveInputs('t1', snapshot(6));
      const { stories } = await engine.restart();
      expect(await stories.inputs('t1')).toEqual(snapshot(6));
      expect(await stories.inputs('t2')).toBeUndefined();
    });

    it('stay for long, and not for ever', async () => {
      const { stories } = await open();
      await Promise.all(Array.from({ length: 101 }, (_, n) => stories.saveInputs(`t${n}`, snapshot(n))));
      expect(await stories.inputs('t0')).toBeUndefined();
      expect(await stories.inputs('t1')).toBeDefined();
    });

    it('go with what their turns ended with, the newest first', async () => {
      const engine = await open();
      for (const [n, id] of ['a', 'b', 'c', 'none', 'open'].entries()) {
        if (id !== 'none') await engine.stories.saveInputs(id, snapshot(n));
        if (id === 'open') await started(engine, message(id));
        const end = { status: 'ok' as const, summary: 'planned', value: { picked: id } };
        if (id !== 'open') await ended(engine, message(id), { end, nowMs: 20 + n });
      }
      await engine.stories.saveInputs('elsewhere', snapshot(9));
      await ended(engine, message('elsewhere', 'words', CHANNEL), { nowMs: 99 });
      const { stories } = await engine.restart();
      expect(await stories.replies({ turn: 'a' })).toEqual([{ atMs: 20, value: { picked: 'a' } }]);
      expect(await stories.replies({ turn: 'open' })).toEqual([]);
      expect(await stories.replies({ turn: 'none' })).toEqual([]);
      expect(await stories.replies({ desk: DESK, limit: 2 })).toEqual([
        { atMs: 22, value: { picked: 'c' } },
        { atMs: 21, value: { picked: 'b' } },
      ]);
      expect(await stories.replies({ desk: CHANNEL, limit: 2 })).toEqual([{ atMs: 99, value: undefined }]);
    });
  });

  describe('runs', () => {
    it('are ordered with their tasks, in one transaction', async () => {
      const engine = await open();
      await engine.stories.order({ ...run('a'), tasks: [task('a'), task('b')] });
      const stale = mark(await started(engine, message('planner')), 1, 'ordered');
      const late = engine.stories.order({ ...run('c'), tasks: [task('c')] }, { ...stale, fence: 99 });
      await expect(late).rejects.toThrow();
      const { stories, tasks } = await engine.restart();
      expect((await stories.openBatches()).map(({ id }) => id)).toEqual(['a']);
      const due = await tasks.due({ names: ['write'], busy: [], nowMs: 5, limit: 9 });
      expect(due.map(({ payload }) => payload)).toEqual([{ of: 'a' }, { of: 'b' }]);
    });

    it('are ordered once, and open until they are finished, the oldest first', async () => {
      const engine = await open();
      await engine.stories.order(run('b', 60));
      await engine.stories.order(run('a', 50));
      await engine.stories.order(run('c', 70, DESK));
      await engine.stories.order({ ...run('a', 55), plan: 'other' });
      await engine.stories.finish('c', 80);
      const { stories } = await engine.restart();
      expect(await stories.openBatches()).toEqual([run('a', 50), run('b', 60)]);
      expect(await stories.run('c')).toEqual(run('c', 70, DESK));
      expect(await stories.run('never')).toBeUndefined();
      expect(ids(await stories.runsOf(CHANNEL, 9))).toEqual(['b', 'a']);
      expect(ids(await stories.runsOf(CHANNEL, 1))).toEqual(['b']);
      expect(ids(await stories.runsOf(DESK, 9))).toEqual(['c']);
    });

    it('are ordered together with what they follow from: the turn’s effect and an action, or none of it', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.stories.order(run('a'), mark(begun, 1, 'ordered a'), action('s1', 'retry', { key: 'k' }));
      expect(await engine.actions.of('r1/s1')).toMatchObject([{ kind: 'retry', n: 1 }]);
      await engine.turns.commit(closing(begun));
      const late = engine.stories.order(run('b'), mark(begun, 2), action('s2', 'retry'));
      await expect(late).rejects.toThrow('no longer running');
      expect(await engine.stories.run('b')).toBeUndefined();
      expect(await engine.actions.of('r1/s2')).toEqual([]);
    });

    it('of a place that is gone are carried out no more', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      await engine.stories.order(run('a'));
      await engine.places.gone(CHANNEL, 'it was deleted', 60);
      expect(await engine.stories.openBatches()).toEqual([]);
    });
  });

  describe('publishing', () => {
    it('keeps the story with its messages, once, and gives it back whole', async () => {
      const engine = await open();
      const ops = [post('story:r1/a/title', CHANNEL), post('story:r1/a/thread', CHANNEL)];
      expect(await engine.stories.publish(story('a'), ops)).toBe(true);
      const again = await engine.restart();
      expect(await again.stories.publish(story('a', { title: 'Another' }), ops)).toBe(true);
      expect(await again.stories.find('r1/a')).toEqual(story('a'));
      expect(await again.stories.find('r1/b')).toBeUndefined();
      expect((await again.ops.under('story:r1/a/')).map(({ state }) => state)).toEqual(['ready', 'ready']);
    });

    it('keeps neither when one message can’t be written down', async () => {
      const { stories, ops } = await open();
      const broken = [post('story:r1/a/title', CHANNEL), unwritable('story:r1/a/thread', CHANNEL)];
      await expect(stories.publish(story('a'), broken)).rejects.toThrow('written down');
      expect(await stories.find('r1/a')).toBeUndefined();
      expect(await ops.under('story:')).toEqual([]);
    });

    it('is not done when editors have done something since', async () => {
      const { stories, actions, ops, tasks } = await open();
      await actions.act(action('a', 'hold'), () => ({}));
      const [sent, next] = [[post('t', CHANNEL)], { tasks: [task('a')] }];
      expect(await stories.publish(story('a'), sent, { actionsSeen: 0, ...next })).toBe(false);
      expect(await stories.find('r1/a')).toBeUndefined();
      expect(await ops.find('t')).toBeUndefined();
      expect(await tasks.under('')).toEqual([]);
      expect(await stories.publish(story('a'), sent, { actionsSeen: 1, ...next })).toBe(true);
      expect(await tasks.under('')).toMatchObject([{ key: 'a' }]);
    });

    it('of an update depends on what was done with its story, and is told there', async () => {
      const { stories, actions } = await open();
      await stories.publish(story('a'), []);
      await actions.act(action('a', 'correct', { text: 'x' }), () => ({}));
      const update = action('a', 'update', { key: storyOpKey('r1/b', 'update'), text: 'more' });
      const original = { actions: [], update };
      const more = story('b', { updateOf: 'r1/a' });
      expect(await stories.publish(more, [], { original })).toBe(false);
      expect(await stories.find('r1/b')).toBeUndefined();
      const seen = await actions.of('r1/a');
      expect(await stories.publish(more, [], { original: { ...original, actions: seen } })).toBe(true);
      expect((await actions.of('r1/a')).map(({ kind }) => kind)).toEqual(['correct', 'update']);
    });

    it('is not done into a place that is gone, and is into one that nobody has spoken in yet', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      await engine.places.gone(CHANNEL, 'it was deleted', 60);
      expect(await engine.stories.publish(story('a'), [post('t', CHANNEL)])).toBe('gone');
      expect(await engine.stories.find('r1/a')).toBeUndefined();
      expect(await engine.stories.publish(story('b', { place: THREAD }), [post('u', THREAD)])).toBe(true);
    });

    it('is remembered once by its desk channel, while that is there', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      for (let n = 0; n < 2; n++) await engine.stories.remember(CHANNEL, entry('posted'));
      expect(await unwritten(engine, CHANNEL)).toEqual(['posted']);
      await engine.removal.begin([CHANNEL], 60);
      await engine.stories.remember(CHANNEL, entry('late'));
      expect(await unwritten(engine, CHANNEL)).toEqual(['posted']);
    });
  });

  describe('unpublishing', () => {
    it('takes the story back with the update that it was, and sends what is to be sent; repeated, nothing more', async () => {
      const engine = await open();
      await engine.stories.publish(story('a'), []);
      const update = action('a', 'update', { key: storyOpKey('r1/b', 'update'), text: 'more' });
      await engine.stories.publish(story('b', { updateOf: 'r1/a' }), [], {
        original: { actions: [], update },
      });
      for (let n = 0; n < 2; n++) await engine.stories.unpublish('r1/b', [post('notice', CHANNEL)]);
      const { stories, actions, ops } = await engine.restart();
      expect(await stories.find('r1/b')).toBeUndefined();
      expect(await actions.of('r1/a')).toMatchObject([{ kind: 'update', isWithdrawn: true }]);
      expect((await ops.under('')).map(({ key, state }) => [key, state])).toEqual([['notice', 'ready']]);
    });

    it('changes nothing when a message can’t be written down', async () => {
      const { stories } = await open();
      await stories.publish(story('a'), []);
      await expect(stories.unpublish('r1/a', [unwritable('notice', CHANNEL)])).rejects.toThrow(
        'written down',
      );
      expect(await stories.find('r1/a')).toBeDefined();
    });

    it('sends nothing to a place that is gone', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      await engine.stories.publish(story('a'), []);
      await engine.places.gone(CHANNEL, 'it was deleted', 60);
      await engine.stories.unpublish('r1/a', [post('notice', CHANNEL)]);
      expect(await engine.ops.find('notice')).toMatchObject({ state: 'failed' });
    });
  });

  describe('published stories', () => {
    it('are found by their thread, once it is there', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      await engine.stories.publish(story('a'), [post('story:r1/a/thread', CHANNEL)]);
      await engine.stories.publish(story('more', { thread: THREAD, publishedAtMs: 200 }), []);
      expect(ids([(await engine.stories.ofThread(THREAD))!])).toEqual(['r1/more']);
      const origin = { channel: 'discord', chatId: '101', parent: CHANNEL };
      const session = { key: CHANNEL, origin: { channel: 'discord', chatId: '100' } };
      await engine.ops.sent(
        'story:r1/a/thread',
        '101',
        { session, opens: { key: THREAD, origin, title: 'T' } },
        90,
      );
      const { stories } = await engine.restart();
      expect(await stories.ofThread(THREAD)).toEqual(story('a', { thread: THREAD }));
      const [mark] = await stories.postedSince(0, CHANNEL).then((all) => all.slice(-1));
      expect(mark).toEqual({ id: 'r1/a', publishedAtMs: 100, thread: THREAD });
      expect(await stories.ofThread(CHANNEL)).toBeUndefined();
    });

    it('are known by their ids, and so are the batches that were ordered', async () => {
      const { stories } = await open();
      await stories.publish(story('b'), []);
      await stories.publish(story('a'), []);
      await stories.order(run('r1'));
      await stories.order(run('r2'));
      await stories.finish('r1', 300);
      const batches = [
        { id: 'r1', isOpen: false },
        { id: 'r2', isOpen: true },
      ];
      expect(await stories.ids()).toEqual({ posted: ['r1/a', 'r1/b'], batches });
      await stories.unpublish('r1/a', []);
      expect((await stories.ids()).posted).toEqual(['r1/b']);
    });

    it('have their updates, oldest first, whatever else is posted meanwhile', async () => {
      const { stories } = await open();
      await stories.publish(story('a'), []);
      for (const [name, publishedAtMs] of [
        ['third', 130],
        ['second', 120],
        ['first', 110],
      ] as const)
        await stories.publish(story(name, { updateOf: 'r1/a', publishedAtMs }), []);
      await stories.publish(story('b', { updateOf: 'r1/other', title: 'r1/a' }), []);
      const updates = await stories.updatesOf({ id: 'r1/a', publishedAtMs: 100 });
      expect(ids(updates)).toEqual(['r1/first', 'r1/second', 'r1/third']);
    });

    it('are listed newest first: all, those of a desk channel, and those that a channel ordered or shows', async () => {
      const { stories } = await open();
      await stories.publish(story('old', { publishedAtMs: 90 }), []);
      await stories.publish(story('a'), []);
      await stories.publish(story('b'), []);
      await stories.publish(story('shown', { desk: DESK, publishedAtMs: 110 }), []);
      await stories.publish(story('away', { place: THREAD, publishedAtMs: 120 }), []);
      const recent = async (more: object = {}) =>
        ids(await stories.recent({ sinceMs: 100, limit: 9, ...more })).map((id) => id.slice(3));
      expect(await recent()).toEqual(['away', 'shown', 'b', 'a']);
      expect(await recent({ limit: 1 })).toEqual(['away']);
      expect(await recent({ sinceMs: 0 })).toHaveLength(5);
      const [first] = await stories.recent({ sinceMs: 100, limit: 1 });
      expect(await recent({ beforeMs: first!.publishedAtMs })).toEqual(['shown', 'b', 'a']);
      expect(await recent({ desk: CHANNEL })).toEqual(['away', 'b', 'a']);
      expect(await recent({ channel: CHANNEL })).toEqual(['away', 'shown', 'b', 'a']);
      expect(await recent({ channel: THREAD })).toEqual(['away']);
      expect(await recent({ channel: DESK })).toEqual(['shown']);
      expect(ids(await stories.postedSince(100, CHANNEL))).toEqual(['r1/away', 'r1/b', 'r1/a']);
      expect(await stories.postedSince(110, DESK)).toEqual([{ id: 'r1/shown', publishedAtMs: 110 }]);
    });
  });
}
