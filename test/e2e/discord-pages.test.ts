/** Long answers on Discord: one message with pages, whose buttons work for those who may read it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sessionKey } from '../../src/sessions/key.ts';
import type { Stores } from '../../src/main/stores.ts';
import { anEdition } from '../newsroom/an-edition.ts';
import { aPlan, packFor } from '../newsroom/newsroom-world.ts';
import { buttonId, buttonsOf, expectFitting, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';

let room: Newsroom;
let stores: Stores;
beforeEach(async () => {
  room = await newsroom();
  await room.start({ stores: (given) => (stores = given) });
});
afterEach(() => room.close());

/** A posted story with more sources than one message can name. */
async function posted(): Promise<string> {
  const desk = sessionKey('discord', room.news.id);
  const [job] = aPlan('run-1', 1, room.clock.now(), anEdition(), desk).stories;
  const [first] = packFor(job!).sources;
  const sources = Array.from({ length: 40 }, (_, n) => ({
    ...first!,
    n: n + 1,
    title: `Report number ${n + 1} of the reopening of the old library`,
    url: `https://first.test/story-${n + 1}`,
  }));
  await stores.stories.publish(
    {
      id: 'run-1/story_01',
      runId: 'run-1',
      category: 'Global News',
      title: job!.story.title,
      primaryUrl: job!.story.primary_url,
      body: 'It reopened on Thursday. [1]',
      languageModel: true,
      desk,
      place: desk,
      flags: [],
      threadOp: 'story:run-1/story_01/thread',
      pack: { builtAtMs: 1, sources },
      publishedAtMs: room.clock.now(),
    },
    [],
  );
  return 'run-1/story_01';
}

it('shows the sources of a story in pages, and says after a restart that they are gone', async () => {
  const { discord, news, anna } = room;
  const story = await posted();
  const asked = discord.slash(anna, news, 'story sources', { story });
  const first = await asked.final();
  expect(asked.followUps).toEqual([]);
  expectFitting(first);
  const [back = '', count = '', next = ''] = buttonsOf(first);
  expect([back, count, next]).toEqual(['◀ Back', expect.stringMatching(/^1\/\d$/), 'Next ▶']);

  const second = await discord.press(anna, first.message!, next).final();
  expectFitting(second);
  expect(second.message?.id).toBe(first.message?.id);
  expect(buttonsOf(second)[1]).toMatch(/^2\/\d$/);
  expect(second.content).not.toBe(first.content);
  const again = await discord.press(anna, second.message!, back).final();
  expect(again.content).toBe(first.content);

  const { home } = room.desk;
  const customId = buttonId(again, next);
  await room.desk.stop();
  await room.start({ home });
  const gone = await discord.forge(anna, news, { customId, message: again.message! }).final();
  expect(gone).toMatchObject({
    content: expect.stringContaining('Use /story sources again') as unknown,
    ephemeral: true,
  });
});

it('lets everybody in the channel turn the pages of an answer for all, whoever asked, and answers a stranger after a restart', async () => {
  const { discord, guild, anna, ben, news } = room;
  const story = await posted();
  const text = Array.from(
    { length: 60 },
    (_, n) => `Line ${n}: it was not so, but otherwise, as we know now.`,
  );
  const asked = discord.slash(anna, news, 'story correct', { story, text: text.join(' ') });
  const first = await asked.final();
  expect(first.ephemeral).toBe(false);
  expectFitting(first);
  expect(buttonsOf(first)).toEqual(['◀ Back', '1/2', 'Next ▶']);

  // Who asked may no more than anybody else; nothing but the page changes.
  const second = await discord.press(ben, first.message!, 'Next ▶', { locale: 'zh-TW' }).final();
  expectFitting(second);
  expect(second.message?.id).toBe(first.message?.id);
  expect(buttonsOf(second)[1]).toBe('2/2');
  expect(`${first.content} ${second.content}`).toContain('Line 59');
  expect((await discord.press(anna, second.message!, '◀ Back').final()).content).toBe(first.content);

  // Elsewhere the same button is nobody's.
  const elsewhere = discord.addChannel(guild, { name: 'elsewhere' });
  const customId = buttonId(first, 'Next ▶');
  const forged = await discord.forge(ben, elsewhere, { customId, message: first.message! }).final();
  expect(forged).toMatchObject({
    ephemeral: true,
    content: expect.stringContaining('another channel') as unknown,
  });

  const { home } = room.desk;
  await room.desk.stop();
  await room.start({ home });
  const gone = await discord.press(ben, first.message!, 'Next ▶', { locale: 'zh-TW' }).final();
  expect(gone).toMatchObject({
    content: '這個答覆的其他頁已不再保留。請重新使用 /報道 更正 。',
    ephemeral: true,
  });
});

it('goes on when the message of an answer is deleted while somebody turns its page', async () => {
  const { discord, guild, anna, ben, news } = room;
  const story = await posted();
  const text = 'It was not so, but otherwise. '.repeat(100);
  const first = await discord.slash(anna, news, 'story correct', { story, text }).final();
  const next = buttonId(first, 'Next ▶');
  discord.remove(discord.realm.world.user(guild.ownerId), first.message!);
  discord.forge(ben, news, { customId: next, message: first.message! }); // Discord has nothing to show it in
  // The desk has lost nothing: it answers what comes next.
  expect((await discord.slash(ben, news, 'story why', { story }).final()).content).toContain('State: posted');
});
