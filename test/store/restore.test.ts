import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsOf } from '../../src/config/paths.ts';
import { programFiles } from '../../src/config/program-files.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { programsOwn } from '../../src/setup/edition-files.ts';
import { backUp } from '../../src/store/backup/back-up.ts';
import { restore } from '../../src/store/backup/restore.ts';
import { openDatabase } from '../../src/store/sqlite/database.ts';
import { tempHome } from '../support/temp-home.ts';

function homeWith(files: Readonly<Record<string, string>>) {
  const home = tempHome();
  for (const [name, words] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), words);
  }
  return { home, paths: pathsOf(home), read: (name: string) => readFileSync(join(home, name), 'utf8') };
}

const OWN = {
  'sessions/console%3Adesk.jsonl': '{}\n',
  'prompts/desk.md': 'ours',
  'data/editions/own.json': '{}',
  'prompts/mend.md': 'same',
};

async function aBackup(leftOut: readonly string[] = [], change = (_home: string) => {}) {
  const { home, paths } = homeWith(OWN);
  openDatabase(paths.database, '1').close();
  change(home);
  const to = join(tempHome(), 'copy');
  const terms = { home, paths, to, madeAt: '2026-11-28T06:00:00Z' };
  const { files } = await backUp({ ...terms, leftOut: leftOut.map((name) => join(home, name)) });
  return { to, names: files.map(({ path }) => path) };
}

describe('restore', () => {
  it('overwrites no prompt and no edition, and names those that are in the way', async () => {
    const { to } = await aBackup();
    const there = { 'prompts/desk.md': 'theirs', 'data/editions/own.json': '{"theirs":1}' };
    const { home, paths, read } = homeWith({ ...there, 'prompts/mend.md': 'same' });
    await expect(restore(to, { home, paths })).rejects.toThrow(
      /data\/editions\/own\.json, prompts\/desk\.md are there already with other content, and are not overwritten/,
    );
    for (const [name, words] of Object.entries(there)) expect(read(name)).toBe(words);
    expect(existsSync(paths.database)).toBe(false);
  });

  it('goes on where it was interrupted', async () => {
    const { to } = await aBackup();
    const { home, paths, read } = homeWith({
      'sessions/console%3Adesk.jsonl': '{}\n',
      'prompts/desk.md': 'ours',
      'prompts/mend.md.restoring': 'sa',
    });
    await restore(to, { home, paths });
    for (const [name, words] of Object.entries(OWN)) expect(read(name)).toBe(words);
    expect(existsSync(paths.database)).toBe(true);
    expect(existsSync(join(home, 'prompts/mend.md.restoring'))).toBe(false);
  });
});

describe('restore, of a backup that a later version made', () => {
  it.each(['desk', 'pool'])('is refused, also where only its %s is later', async (part) => {
    const { to } = await aBackup();
    const file = join(to, 'backup.json');
    const made = JSON.parse(readFileSync(file, 'utf8')) as { schema: object };
    writeFileSync(file, JSON.stringify({ ...made, schema: { ...made.schema, [part]: 999 } }));
    const { home, paths } = homeWith({});
    await expect(restore(to, { home, paths })).rejects.toThrow(
      /was made by a later Nightdesk \(schema 999\); update first/,
    );
    expect(existsSync(join(home, 'prompts'))).toBe(false);
  });
});

