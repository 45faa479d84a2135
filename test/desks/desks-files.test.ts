/** Files of a newsroom whose desks have homes of their own: real processes, a real server, a Discord on loopback. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openSharedHome } from '../../src/store/postgres/shared-home.ts';
import { systemClock } from '../../src/time/clock.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { LoopbackOpenAi } from '../support/models/loopback-openai.ts';
import { startPostgres } from '../support/postgres-server.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { tempHome } from '../support/temp-home.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const given = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as object;

/** A desk with a home of its own. */
async function desk(env: Record<string, string>, edition: object = {}) {
  const home = tempHome();
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(
    join(home, 'data', 'editions', 'test.json'),
    JSON.stringify({ ...given, ...edition, name: 'test' }),
  );
  const running = await startDesk(home, { NIGHTDESK_EDITION: 'test', ...env });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return { ...running, home };
}

/** A desk that has the sending and sends nothing: a stand-in for one that was cut off from the platforms. */
async function sendsNothing(url: string): Promise<() => Promise<void>> {
  const log = { info: () => {}, warn: () => {} };
  const { signal } = new AbortController();
  const home = await openSharedHome({
    ...{ url, clock: systemClock, log, signal, holder: 'desk', database: '/nowhere/nightdesk.sqlite3' },
  });
  const roles = [{ name: 'platforms', begin: async () => {} }];
  const duties = { roles, receive: () => {}, gone: async () => {}, look: () => {} };
  await home.peers!.begin(duties);
  return () => home.close();
}

/** The contents of the files below a folder, by their paths. */
const contents = (root: string, named: RegExp) =>
  new Map(
    (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [])
      .filter((name) => named.test(name))
      .map((name) => [name, readFileSync(join(root, name)).toString('base64')]),
  );
const PICTURE = /\.(?:png|jpg)$/;

it('pictures that one desk drew are sent by another one, also when the first is gone', async () => {
  const discord = await LoopbackDiscord.start();
  onTestFinished(() => discord.close());
  const guild = discord.addGuild({ name: 'Newsroom' });
  const news = discord.addChannel(guild, { name: 'news' });
  const url = await server.database('pictures');
  const env = { DATABASE_URL: url, DISCORD_TOKEN: discord.token, DISCORD_API_BASE: discord.api };
  const edition = { desk: { discord: news.id } };
  const release = await sendsNothing(url);
  const writer = await desk(env, edition);
  const jobs = (home: string) => join(home, 'data', 'newsroom', 'jobs');
  // Published: what is left is to send it.
  const published = () =>
    [...contents(jobs(writer.home), /story_\d+\.json$/).values()].filter((text) =>
      Buffer.from(text, 'base64').includes('"content_posted": true'),
    );
  await found(() => published().length >= 3 || undefined);
  writer.child.kill('SIGKILL');
  const drawn = contents(jobs(writer.home), PICTURE);
  const sender = await desk(env, edition);
  await release();
  const sent = () => discord.records.requests.flatMap(({ files = [] }) => files);
  await found(() => sent().length >= 3 || undefined);
  const pictures = new Set(drawn.values());
  expect(
    sent().filter(({ bytes }) => pictures.has(Buffer.from(bytes).toString('base64'))).length,
  ).toBeGreaterThanOrEqual(3);
  expect((await sender.stop()).code).toBe(0);
});

it('a newsletter whose desk is killed is gone on with at another, from the step that it was at', async () => {
  const model = await LoopbackOpenAi.start({ models: ['llama3.2'] });
  onTestFinished(() => model.close());
  const env = {
    DATABASE_URL: await server.database('newsletter'),
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'llama3.2',
  };
  const edition = { schedules: [], pictures: false };
  const session = 'newsletter_20260214';
  const stepsOf = ({ home }: { home: string }) =>
    contents(join(home, 'data', 'newsletters', session), /\.json$/);
  const first = await desk(env, edition);
  // Once articles are there, the model that reads them doesn't answer.
  const hasArticles = () => stepsOf(first).has('download_articles.json');
  model.answer(() => (hasArticles() ? { fault: 'never_answers' } : { text: '{}' }));
  await first.rpc('newsletter.run', { session });
  await found(() => (hasArticles() && model.underWay > 0) || undefined);
  first.child.kill('SIGKILL');
  const before = stepsOf(first);
  model.answer(() => ({ text: '{}' }));
  const second = await desk(env, edition);
  const told = await found(async () => {
    const record = await second.rpc<{ state: string; error?: string }>('newsletter.record', { session });
    return record.state === 'running' || record.state === 'sending' ? undefined : record;
  });
  expect(told).toMatchObject({ state: 'done' });
  const after = stepsOf(second);
  expect(after.has('finalize_newsletter.json')).toBe(true);
  // None of the steps that were done is done again.
  expect(before.size).toBeGreaterThanOrEqual(3);
  for (const [name, content] of before) if (after.has(name)) expect(after.get(name)).toBe(content);
  expect(after.has('download_articles.json')).toBe(true);
  expect((await second.stop()).code).toBe(0);
});
