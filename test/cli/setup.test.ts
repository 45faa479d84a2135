/** `nightdesk setup`: by flags and at a terminal, over feeds, models and a Discord on loopback. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { PermissionFlagsBits as Can } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { World } from '../../src/cli/world.ts';
import { readEdition } from '../../src/newsroom/edition/edition.ts';
import { systemClock } from '../../src/time/clock.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { found } from '../support/desk-process.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { loopbackPress } from '../support/sources/loopback-press.ts';
import type { LoopbackPress } from '../support/sources/loopback-press.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const clock = systemClock;
const PAGES = ['tides.localhost', 'winds.localhost'].map((host) => ({
  url: `http://${host}/one`,
  title: `News of ${host}`,
  publishedAtMs: Date.UTC(2026, 10, 20),
  paragraphs: ['The turbines turn.'],
}));

let home: string;
let press: LoopbackPress;
beforeEach(async () => {
  home = tempHome();
  press = await loopbackPress(PAGES);
});
afterEach(() => press.close());

const feed = (host: string) => press.at(`http://${host}.localhost/feed.xml`);
const reach = () => ({ FETCH_ALLOW_PRIVATE: `tides.localhost:${press.port},winds.localhost:${press.port}` });
const setup = (args: readonly string[], env: Record<string, string> = {}) =>
  run(['setup', ...args], { home, clock, env: { ...reach(), ...env } });
const envFile = () => readFileSync(join(home, '.env'), 'utf8');
const edition = (name: string) => readEdition(name, [join(home, 'data', 'editions')]);
const draft = () => join(home, 'data', 'setup.json');

describe('nightdesk setup by flags', () => {
  it('says which flags answer what is not answered, and writes nothing', async () => {
    const { code, err } = await setup([]);
    expect(code).toBe(2);
    expect(err).toContain('language (--language en|zh); edition (--edition NAME, or --topic WORDS)');
    expect(existsSync(join(home, '.env'))).toBe(false);
  });

  it('makes an edition of a topic from feeds that it has read, and shows what it writes', async () => {
    writeFileSync(join(home, '.env'), '# mine\nLOG_LEVEL=warn\n');
    const flags = ['--language', 'en', '--topic', 'Offshore wind', '--feed', feed('tides'), feed('winds')];
    const dry = await setup([...flags, '--dry-run', '--yes']);
    expect(dry.out).toContain('offshore-wind.json (new)');
    expect(dry.out).toContain('Nothing was written.');
    expect(envFile()).toBe('# mine\nLOG_LEVEL=warn\n');
    // Its answers are kept, so that nothing is to be said again.
    const { code, out } = await setup(['--yes']);
    expect({ code, next: out.split('\n').at(-1) }).toEqual({
      code: 0,
      next: 'Start the desk: npm start (it covers “Offshore wind” now)',
    });
    expect(envFile()).toBe('# mine\nLOG_LEVEL=warn\nNIGHTDESK_EDITION=offshore-wind\n');
    const { feeds, schedules, language } = edition('offshore-wind');
    expect({ language, labels: feeds.map(({ label }) => label) }).toEqual({
      language: 'en',
      labels: ['tides.localhost', 'winds.localhost'],
    });
    expect(schedules).toMatchObject([{ profile: 'planner_daily', cron: '0 8,18 * * *' }]);
    expect(existsSync(draft())).toBe(false);
  });

  it('has the usual schedule of the edition that it is for, whatever edition was meant before', async () => {
    const kept = () =>
      (JSON.parse(readFileSync(draft(), 'utf8')) as { schedule?: { words: string } }).schedule;
    const dry = (...flags: string[]) =>
      setup(['--language', 'en', ...flags, '--yes', '--untested', '--dry-run']);
    expect((await setup(['--yes'])).err).toContain('schedule (--schedule WORDS');
    expect((await dry('--edition', 'sample')).code).toBe(0);
    expect(kept()?.words).toBe('every 3 minutes');
    expect((await dry('--edition', 'uk-hk')).code).toBe(0);
    expect(kept()?.words).toBe('every day at 8:00 and 18:00');
    await dry('--edition', 'sample', '--schedule', 'every 2h');
    await dry('--edition', 'uk-hk');
    expect(kept()?.words, 'a schedule of one’s own is kept').toBe('every 2h');
  });

  it('finds the feeds of a site, and leaves out those that fail where that is wanted', async () => {
    const gone = press.at('http://gone.localhost/feed.xml');
    const flags = ['--language', 'en', '--topic', 'Wind', '--feed', feed('winds'), gone, '--only-working'];
    const { code, err } = await setup([...flags, '--site', feed('tides'), '--yes']);
    expect(code).toBe(0);
    expect(err).toContain(`feed ${gone}: a private address`);
    expect(edition('wind').feeds.map(({ url }) => url)).toEqual([feed('winds'), feed('tides')]);
    const none = await setup(['--language', 'en', '--topic', 'Wind', '--feed', gone, '--yes']);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('--untested takes them') as string });
  });

  it('tries the model’s key before it keeps it, and shows neither that nor another secret', async () => {
    const gemini = await LoopbackGemini.start({ keys: ['good-key'] });
    const base = { GEMINI_BASE_URL: gemini.baseUrl };
    const flags = ['--language', 'zh', '--edition', 'sample', '--model', 'gemini', '--yes'];
    const bad = await setup(flags, { ...base, GEMINI_API_KEYS: 'wrong-key' });
    expect(bad.code).toBe(1);
    expect(bad.err).toContain('Key 1 of GEMINI_API_KEYS');
    expect(bad.err).not.toContain('wrong-key');
    expect((await setup(flags, base)).err).toContain(
      'needs its settings in the environment: GEMINI_API_KEYS',
    );
    const good = await setup(flags, { ...base, GEMINI_API_KEYS: 'good-key' });
    expect(good.code).toBe(0);
    expect(good.out).toContain('+ GEMINI_API_KEYS=(new)');
    expect(good.out).not.toContain('good-key');
    expect(good.err).toContain('環境變數也設定了 GEMINI_API_KEYS');
    expect(envFile()).toContain('GEMINI_API_KEYS=good-key\n');
    expect(edition('my-sample')).toMatchObject({ language: 'zh-Hant-HK', sample: true });
    await gemini.close();
  });

  it('asks Discord for the token, the invitation and the permissions in the channel', async () => {
    const discord = await LoopbackDiscord.start();
    const guild = discord.addGuild({ name: 'Newsroom' });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const mute = discord.addChannel(guild, {
      name: 'mute',
      overwrites: [{ for: guild, deny: Can.SendMessages | Can.AttachFiles }],
    });
    const env = { DISCORD_TOKEN: discord.token, DISCORD_API_BASE: discord.api };
    const flags = ['--language', 'en', '--edition', 'sample', '--yes', '--channel'];
    const wrong = await setup([...flags, `discord:${desk.id}`], { ...env, DISCORD_TOKEN: 'not.the.token' });
    expect(wrong).toMatchObject({ code: 1, err: 'nightdesk: Discord refuses the token.' });
    const muted = await setup([...flags, `discord:${mute.id}`], env);
    expect(muted.err).toBe('nightdesk: In #mute the bot lacks: Send Messages');
    const gone = await setup([...flags, 'discord:123'], env);
    expect(gone.err).toBe('nightdesk: The bot can’t see that channel');
    const good = await setup([...flags, `discord:${desk.id}`], env);
    expect(good.code).toBe(0);
    expect(good.out).toContain('permissions=326417632256');
    expect(edition('my-sample').desk).toEqual({ discord: desk.id });
    expect(envFile()).toContain(`DISCORD_TOKEN=${discord.token}`);
    await discord.close();
  });

  it.each([
    [['--language', 'fr'], '--language is "fr"; allowed: en, zh'],
    [['--edition', 'nowhere'], 'There is no edition "nowhere"; allowed: sample, uk-hk, or a topic.'],
    [['--edition', 'sample', '--topic', 'x'], 'give --edition or --topic, not both'],
    [['--edition', 'sample', '--name', 'My News'], "can't name an edition; allowed: lower-case letters"],
    [['--schedule', 'sometimes'], 'I can\'t read "sometimes" as a schedule'],
    [['--schedule', 'in 20m'], 'allowed are times that repeat'],
    [['--schedule', 'every 2h', '--zone', 'Mars'], '"Mars" is no time zone; allowed: IANA names'],
    [['--model', 'oracle'], 'There is no model provider "oracle"; allowed: desk, gemini, openai'],
    [['--channel', 'pigeon:1'], 'names no known channel; allowed:'],
    [['--topic', 'x', '--feed', 'ftp://x.example'], '"ftp://x.example" is no web address'],
    [['--topic', 'x', '--site', 'http://'], 'is no web address'],
  ])('refuses %j, and says what is allowed', async (flags, because) => {
    const { code, err } = await setup([...flags, '--untested']);
    expect(code).toBe(2);
    expect(err).toContain(because);
    expect(existsSync(join(home, '.env'))).toBe(false);
  });

  it('plans and writes a first run in preview, and keeps nothing of it', async () => {
    const { code, out } = await setup(['--language', 'en', '--edition', 'sample', '--yes', '--preview']);
    expect(code).toBe(0);
    expect(out).toMatch(/Cross-Harbour Tunnel.*\n {2}Hong Kong News; SUCCESS/);
    expect(existsSync(join(home, 'data', 'nightdesk.sqlite3'))).toBe(false);
  });

  it('tells as one JSON what was written and what came of the first run', async () => {
    // What its feed has is of another week, so that nothing is planned.
    const flags = ['--language', 'en', '--topic', 'Wind', '--feed', feed('winds'), '--json', '--preview'];
    const { code, out, err } = await setup([...flags, '--yes']);
    const told = JSON.parse(out) as { preview: { because: string } };
    expect(told).toMatchObject({
      written: true,
      files: [{ isNew: true }, { isNew: true }],
      preview: { kind: 'none' },
    });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(told.preview.because) as string });
    const dry = await setup([...flags, '--yes', '--dry-run']);
    expect(JSON.parse(dry.out)).toEqual({ written: false, files: expect.any(Array) as object[] });
  });
});

/** A terminal with a person at it. */
function terminal(env: Record<string, string> = {}) {
  const input = new PassThrough();
  let shown = '';
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      shown += chunk.toString();
      done();
    },
  });
  const world: World = {
    env: { NIGHTDESK_HOME: home, NIGHTDESK_TZ: 'Europe/London', LOG_LEVEL: 'silent', ...reach(), ...env },
    cwd: home,
    input,
    output: Object.assign(output, { columns: 100, rows: 40, isTTY: true }),
    atTerminal: true,
    out: (text) => void (shown += `${text}\n`),
    drained: async () => {},
    warn: (text) => void (shown += `${text}\n`),
    onSignal: () => () => {},
    onStrayError: () => () => {},
    exit: () => {},
    launch: () => 0,
  };
  const ended = runProgram(['setup'], world, clock);
  let seen = 0;
  /** Wait for a text after the last one, then press keys. */
  const at = async (text: string, ...keys: string[]) => {
    await found(() => (shown.indexOf(text, seen) >= 0 ? true : undefined), 20_000).catch(() => {
      throw new Error(`"${text}" was not shown after: ${shown.slice(seen)}`);
    });
    seen = shown.indexOf(text, seen) + text.length;
    for (const key of keys) input.write(key);
  };
  return { at, ended, shown: () => shown };
}

