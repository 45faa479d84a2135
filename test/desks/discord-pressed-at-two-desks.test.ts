/** Two desks of one newsroom: an editor presses on Discord what another one presses at the other desk, at once. Real processes. */
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { tempHome } from '../support/temp-home.ts';

const ROUNDS = 3;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('is done once, and whoever came second is told whose press it was', async () => {
  const discord = await LoopbackDiscord.start();
  onTestFinished(() => discord.close());
  const guild = discord.addGuild({ name: 'Newsroom' });
  const editors = discord.addRole(guild, 'editors', PermissionFlagsBits.ManageChannels);
  const anna = discord.addPerson('anna', { guilds: [guild], roles: [editors] });
  const news = discord.addChannel(guild, { name: 'news' });
  const env = {
    DATABASE_URL: await server.database('pressed'),
    DISCORD_TOKEN: discord.token,
    DISCORD_API_BASE: discord.api,
  };
  const started = async () => {
    const desk = await startDesk(tempHome(), env);
    onTestFinished(() => void desk.child.kill('SIGKILL'));
    return desk;
  };
  const desks = [await started(), await started()];
  const isConnected = (desk: (typeof desks)[number]) =>
    desk.errors().includes('Discord: commands registered');
  const first = await found(() => desks.find(isConnected));
  const second = desks.find((desk) => desk !== first)!;
  const sessionKey = `discord:${news.id}`;
  const schedule = { kind: 'cron', expr: '0 7 * * 5' };
  const payload = { kind: 'agentTurn', message: 'What is paused?', sessionKey };

  const outcomes: string[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await first.rpc('cron.add', { name: `Diary ${round}`, schedule, payload, create: true });
    const { id } = discord.say(anna, news, `<@${discord.bot.id}> cancel the Diary ${round} reminder`);
    const asked = await found(() =>
      discord
        .messages(news)
        .find((one) => one.author.id === discord.bot.id && one.message_reference?.message_id === id),
    );
    const [, question] = /question='([0-9a-f]+)/u.exec(JSON.stringify(asked.components))!;
    const invocation = {
      ...{ name: 'cron agree', options: { question }, sessionKey, author: { name: 'Dora' } },
    };
    const [onDiscord, elsewhere] = await Promise.all([
      discord.press(anna, asked, `Remove “Diary ${round}”`).final(),
      second.rpc<{ text: string }>('commands.invoke', invocation),
    ]);
    outcomes.push([onDiscord.content, elsewhere.text].toSorted());
    const { jobs } = await second.rpc<{ jobs: unknown[] }>('cron.list', {
      includeDisabled: true,
      sessionKey,
    });
    expect(jobs).toEqual([]);
  }
  for (const [round, outcome] of outcomes.entries()) {
    const winner = outcome.some((one) => one.includes('as anna agreed')) ? 'anna' : 'Dora';
    expect(outcome).toEqual([
      `**Diary ${round}** is removed, as ${winner} agreed.`,
      `${winner} has answered this already: your press changed nothing.`,
    ]);
  }
  expect((await second.stop()).code).toBe(0);
  expect((await first.stop()).code).toBe(0);
});
