import { REST } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';

describe("Discord's contract, held against every request", () => {
  let discord: LoopbackDiscord;
  let rest: REST;
  let messages: `/${string}`;
  let commands: `/${string}`;

  beforeEach(async () => {
    discord = await LoopbackDiscord.start();
    rest = new REST({ api: discord.api, version: '10' }).setToken(discord.token);
    const desk = discord.addChannel(discord.addGuild({ name: 'Newsroom' }), { name: 'desk' });
    messages = `/channels/${desk.id}/messages`;
    commands = `/applications/${discord.realm.world.application.id}/commands`;
  });

  afterEach(() => discord.close({ allowViolations: true }));

  const complaints = () => discord.violations.map(({ complaint }) => complaint).join('\n');

  it('fails the test that made a wrong request', async () => {
    await rest.post(messages, { body: { content: 'x'.repeat(2_001) } }).catch(() => undefined);
    await expect(discord.close()).rejects.toThrow('2001 characters');
  });

  it('knows what the published contract lets pass', async () => {
    const embed = { description: 'x'.repeat(3_001) };
    await rest.post(messages, { body: { embeds: [embed, embed] } }).catch(() => undefined);
    await rest.post(messages, { body: { content: '  ' } }).catch(() => undefined);
    await rest.put(commands, { body: [{ name: 'Cron', description: 'x' }] }).catch(() => undefined);
    expect(complaints()).toContain('6002 characters together');
    expect(complaints()).toContain('the message is empty');
    expect(complaints()).toContain('“Cron” is not lower case');
  });
});
