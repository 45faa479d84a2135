import { expect, it } from 'vitest';
import { message } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { DESK, OTHER, at, closing, mark, started, unwritten } from './given.ts';
import { UNIFIED } from '../../src/sessions/key.ts';

const event = (id: string, text = `the ${id} is low`) => ({ id, text, atMs: 10 });

/** What every queue of system events keeps to. */
export function describeEventQueue(open: OpenEngine): void {
  it('holds the events of a session in the order of their arrival, also after a restart', async () => {
    const engine = await open();
    for (const id of ['b', 'a']) await engine.events.add(DESK, event(id));
    await engine.events.add(OTHER, event('c'));
    const { events } = await engine.restart();
    expect(await events.pending(DESK)).toEqual([event('b'), event('a')]);
    expect(await events.pending(OTHER)).toEqual([event('c')]);
  });

  it('holds an event once, whenever it comes again', async () => {
    const engine = await open();
    const add = () => engine.events.add(DESK, event('a'));
    await Promise.all([add(), add()]);
    await engine.events.add(DESK, event('a', 'other words'));
    expect(await engine.events.pending(DESK)).toEqual([event('a')]);
    await started(engine, message('m1'));
    await add();
    expect(await engine.events.pending(DESK)).toEqual([]);
  });

  it('gives all that is pending to the turn that starts next in the session, and nobody else', async () => {
    const engine = await open();
    for (const id of ['b', 'a']) await engine.events.add(DESK, event(id));
    await started(engine, message('other', 'words', OTHER));
    expect(await engine.events.pending(DESK)).toHaveLength(2);
    const begun = await started(engine, message('m1'));
    expect(await engine.events.pending(DESK)).toEqual([]);
    expect(await engine.events.takenBy('m1')).toEqual([event('b'), event('a')]);
    expect(await unwritten(engine)).toEqual(['m1:0', 'event:b', 'event:a']);
    await engine.turns.commit(closing(begun));
    await engine.events.add(DESK, event('c'));
    await started(engine, message('m2'));
    const { events } = await engine.restart();
    expect(await events.takenBy('m1')).toEqual([event('b'), event('a')]);
    expect(await events.takenBy('m2')).toEqual([event('c')]);
    expect(await events.takenBy('never')).toEqual([]);
  });

  it('tells the shared memory, too, what a session was told', async () => {
    const engine = await open();
    await engine.events.add(DESK, event('a'));
    await engine.turns.accept(message('m1'), at(5, { unified: true }));
    await engine.turns.start('m1', { nowMs: 6, deadlineMs: 99 });
    expect(await unwritten(engine, UNIFIED)).toContain('event:a');
  });

  it('takes nothing from a turn that runs no more', async () => {
    const engine = await open();
    const begun = await started(engine, message('m1'));
    await engine.turns.commit(closing(begun));
    await expect(engine.events.add(OTHER, event('a'), mark(begun))).rejects.toThrow('no longer running');
    expect(await engine.events.pending(OTHER)).toEqual([]);
  });
}
