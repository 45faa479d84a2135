/**
 * Answers that go where somebody wrote last. Somebody on the list writes directly, a member in a public channel, just before
 * a job of the operator runs: its answer, which may tell of everything, follows neither. Jobs of a conversation answer there.
 */
import type { APIUser } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { wordsOf } from '../support/discord/cards.ts';
import type { Channel } from '../support/discord/world.ts';
import { botSaid } from '../support/discord-desk.ts';
import { addJob, newsroom, operatorCall } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';

const MINUTE = 60_000;
const SECRET = 'Quagmoor';

let room: Newsroom;
let stores: Stores;
let cara: APIUser;
let dora: APIUser;
let direct: Channel;
let doras: Channel;
const rpc = <T = unknown>(method: string, params: object) => operatorCall<T>(room, method, params);

beforeEach(async () => {
  room = await newsroom();
  const { discord } = room;
  [cara, dora] = ['cara', 'dora'].map((name) => discord.addPerson(name)) as [APIUser, APIUser];
  [direct, doras] = [cara, dora].map((one) => discord.directChannel(one)) as [Channel, Channel];
});
afterEach(() => room.close());

async function start(env: Record<string, string> = {}) {
  await room.start({
    env: { DISCORD_DM_ALLOWLIST: `${cara.id},${dora.id}`, ...env },
    stores: (given) => (stores = given),
  });
}

const ofBot = (channel: { id: string }) =>
  room.discord
    .messages(channel)
    .filter(({ author }) => author.id === room.discord.bot.id)
    .map((message) => wordsOf(message));

/** Say something, and wait for the answer. */
async function speak(person: APIUser, channel: Channel, words = 'hello') {
  const before = ofBot(channel).length;
  const call = channel.guildId === undefined ? '' : `<@${room.discord.bot.id}> `;
  room.discord.say(person, channel, `${call}${words}`);
  await eventually(() => ofBot(channel).length > before, `an answer to ${person.username}`);
}

/** What the desk says in a session on this machine. */
const inConsole = async (key: string) =>
  (await stores.transcripts.tail(parseSessionKey(key), 50)).filter(({ role }) => role === 'assistant').length;

const toLast = (name: string, more: object = {}) => ({
  name,
  schedule: { kind: 'every', everyMs: 10 * MINUTE },
  sessionTarget: 'isolated',
  payload: { kind: 'agentTurn', message: `Tell us of ${SECRET}`, deliver: true, provider: 'last' },
  ...more,
});

async function ran(id: string, runs = 1) {
  await room.clock.advance(10 * MINUTE + 1_000);
  return eventually(async () => {
    const { entries } = await rpc<{ entries: { status: string; delivery: string; error?: string }[] }>(
      'cron.runs',
      {
        id,
      },
    );
    const ended = entries.filter(({ status }) => !['queued', 'running', 'deferred'].includes(status));
    return ended.length >= runs ? ended : undefined;
  }, `${id} has run`);
}

it('refuses it on Discord while only members have written, and people directly; an editor’s channel it goes to', async () => {
  await start();
  const { anna, ben, news } = room;
  await speak(cara, direct);
  await speak(ben, news);
  await expect(rpc('cron.add', toLast('Summary'))).rejects.toThrow(/nor anybody who may manage jobs/u);
  await speak(anna, news);
  await speak(ben, room.discord.addChannel(room.guild, { name: 'talk' }));
  const { id } = await rpc<{ id: string }>('cron.add', toLast('Summary'));
  const there = ofBot(news).length;
  await ran(id);
  await eventually(() => ofBot(news).length > there, 'it is delivered to the editor’s channel');
});

it('sends an isolated job’s answer after the operator, not after who wrote directly or in public since', async () => {
  await start();
  const { ben, news } = room;
  await rpc('chat.send', { sessionKey: 'console:desk', text: 'hello', author: { name: 'Olga' } });
  await eventually(async () => (await inConsole('console:desk')) > 0, 'the console is answered');
  const before = await inConsole('console:desk');
  const { id } = await rpc<{ id: string }>('cron.add', toLast('Summary'));
  for (const [person, channel] of [
    [ben, news],
    [cara, direct],
    [dora, doras],
  ] as const)
    await speak(person, channel);
  const said = [news, direct, doras].map(ofBot);
  const [run] = await ran(id);
  expect(run).toMatchObject({ status: 'ok' });
  await eventually(async () => (await inConsole('console:desk')) > before, 'it is delivered to the console');
  await settle();
  expect([news, direct, doras].map(ofBot)).toEqual(said);
});

