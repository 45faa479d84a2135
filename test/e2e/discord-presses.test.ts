/**
 * Attacks by pressing: ids of buttons, lists and forms where they don't belong, and presses of people who have lost the
 * right since the message was posted. Nobody presses more than they may do with the command at that moment.
 */
import { InteractionType } from 'discord-api-types/v10';
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedId } from '../../src/channels/discord/component-ids.ts';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { filledModal } from '../support/discord/modal.ts';
import type { Channel } from '../support/discord/world.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { addJob, buttonId, newsroom, operatorCall } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { STORY, waitingStory } from '../support/discord-stories.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

const ELSEWHERE = /^This button is not of this desk, or was meant for somebody else or another channel/u;
const NOT_LISTED = /answers direct messages of people on its list only/u;

let room: Newsroom<FlowingClock>;
let stores: Stores;
let cara: APIUser;
let direct: Channel;
const keep = (given: Stores) => (stores = given);
const rpc = (method: string, params: object) => operatorCall(room, method, params);

beforeEach(async () => {
  room = await newsroom({ clock: new FlowingClock(START) });
  cara = room.discord.addPerson('cara');
  direct = room.discord.directChannel(cara);
});
afterEach(async () => {
  await room.close();
  room.clock.stop();
});

const listed = () => ({ env: { DISCORD_DM_ALLOWLIST: cara.id } });
const ofBot = (channel: { id: string }) =>
  room.discord.messages(channel).filter(({ author }) => author.id === room.discord.bot.id);

/** All ids in what hangs under messages: of buttons and lists, and the values of lists. */
const idsIn = (components: unknown) => [
  ...new Set(
    [...JSON.stringify(components).matchAll(/"(?:custom_id|value)":"(n1\.[^"]+)"/gu)].map(([, id]) => id!),
  ),
];

/** Everything that a press could change. */
async function all() {
  const jobs = await stores.jobs.list({ includeDisabled: true });
  return {
    jobs: jobs.map(({ state: _, ...job }) => job),
    actions: await stores.actions.of(STORY),
    votes: await stores.votes.of([STORY]),
    notes: await stores.notes.list(sessionKey('discord', room.news.id), room.clock.now()),
    said: ofBot(room.news).length,
    paused: await stores.state.get('paused'),
  };
}

/** Say something to the desk. @returns its answer. */
async function say(person: APIUser, channel: Channel, words: string) {
  const before = ofBot(channel).length;
  const call = channel.guildId === undefined ? '' : `<@${room.discord.bot.id}> `;
  const { id } = room.discord.say(person, channel, `${call}${words}`);
  const isAnswer = (one: APIMessage) => call === '' || one.message_reference?.message_id === id;
  return eventually(() => ofBot(channel).slice(before).find(isAnswer), `an answer to ${words}`);
}

/** A server's channel with something of everything to press. @returns the ids, with what they would do. */
async function everythingToPress(): Promise<string[]> {
  const { discord, anna, news } = room;
  await room.start({ stores: keep });
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  const waiting = idsIn(head.components);
  await addJob(room, news);
  const asked = await say(anna, news, 'cancel the Diary reminder');
  expect(idsIn(asked.components)).toHaveLength(1);
  const job = { job: 'Diary' };
  const question = await discord.slash(anna, news, 'cron remove', job).final();
  const killing = await discord.slash(anna, news, 'story kill', { story: STORY, why: 'a doubt' }).final();
  const deleting = await discord.slash(anna, news, 'channel delete').final();
  const key = Buffer.from((await stores.state.get('component key'))!, 'base64');
  const [{ id } = { id: '' }] = await stores.jobs.list({ includeDisabled: true });
  // As under the first message of a forum's post, whose channel isn't known before.
  const anywhere = [
    { command: 'story kill', options: { story: STORY, sure: true } },
    { command: 'story approve', options: { story: STORY } },
    { command: 'story follow', options: { story: STORY } },
    { command: 'story sources', options: { story: STORY } },
    { command: 'story why', options: { story: STORY } },
    { command: 'story like', options: { story: STORY } },
    { command: 'cron remove', options: { job: id, sure: true } },
    { command: 'cron show', options: { job: id } },
  ].map((pressed) => signedId(key, pressed, { channel: '*' }));
  return [
    ...waiting,
    ...idsIn([asked, question, killing, deleting].map(({ components }) => components)),
    ...anywhere,
  ];
}