describe('restore, of a backup that somebody changed', () => {
  const words = `${'x'.repeat(43)}\n`;
  const sha256 = createHash('sha256').update(words).digest('hex');
  const changed = (to: string, path: string, bytes = words.length) => {
    const file = join(to, 'backup.json');
    const made = JSON.parse(readFileSync(file, 'utf8')) as { files: object[] };
    writeFileSync(file, JSON.stringify({ ...made, files: [...made.files, { path, bytes, sha256 }] }));
  };

  it.each([
    '.env',
    '.git/hooks/pre-commit',
    'data/gateway.token',
    'data/./gateway.token',
    'data/setup.json',
    '.',
  ])('puts no file in place that backups don’t have: %s', async (path) => {
    const { to } = await aBackup();
    mkdirSync(dirname(join(to, path)), { recursive: true });
    if (path !== '.') writeFileSync(join(to, path), words);
    changed(to, path);
    const { home, paths } = homeWith({});
    await expect(restore(to, { home, paths })).rejects.toThrow(
      /backup\.json was changed, nothing was restored: it names ".*"; allowed: files in data, sessions and prompts/,
    );
    expect(existsSync(paths.data)).toBe(false);
  });

  it('waits at no pipe', async () => {
    const { to } = await aBackup();
    execFileSync('mkfifo', [join(to, 'prompts/pipe.md')]);
    changed(to, 'prompts/pipe.md', 0);
    const { home, paths } = homeWith({});
    await expect(restore(to, { home, paths })).rejects.toThrow('prompts/pipe.md is missing');
  });
});

describe('restore, beside data that are not the backup’s', () => {
  it.each([
    ['sessions/console%3Aother.jsonl', /sessions is there already, and is not overwritten/],
    ['data/newsroom/news_pool.sqlite3', /news_pool\.sqlite3 is there already, and is not overwritten/],
    ['data/nightdesk.sqlite3-wal', /nightdesk\.sqlite3-wal is there already, and is not overwritten/],
  ])('is refused: %s', async (name, because) => {
    const { to } = await aBackup();
    const { home, paths, read } = homeWith({ [name]: 'theirs' });
    await expect(restore(to, { home, paths })).rejects.toThrow(because);
    expect(read(name)).toBe('theirs');
    expect(existsSync(paths.database)).toBe(false);
  });
});

describe('a backup', () => {
  it('has nothing of what is the program’s own', async () => {
    const { names } = await aBackup(['prompts', 'data/editions/sample.json']);
    expect(names.filter((name) => /prompts|editions/.test(name))).toEqual(['data/editions/own.json']);
  });

  it('has each file once, and no secret, where links lead back to folders above', async () => {
    const whole = await aBackup();
    const linked = await aBackup([], (home) => {
      writeFileSync(join(home, '.env'), 'GEMINI_API_KEYS=secret');
      writeFileSync(join(home, 'data', 'gateway.token'), 'secret');
      for (const [name, target] of [
        ['data/here', '.'],
        ['data/editions/above', '../..'],
        ['sessions/here', '../sessions'],
        ['prompts/root', '/'],
      ] as const)
        symlinkSync(target, join(home, name));
    });
    expect(linked.names).toEqual(whole.names);
  });

  it('has the files of a folder that lies elsewhere, by the link that leads there', async () => {
    const elsewhere = homeWith({ 'old/run.json': '{}' }).home;
    const { names } = await aBackup([], (home) => symlinkSync(elsewhere, join(home, 'data', 'jobs')));
    expect(names).toContain('data/jobs/old/run.json');
  });

  it('goes into no folder that it copies', async () => {
    const { home, paths } = homeWith(OWN);
    openDatabase(paths.database, '1').close();
    for (const name of ['data/new', 'sessions/new', 'prompts/new']) {
      const to = join(home, name);
      await expect(backUp({ home, paths, to, madeAt: '2026-11-28T06:00:00Z' })).rejects.toThrow(
        /is where this home has its data/,
      );
      expect(existsSync(to)).toBe(false);
    }
  });

  it('of the program’s folder leaves out its prompts, editions and samples, of another home nothing', () => {
    const of = (home: string) => programsOwn(readConfig({ LOG_LEVEL: 'silent' }, home).config);
    const { prompts, editions, samples } = programFiles;
    const shipped = ['sample', 'uk-hk'].map((name) => join(editions, `${name}.json`));
    expect(of(dirname(prompts))).toEqual([prompts, ...shipped, samples]);
    expect(of(homeWith(OWN).home)).toEqual([]);
  });
});