const ENTER = '\r';
const DOWN = '\u001b[B';

describe('nightdesk setup at a terminal', () => {
  it('is left with Ctrl-C and gone on with: language, topic, feeds, model, channel, schedule, files', async () => {
    const gemini = await LoopbackGemini.start({ keys: ['good-key'] });
    const env = { GEMINI_BASE_URL: gemini.baseUrl };
    const first = terminal(env);
    await first.at('繁體中文', ENTER);
    await first.at('What should your newsroom cover?', '\u001b[A', ENTER);
    await first.at('The topic, in a few words', 'Wind', ENTER);
    await first.at('Title of the newsroom', ENTER);
    await first.at('Address of a site or feed', '\u0003');
    await first.at('Your answers are kept');
    expect(await first.ended).toBe(0);

    const second = terminal(env);
    await second.at('answers of an earlier setup', ENTER);
    await second.at('Next: feeds');
    await second.at('Address of a site or feed', feed('winds'), ENTER);
    await second.at('1 feed found');
    await second.at('Which feeds should it read?', ENTER);
    await second.at('Address of a site or feed', ENTER);
    await second.at('1 of 1 feeds can be read');
    await second.at('Which language model should write?', DOWN, ENTER);
    await second.at('GEMINI_API_KEYS', 'wrong', ENTER);
    await second.at('Enter it again', ENTER);
    await second.at('GEMINI_API_KEYS', 'good-key', ENTER);
    await second.at('The model can be used');
    await second.at('Where do editors talk', ENTER);
    await second.at('Time zone', ENTER);
    await second.at('When should it plan stories?', ENTER);
    await second.at('London time');
    await second.at('Is that right?', ENTER);
    await second.at('wait for an editor', ENTER);
    await second.at('Write it?', ENTER);
    await second.at('Start the desk: npm start');
    await second.at('first run in preview', 'n');
    expect(await second.ended).toBe(0);
    expect(second.shown()).not.toContain('good-key');
    expect(envFile()).toBe('GEMINI_API_KEYS=good-key\nNIGHTDESK_EDITION=wind\n');
    expect(edition('wind').schedules).toMatchObject([{ cron: '0 8,18 * * *', tz: 'Europe/London' }]);
    await gemini.close();
  });
});
