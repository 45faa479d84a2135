import { ComponentType, MessageFlags, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSignedId } from '../../src/channels/discord/component-ids.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { tempHome } from '../support/temp-home.ts';
import { KEY, MESSAGES, anOutbox, op, post } from './an-outbox.ts';

describe('what goes out to Discord', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  function aNewsroom() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    return { guild, anna, desk, ...anOutbox(discord) };
  }

  it('posts a text with buttons, and says which message it became', async () => {
    const { send, desk, anna } = aNewsroom();
    const sent = await send(
      op('story/1', {
        kind: 'post',
        channel: desk.id,
        text: 'A bridge opens',
        buttons: [
          { label: 'Sources', command: 'story sources', options: { story: '20261121-0700-x1y2/story_01' } },
          { label: 'Hold', style: 'danger', command: 'story hold', options: { story: 's', sure: true } },
        ],
      }),
    );
    const [message] = discord.messages(desk);
    expect(sent).toEqual({ kind: 'sent', id: message?.id });
    const [row] = message?.components ?? [];
    const buttons = row?.type === ComponentType.ActionRow ? row.components : [];
    expect(buttons.map((button) => 'label' in button && button.label)).toEqual(['Sources', 'Hold']);
    const [sources] = buttons;
    const presser = { channel: desk.id, user: anna.id };
    expect(sources && 'custom_id' in sources && readSignedId(KEY, sources.custom_id, presser, 0)).toEqual({
      kind: 'ok',
      command: 'story sources',
      options: { story: '20261121-0700-x1y2/story_01' },
    });
  });

  it('pings nobody, whatever a text or a reply names', async () => {
    const { send, desk, anna, guild } = aNewsroom();
    const asked = discord.say(anna, desk, 'anybody?');
    const text = `@everyone @here <@${anna.id}> <@&${guild.id}> ${'<@1> '.repeat(300)}`;
    expect(await send(op('loud', { kind: 'post', channel: desk.id, text, replyTo: asked.id }))).toMatchObject(
      { kind: 'sent' },
    );
    expect(discord.records.pings).toEqual([]);
    expect(discord.messages(desk).at(-1)?.message_reference?.message_id).toBe(asked.id);
  });

  it('answers all the same where the message that it answers is gone, or where it may not reply', async () => {
    const { send, desk, anna, guild } = aNewsroom();
    const asked = discord.say(anna, desk, 'never mind');
    discord.remove(anna, asked);
    const reply = (key: string) =>
      send(op(key, { kind: 'post', channel: desk.id, text: key, replyTo: asked.id }));
    expect(await reply('gone')).toMatchObject({ kind: 'sent' });
    discord.setOverwrite(desk, { for: guild, deny: Can.ReadMessageHistory });
    discord.setOverwrite(desk, { for: discord.botRole(guild), deny: Can.ReadMessageHistory });
    expect(await reply('blind')).toMatchObject({ kind: 'sent' });
    expect(discord.messages(desk).map(({ content }) => content)).toEqual(['gone', 'blind']);
  });

  it('leaves out characters that turn the direction of a text', async () => {
    const { send, desk } = aNewsroom();
    await send(post('tricky', desk, 'invoice\u202Efdp.exe \u2066hidden\u2069'));
    expect(discord.messages(desk)[0]?.content).toBe('invoicefdp.exe hidden');
  });

  it('never sends what is too long or empty, and says what is wrong with it', async () => {
    const { send, desk } = aNewsroom();
    expect(await send(post('story/9', desk, 'x'.repeat(2_001)))).toEqual({
      kind: 'refused',
      because: 'It has 2001 characters; a message of Discord has 2000.',
    });
    expect(await send(post('story/10', desk, ' \n'))).toMatchObject({ kind: 'refused' });
    const buttons = [{ label: 'Go', command: 'cron add', options: { message: 'm'.repeat(90) } }];
    expect(await send(op('story/11', { kind: 'post', channel: desk.id, text: 'b', buttons }))).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('/cron add') as string,
    });
    expect(discord.records.of('POST')).toEqual([]);
  });

  it('sends files with what is to be seen on them, and names that Discord keeps as they are', async () => {
    const { send, desk } = aNewsroom();
    const path = join(tempHome(), 'picture.png');
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    writeFileSync(path, bytes);
    const files = [{ name: '大橋 opening.png', path, alt: 'A bridge at dawn' }];
    expect(await send(op('pic', { kind: 'post', channel: desk.id, text: '', files }))).toMatchObject({
      kind: 'sent',
    });
    const [attachment] = discord.messages(desk)[0]?.attachments ?? [];
    expect(attachment).toMatchObject({ filename: '_opening.png', description: 'A bridge at dawn' });
    expect(attachment && Buffer.from(discord.fileOf(attachment) ?? [])).toEqual(bytes);
  });

  it('sends the words of a message whose picture is gone, and recognises it by them', async () => {
    const { send, outbox, desk } = aNewsroom();
    const path = join(tempHome(), 'gone.png');
    const files = [{ name: 'gone.png', path }];
    const told = op('title', { kind: 'post', channel: desk.id, text: 'A bridge opens', files });
    expect(await send(told)).toMatchObject({ kind: 'sent' });
    expect(discord.messages(desk)).toMatchObject([{ content: 'A bridge opens', attachments: [] }]);
    const nobodys = async () => new Set<string>();
    const after = { ...told, after: desk.id };
    expect(await outbox.readBack(after, nobodys)).toMatchObject({ kind: 'arrived' });
    const bare = op('picture', { kind: 'post', channel: desk.id, text: '', files });
    expect(await send(bare)).toEqual({
      kind: 'refused',
      because: "It has a file that can't be read: gone.png.",
    });
    expect(await outbox.readBack({ ...bare, after: desk.id }, nobodys)).toEqual({ kind: 'absent' });
  });

  it('sends the words of a message where no files may go', async () => {
    const { send, desk } = aNewsroom();
    const path = join(tempHome(), 'picture.png');
    writeFileSync(path, 'a');
    const files = [{ name: 'picture.png', path }];
    discord.faults.answer(413, { method: 'POST' }, { message: 'Request entity too large', code: 40_005 });
    expect(await send(op('large', { kind: 'post', channel: desk.id, text: 'words', files }))).toMatchObject({
      kind: 'sent',
    });
    expect(discord.messages(desk)).toMatchObject([{ content: 'words', attachments: [] }]);
  });

  it('keeps links folded where it is asked to', async () => {
    const { send, desk } = aNewsroom();
    await send(op('list', { kind: 'post', channel: desk.id, text: 'https://a.example', previews: false }));
    expect((discord.messages(desk)[0]?.flags ?? 0) & MessageFlags.SuppressEmbeds).toBeTruthy();
  });

  it('opens a thread on a message; one that is open already is done', async () => {
    const { send, desk } = aNewsroom();
    const title = await send(post('title', desk, 'A bridge opens'));
    const message = title.kind === 'sent' ? title.id : '';
    const name = `${'家'.repeat(98)}👨‍👩‍👧‍👦 and more`;
    const opened = await send(op('thread', { kind: 'thread', channel: desk.id, message, name }));
    expect(opened).toEqual({ kind: 'sent', id: message });
    const thread = discord.realm.world.channel(message);
    expect(thread.name).toBe(`${'家'.repeat(98)}…`);
    expect(thread.thread?.autoArchiveMinutes).toBe(10_080);
    expect(await send(op('again', { kind: 'thread', channel: desk.id, message, name }))).toEqual(opened);
    expect(await send(post('chunk', { id: message }, 'It opened at dawn.'))).toMatchObject({ kind: 'sent' });
  });

  it('posts into a forum with the tags that it has', async () => {
    const { send, guild } = aNewsroom();
    const forum = discord.addForum(guild, {
      name: 'stories',
      tags: ['Local', 'World', 'Sport'],
      requireTag: true,
    });
    const story = (key: string, tags: string[]) =>
      send(op(key, { kind: 'forum', channel: forum.id, name: `About ${key}`, tags, text: `Text of ${key}` }));
    const posts = [await story('a', ['world', 'unheard of']), await story('b', ['nothing that fits'])];
    const threads = posts.map((sent) => discord.realm.world.channel(sent.kind === 'sent' ? sent.id : ''));
    const [local, world] = forum.tags;
    expect(threads.map(({ thread }) => thread?.appliedTags)).toEqual([[world?.id], [local?.id]]);
    expect(threads.map((thread) => discord.messages(thread)[0]?.content)).toEqual(['Text of a', 'Text of b']);
    const { desk } = aNewsroom();
    expect(
      await send(op('c', { kind: 'forum', channel: desk.id, name: 'c', tags: [], text: 'c' })),
    ).toMatchObject({ kind: 'refused', because: expect.stringContaining('is no forum') as string });
  });

  it('changes its messages, in archived threads too, and takes them back', async () => {
    const { send, desk } = aNewsroom();
    const title = await send(post('title', desk));
    const message = title.kind === 'sent' ? title.id : '';
    await send(op('thread', { kind: 'thread', channel: desk.id, message, name: 'A bridge' }));
    const chunk = await send(post('chunk', { id: message }));
    const id = chunk.kind === 'sent' ? chunk.id : '';
    discord.archiveThread(discord.realm.world.channel(message));
    const text = 'Corrected 14:05: it opened at noon.';
    expect(await send(op('edit', { kind: 'edit', channel: message, message: id, text }))).toEqual({
      kind: 'sent',
      id,
    });
    expect(discord.messages({ id: message }).at(-1)?.content).toBe(text);
    const taken = op('delete', { kind: 'delete', channel: message, message: id });
    expect(await send(taken)).toEqual({ kind: 'sent', id });
    expect(await send(taken)).toEqual({ kind: 'sent', id });
    expect(discord.messages({ id: message }).some((one) => one.id === id)).toBe(false);
    expect(await send(op('edit 2', { kind: 'edit', channel: message, message: id, text }))).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('somebody deleted it') as string,
    });
  });

  it('removes a channel; one that is gone already is done', async () => {
    const { send, desk } = aNewsroom();
    const remove = op('remove', { kind: 'remove', channel: desk.id });
    expect(await send(remove)).toEqual({ kind: 'sent', id: desk.id });
    expect(await send(remove)).toEqual({ kind: 'sent', id: desk.id });
  });

  it('sends nothing, and notes nothing, before it is connected', async () => {
    const { guild } = aNewsroom();
    const desk = discord.addChannel(guild, { name: 'later' });
    const { outbox, send } = anOutbox(discord, { me: () => undefined });
    expect(await outbox.newest(desk.id)).toBeUndefined();
    expect(await send(op('early', { kind: 'post', channel: desk.id, text: 'early' }))).toMatchObject({
      kind: 'again',
    });
    expect(discord.records.requests).toEqual([]);
  });

  it('notes the newest message that it knows of, without asking; before the first, the channel itself', async () => {
    const { outbox, desk, anna } = aNewsroom();
    expect(await outbox.newest(desk.id)).toBe(desk.id);
    const said = discord.say(anna, desk, 'good morning');
    expect(await outbox.newest(desk.id)).toBe(said.id);
    expect(discord.records.requests).toEqual([]);
  });

  it('shows that it is typing, and opens direct messages', async () => {
    const { outbox, desk, anna, send } = aNewsroom();
    await outbox.typing(desk.id);
    expect(discord.records.typing.map(({ channelId }) => channelId)).toEqual([desk.id]);
    const dm = await outbox.startDm(anna.id);
    expect(await send(post('private', { id: dm }))).toMatchObject({ kind: 'sent' });
    expect(discord.messages(discord.directChannel(anna)).map(({ content }) => content)).toEqual(['private']);
    await expect(outbox.startDm('123')).rejects.toThrow();
  });

  it('leaves the requests of a busy second to messages', async () => {
    const { desk } = aNewsroom();
    const rest = { token: discord.token, apiBase: discord.api, perSecond: 36 };
    const { outbox, send } = anOutbox(discord, { rest }); // its clock stands: the second does not pass
    await outbox.typing(desk.id);
    await outbox.typing(desk.id);
    expect(await send(post('a', desk))).toMatchObject({ kind: 'sent' });
    expect(discord.records.typing).toHaveLength(1);
  });

  it('sends one at a time in a channel, in order', async () => {
    const { outbox, desk } = aNewsroom();
    const held = discord.faults.holdRequests({ route: MESSAGES });
    const { signal } = new AbortController();
    const sent = ['one', 'two', 'three'].map((key) => outbox.send(post(key, desk), signal));
    held.release();
    await Promise.all(sent);
    expect(discord.messages(desk).map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  });
});
