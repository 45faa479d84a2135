import { PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lossOf } from '../../src/channels/discord/say-refusal.ts';
import { sayBecause } from '../../src/feature/say-because.ts';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { settle } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';
import { MESSAGES, anOutbox, nobodys, op, post } from './an-outbox.ts';

describe('what Discord refuses', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  function aNewsroom() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const deny = (right: bigint) => {
      for (const whom of [guild, discord.botRole(guild)])
        discord.setOverwrite(desk, { for: whom, deny: right });
    };
    const allow = () => {
      for (const whom of [guild, discord.botRole(guild)]) discord.setOverwrite(desk, { for: whom });
    };
    return { guild, anna, desk, deny, allow, ...anOutbox(discord) };
  }

  it('is said with the permission, the channel and what to do', async () => {
    const { send, desk, deny } = aNewsroom();
    deny(Can.SendMessages);
    expect(await send(post('a', desk))).toEqual({
      kind: 'refused',
      because:
        "In #desk the bot lacks Send Messages. Whoever manages #desk can allow it for the bot's role: Edit Channel → Permissions.",
      lacks: ['Send Messages'],
    });
  });

  it('is said in Chinese to Chinese readers, and what became of places too', () => {
    const spec = { kind: 'post', channel: '1', text: 'x' } as const;
    const direct = { ...spec, kind: 'direct' } as const;
    const lost = (code: number, op: { spec: typeof spec | typeof direct } = { spec }) =>
      lossOf(op, { kind: 'refused', status: 403, code, says: '' }, { name: '#a', bits: 0n }).because;
    const codes = [10_003, 10_008, 40_005, 40_066, 40_067, 50_001, 50_007, 50_013, 50_083, 160_005, 160_006];
    const places = ['#a was deleted in Discord', '#a is being deleted, as A asked', 'nobody can say why'];
    const told = [...codes.map((code) => lost(code)), lost(50_007, { spec: direct }), lost(1), ...places];
    for (const because of told) {
      const chinese = sayBecause(because, 'zh');
      expect(chinese).toMatch(/\p{Script=Han}/u);
      expect(chinese).not.toMatch(/\b(?:the|bot|it|is|was|are)\b/iu);
      expect(sayBecause(because, 'en')).toBe(because);
    }
    expect(sayBecause(lost(50_001), 'zh')).toBe(
      '機械人看不到 #a，欠缺權限：View Channel。可由管理該處的人為機械人的身分組開放：編輯頻道 → 權限',
    );
    expect(sayBecause('the thread was deleted in Discord', 'zh')).toBe('討論串 已在 Discord 刪除');
  });

  it('names what is needed where nobody can tell what is missing', async () => {
    const { send, desk, deny } = aNewsroom();
    const title = await send(post('title', desk));
    const message = title.kind === 'sent' ? title.id : '';
    deny(Can.CreatePublicThreads);
    discord.faults.answer(500, { method: 'GET' });
    const refused = await send(op('t', { kind: 'thread', channel: desk.id, message, name: 'A bridge' }));
    expect('because' in refused && refused.because).toMatch(
      new RegExp(`^In <#${desk.id}> the bot lacks a permission; it needs .*Create Public Threads`),
    );
    // That is no reason not to write there.
    expect(await send(post('b', desk))).toMatchObject({ kind: 'sent' });
    deny(Can.ViewChannel);
    expect(await send(post('c', desk))).toMatchObject({
      because: expect.stringContaining('lacks View Channel') as string,
    });
  });

  it('is not asked again until something changed or ten minutes have passed', async () => {
    const { send, desk, deny, allow, clock, outbox } = aNewsroom();
    deny(Can.ViewChannel);
    const asked = () => discord.records.of('POST', MESSAGES).length;
    for (let n = 0; n < 5; n++) expect(await send(post(`a${n}`, desk))).toMatchObject({ kind: 'refused' });
    for (let n = 0; n < 3; n++) await outbox.typing(desk.id);
    expect(asked()).toBe(1);
    expect(discord.records.of('POST', '/channels/:channel/typing')).toEqual([]);
    clock.set(clock.now() + 10 * 60_000);
    expect(await send(post('b', desk))).toMatchObject({ kind: 'refused' });
    expect(asked()).toBe(2);
    allow();
    expect(await send(post('c', desk))).toMatchObject({ kind: 'refused' });
    outbox.accessChanged();
    expect(await send(post('d', desk))).toMatchObject({ kind: 'sent' });
    expect(asked()).toBe(3);
  });

  it('is tried once where only typing is refused', async () => {
    const { outbox, desk, deny } = aNewsroom();
    deny(Can.SendMessages);
    for (let n = 0; n < 3; n++) await outbox.typing(desk.id);
    expect(discord.records.of('POST', '/channels/:channel/typing')).toHaveLength(1);
  });

  it('shuts one channel, not its neighbours', async () => {
    const { send, desk, guild } = aNewsroom();
    discord.deleteChannel(desk);
    expect(await send(post('a', desk))).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('is gone') as string,
    });
    const other = discord.addChannel(guild, { name: 'other' });
    expect(await send(post('b', other))).toMatchObject({ kind: 'sent' });
  });

  it('tells a message to somebody who takes none', async () => {
    const { send, outbox, anna } = aNewsroom();
    discord.closeMessages(anna);
    const dm = await outbox.startDm(anna.id);
    expect(await send(post('a', { id: dm }))).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('direct messages') as string,
    });
  });

  it('says why a locked thread takes nothing', async () => {
    const { send, desk, anna, guild } = aNewsroom();
    discord.changeRole(guild, discord.botRole(guild), Can.ViewChannel | Can.SendMessagesInThreads);
    const thread = discord.addThread(desk, { name: 'closed', by: anna, locked: true, archived: true });
    expect(await send(post('a', thread))).toMatchObject({
      kind: 'refused',
      because: expect.stringContaining('locked') as string,
    });
  });

  it('raises the alarm when the token is refused, once, and asks no more for a while', async () => {
    const { send, outbox, desk, alarms, clock } = aNewsroom();
    const { token } = discord;
    discord.token = 'another.token.now';
    // What was to be sent is kept: the right token sends it.
    expect(await send(post('a', desk))).toMatchObject({ kind: 'again', atMs: clock.now() + 10 * 60_000 });
    expect(await send(post('b', desk))).toMatchObject({
      kind: 'again',
      because: expect.stringContaining('DISCORD_TOKEN') as string,
    });
    expect(alarms).toEqual(['unauthorized']);
    expect(discord.records.requests).toHaveLength(1);
    expect(await outbox.readBack(post('a', desk), nobodys)).toMatchObject({ kind: 'later' });
    discord.token = token;
    clock.set(clock.now() + 10 * 60_000);
    expect(await send(post('c', desk))).toMatchObject({ kind: 'sent' });
  });
});

