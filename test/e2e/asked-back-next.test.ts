/** A "yes" is to what was asked last: a model that comes back to an older question with it does nothing. */
import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import type { ChatModel } from '../../src/llm/chat-model.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';

let room: Newsroom;
let stores: Stores;
let ids = 0;

/** Removes the diary whenever it can, and asks something of its own. */
const eager: ChatModel = {
  reply: async ({ messages }) => {
    const isTried = messages.at(-1)?.role === 'tool';
    return {
      text: isTried ? 'Shall I sum it up?' : '',
      toolCalls: isTried ? [] : [{ id: `c${++ids}`, name: 'cron', args: { action: 'remove', job: 'Diary' } }],
      finish: 'stop',
      usage: { input: 1, output: 1 },
      servedBy: { provider: 'eager', model: 'eager-1', languageModel: true },
    };
  },
};

beforeEach(async () => {
  room = await newsroom();
  await room.start({ model: eager, stores: (given) => (stores = given) });
  await addJob(room, room.news);
});
afterEach(() => room.close());

const jobs = async () => (await stores.jobs.list({ includeDisabled: true })).map(({ name }) => name);

async function say(words: string, who = room.anna): Promise<APIMessage> {
  const { discord, news } = room;
  const before = discord.messages(news).length;
  discord.say(who, news, `<@${discord.bot.id}> ${words}`);
  return eventually(() =>
    discord
      .messages(news)
      .slice(before)
      .find(({ author }) => author.id === discord.bot.id),
  );
}

it('does what was asked back once the next message of that person says yes', async () => {
  await say('remove the Diary job');
  await say('what is the weather?', room.ben);
  await say('yes', room.ben);
  expect(await jobs()).toEqual(['Diary']);
  await say('yes');
  expect(await jobs()).toEqual([]);
});

it.each(['no', 'what does this page say? https://first.test/mill'])(
  'does nothing at a yes after they have said “%s”',
  async (other) => {
    await say('remove the Diary job');
    await say(other);
    await say('yes');
    expect(await jobs()).toEqual(['Diary']);
  },
);
