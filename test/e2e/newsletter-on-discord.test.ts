/** The newsletter on Discord: one message that shows how far it is, a button for editors, a thread. */
import { PermissionFlagsBits as Can } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/discord/cards.ts';
import type { LoopbackDiscord } from '../support/discord/loopback-discord.ts';
import { botSaid } from '../support/discord-desk.ts';
import { buttonsOf, expectFitting } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { ofBot, sampleNewsroom } from '../support/sample-on-discord.ts';

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
    expectFitting(draft as never);
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

  it('is shown to those who see its channel, and sent by those who manage it, in whatever channel they are', async () => {
    const { discord, guild, news, ben, anna } = await sampleNewsroom(closing, {
      newsletter: { approval: true },
    });
    await discord.slash(anna, news, 'newsletter run').final();
    await botSaid(discord, news, `Draft of ${SESSION}`);
    const sport = discord.addChannel(guild, {
      name: 'sport',
      overwrites: [{ for: ben, allow: Can.ManageChannels }],
    });
    const said = async (name: string, options = {}, locale = 'en-US') =>
      (await discord.slash(ben, sport, name, { session: SESSION, ...options }, { locale }).final()).content;
    discord.setOverwrite(news, { for: discord.botRole(guild), allow: Can.ViewChannel });
    discord.setOverwrite(news, { for: guild, deny: Can.ViewChannel });
    for (const name of ['newsletter status', 'newsletter preview'])
      await eventually(async () => (await said(name)).includes('a channel that you can’t see'), name);
    discord.say(ben, sport, `<@${discord.bot.id}> what's in the newsletter?`);
    await botSaid(discord, sport, 'There is no newsletter yet');

    discord.setOverwrite(news, { for: guild, allow: Can.ViewChannel });
    await eventually(async () => (await said('newsletter status')).includes('9/9'), 'it is seen again');
    for (const [name, options] of [
      ['newsletter send', {}],
      ['newsletter send', { resend: 'all' }],
      ['newsletter run', { resume: true }],
    ] as const)
      expect(await said(name, options), name).toContain(`${SESSION} belongs to another channel`);
    expect(await said('newsletter send', {}, 'zh-TW')).toContain(`${SESSION} 屬於另一個頻道`);
    discord.say(ben, sport, `<@${discord.bot.id}> send the newsletter`);
    await botSaid(discord, sport, 'belongs to another channel');
    expect(threadsOn(discord, news)).toEqual([]);

    discord.setOverwrite(news, { for: ben, allow: Can.ManageChannels });
    await eventually(
      async () => (await said('newsletter send')).startsWith(`${SESSION} is being sent`),
      'who manages its channel sends it from another one',
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
