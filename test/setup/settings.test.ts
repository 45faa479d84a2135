/** `settings.*` over the files of a home: the edition is changed in a form, `.env` is written and never read back. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { channelSetups } from '../../src/main/channels.ts';
import { programFiles } from '../../src/config/program-files.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { News } from '../../src/feature/news.ts';
import { addProvider } from '../../src/llm/provider-kinds.ts';
import type { FormField } from '../../src/newsroom/edition/edition-form.ts';
import { EditionFile } from '../../src/newsroom/edition/edition-file.ts';
import { liveEdition } from '../../src/newsroom/edition/live-edition.ts';
import { FeedList } from '../../src/newsroom/intake/feed-list.ts';
import { openSettings } from '../../src/setup/open-settings.ts';
import { shownChange } from '../../src/setup/plan-files.ts';
import type { settingsMethods } from '../../src/setup/settings-methods.ts';
import { parrotProvider } from '../llm/parrot.ts';
import { FakeClock } from '../support/fake-clock.ts';
import '../support/check-results.ts';
import { tempHome } from '../support/temp-home.ts';

type Methods = ReturnType<typeof settingsMethods>;

const MS = Date.UTC(2026, 10, 26, 9, 0);

function settingsOf({ home = tempHome(), env = {} }: { home?: string; env?: Record<string, string> } = {}) {
  const { config } = readConfig({ NIGHTDESK_HOME: home, ...env }, '/');
  const editionFile = new EditionFile({
    ...{ name: config.edition, home: config.paths.editions, program: programFiles.editions },
  });
  const edition = liveEdition(editionFile.read().edition);
  const news = new News();
  const told: unknown[] = [];
  const logged: Record<string, unknown>[] = [];
  news.subscribe((item) => told.push(item));
  const log = pino(
    { level: 'info' },
    { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const { methods } = openSettings({
    ...{ config, clock: new FakeClock(MS), news, log, edition, newsroom: { editionFile } },
    channels: channelSetups(),
  });
  const call = async <Name extends keyof Methods>(name: Name, params: object = {}) =>
    (await (methods as Methods)[name](params)) as Awaited<ReturnType<Methods[Name]>>;
  const save = async (request: object, author?: string) => {
    const { revision } = await call('settings.preview', request);
    return call('settings.save', { ...request, over: revision, ...(author !== undefined && { author }) });
  };
  const feeds = new FeedList(editionFile, (written) => edition.take(written));
  const inFile = () => JSON.parse(readFileSync(editionFile.path, 'utf8')) as Record<string, unknown>;
  return { call, save, edition, editionFile, config, inFile, told, logged, feeds };
}

const spoil = ({ editionFile, config }: ReturnType<typeof settingsOf>, text: string) => {
  mkdirSync(config.paths.editions, { recursive: true });
  writeFileSync(editionFile.path, text);
};

describe('the form', () => {
  it('has each field of the schema with its kind and limits, but those that have pages of their own', async () => {
    const { form, name, given } = await settingsOf().call('settings.get');
    expect(name).toBe('sample');
    const names = form.map((field) => field.name);
    expect(names).toEqual(expect.arrayContaining(['title', 'language', 'zone', 'categories', 'approval']));
    expect(names).not.toContain('feeds');
    const field = (of: readonly FormField[], ...path: string[]): FormField => {
      const [first, ...rest] = path;
      const found = of.find((one) => one.name === first)!;
      return rest.length === 0 ? found : field('fields' in found ? found.fields : [], ...rest);
    };
    expect(field(form, 'title')).toEqual({ name: 'title', required: true, kind: 'text' });
    expect(field(form, 'language')).toMatchObject({ kind: 'choice', choices: ['en', 'zh-Hant-HK'] });
    expect(field(form, 'quotas', 'daily', 'candidates')).toMatchObject({
      ...{ kind: 'number', whole: true, min: 0, max: 15 },
    });
    expect(field(form, 'categories', 'words')).toMatchObject({ kind: 'texts', fallback: [] });
    expect(field(form, 'queries', 'gdelt')).toMatchObject({ kind: 'texts' });
    expect(field(form, 'approval')).toMatchObject({ kind: 'json', required: false });
    expect(field(form, 'desk', 'console')).toMatchObject({ kind: 'text', required: false });
    expect(field(form, 'verification')).toMatchObject({ kind: 'choice', fallback: 'full' });
    // Every field of the file has a place in it.
    const known = new Set([...names, 'name', 'sample', 'feeds']);
    expect(Object.keys(given!).filter((one) => !known.has(one))).toEqual([]);
  });
});

describe('a change', () => {
  it('is shown before it is written, and then taken up by the desk that runs', async () => {
    const world = settingsOf();
    const changes = { title: 'The Harbour Desk', approval: true };
    const tried = await world.call('settings.preview', { changes });
    expect(tried).toMatchObject({ mistakes: [], fields: ['title', 'approval'], restart: [] });
    expect(tried.lines.filter(({ sign }) => sign !== ' ').map(({ sign, text }) => sign + text)).toEqual(
      expect.arrayContaining(['+  "title": "The Harbour Desk",', '+  "approval": true']),
    );
    expect(existsSync(world.editionFile.path)).toBe(false);
    const saved = await world.call('settings.save', { changes, over: tried.revision, author: 'Ada' });
    expect(saved).toEqual({ fields: ['title', 'approval'], restart: [] });
    expect(world.inFile()).toMatchObject(changes);
    expect(world.edition).toMatchObject(changes);
    expect((await world.call('settings.get')).waiting).toEqual([]);
    expect(world.told).toEqual([{ event: 'newsroom', payload: { settings: ['title', 'approval'] } }]);
    expect(world.logged).toMatchObject([{ by: 'Ada', fields: ['title', 'approval'] }]);
  });

  it('of what a desk reads only when it starts says that it needs a restart', async () => {
    const world = settingsOf();
    expect(await world.save({ changes: { zone: 'Asia/Hong_Kong', title: 'T' } })).toEqual({
      ...{ fields: ['title', 'zone'], restart: ['zone'] },
    });
    expect(world.edition.zone).toBe('Europe/London');
    expect((await world.call('settings.get')).waiting).toEqual(['zone']);
  });

  it('leaves the layout of everything else as its writer had it', async () => {
    const world = settingsOf();
    const text = JSON.stringify({ ...world.editionFile.read().given, title: 'Old' }, null, 4);
    spoil(world, text);
    await world.save({ changes: { title: 'New' } });
    expect(readFileSync(world.editionFile.path, 'utf8')).toBe(
      text.replace('"title": "Old"', '"title": "New"'),
    );
  });

  it('takes a field away with null', async () => {
    const world = settingsOf();
    await world.save({ changes: { approval: true } });
    await world.save({ changes: { approval: null } });
    expect(world.inFile()).not.toHaveProperty('approval');
    expect(world.edition.approval).toBeUndefined();
  });

  it('that is no edition is refused with the field and what is allowed, and changes nothing', async () => {
    const world = settingsOf();
    const quotas = structuredClone((await world.call('settings.get')).given!['quotas']) as {
      hourly: { candidates: number };
    };
    quotas.hourly.candidates = 9;
    const changes = { quotas, zone: 'Hong Kong', bogus: 1 };
    const { mistakes, revision } = await world.call('settings.preview', { changes });
    expect(mistakes.map(({ path, allowed }) => [path.join('.'), allowed.en, allowed.zh])).toEqual(
      expect.arrayContaining([
        ['zone', 'an IANA time zone such as Europe/London', 'IANA 時區，例如 Europe/London'],
        ['quotas.hourly', 'at most 3 candidates hourly', '每小時最多 3 個候選'],
        ['bogus', expect.stringMatching(/\bapproval, /u), expect.stringMatching(/approval、/u)],
      ]),
    );
    await expect(
      world.call('settings.save', { changes: { zone: 'Hong Kong' }, over: revision }),
    ).rejects.toMatchObject({
      ...{ code: 'bad_params', field: 'zone' },
      message: 'zone is "Hong Kong"; allowed: an IANA time zone such as Europe/London',
    });
    expect(existsSync(world.editionFile.path)).toBe(false);
  });

  it('over a file that is another one by now is refused, and what others changed beside it stays', async () => {
    const world = settingsOf();
    const changes = { title: 'Mine' };
    const { revision } = await world.call('settings.preview', { changes });
    const feed = await world.feeds.add({ url: 'https://paper.test/rss', label: 'The Paper' });
    await expect(world.call('settings.save', { changes, over: revision })).rejects.toMatchObject({
      ...{ code: 'refused', field: 'over' },
    });
    await world.save({ changes });
    expect(world.edition.feeds.at(-1)).toEqual(feed);
  });

  it('of an edition of the program itself is refused', async () => {
    const home = join(programFiles.editions, '..', '..');
    const world = settingsOf({ home });
    const { revision, refusal } = await world.call('settings.get');
    expect(refusal).toContain('comes with the program');
    await expect(
      world.call('settings.save', { changes: { title: 'X' }, over: revision }),
    ).rejects.toMatchObject({ code: 'refused' });
  });

  it('needs either fields or a text', async () => {
    const { call } = settingsOf();
    await expect(call('settings.preview')).rejects.toMatchObject({ code: 'bad_params' });
    await expect(call('settings.preview', { changes: {}, text: '' })).rejects.toThrow('either');
  });
});

describe('undo', () => {
  it('brings the former file back, says who had changed what, and is there once', async () => {
    const world = settingsOf();
    await world.save({ changes: { title: 'One' } }, 'Ada');
    const former = readFileSync(world.editionFile.path, 'utf8');
    await world.save({ changes: { title: 'Two', approval: true } }, '詠儀');
    const { undo, revision } = await world.call('settings.get');
    expect(undo).toMatchObject({ atMs: MS, by: '詠儀', fields: ['title', 'approval'] });
    expect(undo!.lines).toContainEqual({ sign: '+', text: '  "title": "One",' });
    await world.call('settings.undo', { over: revision, author: 'Ada' });
    expect(readFileSync(world.editionFile.path, 'utf8')).toBe(former);
    expect(world.edition).toMatchObject({ title: 'One' });
    const next = await world.call('settings.get');
    expect(next.undo).toMatchObject({ by: 'Ada', fields: ['title'] });
    await world.call('settings.undo', { over: next.revision });
    const last = await world.call('settings.get');
    expect(last.undo).toBeUndefined();
    await expect(world.call('settings.undo', { over: last.revision })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('leaves what was written since in other fields', async () => {
    const world = settingsOf();
    await world.save({ changes: { title: 'One' } });
    await world.feeds.add({ url: 'https://paper.test/rss', label: 'The Paper' });
    await world.call('settings.undo', { over: (await world.call('settings.get')).revision });
    expect(world.edition.title).toBe('Nightdesk sample edition');
    expect(world.edition.feeds.at(-1)!.label).toBe('The Paper');
  });

  it('is forgotten rather than in the way when its file is spoiled', async () => {
    const world = settingsOf();
    await world.save({ changes: { title: 'One' } });
    writeFileSync(world.config.paths.editionUndo, '{');
    expect((await world.call('settings.get')).undo).toBeUndefined();
    await world.save({ changes: { title: 'Two' } });
    expect((await world.call('settings.get')).undo).toMatchObject({ fields: ['title'] });
  });
});

describe('a file broken by hand', () => {
  it('shows the fields that are wrong, and is mended by them', async () => {
    const world = settingsOf();
    const { given } = await world.call('settings.get');
    spoil(world, JSON.stringify({ ...given, zone: 'Mars', lenghts: {} }));
    const broken = await world.call('settings.get');
    expect(broken.mistakes.map(({ path }) => path)).toEqual(expect.arrayContaining([['zone'], ['lenghts']]));
    expect(broken.given).toMatchObject({ zone: 'Mars' });
    await expect(world.save({ changes: { zone: 'Europe/London' } })).rejects.toThrow('lenghts');
    await world.save({ changes: { zone: 'Europe/London', lenghts: null } });
    expect(await world.call('settings.get')).toMatchObject({ mistakes: [] });
  });

  it('that is no JSON is shown with the place, and is mended as a text', async () => {
    const world = settingsOf();
    const good = world.editionFile.text();
    spoil(world, '{\n  "name": "sample",\n  "title" "x"\n}\n');
    const broken = await world.call('settings.get');
    expect(broken).toMatchObject({ broken: { line: 3, column: 11 }, mistakes: [], waiting: [] });
    expect(broken.text).toContain('"title" "x"');
    expect(broken.given).toBeUndefined();
    await expect(world.save({ changes: { title: 'X' } })).rejects.toMatchObject({ field: 'text' });
    await expect(world.save({ text: '{' })).rejects.toThrow('line 1, column 2');
    await expect(world.save({ text: '[]' })).rejects.toThrow('the file');
    await world.save({ text: good.replace('Nightdesk sample edition', 'Mended') });
    expect(world.edition.title).toBe('Mended');
    expect((await world.call('settings.get')).undo).toBeUndefined();
  });
});

describe('secrets', () => {
  const set = (world: ReturnType<typeof settingsOf>, name: string, value: string | null) =>
    world.call('settings.secrets.set', { name, value, author: 'Ada' });

  it('are written to .env beside what stands there, told as set, and never returned or logged', async () => {
    const world = settingsOf();
    writeFileSync(world.config.paths.env, '# mine\nLOG_LEVEL=warn\n');
    const { secrets } = await world.call('settings.secrets.list');
    expect(secrets.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'GEMINI_API_KEYS',
        'OPENAI_API_KEY',
        'DISCORD_TOKEN',
        'SMTP_URL',
        'BRAVE_API_KEYS',
      ]),
    );
    expect(secrets.every(({ isSet, waits }) => !isSet && !waits)).toBe(true);
    const done = await set(world, 'GEMINI_API_KEYS', ' kept-very-secret ');
    expect(done).toMatchObject({ isSet: true, waits: true, secret: true });
    expect(readFileSync(world.config.paths.env, 'utf8')).toBe(
      '# mine\nLOG_LEVEL=warn\nGEMINI_API_KEYS=kept-very-secret\n',
    );
    const told = JSON.stringify([done, await world.call('settings.secrets.list'), world.logged]);
    expect(told).not.toContain('very-secret');
    expect(world.logged).toMatchObject([{ by: 'Ada', name: 'GEMINI_API_KEYS', isSet: true }]);
    expect(await set(world, 'GEMINI_API_KEYS', null)).toMatchObject({ isSet: false, waits: false });
    expect(readFileSync(world.config.paths.env, 'utf8')).toBe('# mine\nLOG_LEVEL=warn\n');
  });

  it('that a desk started with wait for nothing, until they are changed', async () => {
    const home = tempHome();
    writeFileSync(join(home, '.env'), 'SMTP_URL=smtp://one.test\n');
    const world = settingsOf({ home });
    const smtp = async () =>
      (await world.call('settings.secrets.list')).secrets.find(({ name }) => name === 'SMTP_URL');
    expect(await smtp()).toMatchObject({ isSet: true, waits: false });
    await set(world, 'SMTP_URL', 'smtp://two.test');
    expect(await smtp()).toMatchObject({ isSet: true, waits: true });
  });

  it('are read and replaced in a file that begins with a byte order mark', async () => {
    const home = tempHome();
    writeFileSync(join(home, '.env'), '\ufeffSMTP_URL=smtp://one.test\nLOG_LEVEL=warn\n');
    const world = settingsOf({ home });
    const { secrets } = await world.call('settings.secrets.list');
    expect(secrets.find(({ name }) => name === 'SMTP_URL')).toMatchObject({ isSet: true, waits: false });
    await set(world, 'SMTP_URL', 'smtp://two.test');
    expect(readFileSync(world.config.paths.env, 'utf8')).toBe('SMTP_URL=smtp://two.test\nLOG_LEVEL=warn\n');
  });

  it('of a provider that has a table of its own are explained, masked and refused by that', async () => {
    onTestFinished(addProvider(parrotProvider));
    const world = settingsOf({ env: { PARROT_FEATHER: 'green' } });
    const { secrets } = await world.call('settings.secrets.list');
    expect(secrets.filter(({ of }) => of === 'Parrot')).toMatchObject([
      { meaning: 'The base address of the parrot.', example: 'http://127.0.0.1:9', secret: false },
      {
        meaning: 'What the parrot knows its people by.',
        secret: true,
        outside: true,
        isSet: true,
        waits: false,
      },
    ]);
    await expect(set(world, 'PARROT_BASE_URL', 'over there')).rejects.toThrow(
      "PARROT_BASE_URL can't be that; allowed: an http:// or https:// address",
    );
    expect(existsSync(world.config.paths.env)).toBe(false);
    const file = { file: '.env', before: '', after: 'PARROT_FEATHER=green\n' };
    expect(JSON.stringify(shownChange(file, true))).not.toContain('green');
  });

  it('refuse what can’t be used, without repeating it, and what the environment sets', async () => {
    const world = settingsOf({ env: { OPENAI_API_KEY: 'from-outside' } });
    const refused = await set(world, 'SMTP_URL', 'pass word').catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'bad_params', field: 'value' });
    expect((refused as Error).message).toMatch(/^SMTP_URL can't be that; allowed: /);
    expect((refused as Error).message).not.toContain('pass word');
    await expect(set(world, 'OPENAI_API_KEY', 'x')).rejects.toThrow('environment');
    await expect(set(world, 'PATH', 'x')).rejects.toMatchObject({ field: 'name' });
    await expect(set(world, 'SMTP_FROM', ' ')).rejects.toThrow('empty');
    await expect(set(world, 'SMTP_FROM', 'a\nLOG_LEVEL=debug')).rejects.toThrow();
    expect(existsSync(world.config.paths.env)).toBe(false);
  });
});
