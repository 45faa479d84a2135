/**
 * A channel that the house has never heard of: it declares its traits, is added to the list once, and everything that
 * asks about channels knows it. Nothing else is changed for it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import pino from 'pino';
import { readConfig } from '../../src/config/read-config.ts';
import { targetProblem } from '../../src/cron/check-job.ts';
import { addChannel, localOutboxes } from '../../src/main/channels.ts';
import { destinationOf } from '../../src/cron/destination.ts';
import { startDesk } from '../../src/main/index.ts';
import { deskChannel, storyChannel, storyChannels } from '../../src/newsroom/edition/edition-channels.ts';
import { deskSchema } from '../../src/newsroom/edition/edition-desk.ts';
import { directOps } from '../../src/newsroom/publish/direct-ops.ts';
import { postTool } from '../../src/newsroom/write/posts.ts';
import { parseSessionKey, sessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import { ann, person } from '../commands/as-ann.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { NewsroomWorld } from '../newsroom/newsroom-world.ts';
import { FakeClock, eventually } from '../support/fake-clock.ts';
import { message } from '../support/inbound.ts';
import { smallDesk } from '../support/small-desk.ts';
import { tempHome } from '../support/temp-home.ts';
import { pigeonChannel } from './pigeon.ts';

let pigeons: ReturnType<typeof pigeonChannel>;
let remove: () => void;
beforeEach(() => {
  pigeons = pigeonChannel();
  remove = addChannel(pigeons.channel);
});
afterEach(() => remove());

const coop = () => sessionKey('pigeon', 'coop-7');
const loft = () => sessionKey('pigeon', 'loft-2');

describe('the keys of a new channel', () => {
  it('are keys, in its own form, for as long as it is there', () => {
    expect(parseSessionKey('pigeon:coop-7')).toBe('pigeon:coop-7');
    expect(() => parseSessionKey('pigeon:a roof')).toThrow(
      /no valid id for pigeon; allowed: .*pigeon:<loft>/,
    );
    remove();
    expect(() => parseSessionKey('pigeon:coop-7')).toThrow('names no known channel');
    remove();
    expect(localOutboxes()).not.toHaveProperty('pigeon');
  });

  it('are where a job can be bound, and an edition can have its desk and its stories', () => {
    const job = (key: string) =>
      targetProblem(
        {
          sessionTarget: 'bound',
          payload: { kind: 'agentTurn', message: 'fly', sessionKey: parseSessionKey(key) },
        } as Parameters<typeof targetProblem>[0],
        { profiles: [] },
      );
    expect(job('pigeon:coop-7')).toBeUndefined();
    expect(job('main')).toMatch(/allowed: discord:, .* and pigeon: keys/);
    const desk = deskSchema.parse({ pigeon: 'coop-7', stories: 'pigeon:loft-2' });
    expect(deskChannel({ desk })).toBe('pigeon:coop-7');
    expect(storyChannel(anEdition({ desk }), 'Sports')).toBe('pigeon:loft-2');
    expect(storyChannels({ desk })).toEqual(['pigeon:loft-2']);
    expect(deskSchema.safeParse({ stories: 'pigeon:a roof' }).success).toBe(false);
    remove();
    expect(deskSchema.safeParse({ pigeon: 'coop-7' }).success).toBe(false);
  });
});

it('a command shows the jobs of another of its chats as a link, and those of other channels by their keys', async () => {
  const house = smallDesk();
  await ann(
    house,
    'cron add',
    { name: 'Crumbs', message: 'Crumbs', schedule: 'every day 7:30' },
    { session: loft() },
  );
  const listed = async (session: ReturnType<typeof coop>) =>
    (await ann(house, 'cron list', { everywhere: true }, { session, actor: person('jobs', 'desk') })).text;
  expect(await listed(coop())).toContain('(~loft-2~)');
  expect(await listed(sessionKey('console', 'news'))).toContain('(pigeon:loft-2)');
  const { text } = await ann(
    house,
    'cron add',
    { name: 'x', message: 'x', schedule: 'every day 8:00' },
    { session: coop() },
  );
  expect(text).toContain('is set in this conversation');
  await house.close();
});

describe('a story on a new channel', () => {
  it('fits its messages and the name of its thread, and its desk tells where it is by a link', async () => {
    const desk = { pigeon: 'coop-7', stories: 'pigeon:loft-2' };
    const world = new NewsroomWorld({ edition: { desk }, desk: coop() });
    await world.opened(loft(), { kind: 'channel' });
    await world.order('run-1', 1);
    const line = world.line();
    line.take('run-1');
    await line.idle();
    const sent = (await world.sendAll()).filter(({ key }) => key.startsWith('story:run-1/story_01/'));
    expect(world.failures).toEqual([]);
    expect(new Set(sent.map(({ lane }) => lane))).toEqual(new Set(['pigeon:loft-2']));
    expect(sent.length).toBeGreaterThan(4);
    const texts = sent.flatMap(({ spec }) => ('text' in spec ? [spec.text] : []));
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(140);
    const names = sent.flatMap(({ spec }) => (spec.kind === 'thread' ? [spec.name.length] : []));
    expect(names).toEqual([expect.toSatisfy((length: number) => length <= 20)]);
    // No buttons fly.
    expect(sent.filter(({ spec }) => 'buttons' in spec)).toEqual([]);
    const told = await world.entries(coop());
    expect(told.map(({ content }) => content).join('\n')).toContain('~loft-2~');
    world.close();
  });

  it('tells its people in private by their ids there, and calls nobody', async () => {
    const told = directOps(
      'k',
      coop(),
      ['pigeon:homer', 'ada', 'X1', '123456789012345678'],
      'x'.repeat(500),
      {
        mayTell: () => true,
      },
    );
    expect(told.map(({ spec }) => spec)).toMatchObject([
      { channel: { id: 'homer' } },
      { channel: { id: 'ada' } },
    ]);
    for (const { spec } of told) expect('text' in spec && spec.text.length).toBeLessThanOrEqual(140);
    const context = { kept: [], keep: () => {} } as unknown as ToolContext;
    await expect(postTool().run({ text: 'Cooo, everybody!' }, context)).rejects.toThrow(/without coo$/);
  });
});

it('a delivery of a cron job finds its chat as people write it there: its id, its link or its name', async () => {
  const house = smallDesk();
  await house.stores.sessions.open(
    { key: loft(), origin: { channel: 'pigeon', chatId: 'loft-2' }, title: '#old mill' },
    0,
  );
  const deps = { mainSession: house.mainSession, stores: house.stores, flush: async () => {} };
  for (const to of ['loft-2', '~loft-2~', '#old mill'])
    expect(await destinationOf('pigeon', to, deps)).toMatchObject({ key: 'pigeon:loft-2' });
  expect(await destinationOf('pigeon', '~loft-3~', deps)).toHaveProperty('because');
  await house.conductor.submit(message('m1', 'hello', 'pigeon:loft-2'));
  await house.conductor.idle();
  expect(await destinationOf('last', undefined, deps)).toEqual({ key: 'pigeon:loft-2' });
  await house.close();
});

async function wholeDesk() {
  const home = tempHome();
  const clock = new FakeClock(Date.UTC(2026, 10, 20, 7, 0, 0));
  const { config } = readConfig(
    { NIGHTDESK_HOME: home, NIGHTDESK_TZ: 'Europe/London', GATEWAY_PORT: '0' },
    home,
  );
  const desk = await startDesk({ config, clock, log: pino({ level: 'silent' }) });
  return { ...desk, clock };
}

it('what it does not have is left out or told as not sent, and a message of unknown fate is sent once', async () => {
  const desk = await wholeDesk();
  const channel = { id: 'coop-7' };
  const buttons = [{ label: 'Help', command: 'help', options: {} }];
  const op = (key: string, spec: NewOp['spec']): NewOp => ({ key, lane: coop(), spec });
  await pigeons
    .deps()
    .post([
      op('a', { kind: 'post', channel, text: 'fair', buttons }),
      op('b', { kind: 'edit', channel, message: { op: 'a' }, text: 'fairer' }),
      op('c', { kind: 'forum', channel, name: 'A forum', tags: [], text: 'first' }),
      op('d', { kind: 'post', channel, text: 'a storm' }),
      op('e', { kind: 'post', channel, text: 'fair again' }),
    ]);
  await eventually(() => pigeons.flown.some(({ key }) => key === 'e'), 'the last one flies');
  expect(pigeons.flown.map(({ key }) => key)).toEqual(['a', 'd', 'e']);
  expect(pigeons.flown[0]?.spec).toEqual({ kind: 'post', channel: 'coop-7', text: 'fair' });
  expect(pigeons.lost).toEqual([
    'b: Pigeon Post has no edits',
    'c: Pigeon Post has no forums',
    'd: what was sent there can not be read back',
  ]);
  await desk.stop();
});

it('a whole desk connects it, hears its people, and answers and runs their jobs there in messages that fit', async () => {
  const desk = await wholeDesk();
  const { commands, say } = pigeons.deps();
  const origin = { channel: 'pigeon', chatId: 'coop-7' } as const;
  const author = { id: 'ada', name: 'Ada' };
  const actor = { kind: 'person', ...author, rights: ['talk', 'jobs'] } as const;
  const said = { id: 'm1', session: coop(), origin, title: '#coop', text: 'What can you do?', author };
  expect(await say(said, actor)).toEqual({ kind: 'taken' });
  await eventually(() => pigeons.flown.length > 0, 'it answers');
  const terms = { name: 'Crumbs', message: 'Say: crumbs', schedule: 'in 20m' };
  const reply = await commands.invoke('cron add', terms, { session: coop(), actor, locale: 'en' });
  expect(reply?.text).toContain('**Crumbs** is set in this conversation');
  const before = pigeons.flown.length;
  await desk.clock.advance(21 * 60_000);
  await eventually(() => pigeons.flown.length > before, 'the job says something');
  for (const { lane, spec } of pigeons.flown) {
    expect(lane).toBe('pigeon:coop-7');
    expect('text' in spec && spec.text.length).toBeLessThanOrEqual(140);
  }
  await desk.stop();
});
