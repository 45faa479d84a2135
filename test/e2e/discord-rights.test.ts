import { ApplicationCommandType } from 'discord-api-types/v10';
import type { APIRole, APIUser } from 'discord-api-types/v10';
import { PermissionFlagsBits as Can } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatModel, ModelRequest } from '../../src/llm/chat-model.ts';
import { deskModel } from '../../src/llm/rules/desk-model.ts';
import type { Options } from '../support/discord/command-options.ts';
import type { Channel, Guild } from '../support/discord/world.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { call } from '../support/scripted-model.ts';

const DIARY = { name: 'Diary', message: 'Remind us of the diary', schedule: 'every weekday 7:30' };

describe('rights on Discord', () => {
  let room: Newsroom;
  let chief: APIUser;
  let manager: APIUser;
  let subeditor: APIUser;
  let subeditors: APIRole;

  beforeEach(async () => {
    room = await newsroom();
    const { discord, guild } = room;
    chief = discord.realm.world.user(guild.ownerId);
    const managers = discord.addRole(guild, 'managers', Can.ManageGuild);
    manager = discord.addPerson('mia', { guilds: [guild], roles: [managers] });
    subeditors = discord.addRole(guild, 'subeditors');
    subeditor = discord.addPerson('sue', { guilds: [guild], roles: [subeditors] });
  });

  afterEach(async () => {
    await room.close();
  });

  const slash = (person: APIUser, command: string, options: Options = {}, channel = room.news) =>
    room.discord.slash(person, channel, command, options).final();
  const jobs = async (channel = room.news) => (await slash(chief, 'cron list', {}, channel)).content;
  const asEditor = { env: () => ({ DISCORD_EDITOR_ROLES: subeditors.id }) };

  describe('of people who use commands', () => {
    it('to manage jobs go with Manage Channels, Manage Server, or an editor’s role', async () => {
      await room.start({ env: asEditor.env() });
      const { anna, ben } = room;
      for (const person of [anna, manager, subeditor, chief]) {
        const added = await slash(person, 'cron add', { ...DIARY, name: person.username });
        expect(added.content).toContain('is set in this conversation');
        const paused = await slash(person, 'cron pause', { job: person.username });
        expect(paused.content).toContain('is paused');
      }
      const before = await jobs();
      for (const [command, options] of [
        ['cron add', DIARY],
        ['cron edit', { job: 'anna', name: 'Ben’s' }],
        ['cron pause', { job: 'anna' }],
        ['cron resume', { job: 'anna' }],
        ['cron remove', { job: 'anna', sure: true }],
        ['channel delete', {}],
        ['session reset', {}],
      ] as const) {
        const refused = await slash(ben, command, options);
        expect(refused.content).toBe(
          `ben, you may not use /${command}: it needs an editor's role, or the permission to manage this channel.`,
        );
        expect(refused.ephemeral).toBe(true);
        expect(refused.components).toEqual([]);
      }
      expect(await jobs()).toBe(before);
    });

    it('without an editor’s role being named, that role is nothing special', async () => {
      await room.start();
      expect((await slash(subeditor, 'cron add', DIARY)).content).toMatch(/^sue, you may not use \/cron add/);
      expect(await jobs()).toContain('no automations');
    });

    it('to look and to talk are everybody’s', async () => {
      await room.start();
      await addJob(room, room.news);
      const { ben } = room;
      expect((await slash(ben, 'cron list')).content).toContain('Diary');
      expect((await slash(ben, 'cron show', { job: 'Diary' })).content).toContain('Made by anna');
      expect((await slash(ben, 'cron history', { job: 'Diary' })).content).toContain('has not run yet');
      // What is remembered binds the desk: that is for editors.
      expect((await slash(ben, 'session remember', { text: 'no more sport' })).content).toContain(
        'may not use /session remember',
      );
      expect((await slash(ben, 'session notes')).content).toContain('No notes');
      expect((await slash(ben, 'desk status')).content).toContain('1 automation');
      expect((await slash(ben, 'help')).content).not.toContain('/cron add');
    });

    it('the help leaves out what Discord does not show to somebody', async () => {
      await room.start();
      const help = async (person: APIUser) => (await slash(person, 'help')).content;
      expect(await help(room.ben)).toContain('/story sources');
      expect(await help(room.ben)).not.toMatch(/\/(?:cron|desk) /);
      expect(await help(room.anna)).toMatch(/\/cron list.*\/desk status/s);
    });

    it('the help names all that may be used where Discord hides nothing from editors', async () => {
      await room.start({ env: asEditor.env() });
      expect((await slash(room.ben, 'help')).content).toMatch(/\/cron list.*\/desk status/s);
    });

    it('to see what the desk does end at channels that somebody can not see: those are counted', async () => {
      await room.start();
      const { discord, guild, anna, ben } = room;
      await addJob(room, room.news);
      const sport = discord.addChannel(guild, { name: 'sport' });
      await addJob(room, sport, { name: 'Scores' });
      const secret = discord.addChannel(guild, {
        name: 'layoffs',
        overwrites: [
          { for: guild, deny: Can.ViewChannel },
          { for: anna, allow: Can.ViewChannel },
          { for: discord.botRole(guild), allow: Can.ViewChannel },
        ],
      });
      await addJob(room, secret, { name: 'Tell the union' });
      const bens = (await slash(ben, 'desk status')).content;
      expect(bens).toContain('3 automations, 0 running');
      expect(bens).toMatch(/: Diary$/m);
      expect(bens).toMatch(/: Scores$/m);
      expect(bens).toContain("- 1 automation in channels that you can't see.");
      expect(bens).not.toContain('union');
      for (const person of [anna, manager, chief]) {
        const { content } = await slash(person, 'desk status');
        expect(content).toContain('Tell the union');
        expect(content).not.toContain("can't see");
      }
    });

    it('over the whole desk go with Manage Server, and with nothing less', async () => {
      await room.start({ env: asEditor.env() });
      await addJob(room, room.news);
      const { anna, ben } = room;
      for (const person of [anna, ben, subeditor])
        for (const [command, options] of [
          ['desk pause', {}],
          ['desk resume', {}],
          ['cron list', { everywhere: true }],
        ] as const) {
          const refused = await slash(person, command, options);
          expect(refused.content).toContain('needs the permission to manage the server');
          expect(refused.ephemeral).toBe(true);
        }
      expect((await slash(manager, 'cron list', { everywhere: true })).content).toContain('Diary');
      expect((await slash(manager, 'desk pause')).content).toContain('paused');
      expect((await slash(manager, 'desk resume')).content).toContain('runs again');
    });

    it('are those of the channel, not of the server', async () => {
      await room.start();
      const { discord, guild, anna, ben } = room;
      const closed = discord.addChannel(guild, {
        name: 'closed',
        overwrites: [{ for: anna, deny: Can.ManageChannels }],
      });
      const bens = discord.addChannel(guild, {
        name: 'bens',
        overwrites: [{ for: ben, allow: Can.ManageChannels }],
      });
      const inBens = discord.addThread(bens, { name: 'thread', by: ben, withBot: true });
      expect((await slash(anna, 'cron add', DIARY, closed)).content).toMatch(/^anna, you may not/);
      expect((await slash(ben, 'cron add', DIARY, bens)).content).toContain('is set');
      expect((await slash(ben, 'cron add', DIARY, inBens)).content).toContain('is set');
      expect((await slash(ben, 'cron add', DIARY)).content).toMatch(/^ben, you may not/);
    });

    it('to complete what is typed go with the command', async () => {
      await room.start();
      await addJob(room, room.news);
      const { discord, ben, anna, news } = room;
      const complete = (person: APIUser, command: string) =>
        discord.autocomplete(person, news, command, { focused: 'job' });
      expect(await complete(ben, 'cron edit')).toEqual([]);
      expect(await complete(ben, 'cron show')).toHaveLength(1);
      expect(await complete(anna, 'cron edit')).toHaveLength(1);
    });

    it('are told to Discord, which hides what somebody may not use', async () => {
      const permissions = () =>
        Object.fromEntries(
          room.discord
            .commands()
            .filter(({ type }) => type === ApplicationCommandType.ChatInput)
            .map((one) => [one.name, one.default_member_permissions ?? null]),
        );
      const { home } = await room.start();
      const channels = String(Can.ManageChannels);
      expect(permissions()).toEqual({
        cron: channels,
        channel: channels,
        brief: null,
        newsletter: null,
        thread: channels,
        // Whoever may manage automations may ask how the desk stands; pausing it is checked when it is asked for.
        desk: channels,
        session: null,
        // Everybody may ask why and from what; actions are checked when they are asked for.
        story: null,
        help: null,
      });
      await room.desk.stop();
      // Editors that are known by a role would not see them.
      await room.start({ home, env: asEditor.env() });
      expect(permissions()).toMatchObject({ cron: null, channel: null, thread: null, desk: null });
    });
  });

  describe('of people who talk', () => {
    const request = (person: APIUser, channel: Channel, words: string) =>
      room.discord.say(person, channel, `<@${room.discord.bot.id}> ${words}`);
    const REQUEST = 'remind us every weekday at 7:30 to check the diary';

    it('count when the desk works without a language model, whatever it understands', async () => {
      await room.start();
      const { discord, anna, ben, news } = room;
      request(ben, news, REQUEST);
      const refused = await botSaid(discord, news, /./);
      await settle();
      expect(await jobs()).toContain('no automations');
      request(anna, news, REQUEST);
      // It makes the job, or says how it is made.
      const answer = await eventually(() =>
        discord.messages(news).find(({ author, id }) => author.id === discord.bot.id && id !== refused.id),
      );
      if (!(await jobs()).includes('07:30')) expect(answer.content).toContain('/cron add');
    });

    it('are said to be missing in the language in which somebody asks', async () => {
      await room.start();
      const { discord, ben, news } = room;
      request(ben, news, '每個平日早上七點半提醒我們看日程');
      await botSaid(discord, news, /^做不到：ben 不能這樣做：需要編輯的身分組，或管理這個頻道的權限$/u);
      request(ben, news, '記住：今日不要再寫加密貨幣');
      await eventually(() => discord.messages(news).filter(({ author }) => author.id === discord.bot.id)[1]);
      expect((await botSaid(discord, news, /./)).content).toContain('ben 不能這樣做');
      expect(await jobs()).toContain('no automations');
    });

    it('are the actor’s: a model that would make a job for anybody makes one for an editor', async () => {
      await room.start({ model: obedient, env: asEditor.env() });
      const { discord, anna, ben, news } = room;
      request(ben, news, REQUEST);
      await botSaid(discord, news, /ben may not create jobs: it needs an editor.s role, or the permission/);
      expect(await jobs()).toContain('no automations');
      request(anna, news, REQUEST);
      await botSaid(discord, news, /My tool says: added/);
      request(subeditor, news, `${REQUEST} too`);
      // One that is just the same is made once, whoever asks.
      await botSaid(discord, news, /My tool says: already/);
      expect((await jobs()).split('\n')).toHaveLength(1);
      expect(await jobs()).toMatch(/every weekday at 07:30, London time/);
    });

    it('are looked at when they speak: an editor who is none any more makes no jobs', async () => {
      await room.start({ model: obedient });
      const { discord, anna, guild, news } = room;
      discord.setRoles(guild, anna, []);
      await settle();
      request(anna, news, REQUEST);
      await botSaid(discord, news, /anna may not create jobs/);
      expect(await jobs()).toContain('no automations');
    });

    it('are not lent: who speaks up while an editor is answered gets an answer of their own', async () => {
      let release = () => {};
      const slow = new Promise<void>((resolve) => (release = resolve));
      let asked = 0;
      const model: ChatModel = {
        reply: async (request) => {
          asked += 1;
          if (asked === 1) await slow;
          return obedient.reply(request);
        },
      };
      await room.start({ model });
      const { discord, anna, ben, news } = room;
      request(anna, news, 'hello');
      await eventually(() => asked === 1);
      request(ben, news, REQUEST);
      await eventually(() => remembered(room.desk, news).some(({ content }) => content === REQUEST));
      release();
      await botSaid(discord, news, /ben may not create jobs/);
      expect(await jobs()).toContain('no automations');
    });

    it('in direct messages are for those on the list', async () => {
      const { discord, anna, ben } = room;
      await room.start({ env: { DISCORD_DM_ALLOWLIST: anna.id } });
      const [annas, bens] = [discord.directChannel(anna), discord.directChannel(ben)];
      const refused = await slash(ben, 'cron list', {}, bens);
      expect(refused.content).toBe(
        'The desk answers direct messages of people on its list only (DISCORD_DM_ALLOWLIST). Use it in a channel.',
      );
      expect(await discord.autocomplete(ben, bens, 'cron add', { focused: 'schedule' })).toEqual([]);
      expect((await slash(anna, 'cron add', DIARY, annas)).content).toContain('is set');
      expect((await slash(anna, 'cron list', {}, annas)).content).toContain('Diary');
      // What is said directly is nobody's business in a server, and the other way round.
      expect(await jobs()).toContain('no automations');
      expect((await slash(chief, 'cron list', { everywhere: true })).content).toBe(
        'This server has no automations.',
      );
      expect((await slash(anna, 'desk pause', {}, annas)).content).toContain('you may not use /desk pause');
      expect((await slash(anna, 'cron list', { everywhere: true }, annas)).content).toContain('you may not');
    });
  });

  describe('in several servers', () => {
    let other: Guild;
    let theirs: Channel;
    let theirChief: APIUser;

    beforeEach(() => {
      const { discord } = room;
      other = discord.addGuild({ name: 'Other paper' });
      theirs = discord.addChannel(other, { name: 'theirs' });
      theirChief = discord.realm.world.user(other.ownerId);
    });

    it('end where the server ends: lists, names, ids, notes, the whole desk', async () => {
      await room.start();
      const { discord, anna, news } = room;
      const ours = await addJob(room, news);
      const secret = await addJob(room, theirs, { ...DIARY, name: 'Secret', by: theirChief });
      await slash(theirChief, 'session remember', { text: 'no more scandal' }, theirs);

      expect((await slash(chief, 'cron list', { everywhere: true })).content).not.toContain('Secret');
      expect((await slash(theirChief, 'cron list', { everywhere: true }, theirs)).content).not.toContain(
        'Diary',
      );
      expect(await discord.autocomplete(chief, news, 'cron show', { focused: 'job' })).toMatchObject([
        { value: ours },
      ]);
      for (const [command, options] of [
        ['cron show', {}],
        ['cron history', {}],
        ['cron edit', { name: 'Ours now' }],
        ['cron pause', {}],
        ['cron resume', {}],
        ['cron remove', { sure: true }],
      ] as const) {
        const refused = await slash(chief, command, { ...options, job: secret });
        expect(refused.content).toContain('There is no such automation here');
        expect(refused.content).not.toContain('Secret');
      }
      expect((await slash(chief, 'session notes')).content).toContain('No notes');
      const [note] = await discord.autocomplete(theirChief, theirs, 'session forget', { focused: 'note' });
      expect((await slash(chief, 'session forget', { note: String(note?.value) })).content).toContain(
        'No note',
      );
      for (const person of [chief, anna]) {
        const status = await slash(person, 'desk status');
        expect(status.content).toContain('1 automation,');
        expect(status.content).not.toContain('Secret');
      }
      const paused = await slash(chief, 'desk pause');
      expect(paused.content).toMatch(/^This desk serves several servers: only its operator/);
      expect((await slash(theirChief, 'cron show', { job: secret }, theirs)).content).toContain('**Secret**');
    });

    it('end where the server ends for the agent, too', async () => {
      await room.start({ model: obedient });
      const { discord, anna, news } = room;
      await addJob(room, news);
      const secret = await addJob(room, theirs, { ...DIARY, name: 'Secret', by: theirChief });
      const say = (words: string) => discord.say(chief, news, `<@${discord.bot.id}> ${words}`);
      say(`TOOL ${JSON.stringify({ action: 'list', scope: 'all' })}`);
      const listed = await botSaid(discord, news, /My tool says: jobs/);
      expect(listed.content).toContain('Diary');
      expect(listed.content).not.toContain('Secret');
      say(`TOOL ${JSON.stringify({ action: 'remove', job: secret })}`);
      await botSaid(discord, news, /there is no job .* in this channel; there are: Diary/);
      discord.say(
        anna,
        news,
        `<@${discord.bot.id}> TOOL ${JSON.stringify({ action: 'list', scope: 'all' })}`,
      );
      await botSaid(discord, news, 'anna may see the jobs of this channel only');
      expect((await slash(theirChief, 'cron list', {}, theirs)).content).toContain('**Secret**');
    });

    it('are for those that are on the list of servers', async () => {
      const { discord, guild, anna, news } = room;
      discord.addMember(other, anna);
      await room.start({ env: { DISCORD_ALLOWED_GUILDS: guild.id } });
      const refused = await slash(theirChief, 'cron list', {}, theirs);
      expect(refused.content).toBe(
        'This desk does not serve this server. Ask its operator to add it to DISCORD_ALLOWED_GUILDS.',
      );
      expect(refused.ephemeral).toBe(true);
      expect(await discord.autocomplete(theirChief, theirs, 'cron add', { focused: 'tz' })).toEqual([]);
      discord.say(anna, theirs, `<@${discord.bot.id}> hello`);
      discord.say(anna, news, `<@${discord.bot.id}> hello`);
      await botSaid(discord, news, /./);
      await settle();
      expect(discord.messages(theirs)).toHaveLength(1);
      expect(remembered(room.desk, theirs)).toEqual([]);
    });
  });
});

/** A model that does whatever anybody asks for, and repeats what its tools say. */
const obedient: ChatModel = {
  reply: async (request: ModelRequest) => {
    if (request.task !== 'chat') return deskModel.reply(request);
    const last = request.messages.at(-1);
    const words = last?.text ?? '';
    const base = {
      finish: 'stop',
      usage: {},
      servedBy: { provider: 'test', model: 'obedient', languageModel: true },
    } as const;
    if (last?.role === 'tool') return { ...base, text: `My tool says: ${plain(words)}`, toolCalls: [] };
    const args = /TOOL (\{.*\})/.exec(words)?.[1];
    if (args !== undefined) return { ...base, text: '', toolCalls: [call('cron', JSON.parse(args))] };
    if (!words.includes('remind us')) return { ...base, text: 'Hello.', toolCalls: [] };
    const add = {
      action: 'add',
      name: 'Diary',
      message: 'Check the diary',
      schedule: 'every weekday at 7:30',
    };
    return { ...base, text: '', toolCalls: [call('cron', add)] };
  },
};

/** JSON as words: answers that are meant for machines are given back to the model. */
function plain(json: string): string {
  return json
    .replaceAll(/[{}[\]"\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' : ', ': ')
    .trim();
}
