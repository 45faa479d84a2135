/** The newsletter on Discord: one message that shows how far it is, a button for editors, a thread, also across a kill. */
import { afterEach, describe, expect, it } from 'vitest';
import type { RunEntry } from '../../src/cron/run.ts';
import { wordsOf } from '../support/discord/cards.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { botSaid } from '../support/discord-desk.ts';
import { buttonsOf, expectFitting } from '../support/discord-newsroom.ts';
import { found } from '../support/desk-process.ts';
import { eventually } from '../support/fake-clock.ts';
import { deskToKill, ofBot, sampleNewsroom } from '../support/sample-on-discord.ts';

const SESSION = 'newsletter_20261120';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Channel = Parameters<LoopbackDiscord['realm']['world']['threadsOf']>[0];
const threadsOn = (discord: LoopbackDiscord, channel: Channel) => discord.realm.world.threadsOf(channel);

describe('/newsletter on Discord', () => {
  it('is made for who may, approved by who may, and becomes a thread that can be asked about', async () => {
    const { discord, news, ben, anna } = await sampleNewsroom(closing, { newsletter: { approval: true } });
    for (const [name, options] of [
      ['newsletter run', {}],
      ['newsletter send', { session: SESSION }],
    ] as const) {
      const refused = await discord.slash(ben, news, name, options).final();
      expect(refused.content).not.toContain('is being');
    }
    expect(ofBot(discord, news)).toEqual([]);

    expect((await discord.slash(anna, news, 'newsletter run').final()).content).toBe(
      `${SESSION} is being made. Its message here shows how far it is.`,
    );
    const draft = await botSaid(discord, news, `Draft of ${SESSION}`);
    expectFitting({ ...draft, acknowledgedAfterMs: 0 } as never);
    expect(buttonsOf(draft)).toEqual(['Send']);
    const progress = await botSaid(discord, news, '9/9');
    expect(progress.edited_timestamp).not.toBeNull();
    const shown = () => ofBot(discord, news).filter((message) => /[▰▱]{9}/u.test(wordsOf(message)));
    expect(shown()).toHaveLength(1);
    expect(threadsOn(discord, news)).toEqual([]);

    // Whoever may talk may look; sending is for editors.
    const look = await discord.slash(ben, news, 'newsletter preview').final();
    expect(look.content).toContain('# ');
    const refused = await discord.press(ben, draft, 'Send').final();
    expect(refused.content).not.toContain('is being sent');
    expect(threadsOn(discord, news)).toEqual([]);
    expect((await discord.press(anna, draft, 'Send').final()).content).toContain(`${SESSION} is being sent.`);
    const thread = await eventually(() => threadsOn(discord, news)[0], 'there is a thread');
    await botSaid(discord, thread, '## Sources');
    const posted = ofBot(discord, thread).map((message) => wordsOf(message));
    const headings = posted.filter((text) => text.startsWith('## '));
    expect(headings.length).toBeGreaterThan(3);
    expect(new Set(headings.map((text) => text.split('\n')[0])).size).toBe(headings.length);
    expect(shown()).toHaveLength(1);
    expect((await discord.press(anna, draft, 'Send').final()).content).toContain(
      `${SESSION} was sent already.`,
    );
    expect(threadsOn(discord, news)).toHaveLength(1);

    // An editor asks in the thread, and is answered out of it.
    discord.say(anna, thread, `<@${discord.bot.id}> how many volunteers signed up for the Barnsley library?`);
    await eventually(
      () =>
        ofBot(discord, thread)
          .slice(posted.length)
          .some((message) => wordsOf(message).includes('74')),
      'the answer knows the newsletter',
    );
  });

  it('refuses in the language of whoever asks', async () => {
    const { discord, news, anna } = await sampleNewsroom(closing);
    const zh = { locale: 'zh-TW' };
    for (const [name, options, said] of [
      ['newsletter run', { session: '../../etc' }, '不是通訊的名稱'],
      ['newsletter run', { resume: true }, '須註明通訊'],
      ['newsletter preview', {}, '尚未有通訊'],
      ['newsletter send', { session: SESSION }, `沒有通訊 ${SESSION}`],
    ] as const) {
      const reply = await discord.slash(anna, news, name, options, zh).final();
      expect(reply.content, name).toContain(said);
    }
    const blank = await discord.slash(anna, news, 'brief', { topic: '\u200b' }, zh).final();
    expect(blank.content).toContain('請給簡報一個題目');
    expect(ofBot(discord, news)).toEqual([]);
  });
});

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
