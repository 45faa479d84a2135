import type { Stores } from '../../src/main/stores.ts';
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionKey } from '../../src/sessions/key.ts';
import { botSaid, remembered } from '../support/discord-desk.ts';
import type { DeskOnDiscord } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';

/** What was seen is noted in batches, after this. */
const NOTED = 6_000;
const MINUTE = 60_000;

/** The same book, but for some of its methods. */
function replaced<Book extends object>(book: Book, methods: Partial<Book>): Book {
  return new Proxy(book, {
    get: (real, name) => {
      const found: unknown = Reflect.get(methods, name) ?? Reflect.get(real, name, real);
      return typeof found === 'function' ? (found.bind(real) as unknown) : found;
    },
  });
}

/** Stores that accept no turn while the disk is full. */
function fullAtTimes() {
  const disk = { isFull: false, refused: 0 };
  const stores = (real: Stores): Stores => {
    const accept: typeof real.turns.accept = (...given) => {
      if (!disk.isFull) return real.turns.accept(...given);
      disk.refused += 1;
      return Promise.reject(new Error('database or disk is full'));
    };
    return { ...real, turns: replaced(real.turns, { accept }) };
  };
  return { disk, stores };
}

describe('a desk that hears on Discord, through stops and absences', () => {
  let room: Newsroom;
  let desk: DeskOnDiscord;
  let full: ReturnType<typeof fullAtTimes>;

  beforeEach(async () => {
    room = await newsroom();
    full = fullAtTimes();
    desk = await room.start({ stores: full.stores });
  });
  afterEach(() => room.close());

  const atDesk = (words: string) => `<@${room.discord.bot.id}> ${words}`;
  const words = (channel = room.news) => remembered(desk, channel).map(({ content }) => content);
  /** Away, and back in the same home. */
  const back = async () => (desk = await room.start({ home: desk.home }));
  const heard = (text: string) => eventually(() => words().includes(text), `“${text}” is heard`);

  /** In a channel with a job, of which a message is noted. */
  const beginListening = async () => {
    const { discord, ben, news, clock } = room;
    await addJob(room, news);
    discord.say(ben, news, 'first');
    await heard('first');
    await clock.advance(NOTED);
  };

  it('takes note of deletions that came just before it stops', async () => {
    const { discord, ben, news, clock } = room;
    await addJob(room, news);
    const secrets = Array.from({ length: 20 }, (_, n) => discord.say(ben, news, `SECRET ${n}`));
    await heard('SECRET 19');
    await clock.advance(NOTED);
    for (const secret of secrets) discord.remove(ben, secret);
    await eventually(() => words().includes('ben took back a message'));
    await desk.stop();
    expect(words().filter((text) => text === 'ben took back a message')).toHaveLength(20);
  });

  it('writes down the mentions that came just before it stops, also where it has no jobs', async () => {
    const { discord, anna, news } = room;
    discord.say(anna, news, atDesk('hello'));
    await botSaid(discord, news, /./);
    for (let n = 0; n < 10; n++) discord.say(anna, news, atDesk(`hello number ${n}`));
    await heard('hello number 0');
    await desk.stop();
    expect(words().filter((text) => /^hello number \d$/.test(text))).toHaveLength(10);
  });

  it('reads a question again that could not be written down for minutes, though others spoke after it', async () => {
    const { discord, anna, ben, news, clock } = room;
    await beginListening();
    full.disk.isFull = true;
    discord.say(anna, news, atDesk('what is scheduled?'));
    await eventually(() => full.disk.refused > 0, 'the question is tried');
    for (let n = 0; n < 10; n++) await clock.advance(MINUTE / 2);
    full.disk.isFull = false;
    discord.say(ben, news, 'later');
    await heard('later');
    await clock.advance(NOTED);
    await desk.stop();
    await back();
    await botSaid(discord, news, /./);
    expect(words().filter((text) => text === 'what is scheduled?')).toHaveLength(1);
    expect(words().filter((text) => text === 'later')).toHaveLength(1);
  });

  it('does not take what waits to be written down as seen when somebody gives a command', async () => {
    const { discord, anna, ben, news } = room;
    await beginListening();
    full.disk.isFull = true;
    discord.say(anna, news, atDesk('what is scheduled?'));
    await eventually(() => full.disk.refused > 0, 'the question is tried');
    await discord.slash(ben, news, 'desk status').final();
    await desk.stop();
    await back();
    await botSaid(discord, news, /./);
    expect(words().filter((text) => text === 'what is scheduled?')).toHaveLength(1);
  });

  it('writes a question once that it took for old by a clock that was ahead, and reads again', async () => {
    const { discord, anna, ben, news, clock } = room;
    await beginListening();
    await desk.stop();
    discord.say(anna, news, atDesk('what is scheduled?'));
    discord.say(ben, news, 'later');
    clock.step(60 * MINUTE);
    // Killed before it noted what it read.
    const stores = (real: Stores): Stores => ({
      ...real,
      intake: replaced(real.intake, { note: () => Promise.resolve() }),
    });
    desk = await room.start({ home: desk.home, stores });
    await heard('later');
    discord.say(ben, news, atDesk('and what failed?'));
    await botSaid(discord, news, /./);
    await desk.stop();
    clock.step(-60 * MINUTE);
    await back();
    discord.say(ben, news, 'and now?');
    await heard('and now?');
    await desk.stop();
    expect(words().filter((text) => text === 'what is scheduled?')).toHaveLength(1);
  });

  it('reads the newest of what it missed in a long absence, and says that older messages were skipped', async () => {
    const { discord, anna, ben, news } = room;
    await beginListening();
    await desk.stop();
    for (let n = 0; n < 2_100; n++) discord.say(ben, news, `talk ${n}`, { silently: true });
    discord.say(anna, news, atDesk('what is scheduled?'), { silently: true });
    await back();
    await botSaid(discord, news, /./);
    const talk = words().filter((text) => text.startsWith('talk'));
    expect(talk).toEqual(Array.from({ length: 1_999 }, (_, n) => `talk ${n + 101}`));
    expect(words().filter((text) => text.includes('older messages were skipped'))).toHaveLength(1);
    expect(words().findIndex((text) => text.includes('were skipped'))).toBe(words().indexOf('talk 101') - 1);
  });

  it('leaves to others what is said to a role or to everyone in its own thread', async () => {
    const { discord, anna, guild, news } = room;
    const role = discord.addRole(guild, 'subs', 0n, { mentionable: true });
    const thread = discord.addThread(news, { name: 'A story', by: discord.bot as never });
    discord.say(anna, thread, `<@&${role.id}> can somebody check the second paragraph?`);
    discord.say(anna, thread, '@everyone who has the photo?');
    discord.say(anna, thread, 'where does this come from?');
    const said = () => remembered(desk, thread).filter(({ role: by }) => by === 'user');
    await eventually(() => said().length === 3);
    expect(said().map(({ meta }) => meta?.kind)).toEqual(['observed', 'observed', undefined]);
  });

  it('answers whoever replies to themselves or names themselves in its own thread', async () => {
    const { discord, anna, news } = room;
    const thread = discord.addThread(news, { name: 'A story', by: discord.bot as never });
    const first = discord.say(anna, thread, 'where does this come from?');
    discord.say(anna, thread, 'and since when is it known?', { replyTo: first });
    discord.say(anna, thread, 'by whom?', { replyTo: first, pings: false });
    discord.say(anna, thread, `<@${anna.id}> signs this: who checked it?`);
    const said = () => remembered(desk, thread).filter(({ role: by }) => by === 'user');
    await eventually(() => said().length === 4);
    expect(said().map(({ meta }) => meta?.kind)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('reads what it missed as soon as its database is back, where that was gone when Discord was', async () => {
    const { discord, anna, ben, news, clock } = room;
    await desk.stop();
    let [isGone, refused] = [false, 0];
    const stores = (real: Stores): Stores => {
      const list = async () => {
        if (!isGone) return real.sessions.list();
        refused += 1;
        throw new Error('the database is gone');
      };
      const get = (book: Stores['sessions'], name: string | symbol): unknown => {
        const found: unknown = Reflect.get(book, name, book);
        if (name === 'list') return list;
        return typeof found === 'function' ? (found.bind(book) as unknown) : found;
      };
      return { ...real, sessions: new Proxy(real.sessions, { get }) };
    };
    desk = await room.start({ home: desk.home, stores });
    await beginListening();
    isGone = true;
    discord.faults.silenceGateway({ lose: true });
    discord.say(anna, news, atDesk('what is scheduled?'));
    discord.faults.letGatewaySpeak();
    discord.faults.invalidateSession();
    await eventually(() => refused > 0, 'what was missed can not be read');
    discord.say(ben, news, 'later');
    isGone = false;
    await clock.advance(MINUTE);
    await heard('later');
    expect(words().filter((text) => text === 'what is scheduled?')).toHaveLength(1);
    expect(words().indexOf('what is scheduled?')).toBeLessThan(words().indexOf('later'));
  });

  it('registers its commands and names its sessions once its database is back, where that was gone when it connected', async () => {
    const { discord, news, clock } = room;
    await desk.stop();
    let isGone = false;
    const refused = new Set<string>();
    const gone = <Book extends object>(name: string, book: Book, methods: readonly string[]): Book =>
      new Proxy(book, {
        get: (_, method) => {
          const found: unknown = Reflect.get(book, method, book);
          if (typeof found !== 'function') return found;
          return (...given: unknown[]): unknown => {
            if (!isGone || !methods.includes(String(method))) return found.apply(book, given) as unknown;
            refused.add(name);
            throw new Error('the database is gone');
          };
        },
      });
    let opened: Stores | undefined;
    const stores = (real: Stores): Stores =>
      (opened = {
        ...real,
        sessions: gone('sessions', real.sessions, ['list']),
        state: gone('state', real.state, ['get', 'set']),
      });
    const log: string[] = [];
    desk = await room.start({ home: desk.home, stores, log });
    await beginListening();
    const registrations = () => log.filter((line) => line.includes('commands registered')).length;
    const before = registrations();
    isGone = true;
    discord.faults.silenceGateway({ lose: true });
    discord.renameChannel(news, 'newsdesk');
    discord.faults.letGatewaySpeak();
    discord.faults.invalidateSession();
    await eventually(() => refused.has('sessions') && refused.has('state'), 'neither can be done');
    expect(registrations()).toBe(before);
    isGone = false;
    await clock.advance(MINUTE);
    await eventually(() => registrations() > before, 'the commands are registered');
    const title = async () => (await opened!.sessions.get(sessionKey('discord', news.id)))?.title;
    await eventually(async () => (await title()) === '#newsdesk', 'the session has its new name');
  });

  describe('killed before it noted what it had seen', () => {
    // Notes are written seconds later.
    const stores = (real: Stores): Stores => ({
      ...real,
      intake: new Proxy(real.intake, {
        get: (book, name) => {
          const found: unknown = Reflect.get(book, name, book);
          if (name === 'note') return async () => {};
          return typeof found === 'function' ? (found.bind(book) as unknown) : found;
        },
      }),
    });
    beforeEach(async () => {
      await desk.stop();
      desk = await room.start({ home: desk.home, stores });
    });

    it('reads a thread of its own from its beginning', async () => {
      const { discord, anna, news } = room;
      const thread = discord.addThread(news, { name: 'A story', by: discord.bot as never });
      discord.say(anna, thread, 'where does this come from?');
      await botSaid(discord, thread, /./);
      await desk.stop();
      discord.say(anna, thread, 'and who says so?', { silently: true });
      await back();
      await eventually(() => words(thread).includes('and who says so?'), 'the question is heard');
      expect(words(thread).filter((text) => text === 'where does this come from?')).toHaveLength(1);
    });

    it('reads a channel from its first automation, and nothing of before', async () => {
      const { discord, anna, ben, news, clock } = room;
      discord.say(ben, news, 'just between us');
      await clock.advance(MINUTE);
      await addJob(room, news);
      await clock.advance(1_000);
      discord.say(anna, news, atDesk('hello'));
      await botSaid(discord, news, /./);
      await desk.stop();
      discord.say(anna, news, atDesk('what is scheduled?'), { silently: true });
      await back();
      await heard('what is scheduled?');
      expect(words().filter((text) => text === 'hello')).toHaveLength(1);
      expect(words()).not.toContain('just between us');
    });
  });

  it('takes back what was deleted while it was away, and nothing else', async () => {
    const { discord, anna, ben, news, clock } = room;
    await addJob(room, news);
    discord.say(ben, news, 'stays');
    const secret = discord.say(ben, news, 'SECRET');
    const asked = discord.say(anna, news, atDesk('a SECRET question'));
    await botSaid(discord, news, /./);
    discord.say(ben, news, 'stays too');
    await heard('stays too');
    await clock.advance(NOTED);
    await desk.stop();
    discord.remove(ben, secret, { silently: true });
    discord.remove(anna, asked, { silently: true });
    await back();
    const gone = () => remembered(desk, news).filter(({ meta }) => meta?.kind === 'delete');
    await eventually(() => gone().length === 2);
    expect(
      gone()
        .map(({ content }) => content)
        .sort(),
    ).toEqual(['anna took back a message', 'ben took back a message']);
  });

  it('reads what people changed while it was away, once', async () => {
    const { discord, anna, ben, news, clock } = room;
    await addJob(room, news);
    const draft = discord.say(ben, news, 'The vote is on Monday');
    discord.say(anna, news, 'noted');
    await heard('noted');
    await clock.advance(NOTED);
    await desk.stop();
    await clock.advance(MINUTE);
    discord.edit(ben, draft, 'The vote is on Tuesday', { silently: true });
    await back();
    await heard('The vote is on Tuesday');
    const edits = () => remembered(desk, news).filter(({ meta }) => meta?.kind === 'edit');
    expect(edits()).toMatchObject([{ author: { name: 'ben' } }]);
    await clock.advance(NOTED);
    await desk.stop();
    await back();
    discord.say(ben, news, 'after all');
    await heard('after all');
    expect(edits()).toHaveLength(1);
  });

  it('takes nothing back where it may no longer read what was said', async () => {
    const { discord, ben, news, clock } = room;
    await addJob(room, news);
    discord.say(ben, news, 'stays');
    await heard('stays');
    await clock.advance(NOTED);
    await desk.stop();
    discord.setOverwrite(news, {
      for: discord.bot as never,
      allow: PermissionFlagsBits.ViewChannel,
      deny: PermissionFlagsBits.ReadMessageHistory,
    });
    await back();
    discord.say(ben, news, 'still here');
    await heard('still here');
    expect(remembered(desk, news).filter(({ meta }) => meta?.kind === 'delete')).toEqual([]);
  });
});
