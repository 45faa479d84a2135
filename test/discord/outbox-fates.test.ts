import { PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dispatcher } from '../../src/sessions/dispatcher.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { Claimed, NewOp, Sendable } from '../../src/sessions/op.ts';
import { systemClock } from '../../src/time/clock.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { eventually } from '../support/fake-clock.ts';
import { openStores } from '../support/stores.ts';
import { tempHome } from '../support/temp-home.ts';
import { MESSAGES, anOutbox, nobodys, op, post } from './an-outbox.ts';

describe('what became of an op whose answer was lost', () => {
  let discord: LoopbackDiscord;

  beforeEach(async () => void (discord = await LoopbackDiscord.start()));
  afterEach(() => discord.close());

  function aNewsroom() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    return { guild, anna, desk, ...anOutbox(discord) };
  }

  const contents = (channel: { id: string }) => discord.messages(channel).map(({ content }) => content);

  it('finds a message that arrived, by its text, however Discord trimmed it', async () => {
    const { outbox, send, noted, desk, anna } = aNewsroom();
    discord.faults.loseAcknowledgement({ method: 'POST' });
    const told = await noted(post('a', desk, '  line one\r\nline two \u202E \n'));
    expect(await send(told)).toMatchObject({ kind: 'fate unknown' });
    discord.say(anna, desk, 'line one\nline two');
    const [mine] = discord.messages(desk);
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'arrived', id: mine?.id });
  });

  it.each([
    ['cut off before it was read', () => discord.faults.cut({ method: 'POST' })],
    ['answered with 503', () => discord.faults.answer(503, { method: 'POST' })],
  ])('finds nothing of one that was %s', async (_, fault) => {
    const { outbox, send, noted, desk } = aNewsroom();
    fault();
    const told = await noted(post('a', desk));
    expect(await send(told)).toMatchObject({ kind: 'fate unknown' });
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
  });

  it('finds one that Discord carried out although it answered 502, or too late', async () => {
    const { outbox, noted, desk } = aNewsroom();
    // Long enough for Discord to have it, on a busy machine, too.
    const impatient = anOutbox(discord, {
      rest: { token: discord.token, apiBase: discord.api, timeoutMs: 2_000 },
    });
    discord.faults.applyThenAnswer(502, { method: 'POST' });
    const slow = discord.faults.holdAnswers({ method: 'POST' });
    for (const key of ['bad gateway', 'late']) {
      const told = await noted(post(key, desk));
      expect(await impatient.send(told)).toMatchObject({ kind: 'fate unknown' });
      expect(await outbox.readBack(told, nobodys)).toMatchObject({ kind: 'arrived' });
    }
    slow.release();
    expect(contents(desk)).toEqual(['bad gateway', 'late']);
  });

  it('is sent again with the same nonce, which Discord answers with the first message while it remembers', async () => {
    const { send, noted, desk } = aNewsroom();
    discord.faults.loseAcknowledgement({ method: 'POST' });
    const told = await noted(post('a', desk));
    await send(told);
    const [first] = discord.messages(desk);
    expect(await send(told)).toEqual({ kind: 'sent', id: first?.id });
    const nonces = discord.records.of('POST', MESSAGES).map(({ body }) => String(body['nonce']));
    expect(new Set(nonces).size).toBe(1);
    expect(nonces[0]).toMatch(/^[\w-]{25}$/);
  });

  it('never takes what others wrote, what came before, or what another op has for it', async () => {
    const { outbox, send, noted, desk, anna } = aNewsroom();
    await send(post('before', desk, 'same words'));
    const told = await noted(post('a', desk, 'same words'));
    discord.say(anna, desk, 'same words');
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
    const other = await send(post('b', desk, 'same words'));
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' }); // b's, though nobody claims it yet
    const later = anOutbox(discord); // a desk that was restarted knows it from the op book
    const claimed: Claimed = async (ids) =>
      new Set(ids.filter((id) => other.kind === 'sent' && id === other.id));
    expect(await later.outbox.readBack(told, claimed)).toEqual({ kind: 'absent' });
    expect(await later.outbox.readBack(told, nobodys)).toMatchObject({ kind: 'arrived' });
  });

  it('tells two ops with the same text apart: each finds one, neither both', async () => {
    const { outbox, send, noted, desk } = aNewsroom();
    const one = await noted(post('one', desk, 'twins'));
    discord.faults.loseAcknowledgement({ method: 'POST', times: 2 });
    await send(one);
    const two = { ...post('two', desk, 'twins'), ...(one.after !== undefined && { after: one.after }) };
    await send(two);
    const found = await Promise.all([one, two].map((told) => outbox.readBack(told, nobodys)));
    const ids = found.map((it) => it.kind === 'arrived' && it.id);
    expect(new Set(ids)).toEqual(new Set(discord.messages(desk).map(({ id }) => id)));
  });

  it('knows a message by its buttons, and prefers the one that is the same in text as well', async () => {
    const { outbox, send, noted, desk, anna } = aNewsroom();
    const buttons = [{ label: 'Why', command: 'story why', options: { story: 's1' } }];
    const spec = { kind: 'post', channel: desk.id, text: 'A bridge opens', buttons } as const;
    const told = await noted(op('a', spec));
    discord.faults.loseAcknowledgement({ method: 'POST', times: 2 });
    await send(op('other', { ...spec, text: 'Correction' }));
    await send(told);
    const [other, mine] = discord.messages(desk);
    discord.say(anna, desk, spec.text);
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'arrived', id: mine?.id });
    const edited = op('edited', { ...spec, text: 'before it was edited' });
    expect(await outbox.readBack({ ...edited, after: desk.id }, nobodys)).toEqual({
      kind: 'arrived',
      id: other?.id,
    });
  });

  it('knows a message by its files', async () => {
    const { outbox, send, noted, desk } = aNewsroom();
    const path = join(tempHome(), 'a.png');
    writeFileSync(path, 'a');
    const picture = (key: string, name: string) =>
      op(key, { kind: 'post', channel: desk.id, text: '', files: [{ name, path }] });
    const told = await noted(picture('one', '圖 one.png'));
    discord.faults.loseAcknowledgement({ method: 'POST', times: 2 });
    await send(picture('two', 'two.png'));
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
    await send(told);
    expect(await outbox.readBack(told, nobodys)).toMatchObject({ id: discord.messages(desk)[1]?.id });
  });

  it('reads on through hundreds of messages', async () => {
    const { outbox, send, noted, desk, anna } = aNewsroom();
    const told = await noted(post('needle', desk));
    for (let n = 0; n < 250; n++) discord.say(anna, desk, `hay ${n}`);
    discord.faults.loseAcknowledgement({ method: 'POST' });
    await send(told);
    discord.say(anna, desk, 'more hay');
    expect(await outbox.readBack(told, nobodys)).toMatchObject({ kind: 'arrived' });
    expect(discord.records.of('GET', MESSAGES)).toHaveLength(3);
  });

  it('is never sent again where the history is closed, which Discord shows as empty', async () => {
    const { outbox, send, noted, desk, guild } = aNewsroom();
    discord.faults.loseAcknowledgement({ method: 'POST' });
    const told = await noted(post('a', desk));
    await send(told);
    for (const whom of [guild, discord.botRole(guild)])
      discord.setOverwrite(desk, { for: whom, deny: Can.ReadMessageHistory });
    const found = await outbox.readBack(told, nobodys);
    expect(found).toMatchObject({ kind: 'unreadable' });
    expect('because' in found && found.because).toContain('Read Message History');
    for (const whom of [guild, discord.botRole(guild)])
      discord.setOverwrite(desk, { for: whom, deny: Can.ViewChannel });
    expect(await outbox.readBack(told, nobodys)).toMatchObject({ kind: 'unreadable' });
    discord.deleteChannel(desk);
    expect(await outbox.readBack(told, nobodys)).toMatchObject({ kind: 'unreadable' });
  });

  it('waits with reading back while Discord is in trouble', async () => {
    const { outbox, noted, desk } = aNewsroom();
    const told = await noted(post('a', desk));
    discord.faults.answer(500, { method: 'GET' });
    discord.faults.cut({ method: 'GET' });
    discord.faults.tooManyRequests(30, { method: 'GET' });
    for (let n = 0; n < 3; n++) expect(await outbox.readBack(told, nobodys)).toMatchObject({ kind: 'later' });
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
    const unknown = anOutbox(discord, { me: () => undefined });
    expect(await unknown.outbox.readBack(told, nobodys)).toMatchObject({ kind: 'later' });
  });

  it('asks anew for its rights where one of those requests is cut off: the history was read', async () => {
    const { outbox, noted, desk } = aNewsroom();
    const told = await noted(post('a', desk));
    discord.faults.cut({ method: 'GET', route: '/channels/:channel', times: 2 });
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
    expect(discord.records.of('GET', MESSAGES)).toHaveLength(1);
    discord.faults.cut({ method: 'GET', route: '/channels/:channel', times: 3 });
    expect(await outbox.readBack(told, nobodys)).toMatchObject({ kind: 'later' });
  });

  it('finds a thread by its message, and that there is none', async () => {
    const { outbox, send, desk } = aNewsroom();
    const title = await send(post('title', desk));
    const message = title.kind === 'sent' ? title.id : '';
    const told = op('thread', { kind: 'thread', channel: desk.id, message, name: 'A bridge' });
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
    discord.faults.loseAcknowledgement({ method: 'POST' });
    expect(await send(told)).toMatchObject({ kind: 'fate unknown' });
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'arrived', id: message });
  });

  it('finds a forum post among active and archived threads, and takes no other for it', async () => {
    const { outbox, send, noted, guild, anna } = aNewsroom();
    const forum = discord.addForum(guild, { name: 'stories' });
    const story = (key: string, text: string) =>
      op(key, { kind: 'forum', channel: forum.id, name: ' A  bridge ', tags: [], text });
    const told = await noted(story('mine', 'It opened at dawn.'));
    discord.postInForum(anna, forum, 'A bridge', 'It opened at dawn.');
    await send(story('other', 'Another text.'));
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'absent' });
    discord.faults.loseAcknowledgement({ method: 'POST' });
    expect(await send(told)).toMatchObject({ kind: 'fate unknown' });
    const mine = [...discord.realm.world.channels.values()].at(-1);
    expect(await outbox.readBack(told, nobodys)).toEqual({ kind: 'arrived', id: mine?.id });
    if (mine) discord.archiveThread(mine);
    expect(await anOutbox(discord).outbox.readBack(told, nobodys)).toEqual({ kind: 'arrived', id: mine?.id });
    const claimed: Claimed = async () => new Set([mine?.id ?? '']);
    expect(await anOutbox(discord).outbox.readBack(told, claimed)).toEqual({ kind: 'absent' });
  });

  it('repeats edits, deletions and removals, which changes nothing', async () => {
    const { outbox, send, desk } = aNewsroom();
    const made = await send(post('a', desk));
    const message = made.kind === 'sent' ? made.id : '';
    const changes: Sendable[] = [
      op('edit', { kind: 'edit', channel: desk.id, message, text: 'b' }),
      op('delete', { kind: 'delete', channel: desk.id, message }),
      op('remove', { kind: 'remove', channel: desk.id }),
    ];
    for (const change of changes) {
      discord.faults.loseAcknowledgement({});
      expect(await send(change)).toMatchObject({ kind: 'fate unknown' });
      expect(await outbox.readBack(change, nobodys)).toEqual({ kind: 'absent' });
    }
    expect(await send(changes[1]!)).toMatchObject({ kind: 'refused' }); // its channel is gone by now
    expect(await send(changes[2]!)).toMatchObject({ kind: 'sent' });
  });

  it('bears a proxy that answers with pages', async () => {
    const { outbox } = aNewsroom();
    const page = '<html>Checking your browser</html>';
    const answers = [
      [200, 'text/html', page, 'fate unknown'],
      [200, 'application/json', '{"id": 12', 'fate unknown'],
      [200, 'application/json', 'null', 'fate unknown'],
      [302, 'text/html', '', 'fate unknown'],
      [400, 'application/json', 'null', 'again'],
      [400, 'application/json', '{"code": 50035, "message": 3, "errors": {"content": null}}', 'refused'],
      [403, 'text/html', page, 'again'],
      [404, 'application/json', '"nothing"', 'again'],
      [413, 'text/html', page, 'refused'],
      [429, 'text/html', page, 'again'],
      [502, 'text/html', page, 'fate unknown'],
    ] as const;
    for (const [status, type, body, kind] of answers) {
      const proxy = createServer((request, response) => {
        request.resume();
        response.writeHead(status, { 'Content-Type': type }).end(body);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const apiBase = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api`;
      const behind = anOutbox(discord, { rest: { token: 't', apiBase } });
      expect(await behind.send(post('a', { id: '12' })), `${status} ${body}`).toMatchObject({ kind });
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      expect(await behind.send(post('b', { id: '13' }))).toMatchObject({ kind: 'again' }); // nobody there
    }
    expect(outbox.settleMs).toBe(15_000);
  });
});

/** Longer than a request of the loopback may be applied late. */
const SETTLE_MS = 40;

describe('hundreds of messages through a server that fails, drops and forgets', () => {
  it('has each of them exactly once, in order in each channel', async () => {
    const discord = await LoopbackDiscord.start({ nonceWindowMs: 0 });
    const stores = openStores(tempHome());
    const guild = discord.addGuild({ name: 'Newsroom' });
    const { outbox } = anOutbox(discord, { clock: systemClock, settleMs: SETTLE_MS });
    const failures: unknown[] = [];
    const dispatcher = new Dispatcher({
      ops: stores.ops,
      outboxes: { discord: outbox },
      clock: {
        now: () => systemClock.now(),
        elapsed: () => systemClock.elapsed(),
        // Waits between attempts are long; here only what was sent is given time to show.
        until: (when, signal) => systemClock.until(when > systemClock.now() + SETTLE_MS ? 0 : when, signal),
      },
      landed: () => {},
      lost: (lost, { because }) => failures.push(`${lost.key}: ${because}`),
      failed: (what, error) => failures.push(what, error),
    });
    const channels = Array.from({ length: 8 }, (_, n) => discord.addChannel(guild, { name: `channel-${n}` }));
    const each = 60;
    const text = (n: number) => (n % 5 === 0 ? 'the same words again' : `message ${n}`);
    const ops: NewOp[] = channels.flatMap(({ id }) =>
      Array.from({ length: each }, (_, n) => ({
        key: `${id}/${n}`,
        lane: parseSessionKey(`discord:${id}`),
        spec: { kind: 'post', channel: { id }, text: text(n) },
      })),
    );
    const { faults } = discord;
    faults.loseAcknowledgement({ method: 'POST', probability: 0.05, seed: 1 });
    faults.answer(503, { probability: 0.05, seed: 2 });
    faults.applyThenAnswer(502, { method: 'POST', probability: 0.05, seed: 3 });
    faults.cut({ probability: 0.05, seed: 4 });
    faults.applyLate({ method: 'POST', probability: 0.05, seed: 5 }, SETTLE_MS / 4);
    await stores.ops.put(ops);
    dispatcher.poke();
    await eventually(async () => {
      await dispatcher.idle();
      return (await stores.ops.lanes()).length === 0;
    });
    expect(failures).toEqual([]);
    const wanted = Array.from({ length: each }, (_, n) => text(n));
    for (const channel of channels)
      expect(discord.messages(channel).map(({ content }) => content)).toEqual(wanted);
    await dispatcher.close(Promise.resolve());
    stores.close();
    await discord.close();
  });
});
