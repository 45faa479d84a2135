/** A newsletter on Discord across kills of its desk. */
import { afterEach, describe, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import { wordsOf } from '../support/discord/cards.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { found } from '../support/desk-process.ts';
import { deskToKill, ofBot } from '../support/sample-on-discord.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Channel = Parameters<LoopbackDiscord['realm']['world']['threadsOf']>[0];
const threadsOn = (discord: LoopbackDiscord, channel: Channel) => discord.realm.world.threadsOf(channel);

describe('a desk that is killed while a newsletter of a job is made', () => {
  // A turn is started again once, no more, unless it had ended when the second kill came; the newsletter goes on all the same.
  it.each([
    { kills: [3], ends: ['ok'] },
    { kills: [3, 5], ends: ['ok', 'interrupted'] },
  ])(
    'at steps $kills goes on in the same message, posts one thread, and closes the run once',
    async ({ kills, ends }) => {
      const there = await deskToKill(closing);
      const { discord, news } = there;
      const payload = { kind: 'agentTurn', message: 'Make the newsletter.', profile: 'newsletter' };
      const job = await there.desk.rpc<{ id: string }>('cron.add', {
        ...{ name: 'weekly', sessionTarget: 'bound', create: true },
        payload: { ...payload, sessionKey: `discord:${news.id}` },
        schedule: { kind: 'cron', expr: '0 7 * * 5' },
      });
      await there.desk.rpc('cron.run', { id: job.id, mode: 'force' });
      for (const step of kills) {
        await found(() =>
          ofBot(discord, news).some((message) => Number(/▰+/u.exec(wordsOf(message))?.[0].length) >= step)
            ? true
            : undefined,
        );
        there.kill();
        await there.restart();
      }
      const thread = await found(() => threadsOn(discord, news)[0]);
      await found(() =>
        ofBot(discord, thread).some((message) => wordsOf(message).includes('## Sources')) ? true : undefined,
      );
      const run = await found(async () => {
        const { entries } = await there.desk.rpc<{ entries: RunEntry[] }>('cron.runs', { id: job.id });
        return entries.find(({ finishedAtMs }) => finishedAtMs !== undefined);
      });
      expect(ends).toContain(run.status);
      const closure = run.summary ?? '';
      await found(() =>
        ofBot(discord, news).some((message) => wordsOf(message).includes(closure)) ? true : undefined,
      );
      expect(threadsOn(discord, news)).toHaveLength(1);
      const said = ofBot(discord, news).map((message) => wordsOf(message));
      expect(said.filter((text) => /[▰▱]{9}/u.test(text))).toHaveLength(1);
      expect(said.filter((text) => text.startsWith('# '))).toHaveLength(1);
      expect(new Set(said).size).toBe(said.length);
      const inThread = ofBot(discord, thread).map((message) => wordsOf(message));
      expect(new Set(inThread).size).toBe(inThread.length);
      const { entries } = await there.desk.rpc<{ entries: RunEntry[] }>('cron.runs', { id: job.id });
      expect(entries).toHaveLength(1);
    },
  );
});
