/**
 * Two presses in the same instant, of one person or of two: what is asked for is done once, and whoever came second is told
 * so. The same at two desks of one newsroom: test/store/pressed-at-two-desks.ts.
 */
import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import type { Interaction } from '../support/discord/interaction.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { STORY, postedStory, waitingStory } from '../support/discord-stories.ts';
import { eventually, settle } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import { ofBot, sampleNewsroom } from '../support/sample-on-discord.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A desk, and a second editor. */
async function opened() {
  const room = await newsroom({ clock: new FlowingClock(START) });
  closing.push(async () => {
    await room.close();
    room.clock.stop();
  });
  let stores: Stores | undefined;
  await room.start({ stores: (given) => (stores = given) });
  return { room, stores: stores!, carl: secondEditor(room) };
}

function secondEditor({ discord, guild }: Newsroom<FlowingClock>): APIUser {
  const editors = [...guild.roles.values()].filter(({ name }) => name === 'editors');
  return discord.addPerson('carl', { guilds: [guild], roles: editors });
}

/** What each was told, in the order of their names where that is all that differs. */
const told = async (presses: readonly Interaction[]) =>
  (await Promise.all(presses.map(async (one) => (await one.final()).content))).toSorted();

async function say({ discord, anna, news }: Newsroom<FlowingClock>, words: string): Promise<APIMessage> {
  const { id } = discord.say(anna, news, `<@${discord.bot.id}> ${words}`);
  return eventually(() =>
    discord
      .messages(news)
      .find((one) => one.author.id === discord.bot.id && one.message_reference?.message_id === id),
  );
}

describe('two presses at once on Discord', () => {
  it.each(['two people', 'one person'])('of a confirmation, by %s: a job is removed once', async (who) => {
    const { room, stores, carl } = await opened();
    const { discord, anna, news } = room;
    await addJob(room, news);
    const asked = await say(room, 'cancel the Diary reminder');
    const second = who === 'one person' ? anna : carl;
    const answers = await told([anna, second].map((one) => discord.press(one, asked, 'Remove “Diary”')));
    const [first] = answers;
    expect([first, answers[1]]).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\*\*Diary\*\* is removed, as (?:anna|carl) agreed\.$/u),
        expect.stringMatching(/^(?:anna|carl) has answered this already: your press changed nothing\.$/u),
      ]),
    );
    expect(await stores.jobs.list({ includeDisabled: true })).toEqual([]);
    const removals = async () => {
      const tail = await stores.transcripts.tail(sessionKey('discord', news.id), 50);
      return tail.filter(({ content }) => content.includes('removed the automation')).length;
    };
    await eventually(async () => (await removals()) > 0, 'the removal is in the transcript');
    await settle();
    expect(await removals()).toBe(1);
  });

  it('of each editor’s own question: a job is removed once, and the second is told', async () => {
    const { room, stores, carl } = await opened();
    const { discord, anna, news } = room;
    await addJob(room, news);
    const questions: [APIUser, APIMessage][] = [];
    for (const person of [anna, carl]) {
      const asked = await discord.slash(person, news, 'cron remove', { job: 'Diary' }).final();
      questions.push([person, asked.message!]);
    }
    const answers = await told(questions.map(([person, asked]) => discord.press(person, asked, 'Remove it')));
    expect(answers).toEqual(
      expect.arrayContaining([
        '**Diary** is removed.',
        expect.stringMatching(/removed already|no automations/u),
      ]),
    );
    expect(await stores.jobs.list({ includeDisabled: true })).toEqual([]);
  });

  it('of a waiting story’s approval and its end: whatever came first stands, and the other is told', async () => {
    const { room, carl, stores: before } = await opened();
    const { discord, anna, news } = room;
    const stores = await waitingStory(room, before);
    const head = await botSaid(discord, news, 'waits for approval');
    const forms = [anna, carl].map((person) => discord.press(person, head, 'Kill'));
    for (const form of forms) expect((await form.reply).modal).toBeDefined();
    const sent = await Promise.all(
      forms.map((form, at) => discord.submit([anna, carl][at]!, form, { why: 'a doubt' })),
    );
    const answers = await told(sent);
    const name = /\b(?:anna|carl)\b/u;
    expect(answers.some((one) => /^Killed|^Ended|killed/iu.test(one))).toBe(true);
    const second = answers.find((one) => one.startsWith('Nothing was changed') || /already/u.test(one));
    expect(second, JSON.stringify(answers)).toMatch(name);
    // The message has lost its buttons by now, or is about to.
    const press = async () => (await discord.press(carl, head, 'Approve').final()).content;
    const late = await press().catch(() => undefined);
    if (late !== undefined) expect(late).toMatch(name);
    expect((await stores.actions.of(STORY)).map(({ kind }) => kind)).toEqual(['kill']);
  });

  it('of a request to follow a story: there is one job', async () => {
    const { room, stores, carl } = await opened();
    const { discord, anna, guild } = room;
    const thread = discord.addChannel(guild, { name: 'library' });
    await postedStory(room, stores, thread);
    const answers = await told(
      [anna, carl, anna].map((person) => discord.slash(person, thread, 'story follow')),
    );
    for (const answer of answers) expect(answer).toContain('is followed until');
    expect(await stores.jobs.list({ includeDisabled: true })).toHaveLength(1);
  });

  it('of a request for the weekly report: there is one job', async () => {
    const { room, stores, carl } = await opened();
    const { discord, anna, news } = room;
    const answers = await told(
      [anna, carl].map((person) => discord.slash(person, news, 'desk report', { weekly: 'on' })),
    );
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/comes here every Monday/u),
        expect.stringMatching(/comes here already/u),
      ]),
    );
    expect(await stores.jobs.list({ includeDisabled: true })).toHaveLength(1);
  });

  it('of a notice’s buttons: the jobs are removed once, and the second is told that nothing is left', async () => {
    const { room, stores } = await opened();
    const { discord, anna, guild } = room;
    const sport = discord.addChannel(guild, { name: 'sport' });
    await addJob(room, sport);
    discord.deleteChannel(sport);
    const direct = discord.directChannel(anna);
    const notice = await botSaid(discord, direct, 'Diary');
    const answers = await told([anna, anna].map((person) => discord.press(person, notice, 'Remove')));
    expect(answers).toEqual([expect.stringMatching(/^Nothing is left/u), 'Removed:\n- **Diary**']);
    expect(await stores.jobs.list({ includeDisabled: true })).toEqual([]);
  });

  it('of a newsletter’s Send: it is sent once, as the first has approved, and the second is told', async () => {
    const room = await sampleNewsroom(closing, { newsletter: { approval: true } });
    const { discord, news, anna } = room;
    const carl = secondEditor(room);
    await discord.slash(anna, news, 'newsletter run').final();
    const draft = await botSaid(discord, news, 'Draft of newsletter_20261120');
    const answers = await told([anna, carl].map((person) => discord.press(person, draft, 'Send')));
    expect(answers).toEqual([
      expect.stringMatching(/^newsletter_20261120 is being sent already, as (?:anna|carl) approved\./u),
      expect.stringMatching(/^newsletter_20261120 is being sent\./u),
    ]);
    const thread = await eventually(() => discord.realm.world.threadsOf(news)[0], 'there is a thread');
    await botSaid(discord, thread, '## Sources');
    await settle();
    expect(discord.realm.world.threadsOf(news)).toHaveLength(1);
    const heads = ofBot(discord, thread).map(({ content }) => content.split('\n')[0]);
    expect(new Set(heads).size).toBe(heads.length);
  });
});
