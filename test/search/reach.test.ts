import { beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, reachOf } from '../../src/search/reach.ts';
import { GATEWAY } from '../../src/sessions/actor.ts';
import type { Actor, Right } from '../../src/sessions/actor.ts';
import type { Origin } from '../../src/sessions/entry.ts';
import { chatIdOf, parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';

const key = (id: number) => parseSessionKey(`discord:${String(id).padStart(18, '1')}`);
const [NEWS, THREAD, PRIVATE, SECRET, ABROAD, DIRECT] = [1, 2, 3, 4, 5, 6].map(key) as [
  SessionKey,
  SessionKey,
  SessionKey,
  SessionKey,
  SessionKey,
  SessionKey,
];
const HOME = 'home';
let sessions: ReturnType<typeof openStores>['sessions'];

beforeEach(async () => {
  ({ sessions } = openStores(tempHome()));
  const open = (session: SessionKey, more: Partial<Origin>) =>
    sessions.open(
      { key: session, origin: { channel: 'discord', chatId: chatIdOf(session), ...more }, title: session },
      1,
    );
  await open(NEWS, { guildId: HOME });
  await open(THREAD, { guildId: HOME, parent: NEWS });
  await open(PRIVATE, { guildId: HOME, parent: NEWS });
  await open(SECRET, { guildId: HOME });
  await open(ABROAD, { guildId: 'abroad' });
  await open(DIRECT, { kind: 'dm' });
  await sessions.open(
    { key: parseSessionKey('console:desk'), origin: { channel: 'console', chatId: 'desk' }, title: '' },
    1,
  );
});

const person = (rights: readonly Right[], guild: string | undefined = HOME): Actor => ({
  ...{ kind: 'person', id: '7', name: 'Ann', rights },
  ...(guild !== undefined && { guild }),
});
/** Everybody sees these alone. */
const sees = async (_: Actor, asked: readonly SessionKey[]) =>
  new Set(asked.filter((one) => [NEWS, THREAD].includes(one)));
const ALL = [NEWS, THREAD, PRIVATE, SECRET, ABROAD, DIRECT];
const reach = async (session: SessionKey, actor: Actor, isHeard = false) => {
  const { chat, stories, named, hidden } = await reachOf({ session, actor }, isHeard, { sessions, sees });
  const unseen = await hidden(ALL);
  const told = (within: readonly SessionKey[] | undefined) =>
    (within ?? ALL).filter((one) => !unseen.has(one)).toSorted();
  return { chat: told(chat), stories: told(stories), named };
};

describe('what somebody may find', () => {
  it('is everything for whoever runs the desk', async () => {
    const session = parseSessionKey('console:desk');
    expect(await reachOf({ session, actor: GATEWAY }, false, { sessions, sees })).toBe(EVERYTHING);
  });

  it('is their channel with its threads, as far as they can see these', async () => {
    const own = { chat: [NEWS, THREAD], stories: [NEWS, THREAD] };
    expect(await reach(NEWS, person(['talk']))).toEqual({ ...own, named: [NEWS] });
    expect(await reach(THREAD, person(['talk']))).toEqual({ ...own, named: [THREAD] });
    expect(await reach(SECRET, person(['talk']))).toEqual({
      chat: [SECRET],
      stories: [SECRET],
      named: [SECRET],
    });
  });

  it('is all of their server that they can see for an editor, and no other server', async () => {
    const seen = [NEWS, THREAD, SECRET].toSorted();
    expect(await reach(SECRET, person(['talk', 'jobs']))).toMatchObject({ chat: seen, stories: seen });
    const all = [NEWS, THREAD, PRIVATE, SECRET].toSorted();
    expect(await reach(NEWS, person(['talk', 'jobs', 'desk']))).toMatchObject({ chat: all, stories: all });
  });

  it.each([[['talk']], [['talk', 'jobs']], [['talk', 'jobs', 'desk']]] as const)(
    'is what all who are there can read where everybody reads the answer, with the rights %j',
    async (rights) => {
      expect((await reach(SECRET, person(rights), true)).chat).toEqual([SECRET]);
      expect((await reach(NEWS, person(rights), true)).chat).toEqual([NEWS]);
      expect((await reach(THREAD, person(rights), true)).chat).toEqual([NEWS, THREAD]);
    },
  );

  it('is that conversation alone in direct messages', async () => {
    const { guild: _, ...direct } = person(['talk', 'jobs']);
    expect(await reach(DIRECT, direct)).toEqual({ chat: [DIRECT], stories: [DIRECT], named: [DIRECT] });
  });
});