it('is refused beside a destination, which it would not go to, and so is a destination by itself', async () => {
  await start();
  await rpc('chat.send', { sessionKey: 'console:desk', text: 'hello', author: { name: 'Olga' } });
  await eventually(async () => (await inConsole('console:desk')) > 0, 'the console is answered');
  const payload = { message: 'Tell us', deliver: true, to: room.news.id };
  const because = `payload.to "${room.news.id}" needs a provider`;
  for (const more of [{}, { provider: 'last' }])
    await expect(rpc('cron.add', toLast('Summary', { payload: { ...payload, ...more } }))).rejects.toThrow(
      because,
    );
  const { id } = await rpc<{ id: string }>('cron.add', toLast('Summary'));
  await expect(rpc('cron.update', { id, patch: { payload: { to: room.news.id } } })).rejects.toThrow(because);
  expect(await rpc('cron.list', {})).toMatchObject({ jobs: [{ payload: { provider: 'last' } }] });
});

it('sends it nowhere once the only one whom it may follow is gone, and says so', async () => {
  await start();
  await rpc('chat.send', { sessionKey: 'console:other', text: 'hello', author: { name: 'Olga' } });
  await eventually(async () => (await inConsole('console:other')) > 0, 'the console is answered');
  const { id } = await rpc<{ id: string }>('cron.add', toLast('Summary'));
  await speak(cara, direct);
  const said = ofBot(direct);
  await rpc('sessions.delete', { key: 'console:other', confirm: true });
  await ran(id);
  await settle();
  expect(ofBot(direct)).toEqual(said);
});

it('sends it to the main session where that is a channel, whoever has written directly since', async () => {
  await start({ NIGHTDESK_MAIN_SESSION: `discord:${room.news.id}` });
  const { anna, news } = room;
  await speak(anna, news);
  const { id } = await rpc<{ id: string }>('cron.add', toLast('Summary'));
  await speak(cara, direct);
  const [before, there] = [ofBot(direct), ofBot(news).length];
  await ran(id);
  await eventually(() => ofBot(news).length > there, 'it is delivered to the channel');
  await settle();
  expect(ofBot(direct)).toEqual(before);
});

it('keeps what a conversation’s jobs answer in that conversation: a server’s, and each person’s own', async () => {
  await start();
  const { discord, anna, news, clock } = room;
  const schedule = 'every 10m';
  await addJob(room, news, { name: 'Server', message: `Remind us of ${SECRET} one`, schedule });
  await addJob(room, direct, { name: 'Caras', message: `Remind me of ${SECRET} two`, schedule, by: cara });
  await addJob(room, doras, { name: 'Doras', message: `Remind me of ${SECRET} three`, schedule, by: dora });
  await speak(dora, doras);
  await clock.advance(10 * MINUTE + 1_000);
  const places = [
    [news, 'one'],
    [direct, 'two'],
    [doras, 'three'],
  ] as const;
  for (const [channel, word] of places) await botSaid(discord, channel, `${SECRET} ${word}`);
  await settle();
  for (const [channel, word] of places)
    for (const words of ofBot(channel))
      if (words.includes(SECRET)) expect(words).toContain(`${SECRET} ${word}`);
  // None of them can be told to answer elsewhere as well.
  for (const job of await stores.jobs.list({ includeDisabled: true }))
    for (const to of [{ provider: 'last' }, { provider: 'discord', to: direct.id }])
      await expect(
        rpc('cron.update', { id: job.id, patch: { payload: { deliver: true, ...to } } }),
      ).rejects.toThrow(/answers in its session/u);
  for (const [person, channel] of [
    [cara, direct],
    [anna, news],
  ] as const) {
    const { content } = await discord.slash(person, channel, 'cron list').final();
    expect(content).not.toMatch(channel === direct ? /Server|Doras/u : /Caras|Doras/u);
  }
});
