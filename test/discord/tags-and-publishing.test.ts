import { ChannelType, MessageFlags, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TagName } from '../../src/sessions/op.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel } from '../support/discord/world.ts';
import { anOutbox, nobodys, op, post } from './an-outbox.ts';

const HELD: TagName = ['held', '核實中'];
const CORRECTED: TagName = ['corrected', '更正'];
const CROSSPOST = '/channels/:channel/messages/:message/crosspost';

describe('the tags of a forum post', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  async function aPost(tags: readonly string[], { requireTag = false, applied = ['local'] } = {}) {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const forum = discord.addForum(guild, { name: 'stories', tags, requireTag });
    const there = anOutbox(discord);
    const spec = {
      kind: 'forum',
      channel: forum.id,
      name: 'Rain',
      tags: applied,
      text: 'It rained.',
    } as const;
    const sent = await there.send(op('story/forum', spec));
    const thread = discord.realm.world.channel(sent.kind === 'sent' ? sent.id : '');
    const tagged = (on: readonly TagName[], off: readonly TagName[] = []) =>
      op('story/tags', { kind: 'tags', channel: thread.id, on, off });
    return { guild, forum, thread, tagged, ...there };
  }

  const namesOf = (forum: Channel, thread: Channel) =>
    thread.thread?.appliedTags.map((id) => forum.tags.find((tag) => tag.id === id)?.name);
  const changes = () => discord.records.of('PATCH', '/channels/:channel');

  it('follow how it stands, by the names that the forum has for them, and leave all others', async () => {
    const { send, forum, thread, tagged } = await aPost(['local', '核實中', 'Corrected']);
    expect(await send(tagged([HELD]))).toEqual({ kind: 'sent', id: thread.id });
    expect(namesOf(forum, thread)).toEqual(['local', '核實中']);
    await send(tagged([CORRECTED], [HELD]));
    expect(namesOf(forum, thread)).toEqual(['local', 'Corrected']);
    await send(tagged([], [CORRECTED]));
    expect(namesOf(forum, thread)).toEqual(['local']);
  });

  it('are not asked to change where they are so already', async () => {
    const { send, tagged } = await aPost(['local', 'held']);
    await send(tagged([HELD]));
    await send(tagged([HELD]));
    expect(changes()).toHaveLength(1);
  });

  it('are carried out again after an answer that was lost', async () => {
    const { send, outbox, forum, thread, tagged } = await aPost(['local', 'held']);
    discord.faults.loseAcknowledgement({ method: 'PATCH' });
    expect(await send(tagged([HELD]))).toMatchObject({ kind: 'fate unknown' });
    expect(await outbox.readBack(tagged([HELD]), nobodys)).toEqual({ kind: 'absent' });
    expect(await send(tagged([HELD]))).toMatchObject({ kind: 'sent' });
    expect(namesOf(forum, thread)).toEqual(['local', 'held']);
  });

  it('are five at most: those that are there stay', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'];
    const { send, forum, thread, tagged } = await aPost([...five, 'held'], { applied: five });
    expect(await send(tagged([HELD]))).toMatchObject({ kind: 'sent' });
    expect(namesOf(forum, thread)).toEqual(five);
  });

  it('are never none where the forum asks for one', async () => {
    const { send, forum, thread, tagged } = await aPost(['held'], { requireTag: true, applied: ['held'] });
    expect(await send(tagged([], [HELD]))).toMatchObject({ kind: 'sent' });
    expect(namesOf(forum, thread)).toEqual(['held']);
  });

  it('are made where the forum lacks them and the bot may manage it, and nowhere else', async () => {
    const { send, guild, forum, thread, tagged } = await aPost(['local']);
    discord.setOverwrite(forum, { for: guild, deny: Can.ManageChannels });
    expect(await send(tagged([HELD]))).toMatchObject({ kind: 'sent' });
    expect(forum.tags.map(({ name }) => name)).toEqual(['local']);
    expect(changes()).toEqual([]);
    discord.setOverwrite(forum, { for: guild, allow: Can.ManageChannels });
    await send(tagged([HELD]));
    expect(forum.tags.map(({ name }) => name)).toEqual(['local', 'held']);
    expect(namesOf(forum, thread)).toEqual(['local', 'held']);
  });

  it('make no twenty-first tag', async () => {
    const { send, guild, forum, tagged } = await aPost(Array.from({ length: 20 }, (_, n) => `tag ${n}`));
    discord.setOverwrite(forum, { for: guild, allow: Can.ManageChannels });
    expect(await send(tagged([HELD]))).toMatchObject({ kind: 'sent' });
    expect(forum.tags).toHaveLength(20);
  });

  it('change in an archived thread, too', async () => {
    const { send, forum, thread, tagged } = await aPost(['local', 'held']);
    discord.archiveThread(thread);
    expect(await send(tagged([HELD]))).toMatchObject({ kind: 'sent' });
    expect(namesOf(forum, thread)).toEqual(['local', 'held']);
  });
});

describe('publishing to those who follow a channel', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  async function aMessage(type: ChannelType) {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const news = discord.addChannel(guild, { name: 'news', type });
    const there = anOutbox(discord);
    await there.send(post('a', news));
    const id = discord.messages(news)[0]?.id ?? '';
    return {
      news,
      id,
      publish: op('a/publish', { kind: 'publish', channel: news.id, message: id }),
      ...there,
    };
  }

  const isPublished = (channel: { id: string }) =>
    ((discord.messages(channel)[0]?.flags ?? 0) & MessageFlags.Crossposted) !== 0;

  it('is done once, and is done where it was done already', async () => {
    const { news, id, publish, send } = await aMessage(ChannelType.GuildAnnouncement);
    expect(await send(publish)).toEqual({ kind: 'sent', id });
    expect(isPublished(news)).toBe(true);
    expect(await send(publish)).toEqual({ kind: 'sent', id });
  });

  it('is done again after an answer that was lost', async () => {
    const { news, publish, send, outbox } = await aMessage(ChannelType.GuildAnnouncement);
    discord.faults.loseAcknowledgement({ method: 'POST', route: CROSSPOST });
    expect(await send(publish)).toMatchObject({ kind: 'fate unknown' });
    expect(await outbox.readBack(publish, nobodys)).toEqual({ kind: 'absent' });
    expect(await send(publish)).toMatchObject({ kind: 'sent' });
    expect(isPublished(news)).toBe(true);
  });

  it('is not asked for in a channel that nobody can follow', async () => {
    const { publish, send } = await aMessage(ChannelType.GuildText);
    expect(await send(publish)).toMatchObject({ kind: 'sent' });
    expect(discord.records.of('POST', CROSSPOST)).toEqual([]);
  });

  it('waits as long as Discord says, which lets ten an hour through', async () => {
    const { publish, send, clock } = await aMessage(ChannelType.GuildAnnouncement);
    discord.faults.tooManyRequests(1_800, { method: 'POST', route: CROSSPOST });
    const sent = await send(publish);
    expect(sent).toMatchObject({ kind: 'again' });
    expect(sent.kind === 'again' && sent.atMs - clock.now()).toBeGreaterThanOrEqual(1_800_000);
  });
});
