/** One person mentions the desk again and again: she uses up her share of the language model, and nobody else's. */
import type { APIUser } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import type { Channel } from '../support/discord/world.ts';
import { eventually } from '../support/fake-clock.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { says } from '../support/models/loopback-gemini-script.ts';

let room: Newsroom;
let gemini: LoopbackGemini;
beforeEach(async () => {
  gemini = await LoopbackGemini.start({ keys: ['first-key'] });
  gemini.answer(() => says('The bridge opens in May.'));
  room = await newsroom();
});
afterEach(async () => {
  await room.close();
  await gemini.close();
});

const start = (edition: object = {}) =>
  room.start({
    env: { GEMINI_API_KEYS: 'first-key', GEMINI_BASE_URL: gemini.baseUrl },
    edition: { models: { ceilings: { day: { attempts: 20 } } }, ...edition },
  });

/** @returns the desk's answer to a mention. */
async function mention(who: APIUser, channel: Channel, words: string): Promise<string> {
  const { discord } = room;
  const before = discord.messages(channel).length;
  discord.say(who, channel, `<@${discord.bot.id}> ${words}`);
  const answer = await eventually(() =>
    discord
      .messages(channel)
      .slice(before)
      .find(({ author }) => author.id === discord.bot.id),
  );
  return answer.content;
}

it('tells her so kindly, in whatever channel, and answers others by the model', async () => {
  await start();
  const { discord, anna, ben, guild, news } = room;
  const answers: string[] = [];
  for (let n = 0; n < 30; n++) answers.push(await mention(ben, news, `When does bridge ${n} open?`));
  expect(answers.slice(0, 6)).toEqual(Array(6).fill('The bridge opens in May.'));
  for (const answer of answers.slice(6))
    expect(answer).toMatch(/Without a language model this time: You have asked a lot today.*until midnight/u);
  expect(await mention(anna, news, 'And the ferry?')).toBe('The bridge opens in May.');
  const second = discord.addChannel(guild, { name: 'second' });
  expect(await mention(ben, second, 'Here, too?')).toContain('You have asked a lot today');
  expect(gemini.asked).toHaveLength(7);
});

it('tells a Chinese newsroom in Chinese', async () => {
  await start({ language: 'zh-Hant-HK', models: { ceilings: { day: { attempts: 2 } } } });
  const { ben, news } = room;
  await mention(ben, news, '大橋幾時開通？');
  expect(await mention(ben, news, '渡輪呢？')).toContain('（這次沒有用語言模型：你今天問了很多');
});
