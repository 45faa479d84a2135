/** A runner where no desk runs: it sends to Discord and hears nobody; a desk that is started goes on without doubles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { APIUser } from 'discord-api-types/v10';
import { runWithoutDesk } from '../../src/main/runner.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { START, deskOnDiscord, discordInTime } from '../support/discord-desk.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import type { Channel } from '../support/discord/world.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { foreignFolder, runnerHome, topicOf } from '../support/runner-home.ts';
import type { RunnerHome } from '../support/runner-home.ts';

const STRANGER = '999999999999999999';

let clock: FlowingClock;
let discord: LoopbackDiscord;
let anna: APIUser;
let news: Channel;
let there: RunnerHome;
beforeEach(async () => {
  clock = new FlowingClock(START);
  ({ discord } = await discordInTime({ clock }));
  const guild = discord.addGuild({ name: 'Newsroom' });
  anna = discord.addPerson('anna', { guilds: [guild] });
  news = discord.addChannel(guild, { name: 'news' });
  there = await runnerHome({
    edition: { desk: { discord: news.id } },
    env: {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_BASE: discord.api,
      DISCORD_DM_ALLOWLIST: anna.id,
    },
  });
});
afterEach(async () => {
  clock.stop();
  await discord.close(); // throws when a request broke the contract
});

function work(path: string, signal: AbortSignal) {
  const log = pino({ level: 'silent' });
  return runWithoutDesk({ config: there.config, asked: { path }, signal, clock, log });
}

const threads = () => discord.realm.world.threadsOf(news);
const said = (channel: Channel) => discord.messages(channel).map((message) => wordsOf(message));
const toldAnna = () => said(discord.directChannel(anna));

it('posts stories into threads, tells who asked to be told, and a desk takes over in the middle, each message once', async () => {
  const failing = {
    story: { primary_url: there.url(99).replace('story', 'gone'), supporting_urls: [] },
    post: { on_failure_dm_targets: [anna.id, STRANGER] },
  };
  const first = foreignFolder(
    there,
    'run-1',
    { 1: { post: { on_success_dm_targets: [anna.id] } }, 2: failing },
    { dm_targets: [`discord:${anna.id}`, STRANGER] },
  );
  expect((await work(first, new AbortController().signal)).kind).toBe('done');
  expect(threads().map(({ name }) => name)).toEqual([expect.stringContaining(topicOf(1))]);
  expect(said(threads()[0]!).join('\n')).toContain('111 volunteers');
  expect(toldAnna()).toHaveLength(3);
  expect(toldAnna().filter((text) => text.startsWith('Posted') && text.includes(topicOf(1)))).toHaveLength(1);
  expect(toldAnna().filter((text) => text.startsWith('1 of 2 stories posted.'))).toHaveLength(1);
  expect(discord.records.requests.filter(({ path }) => path.includes(STRANGER))).toEqual([]);

  // Stopped as soon as the second run's first thread is there; a desk on the same home goes on.
  const second = foreignFolder(
    there,
    'run-2',
    { 3: {}, 4: {}, 5: {} },
    { concurrency: 1, dm_targets: [anna.id] },
  );
  const stop = new AbortController();
  const working = work(second, stop.signal);
  await eventually(() => threads().length > 1, 'the first story of the second run has its thread');
  stop.abort(new Error('stopped'));
  await working;
  const desk = await deskOnDiscord({
    discord,
    clock,
    home: there.home,
    env: there.env,
    edition: there.edition,
  });
  try {
    await eventually(
      () => toldAnna().some((text) => text.startsWith('3 of 3 stories posted.')),
      'the second run is reported',
    );
    await eventually(
      () =>
        threads().length === 4 && threads().every((thread) => said(thread).join('\n').includes('Read more')),
      'all stories are complete',
    );
    const titles = said(news).filter((text) => text.startsWith('### Volunteers reopen the old'));
    for (const n of [1, 3, 4, 5]) expect(titles.filter((text) => text.includes(topicOf(n)))).toHaveLength(1);
    expect(said(news).filter((text) => text.includes('stories posted.'))).toHaveLength(2);
    for (const thread of threads()) expect(new Set(said(thread)).size).toBe(said(thread).length);
    expect(toldAnna()).toHaveLength(4);
    const summary = JSON.parse(readFileSync(join(second, 'run_summary.json'), 'utf8')) as object;
    expect(summary).toMatchObject({ ok: true, summary: { total: 3, completed: 3 } });
  } finally {
    await desk.stop();
  }
});
