/** What calls people on purpose: roles that an op names, and direct messages. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { anOutbox, op } from './an-outbox.ts';

describe('what goes out to people', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  function aNewsroom() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const role = discord.addRole(guild, 'alerts', 0n, { mentionable: true });
    return { guild, anna, desk, role, ...anOutbox(discord) };
  }

  it('calls the roles that the op names, and nobody whom its text names', async () => {
    const { send, desk, role, anna } = aNewsroom();
    const { id } = role;
    const text = `A bridge falls. @everyone <@${anna.id}>`;
    const spec = { kind: 'post', channel: desk.id, text, pings: { roles: [id, 'everyone'] } } as const;
    const alert = op('alert', spec);
    expect(await send(alert)).toMatchObject({ kind: 'sent' });
    expect(discord.messages(desk).at(-1)?.content).toBe(`${text}\n<@&${id}>`);
    const [ping] = discord.records.pings;
    expect(JSON.stringify(ping)).toContain(id);
    expect(discord.records.pings).toHaveLength(1);
  });

  it('opens the channel of a direct message first', async () => {
    const { send, anna } = aNewsroom();
    const told = op('dm', { kind: 'direct', channel: anna.id, text: 'Posted: “A bridge falls”.' });
    const sent = await send(told);
    expect(sent).toMatchObject({ kind: 'sent' });
    const channel = discord.directChannel(anna);
    expect(discord.messages(channel).at(-1)?.content).toBe('Posted: “A bridge falls”.');
  });

  it('names the person who takes no direct messages', async () => {
    const { send, anna } = aNewsroom();
    discord.closeMessages(anna);
    const told = op('dm', { kind: 'direct', channel: anna.id, text: 'Posted.' });
    expect(await send(told)).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining(`<@${anna.id}> doesn't take direct messages`) as unknown,
    });
  });
});
