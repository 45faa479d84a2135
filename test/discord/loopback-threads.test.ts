import { ChannelType, Events, GatewayIntentBits, PermissionFlagsBits as Can, type Client } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { logIn, plainClient } from '../support/discord/plain-client.ts';

describe('threads, forums and rights on the loopback Discord', () => {
  let discord: LoopbackDiscord;
  let client: Client;

  beforeEach(async () => {
    discord = await LoopbackDiscord.start();
    client = plainClient(discord);
  });

  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  async function atDesk(botPermissions?: bigint) {
    const guild = discord.addGuild({
      name: 'Newsroom',
      ...(botPermissions !== undefined && { botPermissions, everyone: 0n }),
    });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const forum = discord.addForum(guild, { name: 'stories', tags: ['local', 'world'], requireTag: true });
    await logIn(client, discord);
    const channel = await client.channels.fetch(desk.id).catch(() => null);
    return {
      guild,
      anna,
      desk,
      forum,
      channel: channel?.type === ChannelType.GuildText ? channel : undefined,
    };
  }

  it('opens a thread on a message, once, with the id of the message', async () => {
    const { desk, channel } = await atDesk();
    const title = await channel?.send('A story');
    const thread = await title?.startThread({ name: 'A story' });
    expect(thread?.id).toBe(title?.id);
    await thread?.send('first chunk');
    const bodies = discord.messages(thread ?? { id: '' });
    expect(bodies.map(({ type, content }) => [type, content])).toEqual([
      [21, ''],
      [0, 'first chunk'],
    ]);
    expect(discord.messages(desk)).toMatchObject([{ content: 'A story', thread: { name: 'A story' } }]);
    const again = client.rest.post(`/channels/${desk.id}/messages/${title?.id}/threads`, {
      body: { name: 'Again' },
    });
    await expect(again).rejects.toMatchObject({ code: 160_004 });
    expect(client.channels.cache.get(thread?.id ?? '')).toMatchObject({ parentId: desk.id });
  });

  it('opens plain threads, public and private', async () => {
    const { desk, channel } = await atDesk();
    const open = await channel?.threads.create({ name: 'open', type: ChannelType.PublicThread });
    expect(open?.type).toBe(ChannelType.PublicThread);
    expect(discord.messages(desk)).toMatchObject([{ type: 18, content: 'open' }]);
    await expect(
      channel?.threads.create({ name: 'closed', type: ChannelType.PrivateThread }),
    ).rejects.toMatchObject({ code: 50_013 });
  });

  it('hears of a private thread when it is added to it, and of nothing there before', async () => {
    const { guild, desk } = await atDesk(309_237_763_072n);
    const owner = discord.realm.world.user(guild.ownerId);
    const secret = discord.addThread(desk, { name: 'secret', by: owner, private: true });
    await expect(client.rest.get(`/channels/${secret.id}`)).rejects.toMatchObject({ code: 50_001 });
    const told = new Promise<string>((resolve) =>
      client.once(Events.ThreadCreate, ({ name }) => resolve(name)),
    );
    discord.setThreadMember(secret, discord.bot);
    expect(await told).toBe('secret');
  });

  it('posts in a forum with its tag; the first message has the id of the thread', async () => {
    const { forum } = await atDesk();
    const stories = await client.channels.fetch(forum.id);
    if (stories?.type !== ChannelType.GuildForum) throw new Error('stories is a forum');
    const message = { content: 'It rained.', nonce: 'n', enforceNonce: true };
    await expect(stories.threads.create({ name: 'Rain', message })).rejects.toMatchObject({ code: 40_067 });
    const appliedTags = stories.availableTags.slice(0, 1).map(({ id }) => id);
    const post = await stories.threads.create({ name: 'Rain', message, appliedTags });
    expect(discord.messages(post)).toMatchObject([{ id: post.id, content: 'It rained.' }]);
    const again = await stories.threads.create({ name: 'Rain', message, appliedTags });
    expect(again.id).not.toBe(post.id);
    const { threads } = await stories.threads.fetchActive();
    expect([...threads.keys()].sort()).toEqual([post.id, again.id].sort());
    expect(threads.get(post.id)).toMatchObject({ ownerId: discord.bot.id, appliedTags });
  });

  it('wakes an archived thread by writing, unless it is locked', async () => {
    const { anna, desk } = await atDesk(309_237_763_072n);
    const owner = discord.realm.world.user(discord.realm.world.guild(desk.guildId ?? '').ownerId);
    const thread = discord.addThread(desk, { name: 'talk', by: owner });
    const send = (content: string) =>
      client.rest.post(`/channels/${thread.id}/messages`, { body: { content } });
    discord.archiveThread(thread);
    const listed = await client.rest.get(`/channels/${desk.id}/threads/archived/public`);
    expect(listed).toMatchObject({ threads: [{ id: thread.id }], has_more: false });
    await send('good morning');
    expect(thread.thread).toMatchObject({ archived: false });
    discord.lockThread(thread);
    await expect(send('hello?')).rejects.toMatchObject({ code: 160_005 });
    discord.archiveThread(thread);
    await expect(send('hello?')).rejects.toMatchObject({ code: 50_083 });
    expect(() => discord.say(anna, thread, 'I, too')).toThrow('Missing Access');
  });

  it('computes rights from roles and overwrites, and says which kind is missing', async () => {
    const { guild, desk } = await atDesk(Can.ViewChannel | Can.ReadMessageHistory);
    const send = () => client.rest.post(`/channels/${desk.id}/messages`, { body: { content: 'hello' } });
    await expect(send()).rejects.toMatchObject({ code: 50_013, status: 403 });
    discord.setOverwrite(desk, { for: discord.bot, allow: Can.SendMessages | Can.ViewChannel });
    await send();
    discord.setOverwrite(desk, { for: guild, deny: Can.ViewChannel });
    await send();
    discord.setOverwrite(desk, { for: discord.bot, deny: Can.ViewChannel });
    await expect(send()).rejects.toMatchObject({ code: 50_001, status: 403 });
    discord.changeRole(guild, discord.botRole(guild), Can.Administrator);
    await send();
    expect(discord.messages(desk)).toHaveLength(3);
  });

  it('leaves embeds out for who may not embed, and shows no history to who may not read it', async () => {
    const { desk } = await atDesk(Can.ViewChannel | Can.SendMessages);
    await client.rest.post(`/channels/${desk.id}/messages`, {
      body: { content: 'look', embeds: [{ title: 'chart' }] },
    });
    expect(discord.messages(desk)).toMatchObject([{ content: 'look', embeds: [] }]);
    expect(await client.rest.get(`/channels/${desk.id}/messages`)).toEqual([]);
  });

  it('tells who deleted what to those who may see the audit log', async () => {
    client = plainClient(discord, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildModeration] });
    const { guild, anna, desk, forum } = await atDesk();
    const logs = () => client.guilds.cache.get(guild.id)?.fetchAuditLogs({ limit: 1 });
    await expect(logs()).rejects.toMatchObject({ code: 50_013 });
    discord.deleteChannel(desk, { by: anna });
    discord.changeRole(guild, discord.botRole(guild), Can.ViewAuditLog);
    expect((await logs())?.entries.first()).toMatchObject({
      executorId: anna.id,
      targetId: desk.id,
      action: 12,
    });
    const told = new Promise<string | null>((resolve) =>
      client.once(Events.GuildAuditLogEntryCreate, ({ targetId }) => resolve(targetId)),
    );
    discord.deleteChannel(forum, { by: anna });
    expect(await told).toBe(forum.id);
  });
});
