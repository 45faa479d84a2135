/** `/story find` on Discord: what somebody may read they find, with where it leads, and nothing else. */
import { PermissionFlagsBits as Can } from 'discord.js';
import { afterEach, expect, it } from 'vitest';
import { START, botSaid } from '../support/discord-desk.ts';
import { expectFitting, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start() {
  const room: Newsroom<FlowingClock> = await newsroom({ clock: new FlowingClock(START) });
  closing.push(async () => {
    await room.close();
    room.clock.stop();
  });
  const { discord, guild, anna } = room;
  const hidden = discord.addChannel(guild, {
    name: 'hidden',
    overwrites: [
      { for: guild, deny: Can.ViewChannel },
      { for: anna, allow: Can.ViewChannel },
      { for: discord.botRole(guild), allow: Can.ViewChannel },
    ],
  });
  await room.start({ edition: { desk: { discord: room.news.id } } });
  return { ...room, hidden };
}

it('finds in their own channel what people said there, and leads to the message', async () => {
  const { discord, guild, news, hidden, anna, ben } = await start();
  const mention = `<@${discord.bot.id}>`;
  const said = discord.say(anna, news, `${mention} remember: the zeppelin lands on Friday`);
  await botSaid(discord, news, /zeppelin/u);
  discord.say(anna, hidden, `${mention} remember: the zeppelin comes before the budget`);
  await botSaid(discord, hidden, /budget/u);

  const bens = await discord.slash(ben, news, 'story find', { words: 'zeppelin' }).final();
  expectFitting(bens);
  expect(bens.content).toContain(`https://discord.com/channels/${guild.id}/${news.id}/${said.id}`);
  expect(bens.content).not.toContain('budget');
  const annas = await discord.slash(anna, news, 'story find', { words: 'zeppelin' }).final();
  expect(annas.content).toContain('before the budget');

  // What everybody reads tells nothing of elsewhere, whoever asks.
  discord.say(anna, news, `${mention} search for budget`);
  const answer = await botSaid(discord, news, /Nothing was found for “budget”/u);
  expect(answer.content).not.toContain('zeppelin');
});

it('says in their language what is wrong, and what there is', async () => {
  const { discord, news, ben } = await start();
  const chinese = { locale: 'zh-TW' } as const;
  const blank = await discord.slash(ben, news, 'story find', { words: '\u200b' }, chinese).final();
  expect(blank.content).toContain('沒有要搜尋的內容');
  const day = await discord.slash(ben, news, 'story find', { words: '輪船', from: '昨天' }, chinese).final();
  expect(day.content).toContain('例如 2026-11-20');
  const none = await discord.slash(ben, news, 'story find', { words: '輪船停航' }, chinese).final();
  expect(none.content).toBe('找不到「輪船停航」。');
});
