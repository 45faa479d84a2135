/** Automations that are changed or removed in words: asked back, and done by a "yes" or a button, without a language model. */
import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { addJob, buttonsOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';

let room: Newsroom;
let stores: Stores;
beforeEach(async () => {
  room = await newsroom();
  await room.start({ stores: (given) => (stores = given) });
  await addJob(room, room.news);
});
afterEach(() => room.close());

const jobs = async () =>
  (await stores.jobs.list({ includeDisabled: true })).map(({ name, schedule }) => ({ name, schedule }));

/** Say something to the desk. @returns its answer. */
async function say(words: string): Promise<APIMessage> {
  const { discord, anna, news } = room;
  const before = discord.messages(news).length;
  discord.say(anna, news, `<@${discord.bot.id}> ${words}`);
  return eventually(() =>
    discord
      .messages(news)
      .slice(before)
      .find(({ author }) => author.id === discord.bot.id),
  );
}

it('removes one once somebody who asked for it says yes', async () => {
  const asked = await say('cancel the Diary reminder');
  expect(asked.content).toBe(
    'Remove "Diary"? It will not run any more. Nothing is done yet; answer "yes" and I do it.',
  );
  expect(buttonsOf(asked)).toEqual(['Remove “Diary”']);
  expect(await jobs()).toMatchObject([{ name: 'Diary' }]);
  expect((await say('no')).content).toBe('It stays as it is.');
  await say('cancel the Diary reminder');
  expect((await say('yes')).content).toBe('Removed: "Diary" will not run any more.');
  expect(await jobs()).toEqual([]);
});

it('asks in Chinese whoever writes Chinese', async () => {
  const asked = await say('取消 Diary 提醒');
  expect(asked.content).toContain('要刪除「Diary」嗎？');
  expect(buttonsOf(asked)).toEqual(['移除「Diary」']);
  expect((await say('係')).content).toBe('已刪除「Diary」。');
  expect(await jobs()).toEqual([]);
});

it('changes one by the button, once, and only for those who may manage automations', async () => {
  const { discord, anna, ben } = room;
  const [before] = await jobs();
  const asked = await say('move the Diary reminder to 8:15');
  expect(asked.content).toMatch(/^Change "Diary" to 8:15\? Nothing is done yet/u);
  const refused = await discord.press(ben, asked, 'Change “Diary”').final();
  expect(refused).toMatchObject({
    ephemeral: true,
    content: expect.stringContaining('ben, you may not') as string,
  });
  expect(await jobs()).toEqual([before]);
  const done = await discord.press(anna, asked, 'Change “Diary”').final();
  expect(done.content).toBe('**Diary** is changed, as anna agreed.');
  expect(await jobs()).toMatchObject([
    { name: 'Diary', schedule: { kind: 'cron', expr: expect.stringMatching(/^15 8 /) as string } },
  ]);
  const again = await discord.press(anna, asked, 'Change “Diary”').final();
  expect(again.content).toBe('anna has answered this already: your press changed nothing.');
});

it('forgets a note once somebody who asked for it says yes, or by the button, once', async () => {
  const { discord, anna, ben, news } = room;
  const notes = async () =>
    (await stores.notes.list(sessionKey('discord', news.id), room.clock.now())).map(({ text }) => text);
  await say('no more crypto this week');
  await say('remember that Ann is away');
  const asked = await say('forget the crypto rule');
  expect(asked.content).toBe(
    'Forget "no more crypto this week"? Nothing is forgotten yet; answer "yes" and I do it.',
  );
  expect(buttonsOf(asked)).toEqual(['Forget “no more crypto this week”']);
  expect(await notes()).toHaveLength(2);
  expect((await say('no')).content).toBe('It stays as it is.');
  await say('forget the crypto rule');
  expect((await say('yes')).content).toMatch(/^Forgotten: "no more crypto this week"\./u);
  expect(await notes()).toEqual(['Ann is away']);

  const again = await say('忘記 Ann is away');
  expect(again.content).toContain('要忘記「Ann is away」嗎？');
  const refused = await discord.press(ben, again, '忘記「Ann is away」').final();
  expect(refused.content).toContain('ben, you may not');
  expect(await notes()).toHaveLength(1);
  const done = await discord.press(anna, again, '忘記「Ann is away」').final();
  expect(done.content).toBe('Forgotten, as anna agreed: "Ann is away".');
  expect(await notes()).toEqual([]);
  expect((await discord.press(anna, again, '忘記「Ann is away」').final()).content).toContain(
    'anna has answered this already',
  );
});