describe('ten minutes of nothing but refusals', () => {
  it.each([401, 403])('keep far from the 10,000 that get a bot banned: %s', async (status) => {
    const discord = await LoopbackDiscord.start();
    const stores = openStores(tempHome());
    const { outbox, clock } = anOutbox(discord);
    const guild = discord.addGuild({ name: 'Newsroom' });
    const channels = Array.from({ length: 40 }, (_, n) =>
      discord.addChannel(guild, { name: `channel-${n}` }),
    );
    discord.faults.answer(status, { times: Infinity }, { message: 'no', code: status === 401 ? 0 : 50_013 });
    const dispatcher = new Dispatcher({
      ops: stores.ops,
      outboxes: { discord: outbox },
      clock,
      landed: () => {},
      lost: () => {},
      failed: () => {},
    });
    const ops = channels.flatMap(({ id }) =>
      Array.from({ length: 25 }, (_, n) => ({ ...post(`${id}/${n}`, { id }), spec: aPost(id) })),
    );
    await stores.ops.put(ops);
    // Some were being sent when an earlier desk died: they are read back first.
    for (const { id } of channels.slice(0, 20)) await stores.ops.sending(`${id}/0`, '1', clock.now());
    dispatcher.poke();
    for (let second = 0; second < 600; second++) {
      await clock.advance(1_000);
      if (second % 10 !== 0) continue;
      for (const { id } of channels) await outbox.typing(id);
      await outbox.startDm('100000000000000001').catch(() => {});
    }
    await settle();
    const invalid = discord.records.requests.filter((one) => one.status === status).length;
    expect(invalid).toBeGreaterThan(0);
    expect(invalid).toBeLessThan(500);
    await dispatcher.close(Promise.resolve());
    stores.close();
    await discord.close();
  });

  function aPost(channel: string): NewOp['spec'] {
    return { kind: 'post', channel: { id: channel }, text: 'It began.' };
  }
});

