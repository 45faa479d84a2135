/** The desk that is connected to Discord is killed; another one of the same newsroom takes its place. Real processes. */
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { tempHome } from '../support/temp-home.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it('is followed by another one, which reads back what was said meanwhile and answers it once', async () => {
  const discord = await LoopbackDiscord.start();
  onTestFinished(() => discord.close());
  const guild = discord.addGuild({ name: 'Newsroom' });
  const editors = discord.addRole(guild, 'editors', PermissionFlagsBits.ManageChannels);
  const anna = discord.addPerson('anna', { guilds: [guild], roles: [editors] });
  const news = discord.addChannel(guild, { name: 'news' });
  const env = {
    DATABASE_URL: await server.database('failover'),
    DISCORD_TOKEN: discord.token,
    DISCORD_API_BASE: discord.api,
  };
  const started = async () => {
    const desk = await startDesk(tempHome(), env);
    onTestFinished(() => void desk.child.kill('SIGKILL'));
    return desk;
  };
  const connected = (desk: Awaited<ReturnType<typeof started>>) =>
    found(() => desk.errors().includes('Discord: commands registered') || undefined);
  const ask = (words: string) => discord.say(anna, news, `<@${discord.bot.id}> ${words}`);
  const answers = () => discord.messages(news).filter(({ author }) => author.id === discord.bot.id);
  // What is seen is noted seconds later, or at a stop; channels with automations are read back from there.
  const earlier = await started();
  await connected(earlier);
  ask('no more crypto today');
  await found(() => answers().length === 1 || undefined);
  await earlier.rpc('cron.add', {
    name: 'weekly',
    schedule: { kind: 'cron', expr: '0 7 * * 5' },
    payload: { kind: 'agentTurn', message: 'What is paused?', sessionKey: `discord:${news.id}` },
  });
  ask('no more sports news today');
  await found(() => answers().length === 2 || undefined);
  await earlier.stop();

  const first = await started();
  const second = await started();
  await connected(first);
  first.child.kill('SIGKILL');
  ask('no more Hong Kong news today');
  await found(() => answers().length === 3 || undefined);
  ask('no more UK news today');
  await found(() => answers().length === 4 || undefined);
  expect(answers().map((message) => message.message_reference?.message_id)).toEqual(
    discord
      .messages(news)
      .filter(({ author }) => author.id === anna.id)
      .map(({ id }) => id),
  );
  expect((await second.stop()).code).toBe(0);
});