describe('ids of a server’s messages on Discord', () => {
  it('do nothing, and tell nothing, in direct messages and on other servers, whoever presses them', async () => {
    const { discord, anna, ben, news, guild } = room;
    const ids = await everythingToPress();
    expect(ids.length).toBeGreaterThan(15);
    const { home } = room.desk;
    await room.desk.stop();
    await room.start({ home, ...listed(), edition: { approval: true, pictures: false }, stores: keep });
    const other = discord.addGuild({ name: 'Elsewhere' });
    const theirs = discord.addChannel(other, { name: 'theirs' });
    const chief = discord.realm.world.user(other.ownerId);
    const stranger = discord.addPerson('dave');
    const beside = discord.addChannel(guild, { name: 'sport' });
    await settle();
    const before = await all();
    const title = 'Larkmoor';
    const places: readonly [APIUser, Channel][] = [
      [cara, direct],
      [stranger, discord.directChannel(stranger)],
      [anna, discord.directChannel(anna)],
      [chief, theirs],
      [ben, beside],
    ];
    for (const [person, channel] of places)
      for (const customId of ids)
        for (const values of [undefined, [customId]]) {
          const answer = await discord.forge(person, channel, { customId, ...(values && { values }) }).reply;
          const told = JSON.stringify([answer.content, answer.components, answer.modal ?? '']);
          expect(answer.ephemeral || answer.modal !== undefined, customId).toBe(true);
          expect(answer.modal, `${person.username} ${customId}`).toBeUndefined();
          expect(told, `${person.username} ${customId}`).not.toMatch(new RegExp(`${title}|Diary`, 'u'));
        }
    await settle();
    expect(await all()).toEqual(before);
    for (const [, channel] of places) expect(ofBot(channel)).toEqual([]);
    expect(ofBot(news).some((one) => wordsOf(one).includes('waits for approval'))).toBe(true);
  });

  it('of a private question do nothing for others in the same channel', async () => {
    const { discord, anna, ben, guild, news } = room;
    await room.start({ stores: keep });
    const carl = discord.addPerson('carl', { guilds: [guild], roles: [...guild.roles.values()] });
    await addJob(room, news);
    const asked = await discord.slash(anna, news, 'cron remove', { job: 'Diary' }).final();
    const before = await all();
    for (const person of [ben, carl])
      for (const customId of idsIn(asked.components)) {
        const answer = await discord.forge(person, news, { customId, message: asked.message! }).final();
        expect(answer.content).toMatch(ELSEWHERE);
      }
    expect(await all()).toEqual(before);
    expect((await discord.press(anna, asked.message!, 'Remove it').final()).content).toContain('is removed');
  });
});

it('forms on Discord are sent by whoever opened them, where they were opened, and by nobody else anywhere', async () => {
  const { discord, anna, ben, news, guild } = room;
  await room.start({ ...listed(), stores: keep });
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  const form = discord.press(anna, head, 'Kill');
  const { modal } = await form.reply;
  const carl = discord.addPerson('carl', { guilds: [guild], roles: [...guild.roles.values()] });
  const beside = discord.addChannel(guild, { name: 'sport' });
  const before = await all();
  const data = { custom_id: modal!.custom_id, components: filledModal(modal!, { why: 'a doubt' }) };
  for (const [person, channel] of [
    [ben, news],
    [carl, news],
    [anna, beside],
    [anna, discord.directChannel(anna)],
    [cara, direct],
  ] as const) {
    const sent = discord.interact(person, channel, { type: InteractionType.ModalSubmit, data });
    expect((await sent.final()).content, `${person.username} ${channel.id}`).toMatch(ELSEWHERE);
  }
  expect(await all()).toEqual(before);
});

describe('presses in direct messages on Discord', () => {
  /** Somebody on the list has a conversation with something of everything to press. */
  async function conversation() {
    await room.start({ ...listed(), stores: keep });
    const { discord } = room;
    await addJob(room, direct, { by: cara });
    const asked = await say(cara, direct, 'cancel the Diary reminder');
    const question = await discord.slash(cara, direct, 'cron remove', { job: 'Diary' }).final();
    const form = discord.slash(cara, direct, 'story write');
    expect((await form.reply).modal).toBeDefined();
    return { asked, question, form };
  }

  async function takenOffTheList() {
    const { home } = room.desk;
    await room.desk.stop();
    await room.start({ home, stores: keep });
  }

  it('are refused for somebody who was on the list when the message came, and is no more', async () => {
    const { discord } = room;
    const { asked, question, form } = await conversation();
    await takenOffTheList();
    const before = await all();
    const key = Buffer.from((await stores.state.get('component key'))!, 'base64');
    const talk = [
      { command: 'story sources', options: { story: STORY } },
      { command: 'message ask', options: { message: '1', author: 'x', quote: 'words' } },
      { command: 'form', options: { '!': 'message ask', message: '1', author: 'x' } },
      { command: 'brief', options: { topic: 'harbour' } },
      { command: 'cron list', options: {} },
      { command: 'desk status', options: {} },
      { command: 'session notes', options: {} },
      { command: 'newsletter preview', options: {} },
      { command: 'story find', options: { words: 'harbour' } },
    ].map((pressed) => signedId(key, pressed, { channel: direct.id }));
    const isNothing = (id: string) => id.includes('|dismiss.');
    for (const customId of [...idsIn([asked.components, question.components]), ...talk]) {
      if (isNothing(customId)) continue;
      const answer = await discord.forge(cara, direct, { customId, message: asked }).reply;
      expect(answer.modal, customId).toBeUndefined();
      expect(answer.content, customId).toMatch(NOT_LISTED);
      expect(answer.ephemeral).toBe(true);
    }
    const sent = await (await discord.submit(cara, form, { about: 'the harbour' })).final();
    expect(sent.content).toMatch(NOT_LISTED);
    await settle();
    expect(await all()).toEqual(before);
    expect(ofBot(direct)).toHaveLength(1);
  });

  it('are nobody else’s: not of another person on the list, in that conversation or in their own', async () => {
    const { discord } = room;
    const dora = discord.addPerson('dora');
    await room.start({ env: { DISCORD_DM_ALLOWLIST: `${cara.id},${dora.id}` }, stores: keep });
    const doras = discord.directChannel(dora);
    await addJob(room, direct, { by: cara });
    const asked = await say(cara, direct, 'cancel the Diary reminder');
    const question = await discord.slash(cara, direct, 'cron remove', { job: 'Diary' }).final();
    const before = await all();
    for (const customId of idsIn([asked.components, question.components]))
      expect((await discord.forge(dora, doras, { customId }).final()).content).toMatch(ELSEWHERE);
    expect(await all()).toEqual(before);
  });
});

