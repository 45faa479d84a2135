import { expect, it } from 'vitest';
import { GATEWAY } from '../../src/sessions/actor.ts';
import type { Actor } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { message, slot, writtenJob } from '../support/inbound.ts';
import type { OpenEngine } from './engine.ts';
import { CHANNEL, DESK, OTHER, THREAD, at, flush, openPlace } from './given.ts';

const opened = (title: string, chatId = 'desk') => ({
  key: parseSessionKey(`console:${chatId}`),
  origin: { channel: 'console', chatId },
  title,
});

/** What every index of sessions keeps to. */
export function describeSessionIndex(open: OpenEngine): void {
  it('knows a session from when it is opened, once', async () => {
    const engine = await open();
    await engine.sessions.open(opened('The desk'), 5);
    await engine.sessions.open(opened('Another title'), 6);
    const { sessions } = await engine.restart();
    const info = {
      ...opened('The desk'),
      generation: 0,
      createdAtMs: 5,
      updatedAtMs: 5,
      entries: 0,
    };
    expect(await sessions.get(DESK)).toEqual(info);
    expect(await sessions.list()).toEqual([info]);
    expect(await sessions.get(OTHER)).toBeUndefined();
  });

  it('lists the sessions, what was changed last first', async () => {
    const { sessions, turns } = await open();
    for (const [n, id] of ['b', 'a', 'c'].entries()) await sessions.open(opened(id, id), n < 2 ? 5 : 4);
    expect((await sessions.list()).map(({ title }) => title)).toEqual(['a', 'b', 'c']);
    await turns.flushed(opened('c', 'c').key, { rows: [901, 902], length: 9, newestMs: 7 });
    expect((await sessions.list()).map(({ title }) => title)).toEqual(['c', 'a', 'b']);
    expect(await sessions.get(opened('c', 'c').key)).toMatchObject({ entries: 2, updatedAtMs: 7 });
  });

  it('tells the generation, and that it was begun just now', async () => {
    const { sessions, turns } = await open();
    await sessions.open(opened('The desk'), 5);
    await turns.reset(DESK, 'Ann', 9);
    expect(await sessions.get(DESK)).toMatchObject({ generation: 1, updatedAtMs: 9 });
  });

  it('counts entries as they are written into the transcript', async () => {
    const engine = await open();
    await engine.turns.accept(message('m1'), at(5));
    await engine.turns.accept(message('m2'), at(6));
    expect((await engine.sessions.get(DESK))?.entries).toBe(0);
    await flush(engine);
    expect((await engine.sessions.get(DESK))?.entries).toBe(2);
  });

  it('knows the threads of a channel, the oldest first', async () => {
    const engine = await open();
    const later = parseSessionKey('discord:099');
    await openPlace(engine, CHANNEL);
    await openPlace(engine, THREAD, CHANNEL);
    const origin = { channel: 'discord', chatId: '099', parent: CHANNEL };
    await engine.sessions.open({ key: later, origin, title: 'later' }, 6);
    expect(await engine.sessions.children(CHANNEL)).toEqual([THREAD, later]);
    expect(await engine.sessions.children(THREAD)).toEqual([]);
  });

  it('knows where a person spoke last, in the channels that are asked for', async () => {
    const engine = await open();
    const anybody = () => true;
    const words = (id: string, key: string) => engine.turns.accept(message(id, 'words', key), at(5));
    await words('m1', CHANNEL);
    await words('m2', OTHER);
    await words('m3', DESK);
    await engine.jobs.add(writtenJob('job', 100, OTHER));
    await engine.turns.accept(slot('job', 100, OTHER), at(6));
    expect(await engine.sessions.lastSpokenIn(['console', 'discord'], anybody)).toBe(DESK);
    expect(await engine.sessions.lastSpokenIn(['discord'], anybody)).toBe(CHANNEL);
    expect(await engine.sessions.lastSpokenIn(['terminal'], anybody)).toBeUndefined();
    expect(await engine.sessions.lastSpokenIn([], anybody)).toBeUndefined();
    await engine.removal.begin([DESK], 7);
    await engine.removal.finish([DESK], 8);
    expect(await (await engine.restart()).sessions.lastSpokenIn(['console'], anybody)).toBe(OTHER);
  });

  it('knows where one of those spoke last whose words count, however long others have spoken since', async () => {
    const engine = await open();
    const speak = (id: string, key: string, actor: Actor) =>
      engine.turns.accept({ ...message(id, 'words', key), actor }, at(5));
    const member: Actor = { kind: 'person', name: 'Ben', rights: ['talk'] };
    await speak('m0', OTHER, GATEWAY);
    for (let n = 1; n <= 120; n++) await speak(`m${n}`, DESK, member);
    const isOperator = ({ kind }: Actor) => kind === 'gateway';
    expect(await engine.sessions.lastSpokenIn(['console'], isOperator)).toBe(OTHER);
    expect(await engine.sessions.lastSpokenIn(['console'], () => false)).toBeUndefined();
  });

  it('has no places that are gone, and those that are being deleted still', async () => {
    const engine = await open();
    await openPlace(engine, CHANNEL);
    await openPlace(engine, THREAD, CHANNEL);
    await engine.places.gone(THREAD, 'it was deleted', 7);
    await engine.removal.begin([CHANNEL], 7);
    expect(await engine.sessions.get(THREAD)).toBeUndefined();
    expect(await engine.sessions.children(CHANNEL)).toEqual([]);
    expect((await engine.sessions.list()).map(({ key }) => key)).toEqual([CHANNEL]);
  });
}
