import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Channel } from '../support/discord/world.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import { addJob, buttonId, buttonsOf, expectFitting, listOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('places with automations on Discord', () => {
  let room: Newsroom;
  let sport: Channel;
  let thread: Channel;
  let chief: APIUser;

  beforeEach(async () => {
    room = await newsroom();
    const { discord, guild, news, anna } = room;
    sport = discord.addChannel(guild, { name: 'sport' });
    thread = discord.addThread(news, { name: 'Budget 2027', by: anna, withBot: true });
    chief = discord.realm.world.user(guild.ownerId);
  });

  afterEach(async () => {
    const pings = room.discord.records.pings.filter(({ by }) => by === room.discord.bot.id);
    await room.close();
    expect(pings).toEqual([]);
  });

  const exists = (channel: Channel) => room.discord.realm.world.channels.has(channel.id);
  /** What a person is asked, or told. */
  const ask = async (channel: Channel, command: string, locale = 'en-GB', person = room.anna) =>
    room.discord.slash(person, channel, command, {}, { locale }).final();
  const press = async (message: APIMessage, label: string, person = room.anna) =>
    room.discord.press(person, message, label).final();
  /** Every job of the server, as its chief sees it. */
  const allJobs = async (): Promise<string> => {
    const { content } = await room.discord.slash(chief, sport, 'cron list', { everywhere: true }).final();
    return content.split('\n').sort().join('\n');
  };
  const show = async (job: string): Promise<string> =>
    (await room.discord.slash(chief, sport, 'cron show', { job }).final()).content;
  const archived = (channel: { id: string }): string[] => {
    const folder = join(room.desk.home, 'sessions', 'archive');
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.includes(channel.id))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  };
  /** The newest direct message to somebody. */
  const directly = (person: APIUser, what: string | RegExp) =>
    botSaid(room.discord, room.discord.directChannel(person), what);
  const talk = async (channel: Channel) => {
    room.discord.say(room.anna, channel, `<@${room.discord.bot.id}> hello, this is about the mayor`);
    await botSaid(room.discord, channel, /./);
  };

  describe('that are deleted with a command', () => {
    beforeEach(async () => {
      await room.start();
      await talk(room.news);
      await addJob(room, room.news);
      await addJob(room, thread, { name: 'Follow', schedule: 'every 2h' });
      await addJob(room, sport, { name: 'Scores' });
    });

    it('stay until somebody has seen what goes with them; that can be turned down', async () => {
      const { discord, news } = room;
      const asked = await ask(news, 'channel delete');
      expect(asked.content).toBe(
        [
          'This channel has 2 automations, those of its threads included. Nothing was deleted.',
          '- **Diary**: every weekday at 09:30, London time; enabled',
          `- **Follow** <#${thread.id}>: every 2 hours; enabled`,
          "Discord can't bring a deleted channel back; its messages go with it.",
        ].join('\n'),
      );
      expect(buttonsOf(asked)).toEqual(['Delete 2 automations and then the channel', 'Keep']);
      expect(asked.ephemeral).toBe(true);
      expectFitting(asked);
      expect((await press(asked.message!, 'Keep')).content).toBe('Nothing was changed.');
      expect(exists(news)).toBe(true);
      expect(discord.records.of('DELETE')).toEqual([]);
      expect(await allJobs()).toMatch(/Diary.*next Fri.*Follow.*next Fri.*Scores/s);
    });

    it('are asked about in Chinese as well', async () => {
      const asked = await ask(room.news, 'channel delete', 'zh-TW');
      expect(asked.content).toMatch(
        /^這個頻道有 2 項定時工作（包括其討論串的）。甚麼都沒有刪除。\n- \*\*Diary\*\*：/,
      );
      expect(buttonsOf(asked)).toEqual(['刪除 2 項工作，然後刪除頻道', '保留']);
      expectFitting(asked);
    });

    it('go with their jobs and threads when that is confirmed; what was said is set aside', async () => {
      const { discord, news, anna } = room;
      const asked = await ask(news, 'channel delete');
      const done = discord.press(anna, asked.message!, 'Delete 2 automations and then the channel');
      await eventually(() => !exists(news), 'the channel is gone');
      expect(exists(thread)).toBe(false);
      await eventually(async () => !(await allJobs()).includes('Diary'));
      expect(await allJobs()).toMatch(/^- \*\*Scores\*\*.*\)$/);
      await eventually(() => archived(news).length === 1);
      expect(archived(news)[0]).toContain('this is about the mayor');
      expect(remembered(room.desk, news)).toEqual([]);
      const [deletion, ...others] = discord.records.of('DELETE');
      expect(others).toEqual([]);
      expect(decodeURIComponent(deletion!.reason!)).toBe(
        'anna asked Nightdesk to delete this together with its automations',
      );
      const { content } = await done.final();
      expect(content).toBe(
        'The channel is deleted, and 2 automations with it. What was said to me there is archived.',
      );
      // Nobody is told that something had vanished: the desk did it itself.
      await settle();
      expect(discord.messages(discord.directChannel(anna))).toEqual([]);
    });

    it('are asked about again when a job came meanwhile', async () => {
      const { news } = room;
      const asked = await ask(news, 'channel delete');
      await addJob(room, news, { name: 'Late' });
      const again = await press(asked.message!, 'Delete 2 automations and then the channel');
      expect(again.content).toContain('This channel has 3 automations');
      expect(again.content).toContain('**Late**');
      expect(exists(news)).toBe(true);
      await press(again.message!, 'Delete 3 automations and then the channel');
      expect(exists(news)).toBe(false);
    });

    it('as threads, leave the channel and its jobs alone', async () => {
      const { news } = room;
      const asked = await ask(thread, 'thread delete');
      expect(asked.content).toContain('This thread has 1 automation. Nothing was deleted.');
      await press(asked.message!, 'Delete 1 automation and then the thread');
      expect(exists(thread)).toBe(false);
      expect(exists(news)).toBe(true);
      await eventually(async () => !(await allJobs()).includes('Follow'));
      expect(await allJobs()).toMatch(/Diary.*next Fri/s);
      await eventually(() => archived(thread).length === 1);
    });

    it('stay as they were when the bot may not delete them, and that is said', async () => {
      const { discord, guild, news, clock } = room;
      const role = discord.botRole(guild);
      discord.changeRole(guild, role, BigInt(role.permissions) & ~PermissionFlagsBits.ManageChannels);
      const asked = await ask(news, 'channel delete');
      const kept = await press(asked.message!, 'Delete 2 automations and then the channel');
      expect(kept.content).toMatch(
        /^Discord did not delete the channel: In .* the bot lacks Manage Channels/,
      );
      expect(kept.content).toContain('All is as before, and 2 automations can run again.');
      expect(exists(news)).toBe(true);
      expect(await allJobs()).toMatch(/Diary.*next Fri 20 Nov, 09:30.*Follow.*next Fri.*Scores/s);
      expect(archived(news)).toEqual([]);
      await clock.advance(2 * HOUR);
      await botSaid(discord, thread, 'Reminder');
      await clock.advance(HOUR / 2);
      await botSaid(discord, news, 'Reminder');
      // Once it may, it does.
      discord.changeRole(guild, role, BigInt(role.permissions) | PermissionFlagsBits.ManageChannels);
      await settle();
      const again = await ask(news, 'channel delete');
      await press(again.message!, 'Delete 2 automations and then the channel');
      expect(exists(news)).toBe(false);
    });

    it('as threads, stay where the bot may not delete them', async () => {
      const { discord, guild } = room;
      const role = discord.botRole(guild);
      discord.changeRole(guild, role, BigInt(role.permissions) & ~PermissionFlagsBits.ManageThreads);
      const asked = await ask(thread, 'thread delete', 'zh-TW');
      const kept = await room.discord
        .press(room.anna, asked.message!, '刪除 1 項工作，然後刪除討論串', { locale: 'zh-TW' })
        .final();
      expect(kept.content).toMatch(/^Discord 沒有刪除討論串：.*Manage Threads.*1 項定時工作繼續執行。$/s);
      expect(exists(thread)).toBe(true);
      expect(await allJobs()).toMatch(/Follow[^\n]*next Fri/);
    });

    it('are deleted once, however often that is confirmed', async () => {
      const { discord, news, anna } = room;
      const asked = await ask(news, 'channel delete');
      const customId = buttonId(asked.message!, 'Delete 2 automations and then the channel');
      const presses = [1, 2, 3].map(() => discord.forge(anna, news, { customId, message: asked.message! }));
      const said = await Promise.all(presses.map(async (press) => (await press.final()).content));
      expect(
        said.filter((one) => one.startsWith('The channel is deleted, and 2 automations with it')),
      ).toHaveLength(1);
      expect(said.filter((one) => one === 'You have answered this already.')).toHaveLength(2);
      expect(discord.records.of('DELETE')).toHaveLength(1);
      expect(await allJobs()).toMatch(/^- \*\*Scores\*\*[^\n]*$/);
    });

    it('are gone after a restart in the middle', async () => {
      const { discord, news, anna } = room;
      const asked = await ask(news, 'channel delete');
      const held = discord.faults.holdRequests({ method: 'DELETE' });
      discord.press(anna, asked.message!, 'Delete 2 automations and then the channel');
      await eventually(() => held.waiting > 0);
      const { home } = room.desk;
      const stopping = room.desk.stop();
      await eventually(async () => {
        await room.clock.advance(5_000);
        return Promise.race([stopping.then(() => true), settle().then(() => false)]);
      });
      held.release();
      await room.start({ home });
      await eventually(async () => {
        await room.clock.advance(20_000); // the fate of what was under way is looked up
        return !exists(news);
      });
      await eventually(async () => !(await allJobs()).includes('Diary'));
      await eventually(() => archived(news).length === 1);
    });
  });

  describe('that disappear', () => {
    let diary: string;
    let follow: string;
    let eve: APIUser;
    let log: string[];

    beforeEach(async () => {
      const { discord, guild } = room;
      const editors = [...guild.roles.values()].filter(({ name }) => name === 'editors');
      eve = discord.addPerson('eve', { guilds: [guild], roles: editors });
      log = [];
      await room.start({ log });
      await talk(room.news);
      diary = await addJob(room, room.news);
      follow = await addJob(room, thread, { name: 'Follow', schedule: 'every 2h', by: eve });
      await addJob(room, sport, { name: 'Scores' });
    });

    const LEFT = 'Left as they are, because somebody changed them since or they are not yours: **Follow**.';
    const gone = 'Paused by the desk: #news was deleted in Discord';
    const paused = (job: string, because: string) =>
      eventually(async () => (await show(job)).includes(because));

    it('leave their jobs and those of their threads paused; whoever made them is told and can decide', async () => {
      const { discord, news, anna } = room;
      discord.deleteChannel(news);
      await paused(diary, gone);
      await paused(follow, gone);
      expect(await allJobs()).toMatch(/Diary.*paused.*Follow.*paused.*Scores.*next Fri/s);
      await eventually(() => archived(news).length === 1);
      expect(archived(news)[0]).toContain('this is about the mayor');
      const told = await directly(anna, 'Diary');
      expect(told.content).toMatch(
        /^\*\*#news\*\*: #news was deleted in Discord\. .*paused: \*\*Diary\*\*\./,
      );
      expect(told.content).not.toContain('Follow');
      expect(buttonsOf(told)).toEqual(['Bind elsewhere', 'Remove']);
      expect((await directly(eve, 'Follow')).content).not.toContain('Diary');
    });

    it('once more elsewhere: the jobs run where they are bound to', async () => {
      const { discord, news, anna, clock } = room;
      discord.deleteChannel(news);
      const told = await directly(anna, 'Diary');
      const asked = await press(told, 'Bind elsewhere');
      expect(asked.content).toBe('Where shall the automation run?');
      const list = listOf(asked);
      const moved = await discord.choose(anna, asked.message!, list, [`discord:${sport.id}`]).final();
      expect(moved.content).toBe(
        'They run in #sport from now on:\n- **Diary**: next Fri 20 Nov, 09:30\n' + LEFT,
      );
      await clock.advance(2.5 * HOUR);
      await botSaid(discord, sport, /^Reminder: .*the diary/);
      expect(await show(follow)).toContain('Paused by the desk');
      // What is left there is somebody else's to decide about.
      const again = await press(told, 'Bind elsewhere');
      expect(again.content).toMatch(/^You may not decide this/);
      await press(await directly(eve, 'Follow'), 'Remove', eve);
      const late = await press(told, 'Bind elsewhere');
      expect(late.content).toMatch(/^Nothing is left to decide here/);
    });

    it('offer what was beside them first, then what has jobs; of many channels it says that they are not all', async () => {
      const { discord, guild, anna } = room;
      const desks = discord.addChannel(guild, { name: 'desks', type: ChannelType.GuildCategory });
      for (let n = 10; n < 50; n++) discord.addChannel(guild, { name: `chat-${n}` });
      const old = discord.addChannel(guild, { name: 'zz-old', parent: desks });
      discord.addChannel(guild, { name: 'zz-new', parent: desks });
      await addJob(room, old, { name: 'Evening' });
      discord.deleteChannel(old);
      const asked = await press(await directly(anna, 'Evening'), 'Bind elsewhere');
      expect(asked.content).toBe(
        'Where shall the automation run?\nThese are 25 of 43 channels. For another one: /cron add there, then Remove here.',
      );
      const list = JSON.stringify(asked.components);
      const offered = [...list.matchAll(/"label":"(#[^"]+)"/g)].map(([, label]) => label);
      expect(offered.slice(0, 4)).toEqual(['#zz-new', '#news', '#sport', '#chat-10']);
      expect(offered).toHaveLength(25);
    });

    it('are told of in one message, however long the names of their jobs are', async () => {
      const { discord, guild, anna } = room;
      const old = discord.addChannel(guild, { name: 'zz-old' });
      for (let n = 0; n < 12; n++) await addJob(room, old, { name: `${n} ${'long '.repeat(38)}` });
      discord.deleteChannel(old);
      const told = await directly(anna, 'zz-old');
      expect(told.content).toContain('and 2 more');
      expect(told.content.length).toBeLessThanOrEqual(2_000);
      expect(buttonsOf(told)).toEqual(['Bind elsewhere', 'Remove']);
    });

    it('for good: the jobs are removed, by those who made them only', async () => {
      const { discord, news, anna } = room;
      discord.deleteChannel(news);
      const told = await directly(eve, 'Follow');
      const removed = await press(told, 'Remove', eve);
      expect(removed.content).toBe(
        'Removed:\n- **Follow**\nLeft as they are, because somebody changed them since or they are not yours: **Diary**.',
      );
      expect(await allJobs()).not.toContain('Follow');
      expect(await show(diary)).toContain(gone);
      expect((await press(await directly(anna, 'Diary'), 'Remove')).content).toContain('**Diary**');
      expect(await allJobs()).toMatch(/^- \*\*Scores\*\*[^\n]*$/);
    });

    it.each(['left the server', 'lost the role'])(
      'stay as they are for somebody who has %s since',
      async (how) => {
        const { discord, guild, news, anna } = room;
        discord.deleteChannel(news);
        const told = await directly(anna, 'Diary');
        if (how === 'lost the role') discord.setRoles(guild, anna, []);
        else discord.removeMember(guild, anna);
        for (const label of ['Remove', 'Bind elsewhere'])
          expect((await press(told, label)).content).toMatch(/^You may not decide this/);
        expect(await show(diary)).toContain(gone);
      },
    );

    it('from sight only stay, too, for somebody whose role was taken', async () => {
      const { discord, guild, news, anna } = room;
      const deny = PermissionFlagsBits.ViewChannel;
      discord.setOverwrite(news, { for: discord.botRole(guild), deny });
      const told = await directly(anna, 'Diary');
      discord.setRoles(guild, anna, []);
      for (const label of ['Remove', 'Bind elsewhere'])
        expect((await press(told, label)).content).toMatch(/^You may not decide this/);
      expect(await show(diary)).toContain('Paused by the desk');
    });

    it('are told of in another channel where direct messages are closed', async () => {
      const { discord, news, anna } = room;
      discord.closeMessages(anna);
      discord.deleteChannel(news);
      const told = await botSaid(discord, sport, '#news was deleted in Discord');
      expect(told.content).toContain('**Diary**');
      expect(buttonsOf(told)).toEqual(['Bind elsewhere', 'Remove']);
      const stranger = await press(told, 'Remove', room.ben);
      expect(stranger).toMatchObject({ ephemeral: true });
      expect(stranger.content).toMatch(/^You may not decide this/);
      const asked = await press(told, 'Bind elsewhere');
      expect(asked.ephemeral).toBe(true);
      const moved = await discord
        .choose(anna, asked.message!, listOf(asked), [`discord:${sport.id}`])
        .final();
      expect(moved.content).toContain('They run in #sport from now on');
    });

    it.each(['left the server', 'lost the role'])(
      'are told of where editors are, and not to somebody who has %s before',
      async (how) => {
        const { discord, guild, news, anna } = room;
        if (how === 'lost the role') discord.setRoles(guild, anna, []);
        else discord.removeMember(guild, anna);
        await settle();
        discord.deleteChannel(news);
        const told = await botSaid(discord, sport, '#news was deleted in Discord');
        expect(told.content).toContain('**Diary**');
        expect((await directly(eve, 'Follow')).content).not.toContain('Diary');
        await settle();
        expect(discord.messages(discord.directChannel(anna))).toEqual([]);
      },
    );

    it('are told of later where Discord can not say who still manages them', async () => {
      const { discord, news, anna, clock } = room;
      discord.faults.answer(503, { method: 'GET', route: '/guilds/:guild/members/:user', times: 4 });
      discord.deleteChannel(news);
      await paused(diary, gone);
      await settle(100);
      expect(discord.messages(discord.directChannel(anna))).toEqual([]);
      await eventually(async () => {
        await clock.advance(HOUR / 4);
        return discord.messages(discord.directChannel(anna)).length > 0;
      }, 'she is told');
      expect((await directly(anna, 'Diary')).content).toContain('#news was deleted in Discord');
      expect(discord.messages(sport).filter(({ content }) => content.includes('Diary'))).toEqual([]);
    });

    it('that not everybody could see are not told of where everybody can: whoever owns the server hears of them', async () => {
      const { discord, guild, anna } = room;
      const secret = discord.addChannel(guild, {
        name: 'layoffs',
        overwrites: [
          { for: guild, deny: PermissionFlagsBits.ViewChannel },
          { for: anna, allow: PermissionFlagsBits.ViewChannel },
          { for: discord.botRole(guild), allow: PermissionFlagsBits.ViewChannel },
        ],
      });
      // Another private channel with a job, with other readers.
      const board = discord.addChannel(guild, {
        name: 'board',
        overwrites: [
          { for: guild, deny: PermissionFlagsBits.ViewChannel },
          { for: eve, allow: PermissionFlagsBits.ViewChannel },
          { for: discord.botRole(guild), allow: PermissionFlagsBits.ViewChannel },
        ],
      });
      await addJob(room, board, { name: 'Minutes', by: eve });
      await addJob(room, secret, { name: 'Tell the union' });
      discord.closeMessages(anna);
      // That it can't be posted to is nobody else's business either.
      discord.setOverwrite(secret, {
        for: discord.botRole(guild),
        allow: PermissionFlagsBits.ViewChannel,
        deny: PermissionFlagsBits.SendMessages,
      });
      await settle();
      discord.say(anna, secret, `<@${discord.bot.id}> hello`);
      expect((await directly(chief, 'could not be posted')).content).toContain('#layoffs');
      discord.deleteChannel(secret);
      const told = await directly(chief, 'Tell the union');
      expect(buttonsOf(told)).toEqual(['Bind elsewhere', 'Remove']);
      for (const open of [sport, room.news, thread, board])
        for (const { content } of discord.messages(open)) expect(content).not.toMatch(/layoffs|union/);
    });

    it('are told of later where Discord had a hiccup, and nobody is told instead', async () => {
      const { discord, news, anna, clock } = room;
      discord.faults.answer(503, { method: 'POST', route: '/users/@me/channels', times: 4 });
      discord.deleteChannel(news);
      await paused(diary, gone);
      await settle(100);
      expect(discord.messages(discord.directChannel(anna))).toEqual([]);
      const [ofAnna, ofEve] = [anna, eve].map((who) => discord.directChannel(who));
      await eventually(async () => {
        await clock.advance(HOUR / 4);
        return discord.messages(ofAnna!).length > 0 && discord.messages(ofEve!).length > 0;
      }, 'both are told');
      expect((await directly(anna, 'Diary')).content).toContain('#news was deleted in Discord');
      expect((await directly(eve, 'Follow')).content).toContain('paused');
      expect(log.some((line) => line.includes('nobody could be told'))).toBe(false);
    });

    it('are told of in the language of the server', async () => {
      const { discord, guild, news, anna } = room;
      guild.locale = 'zh-HK';
      discord.renameGuild(guild, 'Newsroom HK');
      guild.locale = 'zh-TW';
      discord.renameGuild(guild, 'Newsroom TW');
      await settle();
      discord.deleteChannel(news);
      const told = await directly(anna, 'Diary');
      expect(told.content).toMatch(
        /^\*\*#news\*\*：.*那裡的定時工作已暫停：\*\*Diary\*\*。可以改到其他頻道，或者移除。$/,
      );
      expect(buttonsOf(told)).toEqual(['改到其他頻道', '移除']);
      const asked = await discord.press(anna, told, '改到其他頻道', { locale: 'zh-TW' }).final();
      expect(asked.content).toBe('這 1 項定時工作要改到哪個頻道？');
      const moved = await discord
        .choose(anna, asked.message!, listOf(asked), [`discord:${sport.id}`], { locale: 'zh-TW' })
        .final();
      expect(moved.content).toMatch(/^由現在起改在 #sport 執行：\n- \*\*Diary\*\*：? ?/);
    });

    it("are told to the server's owner where no channel is left to tell it in", async () => {
      const { discord, guild, news, anna } = room;
      const owner = discord.realm.world.user(guild.ownerId);
      await discord.slash(chief, sport, 'cron remove', { job: 'Scores', sure: true }).final();
      discord.closeMessages(anna);
      discord.closeMessages(eve);
      for (const channel of guild.channels.values())
        if (channel.id !== news.id && !channel.thread)
          discord.setOverwrite(channel, {
            for: discord.botRole(guild),
            deny: PermissionFlagsBits.SendMessages,
          });
      discord.deleteChannel(news);
      await paused(diary, gone);
      expect(buttonsOf(await directly(owner, 'Diary'))).toEqual(['Bind elsewhere', 'Remove']);
    });

    it('are in the log where nobody can be told', async () => {
      const { discord, guild, news, anna } = room;
      discord.closeMessages(discord.realm.world.user(guild.ownerId));
      await discord.slash(chief, sport, 'cron remove', { job: 'Scores', sure: true }).final();
      discord.closeMessages(anna);
      discord.closeMessages(eve);
      for (const channel of guild.channels.values())
        if (channel.id !== news.id && !channel.thread)
          discord.setOverwrite(channel, {
            for: discord.botRole(guild),
            deny: PermissionFlagsBits.SendMessages,
          });
      discord.deleteChannel(news);
      await paused(diary, gone);
      await eventually(() => log.filter((line) => line.includes('nobody could be told')).length === 2);
    });

    it('as threads, take their own jobs along and no others', async () => {
      const { discord } = room;
      discord.deleteThread(thread);
      await paused(follow, 'Paused by the desk: the thread was deleted in Discord');
      expect(await show(diary)).toContain('next Fri 20 Nov, 09:30');
      expect((await directly(eve, 'Follow')).content).toContain('**Budget 2027**');
    });

    it('with the whole server: all is paused, and those who made jobs are told', async () => {
      const { discord, guild, anna } = room;
      discord.removeGuild(guild);
      const told = await directly(anna, 'Diary');
      expect(told.content).toContain('the bot was removed from the server, or the server was deleted');
      expect((await directly(anna, 'Scores')).content).toContain('paused');
      const refused = await press(told, 'Bind elsewhere');
      expect(refused.content).toContain('no channel on that server');
      expect((await press(told, 'Remove')).content).toBe(`Removed:\n- **Diary**\n${LEFT}`);
    });

    it('from sight, and come back: the jobs are paused with the reason, and run again', async () => {
      const { discord, guild, news, anna, clock } = room;
      const role = discord.botRole(guild);
      discord.setOverwrite(news, { for: role, deny: PermissionFlagsBits.ViewChannel });
      await paused(
        diary,
        'Paused by the desk: the bot may no longer see the channel (permission View Channel)',
      );
      const told = await directly(anna, 'Diary');
      expect(told.content).toContain('They go on by themselves when the access is given back');
      expect(archived(news)).toEqual([]);
      discord.setOverwrite(news, { for: role });
      await eventually(async () => (await show(diary)).includes('next Fri 20 Nov, 09:30'));
      expect(await show(diary)).not.toContain('Paused by the desk');
      await clock.advance(2.5 * HOUR);
      await botSaid(discord, news, /^Reminder: .*the diary/);
    });

    it('while the desk is not there: it asks at start', async () => {
      const { discord, news, anna } = room;
      const { home } = room.desk;
      await room.desk.stop();
      discord.deleteChannel(news);
      await room.start({ home });
      const told = await directly(anna, 'Diary');
      expect(told.content).toContain('the channel was deleted in Discord');
      await paused(diary, 'Paused by the desk: the channel was deleted in Discord');
      await paused(follow, 'Paused by the desk: the channel was deleted in Discord');
      await eventually(() => archived(news).length === 1);
    });

    it('unheard: it asks every hour', async () => {
      const { discord, news, anna, clock } = room;
      discord.deleteChannel(news, { silently: true });
      await settle();
      expect(discord.messages(discord.directChannel(anna))).toEqual([]);
      await clock.advance(61 * MINUTE);
      expect((await directly(anna, 'Diary')).content).toContain('the channel was deleted in Discord');
    });

    it('are asked for without end, and nothing piles up', async () => {
      const { discord, clock } = room;
      const warnings: string[] = [];
      const warned = ({ message }: Error) => void warnings.push(message);
      process.on('warning', warned);
      const asked = () => discord.records.of('GET', '/channels/:channel').length;
      const before = asked();
      for (let hours = 1; hours <= 12; hours++) {
        await clock.advance(HOUR);
        await eventually(() => asked() >= before + 3 * hours);
      }
      await settle();
      process.off('warning', warned);
      expect(warnings).toEqual([]);
    });

    it('are asked for once each after an outage of many servers, and a deletion is heard meanwhile', async () => {
      const { discord, news, anna } = room;
      const others = Array.from({ length: 9 }, (_, n) => discord.addGuild({ name: `Paper ${n}` }));
      for (const guild of others) {
        const by = discord.realm.world.user(guild.ownerId);
        await addJob(room, discord.addChannel(guild, { name: 'desk' }), { by });
      }
      await settle(100);
      const asked = () => discord.records.of('GET', '/channels/:channel').length;
      const before = asked();
      const held = discord.faults.holdRequests({ method: 'GET', route: '/channels/:channel' });
      for (const guild of others) discord.outage(guild);
      await settle();
      for (const guild of others) discord.recover(guild);
      await eventually(() => held.waiting > 0);
      discord.deleteChannel(news); // while the round is under way
      expect((await directly(anna, 'Diary')).content).toContain('#news was deleted in Discord');
      held.release();
      await eventually(() => asked() >= before + 9);
      await settle(200);
      expect(asked() - before).toBe(9);
    });

    it('are told apart from an outage of Discord', async () => {
      const { discord, guild, news, anna, clock } = room;
      discord.outage(guild);
      await settle();
      await clock.advance(61 * MINUTE);
      await settle(100);
      expect(discord.messages(discord.directChannel(anna))).toEqual([]);
      expect(archived(news)).toEqual([]);
      discord.recover(guild);
      await settle(100);
      expect(await allJobs()).toMatch(/Diary.*next Fri 20 Nov, 09:30.*Follow.*next Fri.*Scores.*next Fri/s);
      await clock.advance(2.5 * HOUR - 61 * MINUTE);
      await botSaid(discord, news, /^Reminder: .*the diary/);
    });
  });
});
