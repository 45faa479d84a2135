/** A connection to Discord with two shards: the unmodified client, in one process. */
import { expect, it, onTestFinished } from 'vitest';
import type { Guild } from '../support/discord/world.ts';
import { found } from '../support/desk-process.ts';
import { botSaid, deskOnDiscord, discordInTime } from '../support/discord-desk.ts';

it('hears and answers on the servers of both, and says its commands to Discord', async () => {
  const { clock, discord } = await discordInTime();
  onTestFinished(() => discord.close());
  // Discord gives a server to a shard by its id.
  const shardOf = ({ id }: Guild) => Number((BigInt(id) >> 22n) % 2n);
  const servers: Guild[] = [];
  for (let n = 0; new Set(servers.map(shardOf)).size < 2; n += 1) {
    servers.push(discord.addGuild({ name: `Server ${n}` }));
    await clock.advance(1);
  }
  const ann = discord.addPerson('ann', { guilds: servers });
  const channels = servers.map((guild) => discord.addChannel(guild, { name: 'news' }));
  const desk = await deskOnDiscord({ discord, clock, env: { DISCORD_SHARDS: '2' } });
  onTestFinished(() => desk.stop());
  // Discord lets one shard in every five seconds.
  await found(() => discord.connections === 2 || undefined);
  for (const channel of channels) {
    discord.say(ann, channel, `<@${discord.bot.id}> what is paused?`);
    await botSaid(discord, channel, /paused/i);
  }
  expect(discord.commands().length).toBeGreaterThan(0);
});

it('waits for shards that Discord lets in one after the other, however long that takes', async () => {
  const { clock, discord } = await discordInTime();
  onTestFinished(() => discord.close());
  const desk = await deskOnDiscord({ discord, clock, env: { DISCORD_SHARDS: '2' }, unconnected: true });
  onTestFinished(() => desk.stop());
  await found(() => discord.connections === 1 || undefined);
  for (let looks = 0; looks < 4; looks++) await clock.advance(30_000);
  await found(() => discord.connections === 2 || undefined);
  expect(discord.records.closes).toEqual([]);
});
