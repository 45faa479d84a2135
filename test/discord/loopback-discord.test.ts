import { ChannelType, Events, type Message } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { logIn, next, plainClient } from '../support/discord/plain-client.ts';

describe('the loopback Discord, with the unmodified client', () => {
  let discord: LoopbackDiscord;
  let client: ReturnType<typeof plainClient>;

  beforeEach(async () => {
    discord = await LoopbackDiscord.start();
    client = plainClient(discord);
  });

  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  /** A guild with anna and a channel in it, and the bot logged in. */
  async function atDesk() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    await logIn(client, discord);
    const channel = await client.channels.fetch(desk.id);
    if (channel?.type !== ChannelType.GuildText) throw new Error('the desk is a text channel');
    return { guild, anna, desk, channel };
  }

  it('logs in and knows its guilds, channels, roles and members', async () => {
    const guild = discord.addGuild({ name: 'Newsroom', locale: 'zh-TW' });
    const forum = discord.addForum(guild, { name: 'stories', tags: ['local', 'world'], requireTag: true });
    await logIn(client, discord);
    const seen = client.guilds.cache.get(guild.id);
    expect(seen).toMatchObject({ name: 'Newsroom', preferredLocale: 'zh-TW', available: true });
    expect(seen?.members.me?.permissions.has('ManageThreads')).toBe(true);
    const channel = client.channels.cache.get(forum.id);
    expect(channel?.type === ChannelType.GuildForum && channel.availableTags.map(({ name }) => name)).toEqual(
      ['local', 'world'],
    );
    expect(client.application?.flags.has('GatewayMessageContentLimited')).toBe(true);
  });

  it('is ready within a moment, with a hundred guilds of ten channels', async () => {
    for (let n = 0; n < 100; n++) {
      const guild = discord.addGuild({ name: `guild ${n}` });
      for (let m = 0; m < 10; m++) discord.addChannel(guild, { name: `channel-${m}` });
    }
    await logIn(client, discord);
    expect(client.guilds.cache.size).toBe(100);
    expect(client.channels.cache.size).toBe(1_000);
  });

  it('refuses another token', async () => {
    await expect(client.login('c29tZWJvZHk.else.entirely')).rejects.toMatchObject({ code: 'TokenInvalid' });
    expect(discord.records.of('GET', '/gateway/bot')).toMatchObject([{ status: 401 }]);
  });

  it('carries messages both ways, replies with what they answer', async () => {
    const { anna, desk, channel } = await atDesk();
    const heard = next(client, Events.MessageCreate) as Promise<Message>;
    discord.say(anna, desk, 'good morning', {
      attachments: [{ name: 'notes.txt', content: 'three words here' }],
    });
    const message = await heard;
    expect(message).toMatchObject({ content: 'good morning' });
    expect(message.member?.user.username).toBe('anna');
    const [attachment] = message.attachments.values();
    expect(await (await fetch(attachment?.url ?? '')).text()).toBe('three words here');

    const answered = next(client, Events.MessageCreate);
    await message.reply('and to you');
    await answered;
    const [first, reply] = discord.messages(desk);
    expect(reply).toMatchObject({
      content: 'and to you',
      type: 19,
      message_reference: { message_id: first?.id },
    });
    expect(discord.records.pings).toMatchObject([{ by: discord.bot.id, users: [anna.id] }]);

    const again = next(client, Events.MessageCreate) as Promise<Message>;
    discord.say(anna, desk, 'why?', {
      replyTo: channel.messages.resolve(reply?.id ?? '') ? reply : undefined,
    } as object);
    const question = await again;
    expect(question.reference?.messageId).toBe(reply?.id);
    expect(question.mentions.has(discord.bot.id)).toBe(true);
  });

  it('tells of edits and deletions', async () => {
    const { anna, desk } = await atDesk();
    const said = discord.say(anna, desk, 'helo');
    const other = discord.say(anna, desk, 'second');
    const third = discord.say(anna, desk, 'third');
    const edited = new Promise<string | null>((resolve) =>
      client.once(Events.MessageUpdate, (_, now) => resolve(now.content)),
    );
    discord.edit(anna, said, 'hello');
    expect(await edited).toBe('hello');
    const removed = new Promise<string>((resolve) =>
      client.once(Events.MessageDelete, ({ id }) => resolve(id)),
    );
    discord.remove(anna, said);
    expect(await removed).toBe(said.id);
    const swept = new Promise<number>((resolve) =>
      client.once(Events.MessageBulkDelete, ({ size }) => resolve(size)),
    );
    const owner = discord.realm.world.user(discord.realm.world.guild(desk.guildId ?? '').ownerId);
    discord.bulkDelete(owner, desk, [other, third]);
    expect(await swept).toBe(2);
    expect(discord.messages(desk)).toEqual([]);
  });

  it('pages history as Discord does: newest first, fifty unless asked, a hundred at most', async () => {
    const { anna, desk, channel } = await atDesk();
    const said = Array.from({ length: 120 }, (_, n) => discord.say(anna, desk, `line ${n}`));
    const contents = async (options: object) =>
      [...(await channel.messages.fetch(options)).values()].map((it) => it.content);
    expect(await contents({})).toEqual(
      said
        .slice(-50)
        .map((it) => it.content)
        .reverse(),
    );
    expect(await contents({ limit: 100 })).toHaveLength(100);
    expect(await contents({ after: said[9]?.id, limit: 3 })).toEqual(['line 12', 'line 11', 'line 10']);
    expect(await contents({ before: said[9]?.id, limit: 3 })).toEqual(['line 8', 'line 7', 'line 6']);
    expect(await contents({ around: said[9]?.id, limit: 3 })).toEqual(['line 10', 'line 9', 'line 8']);
  });

  it('takes files, edits, typing and deletions from the bot', async () => {
    const { desk, channel } = await atDesk();
    await channel.sendTyping();
    const sent = await channel.send({
      content: 'look',
      files: [{ attachment: Buffer.from('a,b'), name: 'table one.csv', description: 'two columns' }],
    });
    const [stored] = discord.messages(desk);
    expect(stored?.attachments).toMatchObject([
      { filename: 'table_one.csv', description: 'two columns', size: 3 },
    ]);
    expect(discord.records.of('POST', '/channels/:channel/messages')[0]).toMatchObject({
      body: { content: 'look' },
      files: [{ name: 'table one.csv', size: 3 }],
    });
    await sent.edit('look here');
    expect(discord.messages(desk)[0]).toMatchObject({ content: 'look here', attachments: [{ size: 3 }] });
    await sent.delete();
    expect(discord.messages(desk)).toEqual([]);
    expect(discord.records.typing).toMatchObject([{ channelId: desk.id }]);
  });

  it('says who was pinged: what allowed_mentions lets through, and nothing in code', async () => {
    const { guild, anna, desk, channel } = await atDesk();
    const editors = discord.addRole(guild, 'editors', 0n, { mentionable: true });
    const content = `@everyone <@${anna.id}> <@&${editors.id}>`;
    await channel.send({ content, allowedMentions: { parse: [] } });
    await channel.send(`\`${content}\``);
    expect(discord.records.pings).toEqual([]);
    await channel.send({ content, allowedMentions: { roles: [editors.id] } });
    expect(discord.records.pings).toMatchObject([{ users: [], roles: [editors.id], everyone: false }]);
    await channel.send(content);
    expect(discord.records.pings[1]).toMatchObject({ users: [anna.id], roles: [editors.id], everyone: true });
    expect(discord.messages(desk)[0]?.mentions).toEqual([]);
  });

  it('remembers a nonce for its window, and never shows it in history', async () => {
    let now = Date.now();
    await client.destroy();
    await discord.close();
    discord = await LoopbackDiscord.start({ now: () => now, nonceWindowMs: 60_000 });
    client = plainClient(discord);
    const { desk, channel } = await atDesk();
    const heard = next(client, Events.MessageCreate) as Promise<Message>;
    const send = () => channel.send({ content: 'once', nonce: 'abc', enforceNonce: true });
    const first = await send();
    expect([first.nonce, (await heard).nonce]).toEqual(['abc', 'abc']);
    expect((await send()).id).toBe(first.id);
    expect(discord.messages(desk)).toHaveLength(1);
    expect('nonce' in (discord.messages(desk)[0] ?? {})).toBe(false);
    now += 60_000;
    expect((await send()).id).not.toBe(first.id);
    expect((await channel.send({ content: 'unforced', nonce: 'abc' })).id).not.toBe(first.id);
    expect(discord.messages(desk)).toHaveLength(3);
  });

  it('refuses what is too long or empty, and answers about what is gone', async () => {
    const { desk, channel } = await atDesk();
    await expect(channel.send('x'.repeat(2_001))).rejects.toMatchObject({ code: 50_035 });
    await expect(channel.send(' \n ')).rejects.toMatchObject({ code: 50_006 });
    await expect(channel.messages.fetch('1')).rejects.toMatchObject({ code: 10_008 });
    await expect(
      channel.send({ content: 'to whom?', reply: { messageReference: '1' } }),
    ).rejects.toMatchObject({
      code: 50_035,
    });
    await channel.send({ content: ' plain then ', reply: { messageReference: '1', failIfNotExists: false } });
    expect(discord.messages(desk).map(({ content }) => content)).toEqual(['plain then']);
    discord.deleteChannel(desk, { silently: true });
    await expect(channel.send('hello?')).rejects.toMatchObject({ code: 10_003 });
    expect(discord.violations.map(({ complaint }) => complaint)).toEqual([
      'the content has 2001 characters; Discord takes 2,000',
      'the message is empty',
    ]);
    await discord.close({ allowViolations: true });
  });

  it('lets people write 4,000 characters, and links unfurl without an edit', async () => {
    const { anna, desk } = await atDesk();
    expect(() => discord.say(anna, desk, 'x'.repeat(4_001))).toThrow('Invalid Form Body');
    const long = discord.say(anna, desk, 'x'.repeat(4_000));
    const updated = new Promise<Message>((resolve) =>
      client.once(Events.MessageUpdate, (_, now) => resolve(now)),
    );
    discord.unfurl(long, [{ title: 'A page', url: 'http://127.0.0.1/page' }]);
    expect(await updated).toMatchObject({ editedTimestamp: null, embeds: [{ title: 'A page' }] });
  });

  it('carries direct messages, and refuses those to people who closed them', async () => {
    const { anna } = await atDesk();
    const person = await client.users.fetch(anna.id);
    await person.send('psst');
    expect(discord.messages(discord.directChannel(anna)).map(({ content }) => content)).toEqual(['psst']);
    const heard = next(client, Events.MessageCreate) as Promise<Message>;
    discord.say(anna, discord.directChannel(anna), 'yes?');
    expect((await heard).content).toBe('yes?');
    discord.closeMessages(anna);
    await expect(person.send('psst')).rejects.toMatchObject({ code: 50_007 });
  });
});
