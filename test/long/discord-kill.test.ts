import { MessageType } from 'discord-api-types/v10';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import type { RequestFaults } from '../support/discord/request-faults.ts';
import { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { found, startDesk } from '../support/desk-process.ts';
import { tempHome } from '../support/temp-home.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;

/** What a story sends, and what becomes of the request in whose middle the desk is killed. */
const MOMENTS: readonly [what: string, nth: number, fault: 'loseAcknowledgement' | 'cut'][] = [
  ['a title post arrived, and nobody heard of it', 1, 'loseAcknowledgement'],
  ['a thread was opened, and nobody heard of it', 2, 'loseAcknowledgement'],
  ['a part of the story was lost', 5, 'cut'],
  ['a part of the story arrived, and nobody heard of it', 8, 'loseAcknowledgement'],
];

describe('a desk that is killed while it posts to Discord', () => {
  let discord: LoopbackDiscord;
  let desk: Desk | undefined;

  afterEach(async () => {
    await desk?.stop();
    await discord.close();
  });

  it('posts every story once, and whole', async () => {
    discord = await LoopbackDiscord.start();
    const guild = discord.addGuild({ name: 'Newsroom' });
    const news = discord.addChannel(guild, { name: 'news' });
    const home = aHome(news.id);
    const env = {
      NIGHTDESK_EDITION: 'loop',
      DISCORD_TOKEN: discord.token,
      DISCORD_API_BASE: discord.api,
    };
    let writes = 0;
    desk = await startDesk(home, env);
    for (const [, nth, fault] of MOMENTS) {
      const { child } = desk;
      const isThisOne: Parameters<RequestFaults['cut']>[0] = {
        method: 'POST',
        route: /\/(messages|threads)$/,
        when: () => {
          writes += 1;
          if (writes < nth) return false;
          child.kill('SIGKILL');
          return true;
        },
      };
      discord.faults[fault](isThisOne);
      await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve(0)));
      desk = await startDesk(home, env);
    }
    const stories = await found(() => {
      const threads = discord.realm.world.threadsOf(news);
      const done = threads.filter((thread) => said(thread).some((text) => text.includes('Read more')));
      return done.length >= 5 ? threads : undefined;
    });

    const titles = said(news).filter((text) => text.startsWith('### '));
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toHaveLength(stories.length);
    for (const thread of stories) {
      const parts = said(thread);
      expect(new Set(parts).size).toBe(parts.length);
      expect(parts.filter((text) => text.includes('Read more'))).toHaveLength(1);
    }
  });

  const said = (channel: { id: string }) =>
    discord
      .messages(channel)
      .filter(({ type }) => type === MessageType.Default)
      .map((message) => wordsOf(message));
});

/** The sample edition, with its desk in a channel of Discord, planning once. */
function aHome(channel: string): string {
  const home = tempHome();
  const sample = JSON.parse(readFileSync('data/editions/sample.json', 'utf8')) as Record<string, unknown>;
  const schedules = [{ name: 'Planner', profile: 'planner_daily', every: '12h', startAfter: '3s' }];
  mkdirSync(join(home, 'data', 'editions'), { recursive: true });
  writeFileSync(
    join(home, 'data', 'editions', 'loop.json'),
    JSON.stringify({ ...sample, name: 'loop', desk: { discord: channel }, schedules }),
  );
  return home;
}
