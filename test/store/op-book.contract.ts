import { describe, expect, it } from 'vitest';
import type { OpBook } from '../../src/sessions/op-book.ts';
import { message } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import {
  CHANNEL,
  DESK,
  OTHER,
  THREAD,
  at,
  closing,
  entry,
  openPlace,
  post,
  started,
  unwritable,
  unwritten,
} from './given.ts';

const LANDING = { session: { key: CHANNEL, origin: { channel: 'discord', chatId: '100' } } };

/** What every outbox at rest keeps to. */
export function describeOpBook(open: OpenEngine): void {
  /** An op that was put, and tried. */
  const tried = async (ops: OpBook, key: string, lane = DESK) => {
    await ops.put([post(key, lane)]);
    await ops.sending(key, undefined, 50);
  };

  describe('putting', () => {
    it('records ops that may go out at once, and gives them back whole', async () => {
      const { ops } = await (await openedWith([post('a', DESK, { record: entry('a') })])).restart();
      expect(await ops.find('a')).toEqual({
        ...post('a', DESK, { record: entry('a') }),
        seq: expect.any(Number) as number,
        state: 'ready',
        attempts: 0,
        unread: 0,
      });
      expect(await ops.find('never')).toBeUndefined();
    });

    it('records a key once, whoever comes second and with whatever', async () => {
      const { ops } = await openedWith([post('a')]);
      await Promise.all([ops.put([post('a', OTHER), post('b')]), ops.put([post('b')])]);
      expect(await ops.find('a')).toMatchObject({ lane: DESK });
      expect((await ops.under('')).map(({ key }) => key)).toEqual(['a', 'b']);
      await ops.sent('a', 'm1', LANDING, 60);
      await ops.put([post('a')]);
      expect(await ops.find('a')).toMatchObject({ state: 'sent' });
    });

    it('records all of them or none', async () => {
      const { ops } = await open();
      await expect(ops.put([post('a'), unwritable('b')])).rejects.toThrow('written down');
      expect(await ops.under('')).toEqual([]);
    });
  });

  describe('sending', () => {
    it('takes the ops of a lane one after the other, in the order in which they were recorded', async () => {
      const { ops } = await openedWith([post('z'), post('x', OTHER), post('a')]);
      expect((await ops.lanes()).toSorted()).toEqual([DESK, OTHER]);
      const keys: string[] = [];
      for (let next = await ops.next(DESK); next; next = await ops.next(DESK)) {
        keys.push(next.op.key);
        await ops.sent(next.op.key, `m${keys.length}`, LANDING, 60);
      }
      expect(keys).toEqual(['z', 'a']);
      expect(await ops.lanes()).toEqual([OTHER]);
    });

    it('takes one that was begun before all others, also after a restart, and passes over what it is told to', async () => {
      const engine = await openedWith([post('a'), post('b'), post('c')]);
      await engine.ops.sending('a', 'm9', 50);
      const { ops } = await engine.restart();
      expect((await ops.next(DESK))?.op).toMatchObject({ key: 'a', state: 'sending' });
      expect((await ops.next(DESK, ['a', 'b']))?.op.key).toBe('c');
      expect(await ops.next(DESK, ['a', 'b', 'c'])).toBeUndefined();
    });

    it('takes nothing that is held', async () => {
      const engine = await open();
      const begun = await started(engine, message('m1'));
      await engine.turns.commit(closing(begun, { ops: [post('m1/1')] }));
      expect(await engine.ops.lanes()).toEqual([]);
      expect(await engine.ops.next(DESK)).toBeUndefined();
      await engine.ops.sending('m1/1', undefined, 50);
      expect(await engine.ops.find('m1/1')).toMatchObject({ state: 'held', attempts: 0 });
    });

    it('hands an op out with the results of those that it names, however far they are', async () => {
      const thread = { kind: 'thread', channel: { id: '7' }, message: { op: 'title' }, name: 'T' } as const;
      const chunk = {
        kind: 'post',
        channel: { op: 'thread' },
        text: 'x',
        names: ['title', 'never'],
      } as const;
      const { ops } = await openedWith([
        post('title'),
        post('thread', DESK, { spec: thread }),
        post('chunk', DESK, { spec: chunk }),
      ]);
      await ops.sent('title', 'm1', LANDING, 60);
      const next = (await ops.next(DESK))!;
      expect(next.op.key).toBe('thread');
      expect([...next.results].map(([key, op]) => [key, op.result])).toEqual([['title', 'm1']]);
      const { results } = (await ops.next(DESK, ['thread']))!;
      expect([...results.values()].map(({ key, state }) => [key, state]).toSorted()).toEqual([
        ['thread', 'ready'],
        ['title', 'sent'],
      ]);
    });

    it('counts attempts, and remembers what was the newest before the first', async () => {
      const { ops } = await openedWith([post('a')]);
      await ops.sending('a', 'm5', 50);
      await ops.sending('a', 'm6', 60);
      expect(await ops.find('a')).toMatchObject({
        state: 'sending',
        after: 'm5',
        attempts: 2,
        attemptedAtMs: 60,
      });
      await ops.unread('a', 3);
      expect(await ops.find('a')).toMatchObject({ unread: 3 });
    });

    it('keeps the place of an op that is put off', async () => {
      const { ops } = await openedWith([post('a'), post('b')]);
      await ops.sending('a', undefined, 50);
      await ops.postpone('a', 'slow down');
      expect((await ops.next(DESK))?.op).toMatchObject({ key: 'a', state: 'ready', error: 'slow down' });
      await ops.sent('a', 'm1', LANDING, 60);
      await ops.postpone('a', 'slow down');
      expect(await ops.find('a')).toMatchObject({ state: 'sent' });
    });
  });

  describe('what arrived', () => {
    it('has the platform’s id, and is remembered where it landed, as of then', async () => {
      const engine = await openedWith([post('a', CHANNEL, { record: entry('story') })]);
      await openPlace(engine, CHANNEL);
      await engine.ops.sending('a', undefined, 50);
      await engine.ops.postpone('a', 'slow down');
      await engine.ops.sent('a', 'm1', LANDING, 60);
      const op = await engine.ops.find('a');
      expect(op).toMatchObject({ state: 'sent', result: 'm1' });
      expect(op).not.toHaveProperty('error');
      const rows = (await engine.turns.unflushed(CHANNEL))!.rows;
      expect(rows.map((row) => row.entry)).toMatchObject([
        { id: 'story', ts: 60, content: 'words of story' },
      ]);
      expect(await engine.ops.sentAs('m1')).toMatchObject({ key: 'a' });
      expect(await engine.ops.sentAs('m2')).toBeUndefined();
      expect(await engine.ops.claimed(['m1', 'm2'])).toEqual(new Set(['m1']));
      expect(await engine.ops.claimed([])).toEqual(new Set());
    });

    it('arrives once: neither a second result nor a failure changes it', async () => {
      const engine = await openedWith([post('a', CHANNEL, { record: entry('story') })]);
      await openPlace(engine, CHANNEL);
      await engine.ops.sent('a', 'm1', LANDING, 60);
      await engine.ops.sent('a', 'm2', LANDING, 61);
      await engine.ops.failed('a', 'failed', 'no', entry('remark'));
      await engine.ops.sending('a', undefined, 62);
      expect(await engine.ops.find('a')).toMatchObject({ state: 'sent', result: 'm1', attempts: 0 });
      expect(await unwritten(engine, CHANNEL)).toEqual(['story']);
    });

    it('opens the thread that it made, where its channel is', async () => {
      const engine = await openedWith([post('a', CHANNEL, { record: entry('story') })]);
      await openPlace(engine, CHANNEL);
      const origin = { channel: 'discord', chatId: '101', kind: 'thread' as const, parent: CHANNEL };
      await engine.ops.sent('a', '101', { ...LANDING, opens: { key: THREAD, origin, title: 'T' } }, 60);
      expect(await engine.sessions.get(THREAD)).toMatchObject({
        title: 'T',
        origin: { ...origin, guildId: '9' },
      });
      expect(await engine.sessions.children(CHANNEL)).toEqual([THREAD]);
      const [row] = (await engine.turns.unflushed(CHANNEL))!.rows;
      expect(row?.entry.meta?.thread).toBe(THREAD);
    });

    it('brings nothing back when its session was deleted meanwhile', async () => {
      const engine = await openedWith([post('a', CHANNEL, { record: entry('story') })]);
      await openPlace(engine, CHANNEL);
      await engine.ops.sending('a', undefined, 50);
      await engine.places.gone(CHANNEL, 'it was deleted', 55);
      await engine.places.left([CHANNEL]);
      await engine.ops.sent('a', 'm1', LANDING, 60);
      expect(await engine.ops.find('a')).toMatchObject({ state: 'sent', result: 'm1' });
      expect(await engine.sessions.get(CHANNEL)).toBeUndefined();
      expect(await unwritten(engine, CHANNEL)).not.toContain('story');
    });
  });

  describe('what did not', () => {
    it('is said in the session where it began, and not tried again', async () => {
      const engine = await open();
      await engine.turns.accept(message('m1'), at(1));
      await tried(engine.ops, 'a');
      await engine.ops.failed('a', 'failed', 'Unknown Channel', entry('remark'));
      await engine.ops.failed('a', 'unknown', 'other', entry('second remark'));
      expect(await engine.ops.find('a')).toMatchObject({ state: 'failed', error: 'Unknown Channel' });
      expect(await unwritten(engine)).toEqual(['m1:0', 'remark']);
      expect(await engine.ops.lanes()).toEqual([]);
    });

    it('is told of later, where nobody can say whether it arrived, by the name of its session', async () => {
      const engine = await open();
      await openPlace(engine, CHANNEL);
      for (const [key, lane, nowMs] of [
        ['old', DESK, 40],
        ['a', CHANNEL, 50],
        ['b', DESK, 60],
      ] as const) {
        await engine.ops.put([post(key, lane)]);
        await engine.ops.sending(key, undefined, nowMs);
        await engine.ops.failed(key, 'unknown', `lost ${key}`);
      }
      await tried(engine.ops, 'c');
      await engine.ops.failed('c', 'failed', 'refused');
      const { ops } = await engine.restart();
      expect(await ops.givenUp(50)).toEqual([
        { session: CHANNEL, title: '#100', because: 'lost a' },
        { session: DESK, title: DESK, because: 'lost b' },
      ]);
    });
  });

  it('finds the ops under a prefix in the order of sending, taken as it is written', async () => {
    const keys = ['story:r/s_1/title', 'story:r/s_1/a', 'story:r/s%1/b', 'story:r/s_10/c', 'story:r/s_1'];
    const { ops } = await openedWith(keys.map((key) => post(key)));
    expect((await ops.under('story:r/s_1/')).map(({ key }) => key)).toEqual(keys.slice(0, 2));
    expect((await ops.under('story:r/s_')).map(({ key }) => key)).toEqual(
      keys.filter((key) => !key.includes('%')),
    );
    expect(await ops.under('Story')).toEqual([]);
  });

  async function openedWith(ops: readonly ReturnType<typeof post>[]) {
    const engine = await open();
    await engine.ops.put(ops);
    return engine;
  }
}
