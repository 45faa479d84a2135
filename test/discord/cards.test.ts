import { ComponentType, MessageFlags, PermissionFlagsBits as Can } from 'discord-api-types/v10';
import type { APIMessage } from 'discord-api-types/v10';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSignedId } from '../../src/channels/discord/component-ids.ts';
import type { OpBody, OpCard } from '../../src/sessions/op.ts';
import { picturesOf, wordsOf } from '../support/discord/cards.ts';
import { componentsOf } from '../support/discord/components.ts';
import type { ComponentLike } from '../support/discord/components.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { tempHome } from '../support/temp-home.ts';
import { KEY, MESSAGES, anOutbox, nobodys, op } from './an-outbox.ts';

const STORY = { story: '20261121-0700-x1y2/story_01' };
const CARD: OpCard = {
  title: 'A bridge opens',
  line: 'UK News · developing',
  lede: 'It opened on Thursday. [1]',
  sources: {
    label: 'Sources',
    links: [
      { label: 'Outlet 1', url: 'https://first.test/1' },
      { label: 'Outlet [2]', url: 'https://second.test/a_(b) "c">' },
    ],
  },
  times: [{ label: 'Posted', atMs: 1_790_000_000_000 }],
  buttons: [
    { label: 'Withdraw', style: 'danger', command: 'story kill', options: STORY },
    { label: 'Sources', command: 'story sources', options: STORY },
  ],
  menu: { label: 'More', choices: [{ label: 'Why', command: 'story why', options: STORY }] },
};
const BODY: OpBody = {
  text: '**A bridge opens**\nUK News · developing',
  previews: false,
  citations: { 1: 'https://first.test/1' },
  buttons: [{ label: 'Sources', command: 'story sources', options: STORY }],
  card: CARD,
};

