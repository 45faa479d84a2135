import { expect, it } from 'vitest';
import { destinationOf } from '../../src/cron/destination.ts';
import type { Actor, Right } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { PerformTurn } from '../../src/sessions/perform.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { message, slot } from '../support/inbound.ts';
import { conduct } from '../support/stage.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const answers: PerformTurn = async (pass) => void (await pass.settle({ status: 'ok', summary: 'done' }));

function desk(main: string) {
  const stores = openStores(tempHome());
  const stage = conduct(stores, new FakeClock(), answers);
  const flush = (key: ReturnType<typeof parseSessionKey>) => stage.transcriptWriter.flush(key);
  const deps = { mainSession: parseSessionKey(main), stores, flush };
  const find = async (provider: string, to?: string) => {
    const found = await destinationOf(provider, to, deps);
    return 'key' in found ? found.key : undefined;
  };
  const because = async (provider: string) => {
    const found = await destinationOf(provider, undefined, deps);
    return 'because' in found ? found.because : undefined;
  };
  return { stores, ...stage, find, because };
}

it.each(['main', 'console:desk', 'unified:default'])(
  'is the place of a person who has just written, with %s as the main session',
  async (main) => {
    const { stores, find } = desk(main);
    expect(await find('last')).toBeUndefined();
    // Accepted, and nothing more: neither flushed nor answered.
    await stores.book.accept(message('m1'), { nowMs: 1, unified: false });
    expect(await find('last')).toBe('console:desk');
  },
);

it('is the newest chat where the main session is none, and no other than the main session where it is one', async () => {
  const nowhere = desk('main');
  const somewhere = desk('console:desk');
  for (const { conductor } of [nowhere, somewhere]) {
    await conductor.submit(message('m1', 'hello', 'console:desk'));
    await conductor.submit(message('m2', 'hello', 'terminal:ann'));
    await conductor.submit({ ...message('h1', 'Heartbeat', 'console:desk'), kind: 'heartbeat' });
    await conductor.submit(slot('gone', 1, 'cron:gone'));
    await conductor.idle();
  }
  expect(await nowhere.find('last')).toBe('terminal:ann');
  expect(await somewhere.find('last')).toBe('console:desk');
});

it('is a session that there is, when it is named', async () => {
  const { conductor, find } = desk('main');
  await conductor.submit(message('m1', 'hello', 'terminal:ann'));
  await conductor.idle();
  expect(await find('terminal', 'ann')).toBe('terminal:ann');
  expect(await find('terminal', 'bob')).toBeUndefined();
  expect(await find('nowhere', 'bob')).toBeUndefined();
  expect(await find('terminal')).toBeUndefined();
});

it('is where a person wrote last, on whichever of several servers of Discord that was', async () => {
  const { stores, conductor, find } = desk('main');
  const open = (id: string, guildId: string) =>
    stores.sessions.open(
      {
        key: parseSessionKey(`discord:${id}`),
        origin: { channel: 'discord', chatId: id, guildId },
        title: id,
      },
      0,
    );
  await open('1', 'g1');
  await open('2', 'g1');
  await conductor.submit(message('m1', 'hello', 'discord:2'));
  await conductor.idle();
  expect(await find('last')).toBe('discord:2');
  await open('3', 'g2');
  expect(await find('last')).toBe('discord:2');
  await conductor.submit(message('m2', 'hello', 'discord:3'));
  await conductor.idle();
  expect(await find('last')).toBe('discord:3');
});

it('follows the operator and editors of the only server: no member, nobody into direct messages', async () => {
  const { stores, conductor, find, because } = desk('main');
  const open = (id: string, guildId?: string) =>
    stores.sessions.open(
      {
        key: parseSessionKey(`discord:${id}`),
        origin: { channel: 'discord', chatId: id, ...(guildId !== undefined && { guildId }) },
        title: id,
      },
      0,
    );
  const speak = async (chat: string, rights: readonly Right[], guild?: string) => {
    const actor: Actor = {
      kind: 'person',
      id: '7',
      name: 'Ben',
      rights,
      ...(guild !== undefined && { guild }),
    };
    await conductor.submit({ ...message(`m${(said += 1)}`, 'hello', `discord:${chat}`), actor });
    await conductor.idle();
  };
  let said = 0;
  await open('1', 'g1');
  await open('2');
  await speak('1', ['talk'], 'g1');
  await speak('2', ['talk', 'jobs']);
  expect(await find('last')).toBeUndefined();
  expect(await because('last')).toContain('nor anybody who may manage jobs has written to it');
  await speak('1', ['talk', 'jobs'], 'g1');
  await speak('2', ['talk', 'jobs']);
  expect(await find('last')).toBe('discord:1');
  // Who manages one of two servers is told nothing of the other.
  await open('3', 'g2');
  expect(await find('last')).toBeUndefined();
  await conductor.submit(message('op', 'hello', 'terminal:ann'));
  await conductor.idle();
  await speak('3', ['talk', 'jobs', 'desk'], 'g2');
  expect(await find('last')).toBe('terminal:ann');
});

it('is asked for where only the provider is named', async () => {
  expect(await desk('main').because('console')).toBe(
    'a delivery by console needs "to": the channel or the chat that it goes to',
  );
});
