import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Options } from '../support/discord/command-options.ts';
import { Gate } from '../support/discord/gate.ts';
import type { Channel } from '../support/discord/world.ts';
import { botSaid } from '../support/discord-desk.ts';
import { addJob, buttonId, buttonsOf, expectFitting, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import type { Stores } from '../../src/main/stores.ts';

const MINUTE = 60_000;
const CHINESE = { locale: 'zh-TW' };

describe('commands on Discord', () => {
  let room: Newsroom;

  beforeEach(async () => {
    room = await newsroom();
  });

  afterEach(async () => {
    await room.close();
  });

  /** Every command there is, one after the other, in one channel. */
  async function walk(locale: string, steps: readonly Step[]): Promise<void> {
    await room.start();
    const { discord, anna, guild, news, clock } = room;
    const chief = discord.realm.world.user(guild.ownerId);
    const thread = discord.addThread(news, { name: 'budget', by: anna, withBot: true });
    const places: Readonly<Record<string, Channel>> = { news, thread };
    const used = new Set<string>();
    for (const step of steps) {
      if (step.afterMs !== undefined) {
        await clock.advance(step.afterMs);
        await botSaid(discord, news, /diary\.|日誌。/);
        await settle();
      }
      const person = step.by === 'chief' ? chief : anna;
      const channel = places[step.in ?? 'news']!;
      const reply = await discord.slash(person, channel, step.command, step.options, { locale }).final();
      used.add(step.command);
      expect(reply.content, `/${step.command}`).toMatch(step.says);
      expect(reply.ephemeral, `/${step.command}`).toBe(step.public !== true);
      expect(buttonsOf(reply), `/${step.command}`).toEqual(step.buttons ?? []);
      expectFitting(reply);
      // No answer names what only the program knows.
      expect(reply.content).not.toMatch(/undefined|NaN|\[object|Invalid Date/);
    }
    expect([...used].sort()).toEqual(registered());
    expect(discord.records.pings.filter(({ by }) => by === discord.bot.id)).toEqual([]);
  }

  const typed = () => room.discord.commands().filter(({ type }) => type === ApplicationCommandType.ChatInput);

  /** "cron add", as people type them. */
  function registered(): string[] {
    return typed()
      .flatMap(({ name, options = [] }) => {
        const below = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand);
        return below.length === 0 ? [name] : below.map((option) => `${name} ${option.name}`);
      })
      .sort();
  }

  it('answer in English', () => walk('en-GB', ENGLISH));

  it('answer in Traditional Chinese', async () => {
    await walk('zh-TW', TRADITIONAL);
  });

  it('have descriptions in both languages', async () => {
    await room.start();
    const described = (all: readonly { description?: string; description_localizations?: unknown }[]) => {
      for (const one of all) {
        expect(one.description).toMatch(/^[\x20-\x7e]{3,100}$/);
        expect(one.description_localizations).toMatchObject({
          'zh-TW': expect.stringMatching(/\p{Script=Han}/u) as string,
        });
        if ('options' in one) described(one.options as typeof all);
      }
    };
    described(typed() as Parameters<typeof described>[0]);
  });

  describe('while something is typed', () => {
    const complete = (
      command: string,
      focused: string,
      typed: string,
      more: Options = {},
      locale = 'en-US',
    ) =>
      room.discord.autocomplete(room.anna, room.news, command, {
        focused,
        options: { [focused]: typed, ...more },
        locale,
      });

    it('offer the jobs of the conversation, by parts of their names', async () => {
      await room.start();
      const { discord, anna, guild, news } = room;
      const diary = await addJob(room, news, { name: 'Diary' });
      const weather = await addJob(room, news, { name: 'Weather desk' });
      await addJob(room, discord.addChannel(guild, { name: 'sport' }), { name: 'Diary of sport' });
      await discord.slash(anna, news, 'cron pause', { job: 'Diary' }).final();
      expect(await complete('cron show', 'job', '')).toEqual([
        { name: 'Weather desk', value: weather },
        { name: 'Diary (paused)', value: diary },
      ]);
      expect(await complete('cron edit', 'job', 'DIA')).toEqual([{ name: 'Diary (paused)', value: diary }]);
      expect(await complete('cron remove', 'job', 'dia', {}, 'zh-TW')).toEqual([
        { name: 'Diary（已暫停）', value: diary },
      ]);
      expect(await complete('cron history', 'job', 'nothing like it')).toEqual([]);
    });

    it('offer no more than Discord takes', async () => {
      await room.start();
      for (let n = 0; n < 30; n++) await addJob(room, room.news, { name: `${n} ${'long '.repeat(30)}` });
      const offered = await complete('cron show', 'job', '');
      expect(offered).toHaveLength(25);
      for (const { name } of offered) expect(name.length).toBeLessThanOrEqual(100);
    });

    it('offer profiles with what they are for', async () => {
      await room.start();
      const names = (offered: readonly { name: string }[]) => offered.map(({ name }) => name);
      expect(names(await complete('cron add', 'profile', ''))).toEqual(
        expect.arrayContaining([
          'reminder: does what the message says (the usual one)',
          'planner_daily: plans the daily edition',
        ]),
      );
      expect(names(await complete('cron add', 'profile', 'hour', {}, 'zh-TW'))).toEqual([
        'planner_hourly: 選題：策劃每小時的新報道',
      ]);
    });

    it('offer zones by city, in both languages', async () => {
      await room.start();
      const [hongKong] = await complete('cron add', 'tz', 'hong k');
      expect(hongKong).toEqual({
        name: 'Hong Kong · Asia/Hong_Kong · 15:00 now',
        value: 'Asia/Hong_Kong',
      });
      const [chinese] = await complete('cron add', 'tz', '香港', {}, 'zh-TW');
      expect(chinese).toEqual({ name: '香港 · Asia/Hong_Kong · 現在 15:00', value: 'Asia/Hong_Kong' });
    });

    it('show a schedule back as a sentence with its next three times, in the zone that is given', async () => {
      await room.start();
      expect(await complete('cron add', 'schedule', 'every weekday 7:30')).toEqual([
        {
          name: 'every weekday at 07:30, London time → Fri 20 Nov, 07:30 · Mon 23 Nov, 07:30 · Tue 24 Nov, 07:30',
          value: 'every weekday 7:30',
        },
      ]);
      const [there] = await complete('cron add', 'schedule', 'every weekday 7:30', { tz: 'Asia/Hong_Kong' });
      expect(there?.name).toContain('Mon 23 Nov');
      expect(there?.name).toContain('Hong Kong');
      const [chinese] = await complete('cron add', 'schedule', '每個平日 7:30', {}, 'zh-TW');
      expect(chinese?.name).toMatch(/^每個平日 07:30（英國時間） → 11月20日（五）07:30/);
      const [unread, ...near] = await complete('cron add', 'schedule', 'every wekday');
      expect(unread?.name).toContain("isn't understood yet");
      expect(near.length).toBeGreaterThan(0);
    });

    it('offer the notes of the conversation', async () => {
      await room.start();
      const { discord, anna, news } = room;
      await discord.slash(anna, news, 'session remember', { text: 'no more sport' }).final();
      expect(await complete('session forget', 'note', 'spo')).toMatchObject([{ name: 'no more sport' }]);
    });
  });

  describe('that take their time', () => {
    /** Every command opens its session first: there it waits. */
    const slowly = (gate: Gate) => (stores: Stores) => {
      const describeSession = stores.intake.describe.bind(stores.intake);
      stores.intake.describe = async (...given) => {
        await gate.pass();
        return describeSession(...given);
      };
      return stores;
    };
    let gate: Gate;

    beforeEach(async () => {
      gate = new Gate();
      await room.start({ stores: slowly(gate) });
    });

    const held = () => eventually(() => gate.waiting > 0, 'the command waits');

    it('are deferred in time, as private as they are, and answered when they are ready', async () => {
      const { discord, anna, news, clock } = room;
      const asked = discord.slash(anna, news, 'cron list');
      await held();
      await clock.advance(1_600);
      const first = await asked.reply;
      expect(asked.deferred).toBe(true);
      expect(first.ephemeral).toBe(true);
      await clock.advance(MINUTE);
      gate.release();
      expect(await asked.final()).toMatchObject({
        content: 'This conversation has no automations. /cron add makes one.',
        ephemeral: true,
      });
    });

    it('are deferred in public when their answer is for all', async () => {
      const { discord, anna, news, clock } = room;
      const asked = discord.slash(anna, news, 'session remember', { text: 'no more sport' });
      await held();
      await clock.advance(1_600);
      expect((await asked.reply).ephemeral).toBe(false);
      gate.release();
      expect(await asked.final()).toMatchObject({
        content: 'Remembered: no more sport (anna; leaves out Sports when stories are chosen)',
        ephemeral: false,
      });
    });

    it('tell a refusal to the asker alone, although all see that something was asked', async () => {
      const { discord, ben, news, clock } = room;
      const asked = discord.slash(ben, news, 'session reset');
      await held();
      await clock.advance(1_600);
      expect((await asked.reply).ephemeral).toBe(false);
      gate.release();
      const refused = await asked.final();
      expect(refused.content).toContain('ben, you may not use /session reset');
      expect(refused.ephemeral).toBe(true);
      expect(discord.messages(news)).toEqual([]);
    });

    it('are let go when they take longer than the quarter of an hour that Discord waits', async () => {
      const { discord, anna, news, clock } = room;
      const asked = discord.slash(anna, news, 'cron list');
      await held();
      await clock.advance(1_600);
      await asked.reply;
      await clock.advance(16 * MINUTE);
      gate.release();
      await eventually(() =>
        discord.records.requests.some(({ path, status }) => path.includes(asked.token) && status === 401),
      );
      expect((await discord.slash(anna, news, 'cron list').final()).content).toContain('no automations');
    });
  });

  it('that come too late are let go, and the next one is answered', async () => {
    const log: string[] = [];
    await room.start({ log });
    const { discord, anna, news, clock } = room;
    discord.faults.silenceGateway();
    const asked = discord.slash(anna, news, 'cron list');
    discord.expire(asked);
    await clock.advance(16 * MINUTE);
    discord.faults.letGatewaySpeak();
    await eventually(() => log.some((line) => line.includes('can no longer be answered')));
    expect(asked.response).toBeUndefined();
    expect((await discord.slash(anna, news, 'cron list').final()).content).toContain('no automations');
    expect(log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
  });

  describe('that ask before they do it', () => {
    const SURE = 'Remove it';
    const ask = async (locale?: string) => {
      const { discord, anna, news } = room;
      const asked = await discord
        .slash(anna, news, 'cron remove', { job: 'Diary' }, locale === undefined ? {} : { locale })
        .final();
      return asked.message!;
    };
    const jobs = async () => (await room.discord.slash(room.anna, room.news, 'cron list').final()).content;

    beforeEach(async () => {
      await room.start();
      await addJob(room, room.news);
    });

    it('do it when the button is pressed; the answer takes the place of the question', async () => {
      const question = await ask();
      const pressed = room.discord.press(room.anna, question, SURE);
      const done = await pressed.final();
      expect(done).toMatchObject({ content: '**Diary** is removed.', components: [], ephemeral: true });
      expect(done.message?.id).toBe(question.id);
      expect(await jobs()).toContain('no automations');
    });

    it('leave all as it is when that is chosen', async () => {
      const kept = await room.discord.press(room.anna, await ask(), 'Keep it').final();
      expect(kept).toMatchObject({ content: 'Nothing was changed.', components: [] });
      expect(await jobs()).toContain('Diary');
      const chinese = await room.discord.press(room.anna, await ask('zh-TW'), '保留', CHINESE).final();
      expect(chinese).toMatchObject({ content: '沒有任何改動。', components: [] });
    });

    it('do it once, however often the button is pressed', async () => {
      const question = await ask();
      const customId = buttonId(question, SURE);
      const { discord, anna, news } = room;
      const presses = [1, 2].map(() => discord.forge(anna, news, { customId, message: question }));
      const said = (await Promise.all(presses.map((one) => one.final()))).map(({ content }) => content);
      expect(said.filter((one) => one.includes('is removed'))).toHaveLength(1);
      const later = await discord.forge(anna, news, { customId, message: question }).final();
      for (const one of [...said, later.content])
        expect(one).toMatch(/is removed|^You have answered this already\.$/);
    });

    it('wait ten minutes for the answer', async () => {
      const { discord, anna, clock } = room;
      const [question, chinese] = [await ask(), await ask('zh-TW')];
      await clock.advance(10 * MINUTE - 1_000);
      expect((await discord.press(anna, await ask(), 'Keep it').final()).content).toBe(
        'Nothing was changed.',
      );
      await clock.advance(1_000);
      const late = await discord.press(anna, question, SURE).final();
      expect(late).toMatchObject({
        content: 'This question is more than ten minutes old. Use the command again.',
        ephemeral: true,
      });
      expect((await discord.press(anna, chinese, '移除', CHINESE).final()).content).toBe(
        '這個問題已超過十分鐘，請重新使用指令。',
      );
      expect(await jobs()).toContain('Diary');
    });

    it('take the answer of nobody else, and in no other channel', async () => {
      const { discord, anna, ben, guild, news } = room;
      const question = await ask();
      const customId = buttonId(question, SURE);
      const other = discord.addChannel(guild, { name: 'other' });
      const editor = discord.addPerson('eve', { guilds: [guild] });
      discord.setRoles(
        guild,
        editor,
        [...guild.roles.values()].filter(({ name }) => name === 'editors'),
      );
      await settle();
      for (const [person, channel] of [
        [ben, news],
        [editor, news],
        [anna, other],
      ] as const) {
        const answer = await discord.forge(person, channel, { customId, message: question }).final();
        expect(answer.content).toMatch(/^This button is not of this desk, or was meant for somebody else/);
        expect(answer.ephemeral).toBe(true);
      }
      expect(await jobs()).toContain('Diary');
    });

    it('still know the answer after a restart', async () => {
      const question = await ask();
      const { home } = room.desk;
      await room.desk.stop();
      await room.start({ home });
      expect((await room.discord.press(room.anna, question, SURE).final()).content).toBe(
        '**Diary** is removed.',
      );
    });

    it('ask the one who may no longer do it in vain', async () => {
      const { discord, anna, guild } = room;
      const question = await ask();
      discord.setRoles(guild, anna, []);
      await settle();
      const refused = await discord.press(anna, question, SURE).final();
      expect(refused.content).toContain('anna, you may not use /cron remove');
      expect(await jobs()).toContain('Diary');
    });
  });
});

interface Step {
  readonly command: string;
  readonly options?: Options;
  readonly says: RegExp;
  readonly buttons?: readonly string[];
  /** For all to see. */
  readonly public?: true;
  readonly by?: 'chief';
  readonly in?: 'thread';
  readonly afterMs?: number;
}

const DIARY = { name: 'Diary', message: 'Remind us of the diary', schedule: 'every weekday 7:30' };

const ENGLISH: readonly Step[] = [
  { command: 'help', says: /^Talk to me here.*`\/cron add`: Schedule something.*more are for those who/s },
  { command: 'brief', options: { topic: '\u200b' }, says: /^Name a topic for the brief/ },
  { command: 'story find', options: { words: 'zeppelin' }, says: /^Nothing was found for “zeppelin”\.$/ },
  { command: 'newsletter status', says: /newsletter/i },
  { command: 'newsletter preview', says: /newsletter/i },
  { command: 'newsletter send', says: /newsletter/i },
  { command: 'newsletter stop', says: /newsletter/i },
  { command: 'newsletter run', options: { session: '../etc' }, says: /newsletter/i },
  { command: 'cron list', says: /^This conversation has no automations\. \/cron add makes one\.$/ },
  {
    command: 'cron add',
    options: DIARY,
    says: new RegExp(
      `^\\*\\*Diary\\*\\* is set in this conversation: every weekday at 07:30, London time\\.\n` +
        `Next: Fri 20 Nov, 07:30 · Mon 23 Nov, 07:30 · Tue 24 Nov, 07:30$`,
    ),
  },
  {
    command: 'cron list',
    says: new RegExp(`^- \\*\\*Diary\\*\\*: every weekday at 07:30, London time; next Fri 20 Nov, 07:30$`),
  },
  {
    command: 'cron show',
    options: { job: 'diary' },
    says: /^\*\*Diary\*\* \(<#\d+>\)\n.*\nNext: (?:[^·]+·){4}[^·]+\n> Remind us of the diary\nMade by anna, Fri 20 Nov, 07:00\.$/,
  },
  {
    command: 'cron edit',
    options: { job: 'Diary', schedule: 'every day 8:15', name: 'The diary' },
    says: /^\*\*The diary\*\* is changed: every day at 08:15, London time\. Next: Fri 20 Nov, 08:15/,
  },
  { command: 'cron history', options: { job: 'The diary' }, says: /^\*\*The diary\*\* has not run yet\.$/ },
  {
    command: 'cron pause',
    options: { job: 'The diary' },
    says: /is paused\. \/cron resume starts it again\.$/,
  },
  { command: 'cron resume', options: { job: 'The diary' }, says: /runs again\. Next: Fri 20 Nov, 08:15/ },
  {
    command: 'cron skip',
    options: { job: 'The diary' },
    says: /^\*\*The diary\*\* skips Fri 20 Nov, 08:15\. \/desk undo takes that back\. Next: Sat 21 Nov, 08:15/,
  },
  {
    command: 'cron skip',
    options: { job: 'The diary', undo: true },
    says: /^\*\*The diary\*\* runs on Fri 20 Nov, 08:15 after all\.$/,
  },
  {
    command: 'cron history',
    options: { job: 'The diary', limit: 1 },
    afterMs: 75 * MINUTE,
    says: /^\*\*The diary\*\*\n- Fri 20 Nov, 08:15: \*\*ok\*\* in .*: Reminder: .*the diary\.$/,
  },
  {
    command: 'cron remove',
    options: { job: 'The diary' },
    says: /^Remove \*\*The diary\*\*\? It stops running; what it posted stays\.$/,
    buttons: ['Remove it', 'Keep it'],
  },
  {
    command: 'cron remove',
    options: { job: 'The diary', sure: true },
    says: /^\*\*The diary\*\* is removed\.$/,
  },
  { command: 'session notes', says: /^No notes\. \/session remember makes one\.$/ },
  {
    command: 'session remember',
    options: { text: 'no more crypto today' },
    says: /^Remembered: no more crypto today \(anna, until Fri 20 Nov, 23:59; leaves out Crypto when stories are chosen\)$/,
    public: true,
  },
  { command: 'session notes', says: /^- no more crypto today \(anna/ },
  {
    command: 'session forget',
    options: { note: 'crypto' },
    says: /^Forgotten: no more crypto today$/,
    public: true,
  },
  {
    command: 'session status',
    says: /^\*\*#news\*\*\n\d+ messages remembered since Fri 20 Nov, .*\n0 notes, 0 automations\.\nOnly mentions of me/,
  },
  { command: 'session reset', says: /^This conversation begins anew\./, public: true },
  { command: 'desk status', says: /^Edition \*\*.*\nScheduled work is on: 0 automations, 0 running/ },
  {
    command: 'desk pause',
    by: 'chief',
    says: /^Scheduled work is paused, also after a restart/,
    public: true,
  },
  { command: 'desk undo', says: /session reset, has no way back by itself/ },
  { command: 'desk status', by: 'chief', says: /Scheduled work is paused: 0 automations/ },
  { command: 'desk resume', by: 'chief', says: /^Scheduled work runs again\./, public: true },
  {
    command: 'desk report',
    says: /^\*\*The desk's last 7 days .*\n- Scheduled runs began on time\./,
    public: true,
  },
  { command: 'story feedback', says: /^Nobody has voted on stories yet/ },
  { command: 'story forget', options: { what: 'all' }, says: /^Forgotten: 0 votes\.$/, public: true },
  { command: 'desk undo', says: /What you did last, \/story forget, has no way back/ },
  { command: 'story waiting', says: /^Nothing waits here\.$/ },
  { command: 'story left', says: /^Nothing was left out of the last plans/ },
  { command: 'story batch', says: /^No story was ordered here yet\.$/ },
  { command: 'story failed', says: /^Nothing failed here in the last 48 hours/ },
  ...['why', 'sources', 'hold', 'approve', 'kill', 'retry', 'follow', 'like', 'dislike'].map((action) => ({
    command: `story ${action}`,
    says: /^There are no stories here\. \/story write orders one\.$/,
  })),
  {
    command: 'story correct',
    options: { text: 'It was 56 kilometres.' },
    says: /^There are no stories here\./,
  },
  {
    command: 'story write',
    options: { about: 'the harbour', embargo: 'bananas' },
    says: /"bananas" is no moment/,
  },
  {
    command: 'thread delete',
    in: 'thread',
    says: /^Discord can't bring a deleted thread back; its messages go with it\.$/,
    buttons: ['Delete the thread', 'Keep'],
  },
  { command: 'thread delete', says: /^This is a channel, not a thread: `\/channel delete` deletes it\.$/ },
  { command: 'channel delete', in: 'thread', says: /^This is a thread: `\/thread delete` deletes it\./ },
  {
    command: 'channel delete',
    says: /^Discord can't bring a deleted channel back; its messages go with it\.$/,
    buttons: ['Delete the channel', 'Keep'],
  },
];

const TRADITIONAL: readonly Step[] = [
  { command: 'brief', options: { topic: '\u200b' }, says: /^請給簡報一個題目/ },
  { command: 'story find', options: { words: '飛船' }, says: /^找不到「飛船」。$/ },
  { command: 'newsletter status', says: /通訊/ },
  { command: 'newsletter preview', says: /通訊/ },
  { command: 'newsletter send', says: /通訊/ },
  { command: 'newsletter stop', says: /通訊/ },
  { command: 'newsletter run', options: { session: '../etc' }, says: /./ },
  {
    command: 'help',
    says: /^可以直接在這裡跟我說話.*`\/定時工作 新增`：?:? ?在這個對話中安排定時工作.*另有/s,
  },
  { command: 'cron list', says: /^這個對話沒有定時工作。可用 \/定時工作 新增 新增。$/ },
  {
    command: 'cron add',
    options: { name: '日誌', message: '提醒我們看日誌', schedule: '每個平日 7:30' },
    says: new RegExp(
      `^已在這個對話設定 \\*\\*日誌\\*\\*：每個平日 07:30（英國時間）。\n` +
        `接下來：11月20日（五）07:30 · 11月23日（一）07:30 · 11月24日（二）07:30$`,
    ),
  },
  {
    command: 'cron list',
    says: new RegExp(`^- \\*\\*日誌\\*\\*：每個平日 07:30（英國時間）；下次 11月20日（五）07:30$`),
  },
  {
    command: 'cron show',
    options: { job: '日誌' },
    says: /^\*\*日誌\*\*（<#\d+>）\n.*\n接下來：(?:[^·]+·){4}[^·]+\n> 提醒我們看日誌\n由 anna 於 11月20日（五）07:00 建立。$/,
  },
  {
    command: 'cron edit',
    options: { job: '日誌', schedule: '每日 8:15', name: '晨報' },
    says: /^已修改 \*\*晨報\*\*：每天 08:15（英國時間）。接下來：11月20日（五）08:15/,
  },
  { command: 'cron history', options: { job: '晨報' }, says: /^\*\*晨報\*\* 還沒有執行過。$/ },
  {
    command: 'cron pause',
    options: { job: '晨報' },
    says: /^已暫停 \*\*晨報\*\*。可用 \/定時工作 恢復 恢復。$/,
  },
  { command: 'cron resume', options: { job: '晨報' }, says: /^已恢復 \*\*晨報\*\*。接下來：11月20日/ },
  {
    command: 'cron skip',
    options: { job: '晨報' },
    says: /^\*\*晨報\*\* 會略過 11月20日（五）08:15 的一次。可用 \/編輯台 還原 還原。接下來：11月21日（六）08:15/,
  },
  {
    command: 'cron skip',
    options: { job: '晨報', undo: true },
    says: /^\*\*晨報\*\* 會在 11月20日（五）08:15 照常執行。$/,
  },
  {
    command: 'cron history',
    options: { job: '晨報', limit: 1 },
    afterMs: 75 * MINUTE,
    says: /^\*\*晨報\*\*\n- 11月20日（五）08:15：\*\*完成\*\*，歷時 .*：提醒：看日誌。$/,
  },
  {
    command: 'cron remove',
    options: { job: '晨報' },
    says: /^要移除 \*\*晨報\*\* 嗎？之後不會再執行；已發布的內容會保留。$/,
    buttons: ['移除', '保留'],
  },
  { command: 'cron remove', options: { job: '晨報', sure: true }, says: /^已移除 \*\*晨報\*\*。$/ },
  { command: 'session notes', says: /^沒有備忘。可用 \/對話 記住 新增。$/ },
  {
    command: 'session remember',
    options: { text: '今天不要再有加密貨幣' },
    says: /^已記住：今天不要再有加密貨幣（anna，至 11月20日（五）23:59 止；選稿時不選 Crypto）$/,
    public: true,
  },
  { command: 'session notes', says: /^- 今天不要再有加密貨幣（anna/ },
  {
    command: 'session forget',
    options: { note: '加密' },
    says: /^已刪除：今天不要再有加密貨幣$/,
    public: true,
  },
  {
    command: 'session status',
    says: /^\*\*#news\*\*\n由 11月20日.*起有 \d+ 項記錄.*\n0 項備忘、0 項定時工作。\n這裡只會留意/,
  },
  { command: 'session reset', says: /^這個對話重新開始。/, public: true },
  { command: 'desk status', says: /^版本 \*\*.*\n定時工作已開啟：0 項，0 項執行中/ },
  { command: 'desk pause', by: 'chief', says: /^所有定時工作已暫停，重新啟動後亦然。/, public: true },
  { command: 'desk resume', by: 'chief', says: /^定時工作已恢復。/, public: true },
  { command: 'desk undo', says: /^你最近的改動 \/對話 重新開始 不能直接還原。/ },
  { command: 'desk report', says: /^\*\*編輯台過去 7 日.*\n- 定時工作準時開始。/, public: true },
  { command: 'story feedback', says: /^還沒有人評價報道/ },
  { command: 'story forget', options: { what: 'all' }, says: /^已清除 0 個評價。$/, public: true },
  { command: 'story waiting', says: /^這裡沒有等候中的報道。$/ },
  { command: 'story left', says: /^最近的選稿紀錄中，沒有略去任何內容。$/ },
  { command: 'story batch', says: /^這裡還未訂過報道。$/ },
  { command: 'story failed', says: /^過去 48 小時這裡沒有失敗的報道/ },
  ...['why', 'sources', 'hold', 'approve', 'kill', 'retry', 'follow', 'like', 'dislike'].map((action) => ({
    command: `story ${action}`,
    says: /^這裡沒有報道。可用 \/報道 訂稿 訂一篇。$/,
  })),
  { command: 'story correct', options: { text: '應為56公里。' }, says: /^這裡沒有報道。/ },
  {
    command: 'story write',
    options: { about: '海港', embargo: '香蕉' },
    says: /香蕉/,
  },
  {
    command: 'thread delete',
    in: 'thread',
    says: /^討論串刪除後，Discord 無法復原，訊息亦會一併刪除。$/,
    buttons: ['刪除討論串', '保留'],
  },
  { command: 'thread delete', says: /^這是頻道，不是討論串，請用 `\/頻道 刪除`。$/ },
  { command: 'channel delete', in: 'thread', says: /^這是討論串，請用 `\/討論串 刪除`。/ },
  {
    command: 'channel delete',
    says: /^頻道刪除後，Discord 無法復原，訊息亦會一併刪除。$/,
    buttons: ['刪除頻道', '保留'],
  },
];
