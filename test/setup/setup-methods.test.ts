/** `setup.*` over the files of a home: the answers of `nightdesk setup`, asked by programs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { programFiles } from '../../src/config/program-files.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { News } from '../../src/feature/news.ts';
import { chainOf } from '../../src/llm/model-plan.ts';
import { channelSetups } from '../../src/main/channels.ts';
import { readEdition } from '../../src/newsroom/edition/edition.ts';
import { EditionFile } from '../../src/newsroom/edition/edition-file.ts';
import { liveEdition } from '../../src/newsroom/edition/live-edition.ts';
import { openSettings } from '../../src/setup/open-settings.ts';
import type { PreviewedRun } from '../../src/setup/preview-home.ts';
import { Setup } from '../../src/setup/setup.ts';
import type { settingsMethods } from '../../src/setup/settings-methods.ts';
import type { setupMethods } from '../../src/setup/setup-methods.ts';
import { FakeClock } from '../support/fake-clock.ts';
import '../support/check-results.ts';
import { tempHome } from '../support/temp-home.ts';

type Methods = ReturnType<typeof setupMethods> & ReturnType<typeof settingsMethods>;

const ANSWERS = {
  language: 'en',
  edition: { from: 'sample' },
  model: { provider: 'gemini', settings: { GEMINI_API_KEYS: 'good-key' } },
  channel: { key: 'discord:100000000000000001', secret: 'a-token' },
  schedule: { words: 'every 2h', zone: 'Europe/London' },
};

function setupOf(runPreview?: (signal: AbortSignal) => Promise<PreviewedRun>, home = tempHome()) {
  const { config } = readConfig({ NIGHTDESK_HOME: home }, '/');
  const editionFile = new EditionFile({
    ...{ name: config.edition, home: config.paths.editions, program: programFiles.editions },
  });
  const feature = openSettings({
    ...{ config, clock: new FakeClock(Date.UTC(2026, 10, 26, 9, 0)), news: new News() },
    ...{ log: pino({ level: 'silent' }), newsroom: { editionFile }, channels: channelSetups() },
    edition: liveEdition(editionFile.read().edition),
    ...(runPreview && { runPreview: (_, signal) => runPreview(signal) }),
  });
  const methods = feature.methods as Methods;
  const call = async <Name extends keyof Methods>(name: Name, params: object = {}) =>
    (await methods[name](params)) as Awaited<ReturnType<Methods[Name]>>;
  const stop = () => feature.stop!();
  return { call, home, methods, stop };
}

it('is for those who run the desk', () => {
  const { methods } = setupOf();
  const scopes = Object.entries(methods).filter(([name]) => name.startsWith('setup.'));
  expect(scopes.length).toBeGreaterThan(10);
  expect(new Set(scopes.map(([, { about }]) => about.scope))).toEqual(new Set(['admin']));
});

it('tells which secrets were given, and none of them', async () => {
  const { call } = setupOf();
  const look = await call('setup.answer', ANSWERS);
  expect(look).toMatchObject({ given: ['GEMINI_API_KEYS', 'DISCORD_TOKEN'], open: [] });
  expect(look.channels).toMatchObject([{ name: 'discord', isSet: true }]);
  const plan = await call('setup.plan');
  expect(plan.files[1]?.lines).toContainEqual({ sign: '+', text: 'DISCORD_TOKEN=(new)' });
  expect(JSON.stringify([look, plan, await call('setup.look')])).not.toMatch(/good-key|a-token/);
});

it('writes no key of a model or channel that another answer took the place of', async () => {
  const { call } = setupOf();
  await call('setup.answer', ANSWERS);
  const openai = { OPENAI_API_KEY: 'other-key' };
  const other = await call('setup.answer', { model: { provider: 'openai', settings: openai } });
  expect(other.given).toEqual(['DISCORD_TOKEN', 'OPENAI_API_KEY']);
  const again = await call('setup.answer', { model: { provider: 'openai' } });
  expect(again.given).toEqual(other.given);
  const none = await call('setup.answer', { model: { provider: 'desk' }, channel: { key: 'console:desk' } });
  expect(none.given).toEqual([]);
  const { files } = await call('setup.plan');
  expect(files[1]?.lines.map(({ text }) => text).join('\n')).not.toMatch(/GEMINI|OPENAI|DISCORD/);
});

it('asks no language model where none was chosen, though .env has a key, until one is chosen again', async () => {
  const { call, home } = setupOf();
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.env'), 'GEMINI_API_KEYS=costly-key\n');
  const written = async (answers: object) => {
    await call('setup.answer', answers);
    await call('setup.write', { over: (await call('setup.plan')).revision });
    const { models } = readEdition('my-sample', [join(home, 'data', 'editions')]);
    return chainOf(models, 'write');
  };
  expect(await written({ ...ANSWERS, model: { provider: 'desk' } })).toEqual(['desk']);
  expect(readFileSync(join(home, '.env'), 'utf8')).toContain('GEMINI_API_KEYS=costly-key\n');
  const again = { ...ANSWERS, edition: { from: 'my-sample' }, model: { provider: 'gemini' } };
  expect(await written(again)).toContain('gemini');
});

it('leaves approval as the edition has it, unless it is answered', async () => {
  const { call, home } = setupOf();
  const written = async (answers: object) => {
    await call('setup.answer', { ...ANSWERS, ...answers });
    await call('setup.write', { over: (await call('setup.plan')).revision });
    return readEdition('my-sample', [join(home, 'data', 'editions')]).approval;
  };
  expect(await written({ approval: true })).toBe(true);
  expect(await written({ edition: { from: 'my-sample' } })).toBe(true);
  const { editions } = await call('setup.look');
  expect(editions.find(({ name }) => name === 'my-sample')).toMatchObject({ approval: true });
  expect(editions.find(({ name }) => name === 'sample')).toMatchObject({ approval: false });
  expect(await written({ edition: { from: 'my-sample' }, approval: false })).toBeUndefined();
});

it('refuses an answer that could not be read again, and keeps the others', async () => {
  const { config } = readConfig({ NIGHTDESK_HOME: tempHome() }, '/');
  const setup = new Setup({ config, clock: new FakeClock(), channels: [] });
  await setup.answerLanguage('en');
  const refused = async (answer: () => Promise<unknown>, en: string) => {
    const asked = (async () => answer())();
    await expect(asked).rejects.toMatchObject({ words: { en: expect.stringContaining(en) as string } });
    expect(setup.draft()).toMatchObject({ language: 'en' });
  };
  const feed = { url: 'https:/news.example/feed', label: 'News' };
  await refused(() => setup.answerFeeds([feed]), 'allowed: an http:// or https:// address');
  const long = { url: 'https://news.example/feed', label: 'N'.repeat(501) };
  await refused(() => setup.answerFeeds([long]), 'at most 500 characters');
  await refused(() => setup.answerEdition({ topic: 'wind '.repeat(200) }), 'at most 500 characters');
});

it('shows no secret that .env has twice, or in a comment', async () => {
  const { call, home } = setupOf();
  mkdirSync(home, { recursive: true });
  const env = [
    'DISCORD_TOKEN=first-token',
    'DISCORD_TOKEN="second-token"',
    '# GEMINI_API_KEYS=former-key',
    '',
  ];
  writeFileSync(join(home, '.env'), env.join('\n'));
  await call('setup.answer', ANSWERS);
  const { files } = await call('setup.plan');
  expect(files[1]?.lines).toEqual([
    { sign: '-', text: 'DISCORD_TOKEN=(set)' },
    { sign: '-', text: 'DISCORD_TOKEN=(set)' },
    { sign: '+', text: 'DISCORD_TOKEN=(new)' },
    { sign: ' ', text: '# GEMINI_API_KEYS=(set)' },
    { sign: '+', text: 'GEMINI_API_KEYS=(new)' },
    { sign: '+', text: 'NIGHTDESK_EDITION=my-sample' },
    ...(files[1]?.lines.slice(6) ?? []),
  ]);
  expect(JSON.stringify(files)).not.toMatch(/-token|-key/);
});

it.each(['DB_PASS', 'SMTP_PWD', 'AWS_CREDENTIALS', 'BASIC_AUTH'])(
  'shows no secret of another program in .env: %s',
  async (name) => {
    const { call, home } = setupOf();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, '.env'), `${name}=hunter2\n`);
    await call('setup.answer', ANSWERS);
    const { files } = await call('setup.plan');
    expect(files[1]?.lines[0]).toEqual({ sign: ' ', text: `${name}=(set)` });
  },
);

it('tells of an answer that is still being kept', async () => {
  const { call } = setupOf();
  const [answered, look] = await Promise.all([call('setup.answer', ANSWERS), call('setup.look')]);
  expect(look.open).toEqual([]);
  expect(look).toEqual(answered);
});

it('writes only what was shown, and tells what waits for a restart', async () => {
  const { call, home } = setupOf();
  await call('setup.answer', ANSWERS);
  const { revision } = await call('setup.plan');
  await call('setup.answer', { schedule: { words: 'every 3h', zone: 'Europe/London' } });
  await expect(call('setup.write', { over: revision })).rejects.toMatchObject({
    code: 'refused',
    field: 'over',
  });
  const written = await call('setup.write', { over: (await call('setup.plan')).revision, author: 'Ann' });
  expect(written).toMatchObject({
    restart: true,
    files: [join(home, 'data/editions/my-sample.json'), join(home, '.env')],
  });
  expect(readFileSync(join(home, '.env'), 'utf8')).toContain('GEMINI_API_KEYS=good-key\n');
  const { waiting, draft, done } = await call('setup.look');
  expect({ draft, done }).toEqual({ draft: {}, done: true });
  expect(waiting).toEqual(expect.arrayContaining(['NIGHTDESK_EDITION', 'GEMINI_API_KEYS', 'DISCORD_TOKEN']));
});

it('keeps the edition that it writes over, so that it can be had back', async () => {
  const { call, home } = setupOf();
  await call('setup.answer', { ...ANSWERS, edition: { from: 'sample', name: 'mine' } });
  await call('setup.write', { over: (await call('setup.plan')).revision });
  const file = join(home, 'data/editions/mine.json');
  const mine = `${readFileSync(file, 'utf8')}\n\n`;
  writeFileSync(file, mine);
  const again = { ...ANSWERS, language: 'zh-Hant-HK', edition: { from: 'sample', name: 'mine' } };
  await call('setup.answer', again);
  await call('setup.write', { over: (await call('setup.plan')).revision, author: { name: 'Ann' } });
  expect(readFileSync(file, 'utf8')).not.toBe(mine);
  const restarted = setupOf(undefined, home);
  const { undo, revision } = await restarted.call('settings.get');
  expect(undo).toMatchObject({ by: 'Ann', fields: [] });
  await restarted.call('settings.undo', { over: revision });
  expect(readFileSync(file, 'utf8')).toBe(mine);
});

it('says in the language of whoever asks what it refuses', async () => {
  const { call, home } = setupOf();
  const none = { edition: { topic: ' ' } };
  await expect(call('setup.answer', none)).rejects.toThrow('Give an edition to start from');
  await expect(call('setup.answer', { ...none, locale: 'zh' })).rejects.toThrow('請選一個現成版本');
  await expect(call('setup.plan', { locale: 'zh' })).rejects.toThrow('還未選定語言。');
  expect(await call('setup.schedule.read', { words: 'sometimes' })).toMatchObject({ understood: false });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.env'), 'GATEWAY_PORT=many\n');
  await expect(call('setup.look')).rejects.toMatchObject({ code: 'refused' });
});

it('makes one first run at a time, and breaks it off when the desk stops', async () => {
  const { call, stop } = setupOf(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  expect(await call('setup.preview')).toEqual({ kind: 'idle' });
  expect(await call('setup.preview.start')).toEqual({ kind: 'running' });
  await expect(call('setup.preview.start')).rejects.toThrow('is under way');
  await stop();
  expect(await call('setup.preview')).toEqual({ kind: 'failed' });
  await expect(setupOf().call('setup.preview.start')).rejects.toThrow('needs a running desk');
});

it('takes no settings with which a desk would not start, and tells none that is secret', async () => {
  const { call, home } = setupOf();
  const openai = { provider: 'openai', settings: { OPENAI_BASE_URL: 'localhost:11434' } };
  await expect(call('setup.answer', { ...ANSWERS, model: openai })).rejects.toThrow(
    'OPENAI_BASE_URL is "localhost:11434"; allowed: an http:// or https:// address.',
  );
  const channel = { key: 'discord:100000000000000001', secret: 'Bot pasted-whole' };
  await expect(call('setup.answer', { ...ANSWERS, channel })).rejects.toThrow(
    'DISCORD_TOKEN is not shown (16 characters); allowed: visible ASCII characters',
  );
  await call('setup.answer', ANSWERS);
  await call('setup.write', { over: (await call('setup.plan')).revision });
  expect(() => readConfig({ NIGHTDESK_HOME: home }, '/')).not.toThrow();
});

it('is not at a first run that was refused', async () => {
  const { call, home } = setupOf(() => Promise.resolve({ kind: 'none', because: 'a test' }));
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.env'), 'GATEWAY_PORT=many\n');
  await expect(call('setup.preview.start')).rejects.toThrow('GATEWAY_PORT is "many"');
  expect(await call('setup.preview')).toEqual({ kind: 'idle' });
});