describe('a card on Discord', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  function aNewsroom() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const told: string[] = [];
    const noCards = (channel: string, because: string) => void told.push(`${channel}: ${because}`);
    return { guild, anna, desk, told, ...anOutbox(discord, { noCards }) };
  }

  const posted = (channel: { id: string }, body: OpBody = BODY) =>
    op('story/title', { kind: 'post', channel: channel.id, ...body });
  const edited = (channel: { id: string }, message: string, body: OpBody) =>
    op('story/edit', { kind: 'edit', channel: channel.id, message, ...body });
  const partsOf = ({ components }: APIMessage) => componentsOf(components as ComponentLike[]);

  function picture(name = 'bridge.png') {
    const path = join(tempHome(), name);
    writeFileSync(path, 'PNG');
    return { name, path, alt: 'A bridge' };
  }

  it('names commands in plain words of Chinese as Discord shows them there, and is found again', async () => {
    const { send, outbox, desk } = aNewsroom();
    const text = '其他失敗的報道：/story retry。\nhttps://first.test/story/why';
    const live = op('batch/live', { kind: 'post', channel: desk.id, text });
    const sent = await send(live);
    const [message] = discord.messages(desk);
    expect(message?.content).toBe('其他失敗的報道：/報道 重試。\nhttps://first.test/story/why');
    expect(sent).toEqual({ kind: 'sent', id: message?.id });
    expect(await outbox.readBack(live, nobodys)).toEqual({ kind: 'arrived', id: message?.id });
  });

  it('is a container with title, picture, lede, sources, times, buttons and a menu', async () => {
    const { send, desk, anna } = aNewsroom();
    const sent = await send(
      posted(desk, { ...BODY, files: [picture()], card: { ...CARD, picture: 'bridge.png' } }),
    );
    const [message] = discord.messages(desk);
    expect(sent).toEqual({ kind: 'sent', id: message?.id });
    expect(message).toMatchObject({ content: '', embeds: [], flags: MessageFlags.IsComponentsV2 });
    expect(partsOf(message!).map(({ type }) => ComponentType[type])).toEqual([
      'Container',
      'TextDisplay',
      'MediaGallery',
      'TextDisplay',
      'Separator',
      'TextDisplay',
      'ActionRow',
      'Button',
      'Button',
      'ActionRow',
      'SelectMenu',
    ]);
    expect(wordsOf(message!)).toBe(
      [
        '### A bridge opens',
        '-# UK News · developing',
        'It opened on Thursday. [[1]](<https://first.test/1>)',
        '**Sources** [Outlet 1](<https://first.test/1>) · [Outlet (2)](<https://second.test/a_%28b%29%20%22c%22%3E>)',
        '-# Posted <t:1790000000:f>',
      ].join('\n'),
    );
    expect(picturesOf(message!)[0]).toMatch(/^http:.*\/bridge\.png$/);
    const presser = { channel: desk.id, user: anna.id };
    const [withdraw, , menu] = partsOf(message!).filter(({ custom_id: id }) => id !== undefined);
    expect(readSignedId(KEY, withdraw!.custom_id!, presser, 0)).toMatchObject({ command: 'story kill' });
    const { options } = menu as unknown as { options: { value: string; label: string }[] };
    expect(options.map(({ label }) => label)).toEqual(['Why']);
    expect(readSignedId(KEY, options[0]!.value, presser, 0)).toEqual({
      kind: 'ok',
      command: 'story why',
      options: STORY,
    });
  });

  it('pings the roles that it calls, and nobody whom its words name', async () => {
    const { send, guild, desk } = aNewsroom();
    const role = discord.addRole(guild, 'alerts', 0n, { mentionable: true });
    const other = discord.addRole(guild, 'others', 0n, { mentionable: true });
    const card = { ...CARD, lede: `@everyone <@&${other.id}>` };
    await send(posted(desk, { ...BODY, card, pings: { roles: [role.id] } }));
    expect(discord.records.pings).toMatchObject([{ roles: [role.id], users: [], everyone: false }]);
  });

  it('has at most 4,000 characters and 40 components, however much it has to say', async () => {
    const { send, desk } = aNewsroom();
    const long = 'https://outlet.test/'.padEnd(480, 'x');
    const links = Array.from({ length: 60 }, (_, n) => ({ label: `Outlet ${n}`, url: `${long}${n}` }));
    const card: OpCard = {
      ...CARD,
      title: 'T'.repeat(300),
      notes: Array.from({ length: 3 }, () => 'N'.repeat(400)),
      lede: 'Said so. [1] '.repeat(30),
      sources: { label: 'Sources', links },
      buttons: Array.from({ length: 25 }, (_, n) => ({
        label: `B${n}`,
        command: 'story hold',
        options: { story: `s${n}` },
      })),
    };
    expect(await send(posted(desk, { ...BODY, citations: { 1: long }, card }))).toMatchObject({
      kind: 'sent',
    });
    const [message] = discord.messages(desk);
    expect(message?.flags).toBe(MessageFlags.IsComponentsV2);
    expect(wordsOf(message!).length).toBeLessThanOrEqual(4_000);
    expect(wordsOf(message!)).toContain('T'.repeat(300));
    expect(wordsOf(message!)).toContain('Said so.');
  });

  it('says what was corrected, even where there is no room for the links of what that cites', async () => {
    const { send, desk } = aNewsroom();
    const card = { ...CARD, notes: [`Corrected: ${'[1]'.repeat(120)}`] };
    const citations = { 1: 'https://outlet.test/'.padEnd(480, 'x') };
    expect(await send(posted(desk, { ...BODY, citations, card }))).toMatchObject({ kind: 'sent' });
    expect(wordsOf(discord.messages(desk)[0]!)).toContain('Corrected: [1][1][1]');
  });

  it('is edited as a card, and keeps its picture until an edit takes it away', async () => {
    const { send, desk } = aNewsroom();
    await send(posted(desk, { ...BODY, files: [picture()], card: { ...CARD, picture: 'bridge.png' } }));
    const [{ id }] = discord.messages(desk) as [APIMessage];
    const notes = ['Corrected {time:1790000060000}: It opened on Friday.'];
    expect(await send(edited(desk, id, { ...BODY, card: { ...CARD, notes } }))).toMatchObject({
      kind: 'sent',
      id,
    });
    const [shown] = discord.messages(desk);
    expect(wordsOf(shown!)).toContain('\nCorrected <t:1790000060:f>: It opened on Friday.\n');
    expect(shown).toMatchObject({ content: '', flags: MessageFlags.IsComponentsV2 });
    expect(picturesOf(shown!)[0]).toMatch(/\/bridge\.png$/);
    const gone: OpCard = { title: 'A bridge opens', notes: ['Withdrawn.'], tone: 'gone' };
    await send(edited(desk, id, { ...BODY, files: [], buttons: [], card: gone }));
    const [withdrawn] = discord.messages(desk);
    expect(picturesOf(withdrawn!)).toEqual([]);
    expect(partsOf(withdrawn!).filter(({ custom_id: one }) => one !== undefined)).toEqual([]);
  });

  it('stays in plain words where it was posted in those, by an older version or where cards were refused', async () => {
    const { send, desk } = aNewsroom();
    const { card: _, ...old } = BODY;
    await send(posted(desk, { ...old, files: [picture()] }));
    const [{ id }] = discord.messages(desk) as [APIMessage];
    const text = `${BODY.text}\nCorrected 14:05: It opened on Friday.`;
    expect(await send(edited(desk, id, { ...BODY, text }))).toMatchObject({ kind: 'sent', id });
    const [shown] = discord.messages(desk);
    expect(shown).toMatchObject({ content: text, flags: MessageFlags.SuppressEmbeds });
    expect(shown?.attachments.map(({ filename }) => filename)).toEqual(['bridge.png']);
  });

  it.each(['card', 'plain'] as const)(
    'keeps its form (%s) where the bot may not read what is there',
    async (form) => {
      const { send, guild, desk } = aNewsroom();
      const { card: _, ...old } = BODY;
      await send(posted(desk, form === 'card' ? BODY : old));
      const [{ id }] = discord.messages(desk) as [APIMessage];
      discord.setOverwrite(desk, { for: guild, deny: Can.ReadMessageHistory });
      const text = `${BODY.text}\nCorrected.`;
      const change = { ...BODY, text, card: { ...CARD, notes: ['Corrected.'] } };
      expect(await send(edited(desk, id, change))).toMatchObject({ kind: 'sent', id });
      const [shown] = discord.messages(desk);
      expect(wordsOf(shown!)).toContain('\nCorrected.');
      expect(shown?.content === '').toBe(form === 'card');
    },
  );

  it('is tried again later where what is there could not be asked', async () => {
    const { send, desk } = aNewsroom();
    await send(posted(desk));
    const [{ id }] = discord.messages(desk) as [APIMessage];
    discord.faults.answer(503, { method: 'GET', route: '/channels/:channel/messages/:message' });
    expect(await send(edited(desk, id, BODY))).toMatchObject({ kind: 'again' });
    expect(await send(edited(desk, id, BODY))).toMatchObject({ kind: 'sent' });
  });

  it('goes out in plain words where it is refused, once, and for an hour none is tried there', async () => {
    const { send, desk, guild, told, clock } = aNewsroom();
    const other = discord.addChannel(guild, { name: 'other' });
    discord.faults.refuseCards({ route: `/channels/:channel/messages` });
    const tries = () => discord.records.of('POST', MESSAGES).length;
    expect(await send(posted(desk))).toMatchObject({ kind: 'sent' });
    expect(tries()).toBe(2);
    expect(discord.messages(desk)).toMatchObject([{ content: BODY.text }]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(desk.id);
    await send({ ...posted(desk), key: 'story/2' });
    expect(tries()).toBe(3);
    await send({ ...posted(other), key: 'story/3' });
    expect(tries()).toBe(5);
    discord.faults.clear();
    await clock.advance(3_600_000);
    await send({ ...posted(desk), key: 'story/4' });
    expect(tries()).toBe(6);
    expect(discord.messages(desk).at(-1)?.flags).toBe(MessageFlags.IsComponentsV2);
  });

  it('is not sent in plain words for any other refusal', async () => {
    const { send, desk, guild } = aNewsroom();
    discord.setOverwrite(desk, { for: guild, deny: Can.SendMessages });
    expect(await send(posted(desk))).toMatchObject({ kind: 'refused' });
    expect(discord.records.of('POST', MESSAGES)).toHaveLength(1);
  });

  it.each([true, false])('is the first message of a forum post (refused: %s)', async (isRefused) => {
    const { send, guild } = aNewsroom();
    const forum = discord.addForum(guild, { name: 'stories', tags: ['local'] });
    if (isRefused) discord.faults.refuseCards();
    const spec = { kind: 'forum', channel: forum.id, name: 'Bridge', tags: ['local'], ...BODY } as const;
    const sent = await send(op('story/forum', spec));
    const [first] = discord.messages({ id: sent.kind === 'sent' ? sent.id : '' });
    expect(wordsOf(first!)).toContain('A bridge opens');
    expect(first?.content === '').toBe(!isRefused);
    const thread = { id: sent.kind === 'sent' ? sent.id : '' };
    const notes = ['Corrected.'];
    await send(
      edited(thread, thread.id, { ...BODY, text: `${BODY.text}\nCorrected.`, card: { ...CARD, notes } }),
    );
    expect(wordsOf(discord.messages(thread)[0]!)).toContain('\nCorrected.');
  });

  const bare: OpCard = { title: 'A bridge opens', line: 'UK News' };
  it.each([
    ['by its buttons', BODY, false],
    ['by its buttons, in plain words', BODY, true],
    ['by its words', { text: '**A bridge opens**', card: bare }, false],
    ['by its words, in plain words', { text: '**A bridge opens**', card: bare }, true],
  ] as const)('is found %s after its answer was lost', async (_, body, isRefused) => {
    const { outbox, send, noted, desk } = aNewsroom();
    const plain = (one: { body: object }) => !('flags' in one.body) || one.body.flags !== 32_768;
    if (isRefused) discord.faults.refuseCards();
    discord.faults.loseAcknowledgement({ method: 'POST', when: (call) => !isRefused || plain(call) });
    const told = await noted(posted(desk, body));
    expect(await send(told)).toMatchObject({ kind: 'fate unknown' });
    await send(
      op('another', { kind: 'post', channel: desk.id, text: 'x', card: { ...bare, title: 'Another' } }),
    );
    const [mine] = discord.messages(desk);
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'arrived', id: mine?.id });
    const absent = posted(desk, { text: 'Else', card: { ...bare, title: 'Else' } });
    expect(await outbox.readBack(await noted(absent), nobodys)).toEqual({ kind: 'absent' });
  });

  it('is found in a forum after its answer was lost, and no other post of that name', async () => {
    const { outbox, send, noted, guild } = aNewsroom();
    const forum = discord.addForum(guild, { name: 'stories' });
    const spec = {
      kind: 'forum',
      channel: forum.id,
      name: 'Bridge',
      tags: [],
      text: 'A bridge',
      card: bare,
    } as const;
    const other = op('other', { ...spec, text: 'Another', card: { ...bare, title: 'Another' } });
    discord.faults.loseAcknowledgement({ method: 'POST', times: 2 });
    const [one, two] = [await noted(op('story/forum', spec)), await noted(other)];
    await send(one);
    await send(two);
    const found = [await outbox.readBack(one, nobodys), await outbox.readBack(two, nobodys)];
    const ids = found.map((it) => (it.kind === 'arrived' ? it.id : ''));
    expect(ids.map((id) => wordsOf(discord.messages({ id })[0]!).split('\n')[0])).toEqual([
      '### A bridge opens',
      '### Another',
    ]);
  });
});
