/** Stories in editors' hands on Discord: the buttons under a title, the commands, and who may use them. */
import { PermissionFlagsBits } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GatewaySocket } from '../../src/edges/client/gateway-socket.ts';
import type { Stores } from '../../src/main/stores.ts';
import { sessionKey } from '../../src/sessions/key.ts';
import { wordsOf } from '../support/discord/cards.ts';
import { START, botSaid } from '../support/discord-desk.ts';
import { buttonId, buttonsOf, newsroom } from '../support/discord-newsroom.ts';
import type { Newsroom } from '../support/discord-newsroom.ts';
import { STORY, postedStory, waitingStory } from '../support/discord-stories.ts';
import type { Channel } from '../support/discord/world.ts';
import { eventually } from '../support/fake-clock.ts';
import { FlowingClock } from '../support/flowing-clock.ts';

let room: Newsroom<FlowingClock>;
let stores: Stores;
beforeEach(async () => {
  // Messages are sent and edited as time passes.
  room = await newsroom({ clock: new FlowingClock(START) });
  await room.start({ stores: (given) => (stores = given) });
});
afterEach(async () => {
  await room.close();
  room.clock.stop();
});

const posted = (thread: Channel) => postedStory(room, stores, thread);

it('tells everybody why and from which sources, and lets editors alone hold, correct and follow', async () => {
  const { discord, news, anna, ben, guild } = room;
  const thread = discord.addChannel(guild, { name: 'library' });
  await posted(thread);
  const say = async (
    who: typeof anna,
    command: string,
    options: Record<string, string | boolean> = {},
    at = thread,
  ) => (await discord.slash(who, at, command, options).final()).content;

  expect(await say(ben, 'story why')).toContain('Picked: the strongest of the morning');
  expect(await say(ben, 'story sources')).toContain('[1] ');
  for (const action of ['hold', 'approve', 'kill', 'retry', 'correct', 'follow'])
    expect(await say(ben, `story ${action}`), action).toContain(`you may not use /story ${action}`);

  expect(await say(anna, 'story hold')).toContain('being checked');
  expect(await say(anna, 'story kill', { why: 'a doubt' })).toContain('withdrawn');
  // In the channel it has to be named, by words of its title.
  expect(await say(anna, 'story why', { story: 'no such thing' }, news)).toContain('There is no story');
  expect(await say(anna, 'story why', { story: 'old library' }, news)).toMatch(
    /^\*\*[^*`]*old library[^*`]*\*\* · /u,
  );

  expect(await say(anna, 'story follow', { until: 'in 3 days' })).toContain('is followed until');
  const jobs = await stores.jobs.list({ session: sessionKey('discord', thread.id), includeDisabled: true });
  expect(jobs).toMatchObject([
    {
      createdBy: { kind: 'person', id: anna.id },
      policy: { quiet: true },
      payload: { profile: 'story_follow' },
    },
  ]);
  expect(await say(anna, 'cron list')).toContain('Follow: ');
  expect(await say(anna, 'story follow', { stop: true })).toContain('is followed no more');
  expect(await stores.jobs.list({ includeDisabled: true })).toEqual([]);
  const actions = await stores.actions.of(STORY);
  expect(actions.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
    'hold anna',
    'follow anna',
    'unfollow anna',
  ]);
});

it('knows nothing of it in another server, by its id or by its title', async () => {
  const { discord, guild } = room;
  await posted(discord.addChannel(guild, { name: 'library' }));
  const other = discord.addGuild({ name: 'Elsewhere' });
  const admins = discord.addRole(other, 'admins', PermissionFlagsBits.Administrator);
  const carl = discord.addPerson('carl', { guilds: [other], roles: [admins] });
  const far = discord.addChannel(other, { name: 'far' });
  for (const story of [STORY, 'library'])
    for (const command of ['story why', 'story sources']) {
      const { content } = await discord.slash(carl, far, command, { story }).final();
      expect(content).toContain('There are no stories here');
    }
});

const foundInHome = async (broken = false) => void (stores = await waitingStory(room, stores, broken));

/** One call over the gateway's socket, as the console makes it. */
async function overSocket(method: string, params: object): Promise<unknown> {
  const { origin, hash, searchParams } = new URL(room.desk.address);
  const token = searchParams.get('token') ?? new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const socket = await GatewaySocket.open(`${origin.replace('http', 'ws')}/ws`, token, 60_000);
  try {
    return await socket.call(method, params);
  } finally {
    socket.close();
    await socket.closed;
  }
}

const botMessages = (channel: { id: string }) =>
  room.discord.messages(channel).filter(({ author }) => author.id === room.discord.bot.id);

