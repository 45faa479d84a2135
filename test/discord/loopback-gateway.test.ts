import { ChannelType, Events, GatewayIntentBits, type Client, type Message } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { logIn, next, plainClient } from '../support/discord/plain-client.ts';

describe('the gateway of the loopback Discord', () => {
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

  function aDesk() {
    const guild = discord.addGuild({ name: 'Newsroom' });
    const anna = discord.addPerson('anna', { guilds: [guild] });
    return { guild, anna, desk: discord.addChannel(guild, { name: 'desk' }) };
  }

  function listening() {
    const heard: string[] = [];
    client.on(Events.MessageCreate, ({ content }) => heard.push(content));
    return heard;
  }

  it('replays what was missed when a dropped client resumes', async () => {
    const { anna, desk } = aDesk();
    await logIn(client, discord);
    const heard = listening();
    discord.say(anna, desk, 'before');
    await expect.poll(() => heard).toEqual(['before']);
    const resumed = next(client, Events.ShardResume);
    discord.faults.dropSockets();
    discord.say(anna, desk, 'meanwhile');
    discord.say(anna, desk, 'and more');
    await resumed;
    discord.say(anna, desk, 'after');
    await expect.poll(() => heard).toEqual(['before', 'meanwhile', 'and more', 'after']);
  });

  it('starts anew when the session was invalidated, and what was missed is lost', async () => {
    const { anna, desk } = aDesk();
    await logIn(client, discord);
    const heard = listening();
    const anew = next(client, Events.ShardReady);
    discord.faults.dropSockets();
    discord.faults.forgetSessions();
    await expect.poll(() => discord.connections).toBe(0);
    discord.faults.forgetSessions();
    discord.say(anna, desk, 'to nobody');
    await anew;
    discord.say(anna, desk, 'to somebody');
    await expect.poll(() => heard).toEqual(['to somebody']);
  });

  it('sends a connected client away with an invalid session, a reconnect or a code', async () => {
    const { anna, desk } = aDesk();
    await logIn(client, discord);
    const heard = listening();
    let back = next(client, Events.ShardReady);
    discord.faults.invalidateSession();
    await back;
    back = next(client, Events.ShardResume);
    discord.faults.askToReconnect();
    await back;
    back = next(client, Events.ShardResume);
    discord.faults.dropSockets(4_000);
    await back;
    discord.say(anna, desk, 'still here?');
    await expect.poll(() => heard).toEqual(['still here?']);
  });

  it('keeps events back and gives them later, or loses them', async () => {
    const { anna, desk } = aDesk();
    await logIn(client, discord);
    const heard = listening();
    discord.faults.silenceGateway();
    discord.say(anna, desk, 'kept');
    discord.faults.letGatewaySpeak();
    discord.faults.silenceGateway({ lose: true });
    discord.say(anna, desk, 'lost');
    discord.faults.letGatewaySpeak();
    discord.say(anna, desk, 'heard');
    await expect.poll(() => heard).toEqual(['kept', 'heard']);
  });

  it('gives what it keeps back to whoever comes meanwhile, too', async () => {
    const { anna, desk } = aDesk();
    const heard = listening();
    discord.faults.silenceGateway();
    const ready = next(client, Events.ClientReady);
    await client.login(discord.token);
    discord.say(anna, desk, 'kept');
    discord.faults.letGatewaySpeak();
    await ready;
    await expect.poll(() => heard).toEqual(['kept']);
  });

  it('refuses connections for a while', async () => {
    const { anna, desk } = aDesk();
    await logIn(client, discord);
    const heard = listening();
    const back = next(client, Events.ShardResume);
    discord.faults.refuseConnections();
    await expect(client.rest.get('/users/@me')).rejects.toThrow();
    discord.faults.acceptConnections();
    discord.say(anna, desk, 'are you back?');
    await back;
    await expect.poll(() => heard).toEqual(['are you back?']);
  });

  it('closes with 4014 who asks for contents without the right to', async () => {
    discord.realm.world.application.flags = 0;
    const closed = new Promise<number>((resolve) =>
      client.once(Events.ShardDisconnect, ({ code }) => resolve(code)),
    );
    client.on(Events.Error, () => undefined);
    const login = client.login(discord.token).catch((error: unknown) => error);
    expect(await closed).toBe(4_014);
    expect(String(await login)).toContain('disallowed intents');
  });

  it('blanks what others write without the intent, except where the bot is meant', async () => {
    const { anna, desk } = aDesk();
    discord.realm.world.application.flags = 0;
    const { Guilds, GuildMessages, DirectMessages } = GatewayIntentBits;
    client = plainClient(discord, { intents: [Guilds, GuildMessages, DirectMessages] });
    await logIn(client, discord);
    const heard = listening();
    discord.say(anna, desk, 'not for you', { attachments: [{ name: 'a.txt' }] });
    discord.say(anna, desk, `<@${discord.bot.id}> for you`);
    discord.say(anna, discord.directChannel(anna), 'between us');
    await expect.poll(() => heard).toEqual(['', `<@${discord.bot.id}> for you`, 'between us']);
    const channel = await client.channels.fetch(desk.id);
    const history = channel?.isTextBased() ? await channel.messages.fetch({ cache: false }) : undefined;
    expect(history?.map(({ content }) => content)).toEqual([`<@${discord.bot.id}> for you`, '']);
  });

  it('tells of channels, threads, guilds and outages', async () => {
    const { guild, anna, desk } = aDesk();
    await logIn(client, discord);
    const told: string[] = [];
    client.on(Events.Raw as 'raw', ({ t, d }: { t: string; d: { id?: string; unavailable?: boolean } }) => {
      told.push(d.unavailable === undefined ? t : `${t} ${d.unavailable}`);
    });
    const side = discord.addChannel(guild, { name: 'side' });
    const thread = discord.addThread(side, { name: 'talk', by: anna });
    discord.archiveThread(thread);
    discord.renameChannel(side, 'aside');
    discord.deleteChannel(side);
    discord.deleteThread(discord.addThread(desk, { name: 'other', by: anna }));
    discord.outage(guild);
    discord.addChannel(guild, { name: 'unheard' });
    discord.recover(guild);
    discord.changeRole(guild, discord.botRole(guild), 0n);
    discord.removeGuild(guild);
    await expect.poll(() => told.at(-1)).toBe('GUILD_DELETE');
    expect(told.filter((it) => !it.startsWith('MESSAGE'))).toEqual([
      'CHANNEL_CREATE',
      'THREAD_CREATE',
      'THREAD_UPDATE',
      'CHANNEL_UPDATE',
      'CHANNEL_DELETE',
      'THREAD_CREATE',
      'THREAD_DELETE',
      'GUILD_DELETE true',
      'GUILD_CREATE false',
      'GUILD_ROLE_UPDATE',
      'GUILD_DELETE',
    ]);
    await expect(client.rest.get(`/channels/${desk.id}`)).rejects.toMatchObject({ code: 50_001 });
  });

  it('tells nothing of what the bot may not see, and of threads where it comes to see', async () => {
    const { guild, anna, desk } = aDesk();
    const thread = discord.addThread(desk, { name: 'talk', by: anna });
    discord.setOverwrite(desk, { for: discord.botRole(guild), deny: 1_024n });
    await logIn(client, discord);
    const heard = listening();
    discord.say(anna, desk, 'between us');
    discord.say(anna, thread, 'and here');
    expect(client.channels.cache.has(thread.id)).toBe(false);
    const synced = next(client, Events.ThreadListSync);
    discord.setOverwrite(desk, { for: discord.botRole(guild), allow: 1_024n });
    await synced;
    discord.say(anna, thread, 'now to you');
    await expect.poll(() => heard).toEqual(['now to you']);
    expect(client.channels.cache.get(thread.id)?.type).toBe(ChannelType.PublicThread);
  });

  it('records presences, answers for members, and sends whatever a test wants to be sent', async () => {
    const { guild, anna } = aDesk();
    discord.realm.world.application.flags |= 1 << 15;
    client = plainClient(discord, {
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMembers, GatewayIntentBits.GuildMessages],
    });
    await logIn(client, discord);
    client.user?.setPresence({ activities: [{ name: 'next run 07:30' }] });
    await expect.poll(() => discord.records.presences.at(-1)?.activities[0]?.name).toBe('next run 07:30');
    const members = await client.guilds.cache.get(guild.id)?.members.fetch({ user: [anna.id] });
    expect(members?.get(anna.id)?.user.username).toBe('anna');
    const raw = next(client, Events.Raw) as Promise<{ t: string }>;
    discord.dispatch('SOMETHING_NEW', { strange: [null] });
    expect((await raw).t).toBe('SOMETHING_NEW');
  });

  it('hears nothing of guilds that it is not in', async () => {
    const { anna, desk } = aDesk();
    await logIn(client, discord);
    const heard = listening();
    const elsewhere = discord.addGuild({ name: 'Elsewhere', withBot: false });
    discord.addMember(elsewhere, anna);
    const there = discord.addChannel(elsewhere, { name: 'there' });
    discord.say(anna, there, 'among us');
    discord.say(anna, desk, 'here');
    await expect.poll(() => heard).toEqual(['here']);
    expect(client.guilds.cache.size).toBe(1);
    await expect(client.rest.get(`/channels/${there.id}`)).rejects.toMatchObject({ code: 50_001 });
    discord.addBotTo(elsewhere);
    discord.say(anna, there, 'welcome');
    await expect.poll(() => heard).toEqual(['here', 'welcome']);
  });

  it('hands a guild over that comes while the bot is there', async () => {
    await logIn(client, discord);
    const joined = next(client, Events.GuildCreate);
    const guild = discord.addGuild({ name: 'Newsroom' });
    await joined;
    const anna = discord.addPerson('anna', { guilds: [guild] });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const heard = next(client, Events.MessageCreate) as Promise<Message>;
    discord.say(anna, desk, 'welcome');
    expect((await heard).content).toBe('welcome');
  });
});
