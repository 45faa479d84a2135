/** A home is copied while its desk works and people talk, and a new home is made of the copy: by the commands that people use. */
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

const BIN = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));
const SKIP = { NIGHTDESK_SKIP_CRON: '1' };

/** A command, to its end. */
const nightdesk = (args: readonly string[], home: string) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [BIN, ...args],
      { env: { PATH: process.env['PATH'], NIGHTDESK_HOME: home } },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const transcripts = (home: string) =>
  Object.fromEntries(
    readdirSync(join(home, 'sessions'))
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => [name, readFileSync(join(home, 'sessions', name), 'utf8')]),
  );

type Desk = Awaited<ReturnType<typeof startDesk>>;
interface Entry {
  readonly id: string;
  readonly role: string;
  readonly content: string;
}

const wordsOf = async (desk: Desk, key = 'console:desk') =>
  (await desk.rpc<{ entries: Entry[] }>('sessions.history', { key, limit: 500 })).entries;
const jobsOf = async (desk: Desk) => (await desk.rpc<{ jobs: { id: string }[] }>('cron.list')).jobs;

it('is one moment of a desk at work: what was said, the stories, the jobs; and a desk goes on from it', async () => {
  const home = tempHome();
  const desk = await startDesk(home);
  await found(
    async () => (await wordsOf(desk)).some(({ content }) => content.includes('5 of 5 stories')) || undefined,
  );
  // A setup that was left in the middle keeps what was entered.
  const draft = `data/.setup.json.${randomUUID()}.tmp`;
  for (const file of ['data/setup.json', draft])
    writeFileSync(join(home, file), '{"gemini": "AIza-entered"}');
  let talks = true;
  const talking = (async () => {
    for (let n = 0; talks; n++)
      await desk.rpc('chat.send', {
        sessionKey: `console:room-${n % 7}`,
        text: `remark ${n}`,
        author: { name: 'Ann' },
      });
  })();
  await found(async () => (await wordsOf(desk, 'console:room-0')).length > 0 || undefined);
  const copy = join(tempHome(), 'copy');
  const made = await nightdesk(['backup', copy, '--json'], home);
  talks = false;
  await talking;
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(statSync(copy).mode & 0o077).toBe(0);
  expect((await nightdesk(['backup', copy], home)).err).toContain(`${copy} is not empty`);
  const jobs = await jobsOf(desk);
  expect((await desk.stop()).code).toBe(0);

  const other = tempHome();
  expect(await nightdesk(['restore', copy, '--json'], other)).toMatchObject({ code: 0, err: '' });
  for (const secret of ['.env', 'data/gateway.token', 'data/setup.json', draft])
    expect(existsSync(join(other, secret))).toBe(false);
  const [was, is] = [transcripts(home), transcripts(other)];
  // A file whose first line was just about to be written is empty, as after a kill.
  const keys = Object.values(is)
    .filter((words) => words !== '')
    .map((words) => (JSON.parse(words.split('\n', 1)[0]!) as { key: string }).key);
  expect(keys).toEqual(expect.arrayContaining(['console:desk', 'console:room-0']));
  for (const [name, words] of Object.entries(is)) expect(was[name]!.startsWith(words), name).toBe(true);
  const pictures = (folder: string) => readdirSync(join(folder, 'data', 'newsroom', 'jobs')).toSorted();
  expect(pictures(other)).toEqual(pictures(home));

  const next = await startDesk(other, SKIP);
  expect((await jobsOf(next)).map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
  // What had been accepted is answered, once, also when its turn had not been done.
  const said = await found(async () => {
    const rooms = await Promise.all(
      keys.filter((key) => key.startsWith('console:room-')).map((key) => wordsOf(next, key)),
    );
    return rooms.every((entries) => entries.at(-1)?.role === 'assistant') ? rooms.flat() : undefined;
  });
  const remarks = said.filter(({ role }) => role === 'user').map(({ content }) => content);
  expect(new Set(remarks).size).toBe(remarks.length);
  expect(next.errors()).not.toMatch(/"level":(50|60)/);
  expect((await next.stop()).code).toBe(0);
});

it('is refused with what is allowed, and nothing is changed', async () => {
  const home = tempHome();
  expect((await nightdesk(['backup', join(home, 'copy')], home)).err).toContain(
    'there is nothing to back up',
  );
  expect((await (await startDesk(home, SKIP)).stop()).code).toBe(0);
  expect((await nightdesk(['backup', join(home, 'data', 'copy')], home)).err).toContain(
    'is where this home has its data',
  );
  const copy = join(tempHome(), 'copy');
  expect((await nightdesk(['backup', copy], home)).out).toMatch(/^\d+ files, .* MB, of .* are in /);

  expect((await nightdesk(['restore', copy], home)).err).toMatch(/is there already, and is not overwritten/);
  const other = tempHome();
  expect((await nightdesk(['restore', join(home, 'sessions')], other)).err).toContain('is no whole backup');
  const database = join(copy, 'data', 'nightdesk.sqlite3');
  appendFileSync(database, 'x');
  expect((await nightdesk(['restore', copy], other)).err).toContain('data/nightdesk.sqlite3 was changed');
  expect(existsSync(join(other, 'data', 'nightdesk.sqlite3'))).toBe(false);
  const manifest = join(copy, 'backup.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"path": "data/', '"path": "../data/'));
  expect((await nightdesk(['restore', copy], other)).err).toContain('backup.json: files.');
});
