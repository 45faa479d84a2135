import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChannelModule } from '../../src/channels/channel.ts';
import type { Config } from '../../src/config/config.ts';
import { whole } from '../../src/config/value-forms.ts';
import { addChannel } from '../../src/main/channels.ts';
import type { Finding } from '../../src/main/doctor.ts';
import { lockHome } from '../../src/store/home-lock.ts';
import { systemClock } from '../../src/time/clock.ts';
import { pigeonChannel } from '../channels/pigeon.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { LoopbackGemini } from '../support/models/loopback-gemini.ts';
import { tempHome } from '../support/temp-home.ts';
import { run } from './a-world.ts';

const clock = systemClock;

async function examine(home: string, env: Record<string, string> = {}) {
  const asked = { GATEWAY_PORT: '0', ...env };
  const { code, out, err } = await run(['doctor', '--json'], { home, clock, env: asked });
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  const about = (check: string) => findings.find((finding) => finding.check === check);
  return { code, err, ok, findings, about };
}

describe('nightdesk doctor', () => {
  it('finds a new home in order, changes nothing there, and says how Discord is set up', async () => {
    const home = tempHome();
    const { code, out, err } = await run(['doctor'], { home, clock, env: { GATEWAY_PORT: '0' } });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('✓ desk: No desk runs on this home.\n  → Start one: npx nightdesk start.');
    expect(out).toContain('set DISCORD_TOKEN');
    expect(out).not.toMatch(/^[!✗]/m);
    expect(existsSync(join(home, 'data', 'nightdesk.sqlite3'))).toBe(false);
    expect(await examine(home)).toMatchObject({ code: 0, ok: true });
  });

  it('lists every bad setting with what is allowed, and odd ones as warnings', async () => {
    const home = tempHome();
    const bad = await examine(home, { GATEWAY_PORT: 'all', NIGHTDESK_TZ: 'Mars' });
    expect(bad).toMatchObject({ code: 1, ok: false, err: 'nightdesk: there are 2 problems' });
    expect(bad.findings.filter(({ check }) => check === 'settings').map(({ text }) => text)).toEqual([
      expect.stringContaining('NIGHTDESK_TZ is "Mars"; allowed: an IANA time zone') as string,
      expect.stringContaining('GATEWAY_PORT is "all"; allowed: a whole number') as string,
    ]);
    const odd = await examine(home, { NIGHTDESK_TIMEZONE: 'x' });
    expect(odd).toMatchObject({ code: 0 });
    expect(odd.about('settings')).toMatchObject({ state: 'warning' });
  });

  it('tells a bad setting of a channel of its own as a finding beside the others', async () => {
    const form = whole(1, 9);
    const table = { PIGEON_LOFTS: { meaning: 'How many.', fallback: '1', example: '1', form } };
    const channel: ChannelModule<Config> = {
      ...pigeonChannel().channel,
      isSetUp: ({ own }) => own(table).PIGEON_LOFTS !== undefined,
      examine: async (_, { own }) => [
        { check: 'Pigeon Post', state: 'ok', text: String(own(table).PIGEON_LOFTS) },
      ],
    };
    onTestFinished(addChannel(channel));
    const { code, about } = await examine(tempHome(), { PIGEON_LOFTS: 'many' });
    expect(code).toBe(1);
    expect(about('Pigeon Post')).toEqual({
      check: 'Pigeon Post',
      state: 'problem',
      text: 'PIGEON_LOFTS is "many"; allowed: a whole number from 1 to 9.',
      remedy: 'Set PIGEON_LOFTS anew, or leave it out.',
    });
    expect(about('Discord')).toMatchObject({ state: 'ok' });
  });

  it('says which conversations there are where the main one is none', async () => {
    const { about } = await examine(tempHome(), { NIGHTDESK_MAIN_SESSION: 'discord:news' });
    expect(about('settings')).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(/^NIGHTDESK_MAIN_SESSION is discord:news; allowed: discord:</) as string,
    });
  });

  it('sees a desk that runs, a port that is taken and a gateway that everybody sees', async () => {
    const home = tempHome();
    const lock = lockHome(join(home, 'data', 'nightdesk.lock'), 4_711);
    expect((await examine(home)).about('desk')?.text).toBe('A desk runs on this home (process 4711).');
    lock.release();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const taken = await examine(home, { GATEWAY_PORT: String(port) });
    expect(taken.about('gateway')).toMatchObject({
      state: 'problem',
      text: `Another program listens on 127.0.0.1:${port}.`,
    });
    await new Promise((resolve) => other.close(resolve));
    expect(
      (await examine(home, { GATEWAY_HOST: '0.0.0.0', GATEWAY_TOKEN: 'x'.repeat(32) })).about('gateway'),
    ).toMatchObject({
      state: 'warning',
    });
  });

  it('tells a damaged database, and leaves it alone', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'data'));
    writeFileSync(join(home, 'data', 'nightdesk.sqlite3'), 'no database at all '.repeat(100));
    const { code, about } = await examine(home);
    expect(code).toBe(1);
    expect(about('database')).toMatchObject({
      state: 'problem',
      remedy: expect.stringContaining('backup') as string,
    });
    expect(readdirSync(join(home, 'data')).some((name) => name.includes('corrupt'))).toBe(false);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'tells a disk that is full, which still takes an empty file',
    async () => {
      const home = tempHome();
      mkdirSync(join(home, 'data'));
      symlinkSync('/dev/full', join(home, 'data', `.doctor-${process.pid}`));
      const { about } = await examine(home);
      expect(about('home')).toMatchObject({ state: 'problem', remedy: 'Make room on its disk.' });
      expect(readdirSync(join(home, 'data'))).toEqual([]);
    },
  );

  it('tells that the newsroom was moved to PostgreSQL, and asks for its address', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'data', 'moved-1'), { recursive: true });
    writeFileSync(join(home, 'data', 'moved-1', 'nightdesk.sqlite3'), '');
    const { code, about } = await examine(home);
    expect(code).toBe(1);
    expect(about('database')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('was moved to PostgreSQL') as string,
      remedy: expect.stringContaining('DATABASE_URL') as string,
    });
  });

  it('tells a database that was lost, with which no desk starts', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'sessions'));
    writeFileSync(join(home, 'sessions', 'console%3Adesk.jsonl'), '{}\n');
    const spoken = await examine(home);
    expect(spoken.code).toBe(1);
    expect(spoken.about('database')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('is missing or empty, though there are transcripts') as string,
    });
    rmSync(join(home, 'sessions'), { recursive: true });
    writeFileSync(join(home, 'data', 'nightdesk.sqlite3.mark'), '3\n');
    const marked = await examine(home);
    expect(marked.about('database')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('though a desk has run on this home') as string,
    });
  });

  it('tells an edition and prompts that can not be read, and a home that can not be written', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'data'), 'a file where a folder should be');
    mkdirSync(join(home, 'prompts'));
    writeFileSync(join(home, 'prompts', 'registry.json'), '{"prompts": 3}');
    const { findings } = await examine(home, { NIGHTDESK_EDITION: 'nowhere' });
    const ill = findings.filter(({ state }) => state === 'problem').map(({ check }) => check);
    expect(ill).toEqual(['home', 'edition', 'prompts']);
  });

  it('reads the prompts in the language of the edition, as the desk does', async () => {
    const home = tempHome();
    mkdirSync(join(home, 'prompts'));
    writeFileSync(join(home, 'prompts', 'news_update_v1.zh-Hant-HK.md'), '{{> gone}}');
    const english = await examine(home);
    expect(english.about('prompts')?.state).toBe('ok');
    const chinese = await examine(home, { NIGHTDESK_EDITION: 'uk-hk' });
    expect(chinese.about('prompts')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('gone.md is missing') as string,
    });
  });

  it('asks the servers of language models, and says which key or model is wrong, without the key', async () => {
    const gemini = await LoopbackGemini.start({ keys: ['good-key'] });
    const env = { GEMINI_API_KEYS: 'good-key,secret-key', GEMINI_BASE_URL: gemini.baseUrl };
    const { about, findings } = await examine(tempHome(), env);
    expect(about('model')?.text).toBe('Chats are asked of gemini, else desk.');
    const ofGemini = findings.filter(({ check }) => check === 'gemini');
    expect(ofGemini.map(({ state }) => state)).toEqual(['ok', 'problem']);
    expect(ofGemini[1]!.text).toContain('Key 2 of GEMINI_API_KEYS');
    expect(JSON.stringify(findings)).not.toContain('secret-key');

    const unknown = await examine(tempHome(), {
      ...env,
      GEMINI_API_KEYS: 'good-key',
      GEMINI_MODEL: 'gemini-0',
    });
    expect(unknown.about('gemini')).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('gemini-0') as unknown,
    });
    expect(gemini.asked).toEqual([]); // nothing was spent
    await gemini.close();
  });

  it('says that an address is none, and that a server speaks HTML', async () => {
    const page = createWebServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
    });
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    const { findings } = await examine(tempHome(), {
      GEMINI_API_KEYS: 'a-key',
      GEMINI_BASE_URL: base,
      OPENAI_BASE_URL: base,
    });
    const problems = findings.filter(({ state }) => state === 'problem').map(({ check }) => check);
    expect(problems).toEqual(['gemini', 'OpenAI-compatible']);
    page.close();

    const gone = await examine(tempHome(), { OPENAI_BASE_URL: base });
    expect(gone.about('OpenAI-compatible')).toMatchObject({ state: 'problem' });
  });

  it('looks at Discord for the channels that jobs are bound to, while no desk runs and while one does', async () => {
    const discord = await LoopbackDiscord.start();
    const home = tempHome();
    const guild = discord.addGuild({ name: 'Newsroom' });
    const desk = discord.addChannel(guild, { name: 'desk' });
    const key = `discord:${desk.id}`;
    const job = ['--name', 'morning', '--message', 'look', '--session-key', key, '--every', '1h', '--create'];
    expect(await run(['cron', 'add', ...job], { home, clock })).toMatchObject({ code: 0 });
    const env = { DISCORD_TOKEN: discord.token, DISCORD_API_BASE: discord.api };
    const { code, about, findings } = await examine(home, env);
    expect(code).toBe(0);
    expect(about('channel #desk')).toMatchObject({ state: 'ok' });
    expect(about('commands')).toMatchObject({ state: 'warning' });
    expect(about('invite')?.text).toContain('permissions=326417632256');
    expect(JSON.stringify(findings)).not.toContain(discord.token);
    const lock = lockHome(join(home, 'data', 'nightdesk.lock'), process.pid);
    expect((await examine(home, env)).about('channel #desk')).toMatchObject({ state: 'ok' });
    lock.release();
    discord.deleteChannel(desk);
    expect(await examine(home, env)).toMatchObject({ code: 1 });
    await discord.close();
  });
});
