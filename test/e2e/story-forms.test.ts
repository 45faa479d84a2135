/** What only a person can write about a story is written in forms: Discord's modals, behind commands and buttons. */
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../src/main/stores.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { buttonsOf, inputsOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';
import type { Channel } from '../support/discord/world.ts';
import { STORY, postedStory, waitingStory } from '../support/discord-stories.ts';

let room: Newsroom<FlowingClock>;
let stores: Stores;
let thread: Channel;
beforeEach(async () => {
  // Messages are sent and edited as time passes.
  room = await newsroom({ clock: new FlowingClock(START) });
  await room.start({ stores: (given) => (stores = given) });
  thread = room.discord.addChannel(room.guild, { name: 'library' });
});
afterEach(async () => {
  await room.close();
  room.clock.stop();
});

const actions = async () =>
  (await stores.actions.of(STORY)).map(({ kind, by, text, why }) => ({ kind, by, text, why }));

it('asks for a correction in a form, in the language of whoever corrects, and keeps it as it was sent', async () => {
  const { discord, anna } = room;
  await postedStory(room, stores, thread);
  const opened = discord.slash(anna, thread, 'story correct');
  const { modal, message } = await opened.reply;
  expect(message).toBeUndefined();
  expect(modal!.title).toMatch(/^Correct: .{1,36}$/u);
  expect(inputsOf(modal!)).toMatchObject([
    { label: 'What is right', custom_id: 'text', style: 2, required: true, max_length: 4_000 },
  ]);
  const sent = await (
    await discord.submit(anna, opened, { text: 'It reopened on Monday,\nnot on Sunday.' })
  ).final();
  expect(sent).toMatchObject({ ephemeral: true, content: expect.stringMatching(/^Corrected: /u) as unknown });
  expect(await actions()).toMatchObject([
    { kind: 'correct', by: 'anna', text: 'It reopened on Monday,\nnot on Sunday.' },
  ]);

  const chinese = discord.slash(anna, thread, 'story correct', {}, { locale: 'zh-TW' });
  const again = (await chinese.reply).modal!;
  expect(again.title).toMatch(/^更正：/u);
  // What was said to be right before stands in it.
  expect(inputsOf(again)).toMatchObject([
    { label: '正確的內容', value: 'It reopened on Monday,\nnot on Sunday.' },
  ]);
});

it('takes a reason for killing as the yes to it, and asks with buttons whoever gave one with the command', async () => {
  const { discord, anna, news } = room;
  await postedStory(room, stores, thread);
  const why = 'the mayor asked us to';
  const asked = await discord.slash(anna, thread, 'story kill', { why }).final();
  expect(asked.modal).toBeUndefined();
  expect(buttonsOf(asked)).toEqual(['Kill it', 'Keep it']);
  expect(await actions()).toEqual([]);

  const opened = discord.slash(anna, news, 'story kill', { story: STORY });
  const { modal } = await opened.reply;
  expect(inputsOf(modal!)).toMatchObject([{ custom_id: 'why', required: false, style: 2 }]);
  const sent = await (await discord.submit(anna, opened, { why })).final();
  expect(sent).toMatchObject({ ephemeral: true, content: expect.stringMatching(/^Withdrawn: /u) as unknown });
  expect(await actions()).toMatchObject([{ kind: 'kill', by: 'anna', why }]);
  // Of what is killed nothing is asked: it is said who did it.
  const late = await discord.slash(anna, news, 'story kill', { story: STORY }).final();
  expect(late.content).toMatch(/^Nothing was changed: anna killed/u);
});

it('acts with the rights of the moment in which a form is sent, and says back what was written', async () => {
  const { discord, guild, anna, ben } = room;
  await postedStory(room, stores, thread);
  expect((await discord.slash(ben, thread, 'story correct').final()).content).toContain('you may not use');
  const opened = discord.slash(anna, thread, 'story correct');
  await opened.reply;
  for (const role of [...guild.roles.values()].filter(({ name }) => name === 'editors'))
    discord.changeRole(guild, role, 0n);
  const text = 'It was Monday.\nAnd it rained.';
  const refused = await (await discord.submit(anna, opened, { text })).final();
  expect(refused).toMatchObject({ ephemeral: true });
  expect(refused.content).toMatch(/^anna, you may not use \/story correct/u);
  expect(refused.content).toContain('> It was Monday.\n> And it rained.');
  expect(await actions()).toEqual([]);
});

it('sends a form that nobody else may send, and none that lay open for too long', async () => {
  const { discord, guild, clock, anna, news } = room;
  await postedStory(room, stores, thread);
  const carla = discord.addPerson('carla', {
    guilds: [guild],
    roles: [discord.addRole(guild, 'more editors', PermissionFlagsBits.ManageChannels)],
  });
  const opened = discord.slash(anna, news, 'story correct', { story: STORY });
  await opened.reply;
  const forged = await (await discord.submit(carla, opened, { text: 'No.' })).final();
  expect(forged.content).toContain('meant for somebody else');
  clock.set(clock.now() + 61 * 60_000);
  const old = await (await discord.submit(anna, opened, { text: 'It was Monday.' })).final();
  expect(old.content).toContain('more than an hour');
  expect(old.content).toContain('> It was Monday.');
  expect(await actions()).toEqual([]);
});

it('opens a form behind the buttons of a posted story, and not for what is being checked already', async () => {
  const { discord, anna, news } = room;
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  const kill = discord.press(anna, head, 'Kill');
  expect((await kill.reply).modal!.title).toMatch(/^Kill: /u);
  await discord.press(anna, head, 'Approve').final();
  const title = await eventually(
    () => discord.messages(news).find((one) => buttonsOf(one).includes('Follow')),
    'the story is posted',
  );
  const pressed = discord.press(anna, title, 'Hold');
  // A posted story can be checked, and no longer be kept back until a time.
  expect(inputsOf((await pressed.reply).modal!).map(({ custom_id: id }) => id)).toEqual(['why']);
  const held = await (await discord.submit(anna, pressed, { why: 'a doubt' })).final();
  expect(held).toMatchObject({
    ephemeral: true,
    content: expect.stringMatching(/^Being checked/u) as unknown,
  });
  expect((await stores.actions.of(STORY)).at(-1)).toMatchObject({ kind: 'hold', by: 'anna', why: 'a doubt' });
  const again = await discord.press(anna, title, 'Hold').final();
  expect(again.content).toMatch(/^Nothing was changed: anna held/u);
  expect((await discord.press(anna, title, 'Correct').reply).modal!.title).toMatch(/^Correct: /u);
});

it('says what is allowed of a time that is none, keeps what was written, and opens the form again with it', async () => {
  const { discord, anna, news } = room;
  stores = await waitingStory(room, stores);
  const head = await botSaid(discord, news, 'waits for approval');
  const pressed = discord.press(anna, head, 'Hold');
  const opened = (await pressed.reply).modal!;
  expect(inputsOf(opened)).toMatchObject([
    { custom_id: 'until', label: 'Hold until' },
    { custom_id: 'why', label: 'Why, for the others' },
  ]);
  const refused = await (await discord.submit(anna, pressed, { until: 'soonish', why: 'the court' })).final();
  expect(refused.ephemeral).toBe(true);
  expect(refused.content).toMatch(/"soonish" is no moment; allowed: .*tomorrow 9:00/su);
  expect(refused.content).toContain('> soonish');
  expect(buttonsOf(refused)).toEqual(['Edit and send again']);

  const again = discord.press(anna, refused.message!, 'Edit and send again');
  expect(inputsOf((await again.reply).modal!)).toMatchObject([{ value: 'soonish' }, { value: 'the court' }]);
  // Closed without sending, it can be opened once more.
  const once = discord.press(anna, refused.message!, 'Edit and send again');
  await once.reply;
  const held = await (await discord.submit(anna, once, { until: 'in 2h' })).final();
  expect(held).toMatchObject({ type: 7, content: expect.stringMatching(/^Under an embargo/u) as unknown });
  expect(held.components).toEqual([]);
  const [action, ...others] = await stores.actions.of(STORY);
  expect(others).toEqual([]);
  expect(action).toMatchObject({ kind: 'hold', why: 'the court', untilMs: action!.atMs + 2 * 3_600_000 });

  // The time that is set stands in the form.
  const third = discord.press(anna, head, 'Hold');
  expect(inputsOf((await third.reply).modal!)[0]).toMatchObject({ value: '2026-11-20 09:00' });
});

it('asks in a form what to write, and orders it with what was filled in', async () => {
  const { discord, anna, news } = room;
  const opened = discord.slash(anna, news, 'story write');
  expect(inputsOf((await opened.reply).modal!).map(({ custom_id: id }) => id)).toEqual(['about', 'embargo']);
  const sent = await (
    await discord.submit(anna, opened, { about: 'zebra crossings', embargo: 'whenever' })
  ).final();
  expect(sent.content).toContain('"whenever" is no moment');
  expect(sent.content).toContain('> zebra crossings');
  const again = discord.press(anna, sent.message!, 'Edit and send again');
  expect(inputsOf((await again.reply).modal!)).toMatchObject([
    { value: 'zebra crossings' },
    { value: 'whenever' },
  ]);
});

it('says what to type where a form comes too late, with a button that opens it', async () => {
  const { discord, clock, anna } = room;
  await postedStory(room, stores, thread);
  const { tell } = slowDown(stores);
  const opened = discord.slash(anna, thread, 'story correct');
  await tell.asked;
  await clock.advance(2_000);
  const first = await opened.reply;
  tell.answer();
  expect(first.type).toBe(5);
  const late = await opened.final();
  expect(late.content).toContain('/story correct text:…');
  expect(buttonsOf(late)).toEqual(['Open the form']);
  const pressed = discord.press(anna, late.message!, 'Open the form');
  expect((await pressed.reply).modal!.title).toMatch(/^Correct: /u);
  const sent = await (await discord.submit(anna, pressed, { text: 'It was Monday.' })).final();
  expect(sent.content).toMatch(/^Corrected: /u);
});

/** The next look at a story's actions waits until it is told to go on. */
function slowDown({ actions: book }: Stores) {
  const real = book.of.bind(book);
  let answer = () => {};
  let ask = () => {};
  const asked = new Promise<void>((resolve) => (ask = resolve));
  const go = new Promise<void>((resolve) => (answer = resolve));
  book.of = async (story) => {
    book.of = real;
    ask();
    await go;
    return real(story);
  };
  return { tell: { asked, answer } };
}