describe('what Discord can not take now', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  it('comes again when a limit is over, long or met in passing', async () => {
    const desk = discord.addChannel(discord.addGuild({ name: 'Newsroom' }), { name: 'desk' });
    const { send, clock } = anOutbox(discord);
    discord.faults.tooManyRequests(0.2, { method: 'POST' });
    const soon = await send(post('a', desk));
    expect(soon).toMatchObject({ kind: 'again', because: "Discord's rate limit" });
    expect('atMs' in soon && soon.atMs - clock.now()).toBeGreaterThanOrEqual(200);
    const { send: elsewhere } = anOutbox(discord);
    discord.faults.tooManyRequests(900, { method: 'POST' }, { global: true });
    const late = await elsewhere(post('a', desk));
    expect('atMs' in late && late.atMs - clock.now()).toBeGreaterThanOrEqual(900_000);
    // Known beforehand, it does not even ask.
    const asked = discord.records.requests.length;
    expect(await elsewhere(post('a', desk))).toMatchObject({ kind: 'again' });
    expect(discord.records.requests).toHaveLength(asked);
  });

  it('waits for a short limit that it knows of, without being told', async () => {
    const desk = discord.addChannel(discord.addGuild({ name: 'Newsroom' }), { name: 'desk' });
    const { send } = anOutbox(discord);
    discord.limits.limit(`POST ${MESSAGES}`, 2, 300);
    for (let n = 0; n < 5; n++) expect(await send(post(`${n}`, desk))).toMatchObject({ kind: 'sent' });
    expect(discord.records.requests.filter(({ status }) => status === 429)).toEqual([]);
  });

  it('comes again when nobody is reached, and when the forum can not be asked first', async () => {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const forum = discord.addForum(guild, { name: 'stories' });
    const { send } = anOutbox(discord);
    discord.faults.answer(500, { method: 'GET' });
    discord.faults.cut({ method: 'GET' });
    const story = op('s', {
      kind: 'forum',
      channel: forum.id,
      name: 'A bridge',
      tags: [],
      text: 'It opened.',
    });
    for (let n = 0; n < 2; n++) expect(await send(story)).toMatchObject({ kind: 'again' });
    expect(discord.records.of('POST')).toEqual([]);
    expect(await send(story)).toMatchObject({ kind: 'sent' });
    const nowhere = anOutbox(discord, {
      rest: { token: discord.token, apiBase: 'http://nobody.invalid/api' },
    });
    expect(await nowhere.send(story)).toMatchObject({
      kind: 'again',
      because: expect.stringContaining("can't be reached") as string,
    });
  });

  it('is not sent once the desk is closing; what is in flight then has an unknown fate', async () => {
    const desk = discord.addChannel(discord.addGuild({ name: 'Newsroom' }), { name: 'desk' });
    const { outbox } = anOutbox(discord);
    const closing = new AbortController();
    const held = discord.faults.holdAnswers({ method: 'POST' });
    const flying = outbox.send(post('a', desk), closing.signal);
    const waiting = outbox.send(post('b', desk), closing.signal);
    while (held.waiting === 0) await new Promise(setImmediate);
    closing.abort(new Error('the desk is closed'));
    expect(await flying).toMatchObject({ kind: 'fate unknown' });
    expect(await waiting).toMatchObject({ kind: 'again' });
    held.release();
    expect(discord.messages(desk).map(({ content }) => content)).toEqual(['a']);
  });
});
