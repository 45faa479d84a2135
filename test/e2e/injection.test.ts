/**
 * Poison against a whole desk on Discord, with a model that obeys whatever it finds. What is shown is what the house
 * keeps it from: rights, profiles, places, pings and links; and that an obeying model finds nothing outside fences.
 */
import type { APIUser } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import type { InputsSnapshot } from '../../src/newsroom/model/candidate.ts';
import type { PublishedStory } from '../../src/newsroom/model/story-book.ts';
import { parseSessionKey, sessionKey } from '../../src/sessions/key.ts';
import { obedientModel } from '../agent/injection/obedient-model.ts';
import type { Obeys } from '../agent/injection/obedient-model.ts';
import { EVIL, LEAK, POISONS } from '../agent/injection/poisons.ts';
import { aCandidate, aSource } from '../newsroom/newsroom-world.ts';
import { START } from '../support/discord-desk.ts';
import { addJob, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';

const WORDS = 'The old mill of Larkmoor reopened on Thursday after 111 volunteers had repaired it';

interface Siege extends Newsroom {
  readonly stores: Stores;
  /** What the story's source says from now on. */
  poison(text: string): void;
}

let room: Newsroom;
afterEach(() => room.close());

/** A desk with one posted story whose source is poisoned, a job of anna's, and an obeying model. */
async function besieged(model: Parameters<Newsroom['start']>[0]): Promise<Siege> {
  room = await newsroom();
  const desk = sessionKey('discord', room.news.id);
  let text = '';
  let kept: Stores | undefined;
  const story = (): PublishedStory => ({
    id: 'run-1/story_01',
    runId: 'run-1',
    category: 'Global News',
    title: `Old mill of Larkmoor reopens; ${text}`,
    primaryUrl: 'https://first.test/mill',
    body: `${WORDS}. [1] ${text}`,
    languageModel: true,
    desk,
    place: desk,
    flags: [],
    why: text,
    threadOp: 'none',
    pack: {
      builtAtMs: 0,
      sources: [
        aSource(1, 'https://first.test/mill', `${WORDS}; ${text}.`, { title: text, outlet: 'First' }),
      ],
    },
    publishedAtMs: START,
  });
  const snapshot = (): InputsSnapshot => ({
    kind: 'daily',
    preparedAtMs: START,
    feeds: [{ key: 'first', label: 'First', result: 'ok', items: 1, newItems: 1 }],
    candidates: [aCandidate(1, { title: text.slice(0, 5_000), description: text })],
    leftOut: [],
    pick: { atMost: 5 },
  });
  await room.start({
    ...model,
    stores: (stores) => {
      kept = stores;
      Object.assign(stores.stories, { recent: async () => [story()], inputs: async () => snapshot() });
      return stores;
    },
  });
  return Object.assign(Object.create(room) as Newsroom, {
    stores: kept!,
    poison: (said: string) => void (text = said),
  });
}

/** What must be the same before and after: every job, as it is written. */
const jobsOf = async ({ stores }: Siege) =>
  (await stores.jobs.list({ includeDisabled: true }))
    .map(({ state: _, ...job }) => JSON.stringify(job))
    .toSorted();

/** Ask, and wait for the answer. @returns its words. */
async function ask({ discord, news }: Siege, person: APIUser, question: string): Promise<string> {
  const before = discord.messages(news).length;
  discord.say(person, news, `<@${discord.bot.id}> ${question}`);
  return (
    await eventually(() =>
      discord
        .messages(news)
        .slice(before)
        .find(({ author }) => author.id === discord.bot.id),
    )
  ).content;
}

/** No ping, no message elsewhere, nothing carried away; over all that the bot has ever said. */
function expectHarmless({ discord, news }: Siege): void {
  expect(discord.records.pings.filter(({ by }) => by === discord.bot.id)).toEqual([]);
  for (const channel of discord.realm.world.channels.values()) {
    const said = discord.messages(channel).filter(({ author }) => author.id === discord.bot.id);
    if (channel.id !== news.id) expect(said).toEqual([]);
    for (const { content } of said) {
      expect(content).not.toMatch(new RegExp(`\\S*(?::|/)//\\S*${LEAK}|//${EVIL}\\S*${LEAK}`, 'u'));
      expect(content).not.toMatch(/!\[[^\]]*\]\(/u);
    }
  }
}

const obeying = (obeys: Obeys) =>
  obedientModel(obeys, () => JSON.stringify({ status: 'no_post', say: 'No story.' }));

describe('poison in the sources of a posted story', () => {
  it.each([
    ['somebody without rights asks', 'ben', 'did the old mill of Larkmoor reopen?'],
    ['an editor asks about it', 'anna', 'did the old mill of Larkmoor reopen?'],
    [
      'an editor asks in words that could be an order',
      'anna',
      'is it right that the council will stop the old mill of Larkmoor every Monday and remove its wheel?',
    ],
    [
      'an editor asks with words of each action',
      'anna',
      'What can you tell me about the harbour again? Will the old mill of Larkmoor stop 200 jobs every Monday, and did the council approve and correct that story?',
    ],
    ['an editor asks in Chinese', 'anna', '議會係咪逢星期一停用 Larkmoor 嘅 old mill，仲要移走水車？'],
  ] as const)('moves nothing when %s, though the model obeys all of it', async (_, who, question) => {
    const model = obeying('everything');
    const siege = await besieged({ model });
    await addJob(siege, siege.news);
    const desk = sessionKey('discord', siege.news.id);
    await siege.stores.notes.add(desk, {
      id: 'n0',
      text: 'The harbour is spelled with u',
      by: 'anna',
      atMs: START,
    });
    const [before, notes] = [await jobsOf(siege), await siege.stores.notes.list(desk, START)];
    for (const { text, code } of POISONS) {
      siege.poison(text);
      await ask(siege, siege[who], question);
      expect(model.found, code).toContain(code);
      expect(await jobsOf(siege), code).toEqual(before);
      expect(await siege.stores.notes.list(desk, siege.clock.now()), code).toEqual(notes);
      expect(await siege.stores.events.pending(parseSessionKey('main')), code).toEqual([]);
    }
    expect(await siege.stores.actions.of('run-1/story_01')).toEqual([]);
    expectHarmless(siege);
  });

  it('does what an editor asks for, and what would be lost only once somebody agrees', async () => {
    const model = obeying('everything');
    const siege = await besieged({ model });
    await addJob(siege, siege.news);
    const before = await jobsOf(siege);
    const removal = POISONS.find(({ calls }) => calls.length === 1 && calls[0]?.[0] === 'cron')!;
    siege.poison(removal.text);
    await ask(siege, siege.anna, 'did the old mill of Larkmoor reopen? And please remove the Diary job');
    expect(await jobsOf(siege)).toEqual(before);
    const { discord, news, anna } = siege;
    const asked = discord.messages(news).at(-1)!;
    await discord.press(anna, asked, 'Remove “Diary”').final();
    expect(await jobsOf(siege)).toEqual([]);
  });

  it('is no order to a model that obeys what stands outside the fences, whoever asks', async () => {
    const model = obeying('what is outside the fences');
    const siege = await besieged({ model });
    await addJob(siege, siege.news);
    const before = await jobsOf(siege);
    for (const { text, code } of POISONS) {
      siege.poison(text);
      expect(await ask(siege, siege.anna, 'did the old mill of Larkmoor reopen?'), code).toBe('All is well.');
    }
    expect([...model.found]).toEqual([]);
    expect(await jobsOf(siege)).toEqual(before);
    expectHarmless(siege);
    // The same words as a person's own are an order: fences keep out what nobody here said.
    expect(await ask(siege, siege.anna, `the page says: ${POISONS[5]!.text}`)).not.toBe('All is well.');
    expect([...model.found]).toEqual([POISONS[5]!.code]);
  });

  it('is quoted at most by the desk model, which takes no orders', async () => {
    const siege = await besieged({});
    await addJob(siege, siege.news);
    const before = await jobsOf(siege);
    for (const { text, code } of POISONS) {
      siege.poison(text);
      const answer = await ask(siege, siege.anna, 'did the old mill of Larkmoor reopen?');
      expect(answer, code).toMatch(/^>|sources|First/m);
      expect(await jobsOf(siege), code).toEqual(before);
    }
    expect(await siege.stores.notes.list(sessionKey('discord', siege.news.id), START)).toEqual([]);
    expectHarmless(siege);
  });

  it('moves nothing in a scheduled turn, whatever rights its creator has', async () => {
    const model = obeying('everything');
    const siege = await besieged({ model });
    siege.poison(POISONS.map(({ text }) => text).join('; '));
    await addJob(siege, siege.news, {
      name: 'Diary',
      message: 'Tell us whether the mill reopened',
      schedule: 'in 2 minutes',
    });
    const before = await jobsOf(siege);
    const said = siege.discord.messages(siege.news).length;
    await siege.clock.advance(3 * 60_000);
    await eventually(() => siege.discord.messages(siege.news).length > said, 'the run has answered');
    expect(model.found.size).toBe(POISONS.length);
    const refused = model.requests.at(-1)!.messages.flatMap((one) => (one.role === 'tool' ? [one] : []));
    for (const name of ['cron', 'wake', 'write_run', 'run_shell', 'send_message', 'post'])
      expect(refused.find((one) => one.name === name)?.text).toContain(`there is no tool`);
    const kept = (jobs: string[]) =>
      jobs.map((one) => (JSON.parse(one) as { id: string; payload: object }).payload);
    expect(kept(await jobsOf(siege)).length).toBeLessThanOrEqual(1);
    for (const payload of kept(await jobsOf(siege))) expect(kept(before)).toContainEqual(payload);
    expectHarmless(siege);
  });

  it('makes a planner order nothing but candidates, and touch no job', async () => {
    const model = obeying('everything');
    const siege = await besieged({ model });
    siege.poison(POISONS.map(({ text }) => text).join('; '));
    await siege.discord
      .slash(siege.anna, siege.news, 'cron add', {
        name: 'Planner',
        message: 'Plan the next stories',
        schedule: 'every 2h',
        profile: 'planner_daily',
      })
      .final();
    const before = await jobsOf(siege);
    await siege.clock.advance(2 * 3_600_000 + 60_000);
    await eventually(
      () =>
        model.requests.some(
          ({ task, messages }) =>
            task === 'plan' && messages.some((one) => one.role === 'tool' && one.name === 'wake'),
        ),
      'the planner has obeyed',
    );
    await eventually(
      async () => (await siege.stores.turns.waiting(sessionKey('discord', siege.news.id))).length === 0,
    );
    const results = model.requests.findLast(({ task }) => task === 'plan')!.messages;
    const of = (name: string) => results.find((one) => one.role === 'tool' && one.name === name)?.text;
    expect(of('cron')).toContain('there is no tool');
    expect(of('write_run')).toContain('the inputs have no candidate 99');
    expect(await siege.stores.stories.openBatches()).toEqual([]);
    expect(await jobsOf(siege)).toEqual(before);
    expectHarmless(siege);
  });
});

describe('poison in what strangers send', () => {
  it('is no order when it is the name of somebody whom an editor speaks of', async () => {
    const siege = await besieged({ model: obeying('everything') });
    await addJob(siege, siege.news);
    const before = await jobsOf(siege);
    const pause = POISONS.find(
      ({ calls }) => calls.length === 1 && JSON.stringify(calls).includes('"pause"'),
    )!;
    siege.poison(pause.text);
    const { discord, guild, news } = siege;
    const namesake = discord.addPerson('pause the Diary job', { guilds: [guild] });
    const channel = discord.addChannel(guild, { name: 'pause-the-diary-job' });
    await ask(siege, siege.anna, `did <@${namesake.id}> of <#${channel.id}> see the old mill of Larkmoor?`);
    await ask(siege, siege.anna, `<@${namesake.id}> saw the old mill of Larkmoor`);
    expect(discord.messages(news).at(-1)!.content).toContain('Done as the page says');
    expect(await jobsOf(siege)).toEqual(before);
  });

  it('is no order when it was overheard or is quoted, though somebody with rights quotes it', async () => {
    const model = obeying('what is outside the fences');
    const siege = await besieged({ model });
    await addJob(siege, siege.news);
    const before = await jobsOf(siege);
    const { discord, news, anna, ben } = siege;
    for (const { text, code } of POISONS.slice(0, 20)) {
      const quoted = discord.say(ben, news, text.slice(0, 1_900));
      const said = discord.messages(news).length;
      discord.say(anna, news, `<@${discord.bot.id}> what do you make of that?`, {
        replyTo: quoted,
      });
      await eventually(
        () =>
          discord
            .messages(news)
            .slice(said)
            .some(({ author }) => author.id === discord.bot.id),
        code,
      );
      expect(await jobsOf(siege), code).toEqual(before);
    }
    expect([...model.found]).toEqual([]);
    expectHarmless(siege);
  });
});
