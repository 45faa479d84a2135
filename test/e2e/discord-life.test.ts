import { ActivityType, PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel } from '../../src/llm/chat-model.ts';
import { deskModel } from '../../src/llm/rules/desk-model.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import type { DeskOnDiscord } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';

const MINUTE = 60_000;

describe('the life of a desk on Discord', () => {
  let room: Newsroom;

  beforeEach(async () => {
    room = await newsroom();
  });

  afterEach(async () => {
    await room.close();
  });

  const atDesk = (words: string) => `<@${room.discord.bot.id}> ${words}`;
  const said = () =>
    room.discord.messages(room.news).filter(({ author }) => author.id === room.discord.bot.id);
  const writes = () =>
    room.discord.records.requests.filter(
      ({ path, method }) => method !== 'GET' && path.includes('/commands'),
    );
  /** A method of the desk's gateway. */
  async function rpc<T>(desk: DeskOnDiscord, method: string, params: object = {}): Promise<T> {
    const [base, token] = desk.address.split('/#token=');
    const response = await fetch(`${base}/rpc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 1, method, params }),
    });
    const answer = (await response.json()) as { result?: T; error?: { message: string } };
    if (answer.error) throw new Error(answer.error.message);
    return answer.result as T;
  }
  const remarks = async (desk: DeskOnDiscord, locale = 'en') =>
    (await rpc<{ readonly remarks?: readonly string[] }>(desk, 'desk.status', { locale })).remarks ?? [];

  describe('its presence', () => {
    const shown = () => {
      const { activities = [] } = room.discord.records.presences.at(-1) ?? {};
      expect(activities.every(({ type }) => type === ActivityType.Custom)).toBe(true);
      return activities.map(({ state }) => state).join();
    };
    const shows = (words: string) =>
      eventually(async () => {
        await room.clock.advance(1_000); // news is gathered for some seconds
        return shown() === words;
      }, `the bot shows ${words}; it shows ${shown()}`);

    it('tells what runs next, and follows every change', async () => {
      await room.start();
      const { discord, anna, news } = room;
      await shows('Nothing is scheduled');
      await addJob(room, news, { schedule: 'every day 9:30' });
      await shows('Next: Diary, Fri 20 Nov, 09:30');
      await addJob(room, news, {
        name: `Wea\u202Ether @everyone\n${'x'.repeat(150)}`,
        schedule: 'every day 9:00',
      });
      await eventually(async () => {
        await room.clock.advance(1_000);
        return shown().includes('Weather');
      });
      expect(shown()).toMatch(/^Next: Weather @everyone x+…, Fri 20 Nov, 09:00$/);
      expect(shown().length).toBeLessThanOrEqual(128);
      await discord.slash(anna, news, 'cron remove', { job: 'Wea', sure: true }).final();
      await shows('Next: Diary, Fri 20 Nov, 09:30');
      await discord.slash(anna, news, 'cron edit', { job: 'Diary', schedule: 'every day 8:00' }).final();
      await shows('Next: Diary, Fri 20 Nov, 08:00');
      await room.clock.advance(60 * MINUTE); // it runs
      await shows('Next: Diary, Sat 21 Nov, 08:00');
      await discord.slash(anna, news, 'cron pause', { job: 'Diary' }).final();
      await shows('Nothing is scheduled');
    });

    it('names no job of a channel that not everybody sees, and none where several servers read it', async () => {
      await room.start();
      const { discord, guild, news } = room;
      await addJob(room, news, { schedule: 'every day 9:30' });
      await shows('Next: Diary, Fri 20 Nov, 09:30');
      discord.setOverwrite(news, { for: discord.botRole(guild), allow: PermissionFlagsBits.ViewChannel });
      discord.setOverwrite(news, { for: guild, deny: PermissionFlagsBits.ViewChannel });
      await shows('Next scheduled run: Fri 20 Nov, 09:30');
      discord.setOverwrite(news, { for: guild });
      await shows('Next: Diary, Fri 20 Nov, 09:30');
      discord.addGuild({ name: 'Other paper' });
      await shows('Next scheduled run: Fri 20 Nov, 09:30');
    });

    it('is there again after a restart, and after a session that was lost', async () => {
      const { home } = await room.start();
      const { discord, news } = room;
      await addJob(room, news);
      await shows('Next: Diary, Fri 20 Nov, 09:30');
      await room.desk.stop();
      const before = discord.records.presences.length;
      await room.start({ home });
      await eventually(() => discord.records.presences.length > before);
      expect(shown()).toBe('Next: Diary, Fri 20 Nov, 09:30');
    });

    it('tells nothing of a desk whose scheduled work is stopped', async () => {
      await room.start();
      const { discord, guild, news } = room;
      await addJob(room, news);
      await shows('Next: Diary, Fri 20 Nov, 09:30');
      const chief = discord.realm.world.user(guild.ownerId);
      await discord.slash(chief, news, 'desk pause').final();
      await shows('Scheduled work is stopped');
      await discord.slash(chief, news, 'desk resume').final();
      await shows('Next: Diary, Fri 20 Nov, 09:30');
    });
  });

  describe('its commands', () => {
    it('are registered once for everybody, and left alone while they are the same', async () => {
      const { home } = await room.start();
      const { discord } = room;
      expect(
        discord
          .commands()
          .map(({ name }) => name)
          .sort(),
      ).toEqual(
        [
          ...['brief', 'channel', 'cron', 'desk', 'help', 'newsletter', 'session', 'story', 'thread'],
          ...['Ask about this', 'Write this up', 'Correct'],
        ].sort(),
      );
      expect(writes().map(({ method }) => method)).toEqual(['PUT']);
      await room.desk.stop();
      await room.start({ home });
      expect(writes()).toHaveLength(1);
      // Somebody has changed one meanwhile.
      await room.desk.stop();
      (discord.commands()[0] as { description: string }).description = 'Something else';
      await room.start({ home });
      expect(writes()).toHaveLength(2);
      expect(discord.commands().every(({ description }) => description !== 'Something else')).toBe(true);
    });

    it('are registered in the servers that are named, and nowhere twice', async () => {
      const { discord, guild, anna, news } = room;
      const other = discord.addGuild({ name: 'Other paper' });
      const { home } = await room.start();
      expect(discord.commands()).not.toEqual([]);
      await room.desk.stop();
      await room.start({ home, env: { DISCORD_GUILD_IDS: guild.id } });
      expect(discord.commands()).toEqual([]);
      expect(discord.commands(guild)).not.toEqual([]);
      expect(discord.commands(other)).toEqual([]);
      expect((await discord.slash(anna, news, 'help').final()).content).toContain('Talk to me here');
      await room.desk.stop();
      await room.start({ home });
      expect(discord.commands()).not.toEqual([]);
      expect(discord.commands(guild)).toEqual([]);
    });

    it('that can’t be registered in a server where the bot is not are said to be, and the others are there', async () => {
      const { discord, guild } = room;
      const foreign = discord.addGuild({ name: 'Foreign', withBot: false });
      const log: string[] = [];
      await room.start({ log, env: { DISCORD_GUILD_IDS: `${foreign.id},${guild.id}` } });
      expect(discord.commands(guild)).not.toEqual([]);
      const registered = log.find((line) => line.includes('commands registered'));
      expect(registered).toContain('Invite it: https://discord.com/oauth2/authorize?client_id=');
    });
  });

  describe('the role of alerts', () => {
    it('is told in the log at start where the bot can not mention it', async () => {
      const { discord, guild } = room;
      const everyone = guild.roles.get(guild.id)!;
      discord.changeRole(
        guild,
        everyone,
        BigInt(everyone.permissions) & ~PermissionFlagsBits.MentionEveryone,
      );
      const alerts = discord.addRole(guild, 'alerts');
      const warned = async () => {
        const log: string[] = [];
        const desk = await room.start({ log, edition: { alerts: { role: alerts.id } } });
        await desk.stop();
        return log.filter((line) => line.includes('role alerts on'));
      };
      const [line = '', ...others] = await warned();
      expect(others).toEqual([]);
      expect(line).toContain(
        "can't be mentioned by the bot: alerts call nobody. Allow anyone to @mention it",
      );
      alerts.mentionable = true;
      expect(await warned()).toEqual([]);
    });
  });

  describe('without Discord', () => {
    it('goes on with the console when its token is refused, says so, and doesn’t ask again', async () => {
      const { discord, clock } = room;
      const desk = await room.start({ unconnected: true, env: { DISCORD_TOKEN: 'an.old.token' } });
      const [remark] = await eventually(async () => {
        const told = await remarks(desk);
        return told.length > 0 && told;
      });
      expect(remark).toBe(
        'Discord refuses the token in DISCORD_TOKEN. Set the current one (discord.com/developers) and restart.',
      );
      const asked = discord.records.requests.length;
      await clock.advance(60 * MINUTE);
      await settle(100);
      expect(discord.records.requests).toHaveLength(asked);
      expect(asked).toBeLessThanOrEqual(2);
      // The console is still a channel.
      await rpc(desk, 'chat.send', { sessionKey: 'console:news', text: 'what can you do?' });
      await eventually(async () => {
        const { entries } = await rpc<{ entries: { role: string }[] }>(desk, 'sessions.history', {
          key: 'console:news',
        });
        return entries.some(({ role }) => role === 'assistant');
      });
      const status = await rpc<{ text: string }>(desk, 'commands.invoke', {
        name: 'desk status',
        sessionKey: 'console:news',
      });
      expect(status.text).toContain('Discord refuses the token');
    });

    it('starts all the same when Discord is out of reach, and connects when it is there', async () => {
      const { discord, clock, anna, news } = room;
      discord.faults.refuseConnections();
      const log: string[] = [];
      const desk = await room.start({ unconnected: true, log });
      await eventually(async () => {
        await clock.advance(1_000);
        return (await remarks(desk)).some((one) => one.startsWith('Discord is out of reach'));
      });
      expect(await remarks(desk, 'zh')).toContain('暫時未能連接 Discord；編輯台會繼續嘗試。');
      discord.faults.acceptConnections();
      await eventually(async () => {
        await clock.advance(5_000);
        return log.some((line) => line.includes('commands registered'));
      });
      discord.say(anna, news, atDesk('hello'));
      await botSaid(discord, news, /./);
      expect(await remarks(desk)).toEqual([]);
    });
  });

  describe('stopped and started in the middle of a conversation', () => {
    /** Answers when it is let, or when it is stopped. */
    function patientModel() {
      let release = () => {};
      const open = new Promise<void>((resolve) => (release = resolve));
      const asked: string[] = [];
      const model: ChatModel = {
        reply: async (request) => {
          if (request.task === 'chat') {
            asked.push(request.messages.at(-1)?.text ?? '');
            await new Promise<void>((resolve, reject) => {
              void open.then(resolve);
              request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
            });
          }
          return deskModel.reply(request);
        },
      };
      return { model, asked, release };
    }

    it('answers what it was asked once, whenever it was stopped', async () => {
      const { discord, anna, ben, news, clock } = room;
      const slow = patientModel();
      const { home } = await room.start({ model: slow.model });
      await addJob(room, news); // what is said in channels without jobs is not read back
      const first = discord.say(anna, news, atDesk('what can you do?'));
      await eventually(() => slow.asked.length === 1);
      const second = discord.say(ben, news, atDesk('hello'));
      await settle(100); // it waits its turn
      const stopping = room.desk.stop();
      await eventually(async () => {
        await clock.advance(1_000);
        return Promise.race([stopping.then(() => true), settle().then(() => false)]);
      });
      expect(said()).toEqual([]);
      const third = discord.say(anna, news, atDesk('still there?'));
      await clock.advance(MINUTE);
      await room.start({ home });
      const answers = () => said().map(({ message_reference: reference }) => reference?.message_id);
      // An answer that is ready before Discord is connected is tried again after a while.
      await eventually(async () => {
        await clock.advance(1_000);
        return [first, second, third].every(({ id }) => answers().includes(id));
      });
      await settle(100);
      expect(answers()).toEqual([first.id, second.id, third.id]);
      const heard = remembered(room.desk, news).filter(({ role }) => role === 'user');
      expect(heard.map(({ content }) => content)).toEqual(['what can you do?', 'hello', 'still there?']);
    });

    it('says no answer twice when it was stopped while the answer was on its way', async () => {
      const { discord, anna, news, clock } = room;
      const { home } = await room.start();
      const held = discord.faults.holdAnswers({ method: 'POST', route: '/channels/:channel/messages' });
      discord.say(anna, news, atDesk('hello'));
      await eventually(() => held.waiting === 1);
      const stopping = room.desk.stop();
      await eventually(async () => {
        await clock.advance(1_000);
        return Promise.race([stopping.then(() => true), settle().then(() => false)]);
      });
      held.release();
      await room.start({ home });
      await clock.advance(MINUTE);
      await settle(200);
      discord.say(anna, news, atDesk('thanks'));
      await eventually(() => said().length >= 2);
      await settle(100);
      expect(said()).toHaveLength(2);
      expect(said()[0]!.content).not.toBe(said()[1]!.content);
    });

    it('keeps a thread of its own, what was said there, and the notes', async () => {
      const { discord, anna, news } = room;
      const { home } = await room.start();
      await discord.slash(anna, news, 'session remember', { text: 'no more sport' }).final();
      discord.say(anna, news, atDesk('what do you remember?'));
      await botSaid(discord, news, 'no more sport');
      await room.desk.stop();
      await room.start({ home });
      const before = said().length;
      const again = discord.say(anna, news, 'and what do you remember now?', {
        replyTo: said()[0],
        pings: false,
      });
      await eventually(() => said().length > before);
      expect(said().at(-1)?.message_reference?.message_id).toBe(again.id);
      expect(said().at(-1)?.content).toContain('no more sport');
    });
  });
});
