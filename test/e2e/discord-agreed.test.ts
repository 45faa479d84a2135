/** A language model asks whether to do something, and does it once the editor who was asked replies yes to that message. */
import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { call, scriptedModel } from '../support/scripted-model.ts';

let room: Newsroom;
afterEach(() => room.close());

const ASKS = `Nobody opened it in November:\n\n- **Mondays**: 0 reads\n- **Fridays**: 0 reads\n\n${'The diary is short. '.repeat(20)}\n\n**Shall I pause the Diary?**`;
const pauses = [call('cron', { action: 'pause', job: 'Diary' })];

it('pauses the job that it asked about, for a reply to that question and for no other', async () => {
  room = await newsroom();
  const { discord, anna, ben, news } = room;
  let stores: Stores | undefined;
  const model = scriptedModel(
    'Hello.',
    ASKS,
    pauses,
    'I could not.',
    ASKS,
    pauses,
    'I could not.',
    ASKS,
    pauses,
    'Paused.',
  );
  await room.start({ model, stores: (given) => (stores = given) });
  await addJob(room, news);
  const isOn = async () => (await stores!.jobs.list({ includeDisabled: true }))[0]!.enabled;
  const say = async (by: typeof anna, words: string, replyTo?: APIMessage): Promise<APIMessage> => {
    const before = discord.messages(news).length;
    discord.say(by, news, `<@${discord.bot.id}> ${words}`, { ...(replyTo && { replyTo }) });
    return eventually(() =>
      discord
        .messages(news)
        .slice(before)
        .find(({ author }) => author.id === discord.bot.id),
    );
  };
  const hello = await say(anna, 'hello');
  const asked = await say(anna, 'who reads the diary?');
  expect((await say(anna, 'yes', hello)).content).toBe('I could not.');
  await say(anna, 'so who does?');
  expect((await say(ben, 'yes', asked)).content).toBe('I could not.');
  expect(await isOn()).toBe(true);
  const again = await say(anna, 'and what do you suggest?');
  expect((await say(anna, 'yes, go ahead', again)).content).toBe('Paused.');
  expect(await isOn()).toBe(false);
});
