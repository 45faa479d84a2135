import type { APIUser } from 'discord-api-types/v10';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel, Guild } from '../support/discord/world.ts';
import { botSaid, deskOnDiscord, discordInTime, remembered } from '../support/discord-desk.ts';
import type { DeskOnDiscord, DeskOnDiscordOptions } from '../support/discord-desk.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import type { FakeClock } from '../support/fake-clock.ts';

const MINUTE = 60_000;

describe('a desk in conversation on Discord', () => {
  let clock: FakeClock;
  let discord: LoopbackDiscord;
  let desk: DeskOnDiscord;
  let guild: Guild;
  let anna: APIUser;
  let ben: APIUser;
  let news: Channel;

  beforeEach(async () => {
    await open();
  });

  async function open(options: Parameters<typeof discordInTime>[0] = {}): Promise<void> {
    ({ clock, discord } = await discordInTime(options));
    guild = discord.addGuild({ name: 'Newsroom' });
    const editors = discord.addRole(guild, 'editors', PermissionFlagsBits.ManageChannels);
    anna = discord.addPerson('anna', { guilds: [guild] });
    discord.setRoles(guild, anna, [editors]);
    ben = discord.addPerson('ben', { guilds: [guild] });
    news = discord.addChannel(guild, { name: 'news' });
  }

  const start = async (options: Partial<DeskOnDiscordOptions> = {}) =>
    (desk = await deskOnDiscord({ discord, clock, ...options }));

  afterEach(async () => {
    await desk.stop();
    await discord.close();
  });

  const atDesk = (words: string) => `<@${discord.bot.id}> ${words}`;
  const botsMessages = (channel: { id: string }) =>
    discord.messages(channel).filter(({ author }) => author.id === discord.bot.id);
  const addJob = async (channel: Channel) =>
    discord
      .slash(anna, channel, 'cron add', {
        name: 'Diary',
        message: 'Remind us of the diary',
        schedule: 'every weekday 9:30',
      })
      .final();
  const words = (channel: { id: string }) => remembered(desk, channel).map(({ content }) => content);

  it('answers where it is mentioned, as a reply, and shows that it is typing', async () => {
    await start();
    const asked = discord.say(anna, news, atDesk('what can you do?'));
    const answer = await botSaid(discord, news, /./);
    expect(answer.message_reference?.message_id).toBe(asked.id);
    expect(discord.records.typing.map(({ channelId }) => channelId)).toContain(news.id);
    expect(discord.records.pings.filter(({ by }) => by === discord.bot.id)).toEqual([]);
    expect(remembered(desk, news)[0]).toMatchObject({
      role: 'user',
      content: 'what can you do?',
      author: { id: anna.id, name: 'anna' },
    });
  });

  it('answers a reply to what it said, and knows what was replied to', async () => {
    await start();
    discord.say(anna, news, atDesk('hello'));
    const first = await botSaid(discord, news, /./);
    const reply = discord.say(ben, news, 'and what does that mean?', { replyTo: first, pings: false });
    await eventually(() => botsMessages(news).some((it) => it.message_reference?.message_id === reply.id));
    const entry = remembered(desk, news).find(({ content }) => content === 'and what does that mean?');
    expect(entry?.meta).toMatchObject({ replyTo: { id: first.id } });
  });

  it('says nothing where nobody spoke to it, and remembers nothing of a channel without jobs', async () => {
    await start();
    discord.say(anna, news, 'lunch?');
    discord.say(ben, news, `<@${anna.id}> yes`);
    discord.say(anna, news, '@everyone lunch');
    discord.say(ben, news, atDesk('hello'));
    await botSaid(discord, news, /./);
    expect(botsMessages(news)).toHaveLength(1);
    expect(words(news)).not.toContain('lunch?');
  });

  it('hears what editors say to each other in a channel that has jobs', async () => {
    await start();
    await addJob(news);
    const said = discord.say(ben, news, 'the mayor resigned this morning');
    await eventually(() => words(news).includes('the mayor resigned this morning'));
    const entry = remembered(desk, news).find(({ content }) => content.includes('mayor'));
    expect(entry).toMatchObject({ role: 'user', author: { name: 'ben' }, meta: { kind: 'observed' } });
    expect(botsMessages(news)).toHaveLength(0);
    discord.edit(ben, said, 'the mayor resigned last night');
    await eventually(() => remembered(desk, news).some(({ meta }) => meta?.kind === 'edit'));
    discord.edit(ben, said, `the mayor resigned last night, <@${anna.id}>, see <#${news.id}>`);
    const named = `the mayor resigned last night, @${anna.username}, see #${news.name!}`;
    await eventually(() => remembered(desk, news).some(({ content }) => content.includes(named)));
    discord.edit(ben, said, `提<@${anna.id}>聽日九點交稿`);
    const apart = `提@${anna.username} 聽日九點交稿`;
    await eventually(() => remembered(desk, news).some(({ content }) => content === apart));
    discord.remove(ben, said);
    await eventually(() => remembered(desk, news).some(({ meta }) => meta?.kind === 'delete'));
  });

  it('says in the language of the server why it takes nothing', async () => {
    const paper = discord.addGuild({ name: '新聞室', locale: 'zh-TW' });
    discord.addMember(paper, anna);
    const channel = discord.addChannel(paper, { name: '港聞' });
    await start();
    discord.say(anna, channel, atDesk('\u200b'));
    expect(await botSaid(discord, channel, /./)).toMatchObject({
      content: '我未能接收這則訊息。訊息是空白的：請說明要做甚麼。',
    });
  });

  it('greets whoever only calls it, in the language of the server, and takes no sticker for a call', async () => {
    const paper = discord.addGuild({ name: '新聞室', locale: 'zh-TW' });
    discord.addMember(paper, anna);
    const channel = discord.addChannel(paper, { name: '港聞' });
    await start();
    discord.say(anna, news, atDesk(''));
    expect((await botSaid(discord, news, /./)).content).toMatch(/^Hello\. /);
    discord.say(anna, channel, atDesk(''));
    expect((await botSaid(discord, channel, /./)).content).toMatch(/^你好。/);
    const thread = discord.addThread(news, { name: 'A story', by: discord.bot as never });
    discord.say(ben, thread, '', { stickers: ['749054660769218631'] });
    discord.say(anna, thread, 'hello');
    await botSaid(discord, thread, /./);
    expect(words(thread)[0]).toBe('hello');
  });

  it('reads no longer what people took out of a message that keeps its files', async () => {
    await start();
    await addJob(news);
    const said = discord.say(ben, news, 'my number is 5554321', { attachments: [{ name: 'ferry.pdf' }] });
    await eventually(() => words(news).includes('my number is 5554321'));
    discord.edit(ben, said, '');
    discord.say(ben, news, 'thanks');
    await eventually(() => words(news).includes('thanks'));
    const edits = remembered(desk, news).filter(({ meta }) => meta?.kind === 'edit');
    expect(edits).toMatchObject([{ content: '' }]);
  });

  it('hears what people forward, goes on with what is said after it, and answers it where it is for the desk', async () => {
    const talk = discord.addChannel(guild, { name: 'talk' });
    const said = discord.say(ben, talk, 'the ferry is cancelled', { attachments: [{ name: 'ferry.pdf' }] });
    await start({ env: { DISCORD_DM_ALLOWLIST: anna.id } });
    await addJob(news);
    const direct = discord.directChannel(anna);
    discord.forward(ben, news, said);
    discord.forward(ben, news, discord.say(anna, talk, '來往中環與長洲的渡輪今日停航。'));
    discord.forward(anna, direct, said);
    discord.say(ben, news, 'thanks');
    await eventually(() => words(news).includes('thanks'));
    await botSaid(discord, direct, /./);
    const known = {
      replyTo: { id: said.id, text: 'the ferry is cancelled' },
      attachments: [{ name: 'ferry.pdf' }],
    };
    for (const [channel, name] of [
      [news, 'ben'],
      [direct, 'anna'],
    ] as const)
      expect(
        remembered(desk, channel).find(({ content }) => content === 'I forward this message.'),
      ).toMatchObject({ author: { name }, meta: known });
    expect(
      remembered(desk, news).find(({ content }) => content === '我轉發這則訊息。')?.meta?.replyTo?.text,
    ).toContain('渡輪今日停航');
  });

  it('knows what stands in the embeds of a message that is forwarded or replied to', async () => {
    await start();
    await addJob(news);
    const talk = discord.addChannel(guild, { name: 'talk' });
    const embeds = [{ title: '渡輪停航', description: '來往中環與長洲的渡輪今日停航。' }];
    const posted = discord.say(anna, talk, '', { embeds });
    discord.forward(ben, news, posted);
    discord.say(ben, news, 'is this ours?', { replyTo: discord.say(anna, news, '', { embeds }) });
    await eventually(() => words(news).includes('is this ours?'));
    for (const said of ['我轉發這則訊息。', 'is this ours?'])
      expect(remembered(desk, news).find(({ content }) => content === said)?.meta?.replyTo?.text).toBe(
        '渡輪停航 來往中環與長洲的渡輪今日停航。',
      );
  });

  it('erases what people took back, within the day', async () => {
    await start();
    await addJob(news);
    const said = discord.say(ben, news, 'my password is swordfish');
    await eventually(() => words(news).some((content) => content.includes('swordfish')));
    discord.remove(ben, said);
    await eventually(() => remembered(desk, news).some(({ meta }) => meta?.kind === 'delete'));
    await clock.advance(61 * MINUTE);
    await eventually(() => !words(news).some((content) => content.includes('swordfish')));
  });

  it('answers direct messages of those on its list, and nobody else', async () => {
    await start({ env: { DISCORD_DM_ALLOWLIST: anna.id } });
    const direct = discord.directChannel(anna);
    discord.say(anna, direct, 'hello');
    await botSaid(discord, direct, /./);
    const strangers = discord.directChannel(ben);
    discord.say(ben, strangers, 'hello');
    discord.say(anna, news, atDesk('still there?'));
    await botSaid(discord, news, /./);
    expect(botsMessages(strangers)).toHaveLength(0);
    expect(words(strangers)).toEqual([]);
  });

  it('names attachments, and answers a message that is nothing else', async () => {
    await start();
    discord.say(anna, news, atDesk(''), { attachments: [{ name: 'budget.pdf', type: 'application/pdf' }] });
    await botSaid(discord, news, /./);
    expect(remembered(desk, news)[0]?.meta).toMatchObject({
      attachments: [{ name: 'budget.pdf', type: 'application/pdf' }],
    });
  });

  it('takes up what was said while it was away: fresh questions are answered, old ones are remembered', async () => {
    const { home } = await start();
    await addJob(news);
    discord.say(ben, news, 'before');
    await eventually(() => words(news).includes('before'));
    await desk.stop();
    discord.say(ben, news, 'meanwhile in the archive');
    discord.say(ben, news, atDesk('an old question?'));
    await clock.advance(11 * MINUTE);
    const fresh = discord.say(anna, news, atDesk('what is on today?'));
    await start({ home });
    await eventually(() => botsMessages(news).some((it) => it.message_reference?.message_id === fresh.id));
    expect(botsMessages(news)).toHaveLength(1);
    expect(words(news)).toEqual(expect.arrayContaining(['meanwhile in the archive', 'an old question?']));
    for (const content of ['before', 'meanwhile in the archive', 'what is on today?'])
      expect(words(news).filter((it) => it === content)).toHaveLength(1);
  });

  it('remembers what somebody on its list wrote directly while it was away, and nothing of others', async () => {
    const env = { DISCORD_DM_ALLOWLIST: anna.id };
    const { home } = await start({ env });
    const [direct, strangers] = [anna, ben].map((person) => discord.directChannel(person));
    discord.say(anna, direct!, 'hello');
    discord.say(ben, strangers!, 'hello');
    await botSaid(discord, direct!, /./);
    await clock.advance(MINUTE);
    await desk.stop();
    discord.say(anna, direct!, 'the harbour story moves to Tuesday');
    discord.say(ben, strangers!, 'me too');
    await clock.advance(11 * MINUTE);
    await start({ home, env });
    await eventually(() => words(direct!).includes('the harbour story moves to Tuesday'));
    expect(botsMessages(direct!)).toHaveLength(1);
    expect(words(strangers!)).toEqual([]);
  });

  it('pages what it missed after a RESUME that failed, and nothing twice', async () => {
    await start();
    await addJob(news);
    discord.say(ben, news, 'one');
    await eventually(() => words(news).includes('one'));
    discord.faults.silenceGateway({ lose: true });
    discord.say(ben, news, 'two');
    discord.say(ben, news, 'three');
    discord.faults.letGatewaySpeak();
    discord.faults.invalidateSession();
    await eventually(() => words(news).includes('three'));
    discord.say(ben, news, 'four');
    await eventually(() => words(news).includes('four'));
    expect(words(news).filter((it) => ['one', 'two', 'three', 'four'].includes(it))).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
  });

  it('keeps what came in while the socket was resumed', async () => {
    await start();
    await addJob(news);
    discord.faults.dropSockets(4_000);
    discord.say(ben, news, 'during the gap');
    await eventually(() => words(news).includes('during the gap'));
    expect(words(news).filter((it) => it === 'during the gap')).toHaveLength(1);
  });

  it('reads back a server that was out of order, when it is back', async () => {
    await start();
    await addJob(news);
    discord.say(ben, news, 'before the outage');
    await eventually(() => words(news).includes('before the outage'));
    discord.outage(guild);
    discord.say(ben, news, 'during the outage', { silently: true });
    discord.recover(guild);
    await eventually(() => words(news).includes('during the outage'));
    const jobs = await discord.slash(anna, news, 'cron list').final();
    expect(jobs.content).not.toContain('paused');
  });

  it('splits a long answer between paragraphs and never pings', async () => {
    await start();
    const long = Array.from({ length: 12 }, (_, n) => `Paragraph ${n}: ${'words '.repeat(60)}@everyone`).join(
      '\n\n',
    );
    await discord
      .slash(anna, news, 'cron add', { name: 'Long', message: long.slice(0, 5_900), schedule: 'in 20m' })
      .final();
    await clock.advance(21 * MINUTE);
    await eventually(() => botsMessages(news).length >= 3);
    await settle();
    for (const { content } of botsMessages(news)) expect(content.length).toBeLessThanOrEqual(2_000);
    expect(discord.records.pings.filter(({ by }) => by === discord.bot.id)).toEqual([]);
  });

  it('works without the message content intent: mentions, replies and commands', async () => {
    await discord.close();
    await open({ messageContent: false });
    const log: string[] = [];
    await start({ log });
    await addJob(news);
    discord.say(ben, news, 'nobody hears this');
    discord.say(anna, news, atDesk('hello'));
    await botSaid(discord, news, /./);
    expect(words(news)).not.toContain('nobody hears this');
    expect(words(news)).not.toContain('');
    const status = await discord.slash(anna, news, 'session status').final();
    expect(status.content).toContain('Message Content');
    expect(log.some((line) => line.includes('Message Content'))).toBe(true);
  });
});