it('shows the draft that waits, lets only editors approve it, and posts it once however many do', async () => {
  const { discord, news, anna, ben, guild } = room;
  await foundInHome();
  const head = await botSaid(discord, news, 'waits for approval');
  expect(buttonsOf(head)).toEqual(['Approve', 'Hold', 'Kill', 'Sources', 'Why']);
  await botSaid(discord, news, '[2] Outlet 2');
  const approve = buttonId(head, 'Approve');

  const refused = await discord.press(ben, head, 'Approve').final();
  expect(refused).toMatchObject({
    content: expect.stringContaining('you may not use /story approve') as unknown,
    ephemeral: true,
  });
  const sources = await discord.press(ben, head, 'Sources').final();
  expect(sources.content).toMatch(/\[1\] Outlet 1.*\*\*Claims\*\*/su);

  const editors = discord.addRole(guild, 'second editors', PermissionFlagsBits.ManageChannels);
  const carla = discord.addPerson('carla', { guilds: [guild], roles: [editors] });
  const presses = [anna, carla].map((who) => discord.press(who, head, 'Approve'));
  const said = (await Promise.all(presses.map((one) => one.final()))).map(({ content }) => content);
  expect(said.filter((one) => /^Approved: .*It is posted now\.$/su.test(one))).toHaveLength(1);
  expect(said.filter((one) => /^Nothing was changed: (anna|carla) approved/u.test(one))).toHaveLength(1);

  // The head says what became of it, without buttons; of the draft nothing is left beside the story.
  const ended = await botSaid(discord, news, /^Posted: “?"?/u);
  expect(ended.id).toBe(head.id);
  expect(buttonsOf(ended)).toEqual([]);
  // Whoever reads the channel reads who let it go, and when; so does whoever asks why it is there.
  const [{ by } = { by: '' }] = await stores.actions.of(STORY);
  expect(ended.content).toContain(`\nApproved by ${by}, Fri 20 Nov, 07:00.`);
  const told = await discord.slash(ben, news, 'story why', { story: STORY }).final();
  expect(told.content).toContain(`Fri 20 Nov, 07:00: approved by ${by}`);
  await eventually(
    () => botMessages(news).filter(({ content }) => content.includes('Outlet 2')).length === 0,
    'the draft is taken back',
  );
  const titles = botMessages(news).filter((one) => buttonsOf(one).includes('Follow'));
  expect(titles).toHaveLength(1);
  expect((await stores.actions.of(STORY)).map(({ kind }) => kind)).toEqual(['approve']);

  // A press on what was there before.
  const late = await discord.forge(anna, news, { customId: approve, message: ended }).final();
  expect(late.content).toMatch(/^Nothing was changed: (anna|carla) approved/u);
});

it('names under a waiting draft whoever held it, let it go until a time, or ended it, and when', async () => {
  const { discord, anna, news } = room;
  await foundInHome();
  const head = await botSaid(discord, news, 'waits for approval');
  await discord.slash(anna, news, 'story hold', { story: STORY, until: 'in 2h' }).final();
  const held = await botSaid(discord, news, '\nHeld by anna, Fri 20 Nov, 07:00.');
  expect(buttonsOf(held)).toContain('Approve');
  await discord.press(anna, head, 'Approve').final();
  const approved = await botSaid(discord, news, '\nApproved by anna, Fri 20 Nov, 07:00.');
  expect(buttonsOf(approved)).not.toContain('Approve');
  expect(approved.content).toContain('is under an embargo until');
  const kill = discord.press(anna, approved, 'Kill');
  await discord.submit(anna, kill, { why: 'it is not so' });
  const ended = await botSaid(discord, news, '\nKilled by anna, Fri 20 Nov, 07:00.');
  expect(ended.id).toBe(head.id);
  expect(ended.content).toContain('killed by anna: it is not so');
  expect(buttonsOf(ended)).toEqual([]);
});

it('withdraws what is killed for the reason that was given, on Discord and for the console', async () => {
  const { discord, news, anna } = room;
  await foundInHome();
  const head = await botSaid(discord, news, 'waits for approval');
  await discord.press(anna, head, 'Approve').final();
  await botSaid(discord, news, /^Posted: /u);
  const title = await eventually(
    () => botMessages(news).find((one) => buttonsOf(one).includes('Follow')),
    'the story is posted',
  );
  const thread = (await eventually(async () => (await stores.stories.find(STORY))?.thread, 'its thread'))!;
  const threadId = { id: thread.slice('discord:'.length) };
  await eventually(() => botMessages(threadId).length >= 2, 'its text is in the thread');

  const held = discord.press(anna, title, 'Hold');
  const hold = await (await discord.submit(anna, held, {})).final();
  expect(hold.content).toMatch(/^Being checked: \*\*.*stays posted/su);
  const why = 'the mayor of Larkmoor has asked us in writing to take back what he never said to anybody';
  const { message: question } = await discord.slash(anna, news, 'story kill', { story: STORY, why }).final();
  const killed = await discord.press(anna, question!, 'Kill it').final();
  expect(killed.content).toContain(`The reason: “${why}”`);
  const withdrawn = await botSaid(discord, news, /\nWithdrawn .*the mayor of Larkmoor/su);
  expect(withdrawn.id).toBe(title.id);
  await eventually(
    () => botMessages(threadId).every((one) => !/Larkmoor (on|reopened)|Sources/u.test(wordsOf(one))),
    'its text is taken back',
  );
  expect((await stores.actions.of(STORY)).at(-1)).toMatchObject({ kind: 'kill', by: 'anna', why });

  // Whoever reads the channel elsewhere reads the same: edited in its place, and gone.
  const history = async (key: string) =>
    (await overSocket('sessions.history', { key })) as {
      entries: { id: string; content: string; meta?: { kind?: string; target?: string } }[];
    };
  const there = await eventually(async () => {
    const { entries } = await history(thread);
    const gone = entries.filter(({ meta }) => meta?.kind === 'delete').map(({ meta }) => meta?.target);
    return gone.length >= 2 ? gone : undefined;
  }, 'the deletions are written down');
  expect(there).toContain(`story:${STORY}/chunk_01`);
  const { entries } = await history(`discord:${news.id}`);
  expect(entries.findLast(({ meta }) => meta?.target === `story:${STORY}/thread`)).toMatchObject({
    content: expect.stringMatching(/^[^\n]+\nWithdrawn .*the mayor of Larkmoor/su) as unknown,
    meta: { kind: 'edit' },
  });
});

it('asks whoever wants to kill a story, and nobody else; one press answers, with the rights of that moment', async () => {
  const { discord, guild, news, anna, ben } = room;
  await foundInHome(true);
  const asked = await discord.slash(anna, news, 'story kill', { story: STORY, why: 'a doubt' }).final();
  expect(asked.ephemeral).toBe(true);
  const question = asked.message!;
  const [sure, keep] = [buttonId(question, 'Kill it'), buttonId(question, 'Keep it')];
  const forged = await discord.forge(ben, news, { customId: sure, message: question }).final();
  expect(forged.content).toContain('meant for somebody else');
  const kept = await discord.press(anna, question, 'Keep it').final();
  expect(kept).toMatchObject({ content: 'Nothing was changed.', components: [] });
  const late = await discord.forge(anna, news, { customId: sure, message: question }).final();
  expect(late).toMatchObject({ content: 'You have answered this already.', ephemeral: true });
  expect(keep).not.toBe(sure);

  const once = { story: STORY, why: 'a doubt' };
  const again = (await discord.slash(anna, news, 'story kill', once).final()).message!;
  for (const role of [...guild.roles.values()].filter(({ name }) => name === 'editors'))
    discord.changeRole(guild, role, 0n);
  const refused = await discord.press(anna, again, 'Kill it').final();
  expect(refused.content).toMatch(/^anna, you may not use \/story kill/);
  expect(refused.components).toEqual([]);
});

it('orders a failed story anew by its button, once, and the failure says so', async () => {
  const { discord, news, anna } = room;
  await foundInHome(true);
  const failed = await botSaid(discord, news, /^\d of \d .*\nNot posted: .*set aside/su);
  const [retry = '', ...others] = buttonsOf(failed);
  expect([retry, others]).toEqual([expect.stringMatching(/^Retry: /), []]);
  const again = await discord.press(anna, failed, retry).final();
  expect(again.content).toMatch(/^Ordered: \*\*.*its draft is shown here and waits for approval/su);
  const edited = await botSaid(discord, news, /\nOrdered anew by anna, /u);
  expect(edited.id).toBe(failed.id);
  expect(buttonsOf(edited)).toEqual([]);
  const twice = await discord.slash(anna, news, 'story retry', { story: STORY }).final();
  expect(twice.content).toMatch(/ordered anew already|Ordered: /u);
  const chinese = await discord
    .slash(anna, news, 'story approve', { story: 'run-9/story_01' }, { locale: 'zh-TW' })
    .final();
  expect(chinese.content).toMatch(/\p{Script=Han}/u);
});

it('takes editors’ actions over the socket, as an editor of the console', async () => {
  await foundInHome();
  await botSaid(room.discord, room.news, 'waits for approval');
  const sessionKey = `discord:${room.news.id}`;
  const invoke = async (name: string, options: object) =>
    (
      (await overSocket('commands.invoke', { name, options, sessionKey, author: { name: 'Dora' } })) as {
        text: string;
      }
    ).text;
  expect(await invoke('story hold', { story: STORY, until: 'in 2h' })).toMatch(
    /^Under an embargo: .*still needs approval/su,
  );
  expect(await invoke('story approve', { story: STORY })).toMatch(/^Approved: .*when its embargo ends/su);
  expect(await invoke('story approve', { story: STORY, now: true })).toMatch(/^Approved: .*posted now/su);
  await botSaid(room.discord, room.news, /^Posted: /u);
  expect((await stores.actions.of(STORY)).map(({ kind, by }) => `${kind} ${by}`)).toEqual([
    'hold Dora',
    'approve Dora',
    'approve Dora',
  ]);
});
