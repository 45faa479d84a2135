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

  const said = (content: string) => ({ type: 10, content });
  const FLAG = { flags: 1 << 15 };
  it.each([
    ['content', { ...FLAG, content: 'x', components: [said('y')] }, "The 'content' field cannot be used"],
    ['embeds', { ...FLAG, embeds: [{ title: 'x' }], components: [said('y')] }, "The 'embeds' field cannot"],
    [
      '41 components',
      { ...FLAG, components: Array.from({ length: 41 }, () => said('y')) },
      'cannot exceed 40',
    ],
    [
      '4,001 characters',
      { ...FLAG, components: [said('x'.repeat(4_000)), said('y')] },
      'maximum size of 4000',
    ],
    [
      'a file that did not come',
      { ...FLAG, components: [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }] },
      'referenced attachment was not found',
    ],
    ['no components', FLAG, 'This field is required'],
    ['no flag', { components: [said('y')] }, 'must be one of'],
  ] as const)('refuses a message of components with %s', async (_, body, because) => {
    await expect(rest.post(messages, { body })).rejects.toThrow(because);
  });

  it('keeps a message of components one for good, and makes one only of what has no text any more', async () => {
    const { id } = (await rest.post(messages, { body: { ...FLAG, components: [said('y')] } })) as {
      id: string;
    };
    await expect(rest.patch(`${messages}/${id}`, { body: { content: 'x', flags: 0 } })).rejects.toThrow(
      'content',
    );
    const plain = (await rest.post(messages, { body: { content: 'x' } })) as { id: string };
    const body = { ...FLAG, components: [said('y')] };
    await expect(rest.patch(`${messages}/${plain.id}`, { body })).rejects.toThrow('content');
    await rest.patch(`${messages}/${plain.id}`, { body: { ...body, content: null } });
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