describe('presses after something has changed on Discord', () => {
  it('do not reach a job that was bound elsewhere since the question', async () => {
    const { discord, guild } = room;
    await room.start({ ...listed(), stores: keep });
    const id = await addJob(room, direct, { by: cara });
    const removal = await say(cara, direct, 'cancel the Diary reminder');
    const closed = discord.addChannel(guild, { name: 'closed' });
    await addJob(room, closed, { name: 'Other' });
    const payload = { sessionKey: `discord:${closed.id}` };
    const move = async () => void (await rpc('cron.update', { id, patch: { payload } }));
    await move();
    const before = await all();
    const pressed = await discord.press(cara, removal, 'Remove “Diary”').final();
    expect(pressed.content).toMatch(/no longer waiting|no such automation|nothing was done/iu);
    expect(await all()).toEqual(before);
    // Said in words, it is the same.
    await rpc('cron.update', { id, patch: { payload: { sessionKey: `discord:${direct.id}` } } });
    await say(cara, direct, 'move the Diary reminder to 8:15');
    await move();
    const moved = await all();
    await say(cara, direct, 'yes');
    expect((await all()).jobs).toEqual(moved.jobs);
  });

  it('of somebody who lost the right are refused, under a public message too', async () => {
    const { discord, anna, guild, news } = room;
    await room.start({ stores: keep });
    stores = await waitingStory(room, stores);
    const head = await botSaid(discord, news, 'waits for approval');
    await addJob(room, news);
    const asked = await say(anna, news, 'cancel the Diary reminder');
    const before = await all();
    discord.setRoles(guild, anna, []);
    for (const [message, label] of [
      [head, 'Approve'],
      [head, 'Hold'],
      [head, 'Kill'],
      [asked, 'Remove “Diary”'],
    ] as const) {
      const refused = await discord.press(anna, message, label).reply;
      expect(refused.modal).toBeUndefined();
      expect(refused.content).toMatch(/^anna, you may not use/u);
    }
    expect(await all()).toEqual(before);
  });

  it('say so where the story was withdrawn, the job removed, the question replaced', async () => {
    const { discord, anna, news } = room;
    await room.start({ stores: keep });
    stores = await waitingStory(room, stores);
    const head = await botSaid(discord, news, 'waits for approval');
    const [approve, hold, follow] = ['Approve', 'Hold', 'Kill'].map((label) => buttonId(head, label));
    await discord.slash(anna, news, 'story kill', { story: STORY, sure: true }).final();
    await botSaid(discord, news, 'killed by anna');
    const actions = await stores.actions.of(STORY);
    for (const customId of [approve!, hold!, follow!]) {
      const answer = await discord.forge(anna, news, { customId, message: head }).reply;
      expect(answer.content, customId).toMatch(/anna has (?:ended|killed|withdrawn) it|killed|ended/iu);
      expect(answer.modal).toBeUndefined();
    }
    expect(await stores.actions.of(STORY)).toEqual(actions);

    await addJob(room, news);
    const first = await say(anna, news, 'cancel the Diary reminder');
    const second = await say(anna, news, 'move the Diary reminder to 8:15');
    const late = await discord.press(anna, first, 'Remove “Diary”').final();
    expect(late.content).toMatch(/no longer waiting/u);
    expect(await stores.jobs.list({ includeDisabled: true })).toHaveLength(1);
    await discord.slash(anna, news, 'cron remove', { job: 'Diary', sure: true }).final();
    const gone = await discord.press(anna, second, 'Change “Diary”').final();
    expect(gone.ephemeral).toBe(true);
    expect(gone.content).not.toContain('is changed');
    expect(await stores.jobs.list({ includeDisabled: true })).toEqual([]);
  });
});
