import { ComponentType, InteractionType, PermissionFlagsBits as Can } from 'discord.js';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { NewOp } from '../../src/sessions/op.ts';
import type { Options } from '../support/discord/command-options.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import { addJob, expectFitting, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Right-to-left override, zero-width space, an isolate, a soft hyphen. */
const TRICKS = '\u202E\u200B\u2066\u00AD';
const TURNING = /[\u202A-\u202E\u2066-\u2069]/u;

describe('what people should not send to a desk on Discord', () => {
  let room: Newsroom;
  let log: string[];

  beforeEach(async () => {
    room = await newsroom();
    log = [];
  });

  afterEach(async () => {
    const { discord } = room;
    const pings = discord.records.pings.filter(({ by }) => by === discord.bot.id);
    await room.close();
    expect(pings).toEqual([]);
    // Whatever came, nothing broke.
    expect(log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });

  const start = (options: Parameters<Newsroom['start']>[0] = {}) => room.start({ log, ...options });
  const atDesk = (words: string) => `<@${room.discord.bot.id}> ${words}`;
  const said = (channel = room.news) =>
    room.discord.messages(channel).filter(({ author }) => author.id === room.discord.bot.id);
  const slash = (command: string, options: Options = {}, unregistered = false) =>
    room.discord.slash(room.anna, room.news, command, options, { unregistered }).final();
  const answersStill = async () => {
    expect((await slash('help')).content).toContain('Talk to me here');
  };

  it('messages of 4,000 characters: read whole, answered in pieces that fit', async () => {
    await start();
    const { discord, anna, news } = room;
    const long = `what about ${'the mayor '.repeat(420)}`.slice(0, 3_970);
    discord.say(anna, news, atDesk(long));
    await botSaid(discord, news, /./);
    expect(remembered(room.desk, news)[0]?.content).toBe(long.trim());
    for (const { content } of said()) expect(content.length).toBeLessThanOrEqual(2_000);
  });

  it('messages whose id is none, which nobody can answer', async () => {
    await start();
    const { discord, guild, anna, news } = room;
    for (const id of [17, '-', null])
      discord.dispatch('MESSAGE_CREATE', {
        ...{ id, channel_id: news.id, guild_id: guild.id, type: 0, tts: false, pinned: false },
        ...{ author: anna, content: atDesk('hello'), timestamp: '2026-11-20T07:00:00.000Z' },
        ...{ edited_timestamp: null, mention_everyone: false, mentions: [discord.bot] },
        ...{ mention_roles: [], attachments: [], embeds: [], components: [] },
      });
    discord.say(anna, news, atDesk('remember the ferry'));
    await botSaid(discord, news, /ferry/);
    expect(said()).toHaveLength(1);
  });

  it('signs without width, and signs that turn the direction: in texts and in names', async () => {
    const { discord, guild } = room;
    const eve = discord.addPerson(`e${TRICKS}ve`, { guilds: [guild] });
    const channel = discord.addChannel(guild, { name: `ne${TRICKS}ws` });
    const editors = [...guild.roles.values()].filter(({ name }) => name === 'editors');
    discord.setRoles(guild, eve, editors);
    await start();
    discord.say(eve, channel, atDesk(`\u200B\u2060`));
    discord.say(eve, channel, atDesk(`remember ${TRICKS}txt.exe`));
    await eventually(() => said(channel).length >= 2);
    expect(remembered(room.desk, channel)[0]?.author?.name).toBe('eve');
    const added = await discord
      .slash(eve, channel, 'cron add', {
        name: `Di${TRICKS}ary`,
        message: `gpj${TRICKS}.exe`,
        schedule: 'in 20m',
      })
      .final();
    expect(added.content).toContain('is set in this conversation');
    const status = await discord.slash(eve, channel, 'session status').final();
    expect(status.content).toContain('**#news**');
    const refused = await discord.slash(eve, channel, 'desk pause').final();
    expect(refused.content).toMatch(/^eve, you may not/);
    await room.clock.advance(20 * MINUTE);
    await eventually(() => said(channel).length >= 3);
    const shown = await discord.slash(eve, channel, 'cron list').final();
    for (const { content } of [added, status, shown, ...said(channel)]) expect(content).not.toMatch(TURNING);
    expect(
      (await slash('cron add', { name: '\u200B\u2060', message: 'x', schedule: 'in 20m' })).content,
    ).toBe('An automation needs a name that can be seen.');
  });

  it('thousands of mentions: nobody is called', async () => {
    await start();
    const { discord, anna, guild, news, clock } = room;
    const people = Array.from({ length: 40 }, (_, n) => discord.addPerson(`reader${n}`, { guilds: [guild] }));
    const crowd = `@everyone @here ${people.map(({ id }) => `<@${id}>`).join('')} <@&${guild.id}>`;
    discord.say(anna, news, atDesk(`${crowd}${crowd}`));
    await botSaid(discord, news, /./);
    await slash('session remember', { text: `no more ${crowd}`.slice(0, 1_900) });
    await slash('cron add', { name: '@everyone', message: crowd.repeat(4), schedule: 'in 20m' });
    await slash('cron list');
    await clock.advance(20 * MINUTE);
    await botSaid(discord, news, /^Reminder/);
    await settle();
    for (const { mentions, mention_everyone } of said()) {
      expect(mention_everyone).toBe(false);
      expect(mentions.filter(({ id }) => id !== anna.id).length).toBeLessThanOrEqual(people.length);
    }
  });

  it('huge embeds, and messages that are nothing else', async () => {
    await start();
    const { discord, anna, news } = room;
    const embeds = Array.from({ length: 10 }, () => ({ description: 'x'.repeat(590), title: '@everyone' }));
    const sent = discord.say(anna, news, atDesk('hello'), { embeds });
    discord.unfurl(sent, embeds);
    await botSaid(discord, news, /./);
    discord.unfurl(sent, embeds);
    await settle();
    expect(said()).toHaveLength(1);
  });

  it('names with slashes and dots: nothing is written beside the home', async () => {
    const { discord, guild } = room;
    const eve = discord.addPerson('../../../etc/passwd', { guilds: [guild] });
    const channel = discord.addChannel(guild, { name: '../../news/..' });
    const thread = discord.addThread(channel, { name: '/../.././x', by: eve, withBot: true });
    const { home } = await start();
    const before = readdirSync(join(home, '..')).filter((name) => !name.startsWith('nightdesk-'));
    for (const place of [channel, thread]) {
      discord.say(eve, place, atDesk('hello'), { attachments: [{ name: '../../../home/x.sh' }] });
      await botSaid(discord, place, /./);
    }
    await addJob({ discord, anna: discord.realm.world.user(guild.ownerId) }, channel, {
      name: '../../../etc/cron.d/x',
      message: '../../.. $(reboot) `reboot`; DROP TABLE jobs;--',
      schedule: 'in 20m',
    });
    await room.clock.advance(20 * MINUTE);
    await botSaid(discord, channel, /DROP TABLE/);
    const names = readdirSync(join(home, 'sessions')).filter((name) => name.endsWith('.jsonl'));
    expect(names.every((name) => /^discord[\w.~%-]+\.jsonl$/.test(name))).toBe(true);
    expect(remembered(room.desk, channel)[0]?.author?.name).toBe('../../../etc/passwd');
    const after = readdirSync(join(home, '..')).filter((name) => !name.startsWith('nightdesk-'));
    expect(after.filter((name) => !before.includes(name) && name.includes('passwd'))).toEqual([]);
  });

  it('forged ids of buttons and lists: a sentence for whoever pressed, and nothing is done', async () => {
    await start();
    await addJob(room, room.news);
    const { discord, anna, news } = room;
    const [job] = await discord.autocomplete(anna, news, 'cron show', { focused: 'job' });
    discord.say(anna, news, 'something to press');
    const ids = [
      `n1.a|cron remove|job='${job!.value}|sure=+.AAAAAAAAAAAAAAAA`,
      `n1.c|cron remove|job='${job!.value}|sure=+.`,
      `n2.c|dismiss.AAAAAAAAAAAAAAAA`,
      'n1..',
      'dismiss',
      'cron remove',
      '__proto__',
      '{"command":"cron remove"}',
      '../../etc/passwd',
      'x'.repeat(100),
      '\u202E\u0000😀',
    ];
    for (const customId of ids)
      for (const values of [undefined, ['discord:1', '../..']]) {
        const answer = await discord.forge(anna, news, { customId, ...(values && { values }) }).final();
        expect(answer).toMatchObject({ ephemeral: true, components: [] });
        expect(answer.content).toMatch(/^This button is not of this desk/);
      }
    const chinese = await discord.forge(anna, news, { customId: 'x', locale: 'zh-TW' }).final();
    expect(chinese.content).toMatch(/^這個按鈕不屬於這個編輯台/);
    expect((await slash('cron list')).content).toContain('Diary');
  });

  it('commands of an older version, and options that no form would send', async () => {
    await start();
    await addJob(room, room.news);
    for (const command of [
      'story explode',
      'newsletter',
      'cron run',
      'cron explode',
      'cron',
      'places drop',
      'places delete',
    ]) {
      const answer = await slash(command, { from: 'discord:1', job: 'Diary' }, true);
      expect(answer.content, command).toBe(
        'This desk has no such command any more. /help lists those there are.',
      );
      expect(answer.ephemeral).toBe(true);
    }
    const wrong: readonly [string, Options, RegExp][] = [
      ['cron show', { job: 'Diary', where: 'here' }, /^\/cron show has no option "where"/],
      ['cron show', {}, /^\/cron show needs "job"/],
      ['cron show', { job: true }, /^"job" can't be true; allowed: text/],
      ['cron show', { job: 'x'.repeat(6_000) }, /^There is no automation "x+…" here/],
      [
        'cron history',
        { job: 'Diary', limit: 10_000 },
        /^"limit" can't be 10000; allowed: a whole number from 1 to 25/,
      ],
      ['cron history', { job: 'Diary', limit: 1.5 }, /^"limit" can't be 1\.5/],
      ['cron add', { name: 'x'.repeat(4_000), message: 'x', schedule: 'in 5m' }, /^The name is too long/],
      [
        'cron add',
        { name: 'x', message: 'x', schedule: 'x'.repeat(4_000) },
        /^I can't read "x+…" as a schedule/,
      ],
      ['cron add', { name: 'x', message: 'x', schedule: 'every 1s' }, /^That is too often/],
      [
        'cron add',
        { name: 'x', message: 'x', schedule: 'in 5m', tz: '../../etc/localtime' },
        /is no time zone/,
      ],
      [
        'cron add',
        { name: 'x', message: 'x', schedule: 'in 5m', profile: 'worker' },
        /^There is no kind of work called "worker"/,
      ],
      ['session forget', { note: '' }, /^\/session forget needs "note"/],
      ['session remember', { text: '\u200B' }, /^The note is blank/],
    ];
    for (const [command, options, words] of wrong) {
      const answer = await slash(command, options, true);
      expect(answer.content).toMatch(words);
      expect(answer.ephemeral).toBe(true);
      expectFitting(answer);
    }
  });

  it('forms, menus and lists that the desk doesn’t have', async () => {
    await start();
    const { discord, anna, ben, news } = room;
    const source = discord.say(anna, news, 'something to press');
    const options = [{ name: 'add', type: 1, options: [{ name: 'name', type: 3, value: { x: 1 } }] }];
    const sent = [
      { type: InteractionType.ModalSubmit, data: { custom_id: 'x', components: [] }, source },
      {
        type: InteractionType.ApplicationCommand,
        data: {
          id: '1',
          name: 'Summarise',
          type: 2,
          target_id: ben.id,
          resolved: { users: { [ben.id]: ben } },
        },
      },
      {
        type: InteractionType.MessageComponent,
        data: { custom_id: 'x', component_type: ComponentType.UserSelect, values: [ben.id], resolved: {} },
        source,
      },
    ];
    for (const one of sent) {
      const answer = await discord.interact(anna, news, one).final();
      expect(answer.content).toMatch(/^This desk has no such command any more/);
      expect(answer.ephemeral).toBe(true);
    }
    const type = InteractionType.ApplicationCommand;
    const odd = await discord
      .interact(anna, news, { type, data: { id: '1', type: 1, name: 'cron', options } })
      .final();
    expect(odd.content).toMatch(/^\/cron add needs "message"|"name" can't be/);
  });

  it('a permission to post that was taken: told once where it can be read, and Discord is not asked in a loop', async () => {
    await start();
    const { discord, guild, news, anna, clock } = room;
    const sport = discord.addChannel(guild, { name: 'sport' });
    await addJob(room, news, { schedule: 'every 10m' });
    await addJob(room, sport, { name: 'Scores', schedule: 'every 30d' });
    discord.setOverwrite(news, { for: discord.botRole(guild), deny: Can.SendMessages });
    await settle();
    const tries = () =>
      discord.records.of('POST').filter(({ path }) => path === `/channels/${news.id}/messages`);
    await clock.advance(10 * MINUTE);
    const told = await botSaid(discord, sport, /./);
    expect(told.content).toMatch(
      /^A message could not be posted in \*\*#news\*\*: In .* the bot lacks Send Messages/,
    );
    expect(told.content).toMatch(/Edit Channel → Permissions/);
    for (let n = 0; n < 6; n++) {
      await clock.advance(10 * MINUTE);
      discord.say(anna, news, atDesk('are you there?'));
      await settle(50);
    }
    await settle(200);
    expect(said(sport)).toHaveLength(1);
    // Once for each ten minutes, not for each message.
    expect(tries().length).toBeLessThanOrEqual(8);
    expect(tries().every(({ status }) => status === 403)).toBe(true);
    discord.setOverwrite(news, { for: discord.botRole(guild) });
    await settle();
    discord.say(anna, news, atDesk('hello'));
    await botSaid(discord, news, /./);
    await clock.advance(3 * HOUR);
    expect(said(sport)).toHaveLength(1);
  });

  it('a forum that asks for a tag: the first that there is; without any, told elsewhere', async () => {
    let stores: Stores | undefined;
    await start({ stores: (opened) => (stores = opened) });
    const { discord, guild, news } = room;
    const tagged = discord.addForum(guild, { name: 'tagged', requireTag: true, tags: ['politics', 'sport'] });
    const bare = discord.addForum(guild, { name: 'bare', requireTag: true });
    await addJob(room, news);
    const post = (forum: { id: string }): NewOp => ({
      key: `${forum.id}/story`,
      lane: sessionKey('discord', forum.id),
      spec: {
        kind: 'forum',
        channel: { id: forum.id },
        name: 'A/story: ..',
        text: 'It began.',
        tags: ['weather'],
      },
    });
    await settle();
    const key = sessionKey('discord', bare.id);
    const origin = { channel: 'discord', chatId: bare.id, kind: 'forum', guildId: guild.id } as const;
    await stores!.sessions.open({ key, origin, title: '#bare' }, room.clock.now());
    await stores!.ops.put([post(tagged), post(bare)]);
    discord.say(room.anna, news, atDesk('hello')); // which sets the dispatcher going
    const thread = await eventually(() => discord.realm.world.threadsOf(tagged)[0]);
    expect(thread.thread?.appliedTags).toEqual([tagged.tags[0]?.id]);
    const told = await botSaid(discord, news, /^A message could not be posted in \*\*#bare\*\*/);
    expect(told.content).toContain('asks for a tag on every post, and has none for the bot. Add one there');
    expect((await stores!.ops.find(`${bare.id}/story`))?.state).toBe('failed');
    const tries = discord.records.of('POST').filter(({ path }) => path === `/channels/${bare.id}/threads`);
    expect(tries).toHaveLength(1);
  });

  it('a token that is refused in the middle: the desk stops asking, says so, and goes on without Discord', async () => {
    await start();
    const { discord, anna, news, clock } = room;
    await addJob(room, news, { schedule: 'every 10m' });
    const { token } = discord;
    discord.token = `${token}x`;
    discord.say(anna, news, atDesk('hello'));
    await eventually(() => discord.records.requests.some(({ status }) => status === 401));
    await clock.advance(5 * MINUTE);
    for (let n = 0; n < 20; n++) discord.say(anna, news, atDesk(`hello ${n}`));
    await settle(300);
    expect(discord.records.requests.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(4);
    const status = await slash('desk status');
    expect(status.content).toMatch(/Discord (?:refuses|no longer takes) the (?:bot's )?token/);
    discord.token = token;
    await clock.advance(16 * MINUTE);
    await botSaid(discord, news, /^Reminder/);
    log = log.filter((line) => !line.includes('token'));
  });

  it('pages of a proxy where Discord’s answers should be: nothing is lost, and nothing is said twice', async () => {
    const proxy = await pageProxy(room.discord);
    try {
      await start({ env: { DISCORD_API_BASE: proxy.api } });
      const { discord, anna, news, clock } = room;
      proxy.breaks = 2;
      discord.say(anna, news, atDesk('hello'));
      await eventually(async () => {
        await clock.advance(5_000);
        return proxy.breaks === 0;
      });
      await eventually(async () => {
        await clock.advance(5_000);
        return said().length > 0;
      });
      await clock.advance(5 * MINUTE);
      await settle(100);
      expect(said()).toHaveLength(1);
      proxy.page = 502;
      proxy.breaks = 2;
      discord.say(anna, news, atDesk('hello again'));
      await eventually(async () => {
        await clock.advance(5_000);
        return said().length > 1;
      });
      await clock.advance(5 * MINUTE);
      await settle(100);
      expect(said()).toHaveLength(2);
      await answersStill();
    } finally {
      await proxy.close();
    }
  });
});

/** Something between bot and Discord that shows a page of its own instead of Discord's answer to a message. */
async function pageProxy(discord: LoopbackDiscord) {
  const state = { breaks: 0, page: 403 };
  const server = createServer((incoming, answer) => {
    const isMessage = incoming.method === 'POST' && /\/messages$/.test(incoming.url ?? '');
    if (state.breaks > 0 && isMessage) {
      state.breaks -= 1;
      incoming.resume().on('end', () => {
        answer.writeHead(state.page, { 'content-type': 'text/html' });
        answer.end('<html><body><h1>Sorry, you have been blocked</h1></body></html>');
      });
      return;
    }
    const { method, headers, url } = incoming;
    const onward = request(new URL(url ?? '/', discord.api), { method, headers }, (theirs) => {
      answer.writeHead(theirs.statusCode ?? 502, theirs.headers);
      theirs.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    api: `http://127.0.0.1:${port}/api`,
    close: () => {
      server.closeAllConnections();
      return new Promise<unknown>((resolve) => server.close(resolve));
    },
  });
}

const PROGRAM = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url));

/** Events that are not as the SDK expects them. */
const MALFORMED: readonly (readonly [string, unknown])[] = [
  ['MESSAGE_CREATE', {}],
  ['MESSAGE_CREATE', null],
  ['MESSAGE_CREATE', { id: 'x', channel_id: null, author: null, content: 7 }],
  ['MESSAGE_UPDATE', { id: 1, edited_timestamp: 'never' }],
  ['MESSAGE_DELETE', {}],
  ['MESSAGE_DELETE_BULK', { ids: null }],
  ['INTERACTION_CREATE', {}],
  ['INTERACTION_CREATE', { type: 2, data: null, user: null, member: null }],
  ['INTERACTION_CREATE', { id: '1', type: 3, token: 'x', data: {}, channel: null, member: { user: {} } }],
  ['INTERACTION_CREATE', { id: '1', type: 99, token: 'x' }],
  ['GUILD_CREATE', {}],
  ['GUILD_CREATE', { id: '12', channels: [null], roles: 'none', members: {} }],
  ['GUILD_DELETE', null],
  ['CHANNEL_UPDATE', { id: null, type: 'text' }],
  ['CHANNEL_DELETE', {}],
  ['THREAD_DELETE', null],
  ['THREAD_LIST_SYNC', {}],
  ['GUILD_ROLE_UPDATE', { role: null }],
  ['GUILD_MEMBER_UPDATE', {}],
  ['NOBODY_KNOWS_IT', { deep: [[[[]]]] }],
];

describe('events that are not as they should be', () => {
  let discord: LoopbackDiscord;
  let desk: ChildProcess;

  afterEach(async () => {
    const ended = desk.exitCode === null ? once(desk, 'exit') : undefined;
    desk.kill('SIGTERM');
    await ended;
    await discord.close();
  });

  it('do not end a desk that runs as people run it: it goes on answering', async () => {
    discord = await LoopbackDiscord.start();
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const news = discord.addChannel(guild, { name: 'news' });
    const home = tempHome();
    mkdirSync(join(home, 'data', 'editions'), { recursive: true });
    const { sample: _, ...edition } = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<
      string,
      unknown
    >;
    const quiet = { ...edition, name: 'test', feeds: [], schedules: [] };
    writeFileSync(join(home, 'data', 'editions', 'test.json'), JSON.stringify(quiet));
    desk = spawn(process.execPath, ['--import', 'tsx', PROGRAM, 'start'], {
      env: {
        PATH: process.env['PATH'],
        NIGHTDESK_HOME: home,
        NIGHTDESK_EDITION: 'test',
        GATEWAY_PORT: '0',
        DISCORD_TOKEN: discord.token,
        DISCORD_API_BASE: discord.api,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [desk.stdout!, desk.stderr!])
      stream.on('data', (part: Buffer) => (said += part.toString()));
    const alive = () => expect(desk.exitCode, said).toBeNull();
    const until = async (look: () => boolean) => {
      await expect.poll(() => desk.exitCode !== null || look(), { interval: 50 }).toBe(true);
      alive();
    };
    await until(() => discord.connections === 1 && discord.commands().length > 0);
    let asked = 0;
    const answered = async () => {
      asked += 1;
      const before = discord.messages(news).length;
      discord.say(anna, news, `<@${discord.bot.id}> hello`);
      await until(() => discord.messages(news).length >= before + 2);
    };
    await answered();
    for (const [event, data] of MALFORMED) discord.dispatch(event, data);
    await answered();
    expect((await discord.slash(anna, news, 'help').final()).content).toContain('Talk to me here');
    // They come one by one, too, and each leaves the desk listening.
    for (const [event, data] of MALFORMED.slice(0, 12)) {
      discord.dispatch(event, data);
      await answered();
    }
    expect(asked).toBe(14);
    expect(said).toContain('an event of Discord broke its SDK');
    const ended = once(desk, 'exit');
    desk.kill('SIGTERM');
    expect(await ended, said).toEqual([0, null]);
  });
});
