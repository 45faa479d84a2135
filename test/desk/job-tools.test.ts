import { describe, expect, it } from 'vitest';
import { memorySessionState } from '../support/memory-session-state.ts';
import { AskedBack } from '../../src/feature/asked-back.ts';
import type { OpenQuestion } from '../../src/desk/open-question.ts';
import { jobTools } from '../../src/desk/job-tools.ts';
import { SYSTEM } from '../../src/sessions/actor.ts';
import type { Actor, Right } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { OpButton } from '../../src/sessions/op.ts';
import { ToolRefusal } from '../../src/sessions/tool.ts';
import type { Inbound } from '../../src/sessions/turn.ts';
import { effectsOf } from '../support/effects-of.ts';
import { message } from '../support/inbound.ts';
import { smallDesk } from '../support/small-desk.ts';

const person = (...rights: Right[]): Actor => ({
  kind: 'person',
  id: 'u1',
  name: 'Ann',
  rights: ['talk', ...rights],
});
const editor = person('jobs');

/** How a person asks for just this. */
function request(name: string, args: object): string {
  const { action = '', ...given } = args as Record<string, unknown>;
  const words = Object.values(given)
    .filter((one) => typeof one === 'string')
    .join(', ');
  if (name === 'wake') return `Please tell the desk: ${words}`;
  return action === 'add' ? `Please set up a job: ${words}` : `Please ${String(action)} the job ${words}`;
}

/** A desk whose turns call one tool, and what the tool said. */
function toolDesk(
  mainSession = parseSessionKey('main'),
  more: { readonly profiles?: readonly string[] } = {},
) {
  const said: unknown[] = [];
  const asked = new AskedBack<OpenQuestion>(memorySessionState(), 'asked back');
  const offered: OpButton[] = [];
  let call = { name: 'jobs', args: {} as unknown };
  const house = smallDesk({
    ...more,
    perform: async (pass) => {
      const { turn, fence } = pass.started;
      const nowMs = house.clock.now();
      const tool = jobTools({ ...house, mainSession, asked }).find(({ name }) => name === call.name)!;
      const context = {
        turn,
        session: turn.session,
        actor: turn.actor,
        nowMs,
        signal: pass.signal,
        mark: (what: string) => ({ turn: turn.id, fence, n: pass.nextEffect(), atMs: nowMs, what }),
        said: turn.kind === 'person' ? turn.text : '',
        saidBefore: '',
        kept: [],
        keep: () => {},
        offer: (button: OpButton) => void offered.push(button),
      };
      try {
        said.push(await tool.run(tool.args.parse(call.args), context));
      } catch (error) {
        if (!(error instanceof ToolRefusal)) throw error;
        said.push(error.message);
      }
      await pass.settle({ status: 'ok', summary: 'done' });
    },
  });
  let turns = 0;
  /** What the tool answers when it is called in a turn like this; a refusal is its sentence. */
  const use = async (
    name: string,
    args: object,
    more: Partial<Inbound> = {},
  ): Promise<Record<string, unknown>> => {
    call = { name, args };
    await house.conductor.submit({
      ...message(`t${++turns}`),
      actor: editor,
      text: request(name, args),
      ...more,
    });
    await house.conductor.idle();
    expect(house.failures).toEqual([]);
    return said.at(-1) as Record<string, unknown>;
  };
  const marks = () => effectsOf(house.stores.sql);
  /** The same, and the yes to what is asked back. */
  const agree = async (args: object, more: Partial<Inbound> = {}) => {
    expect(await use('cron', args, more)).toMatchObject({ asks: {} });
    return use('cron', args, { ...more, text: 'yes please' });
  };
  return { ...house, use, agree, marks, asked, offered };
}

const daily = { action: 'add', name: 'Diary', message: 'Check the diary', schedule: 'every weekday 7:30' };

describe('the cron tool', () => {
  it("binds a new job to the request's own session, marks it, and says when it runs", async () => {
    const { use, cron, marks, close } = toolDesk();
    expect(await use('cron', daily)).toMatchObject({
      added: {
        name: 'Diary',
        schedule: 'every weekday at 07:30, London time',
        session: 'console:desk',
        nextRuns: { length: 5 },
      },
    });
    expect(await cron.list()).toMatchObject([
      {
        sessionTarget: 'bound',
        payload: { sessionKey: 'console:desk' },
        createdBy: { kind: 'agent', id: 'u1', name: 'Ann' },
      },
    ]);
    expect(await marks()).toEqual(['added the job "Diary"']);
    await close();
  });

  it('gives a job an end, in its schedule or beside it, and keeps, moves or takes it away when it is edited', async () => {
    const { use, agree, cron, close } = toolDesk();
    const until = async () =>
      (await cron.list()).map(({ schedule }) => 'untilMs' in schedule && schedule.untilMs);
    const friday = Date.UTC(2026, 0, 10) - 1;
    expect(await use('cron', { ...daily, until: 'friday' })).toMatchObject({
      added: {
        schedule: 'every weekday at 07:30 until Friday 9 January 2026, London time',
        nextRuns: { length: 5 },
      },
    });
    expect(await use('cron', { ...daily, name: 'Wires', schedule: 'every hour until friday' })).toMatchObject(
      {
        added: { scheduleInChinese: '每小時，至 2026年1月9日星期五 止（英國時間）' },
      },
    );
    expect(await until()).toEqual([friday, friday]);
    expect(await use('cron', { ...daily, name: 'Polls', until: 'the election' })).toMatch(
      /I can't read "the election" as the end|no end of a schedule; allowed/,
    );
    await agree({ action: 'edit', job: 'Diary', schedule: 'every day at 9:00' });
    expect(await until()).toEqual([friday, friday]);
    await agree({ action: 'edit', job: 'Diary', until: 'saturday' });
    expect(await until()).toEqual([friday + 86_400_000, friday]);
    await agree({ action: 'edit', job: 'Diary', schedule: 'every day at 9:00 until further notice' });
    expect(await until()).toEqual([false, friday]);
    await close();
  });

  it('finds a job by what it does, whatever its name, where somebody calls it so', async () => {
    const { use, close } = toolDesk(undefined, { profiles: ['reminder', 'newsletter'] });
    await use('cron', { ...daily, name: 'Morning mail', message: 'Make the newsletter' });
    expect(await use('jobs', {})).toMatchObject({
      jobs: [{ name: 'Morning mail', does: { en: 'makes the day’s newsletter' } }],
    });
    const pause = { action: 'pause', job: 'newsletter' };
    expect(await use('cron', pause, { text: 'pause the newsletter' })).toMatchObject({
      changed: { name: 'Morning mail', enabled: false },
    });
    const resume = { action: 'resume', job: '通訊' };
    expect(await use('cron', resume, { text: '恢復份通訊' })).toMatchObject({ changed: { enabled: true } });
    expect(await use('cron', pause, { text: 'stop the press' })).toMatch(/nobody spoke of/);
    await close();
  });

  it('calls it after what it does where the name is not in the words of whoever asks', async () => {
    const { use, cron, close } = toolDesk();
    const text = 'remind us every weekday at 7:30 to check the diary';
    await use('cron', { ...daily, name: 'Visit evil.example for your prize' }, { text });
    await use('cron', { ...daily, name: 'Diary' }, { text });
    expect((await cron.list()).map(({ name }) => name)).toEqual(['Check the diary', 'Diary']);
    await close();
  });

  it('has no argument for a session or a delivery', () => {
    const { args } = jobTools({
      ...smallDesk(),
      asked: new AskedBack(memorySessionState(), 'asked back'),
    }).find(({ name }) => name === 'cron')!;
    for (const more of [{ sessionKey: 'console:other' }, { session: 'main' }, { deliver: true }])
      expect(args.safeParse({ ...daily, ...more }).success).toBe(false);
  });

  it.each([
    [{ every: '10m' }, { kind: 'every', everyMs: 600_000 }],
    [{ at: '20m' }, { kind: 'at' }],
    [{ at: '2026-11-21 07:30' }, { kind: 'at', atMs: Date.UTC(2026, 10, 21, 7, 30) }],
    [
      { expr: '0 9 * * 1', tz: 'Asia/Hong_Kong' },
      { kind: 'cron', expr: '0 9 * * 1', tz: 'Asia/Hong_Kong' },
    ],
    [
      { expr: 'every day at 9am', tz: 'London' },
      { kind: 'cron', expr: '0 9 * * *', tz: 'Europe/London' },
    ],
    [
      { schedule: 'every Monday at 8', expr: '0 8 * * 1', tz: '香港' },
      { kind: 'cron', expr: '0 8 * * 1', tz: 'Asia/Hong_Kong' },
    ],
    [{ schedule: '每日七點半' }, { kind: 'cron', expr: '30 7 * * *', tz: 'Europe/London' }],
  ])('takes the schedule %j', async (given, schedule) => {
    const { use, cron, close } = toolDesk();
    await use('cron', { action: 'add', name: 'x', message: 'm', ...given });
    expect(await cron.list()).toMatchObject([{ schedule }]);
    await close();
  });

  it('says what is allowed when a request is not understood, and stores nothing', async () => {
    const { use, cron, close } = toolDesk();
    expect(await use('cron', { ...daily, schedule: 'whenever' })).toContain('These are understood');
    expect(await use('cron', { ...daily, every: '10m' })).toContain('not several');
    expect(await use('cron', { ...daily, tz: 'Mars' })).toContain('or a city');
    expect(await use('cron', { action: 'add', name: 'x', message: 'm', expr: '9 am' })).toContain('2 fields');
    expect(await use('cron', { action: 'add', name: 'x', message: 'm' })).toContain('needs a schedule');
    expect(await use('cron', { ...daily, message: ' ' })).toContain('the message is blank');
    expect(await use('cron', { action: 'pause' })).toContain('which job');
    expect(await cron.list({ includeDisabled: true })).toEqual([]);
    await close();
  });

  it('skips the next run by name with its mark, where it is on the day that was named', async () => {
    const { use, cron, marks, clock, close } = toolDesk();
    await use('cron', { ...daily, schedule: 'every day at 7:30' });
    const next = async () => (await cron.get('id1'))?.state.nextRunAtMs ?? 0;
    const first = await next();
    const skip = (text: string, args: object = {}, more: object = {}) =>
      use('cron', { action: 'skip', job: 'diary', ...args }, { text, ...more });
    expect(await skip('skip the diary', {}, { actor: person() })).toContain('may not');
    expect(await skip('how was the diary?')).toContain('nobody asked');
    expect(await skip('> skip the diary\nwhat does it say?')).toContain('nobody asked');
    expect(await skip('skip the diary in a week', { day: '2031-01-01' })).toMatch(/only the next one|moment/);
    expect(await next()).toBe(first);
    const day =
      first - clock.now() < 86_400_000 && new Date(first).getUTCDate() === new Date(clock.now()).getUTCDate()
        ? 'today'
        : 'tomorrow';
    expect(await skip(`skip the diary ${day}`, { day })).toMatchObject({
      changed: { name: 'Diary' },
      skipped: expect.stringContaining('07:30') as string,
    });
    expect(await next()).toBe(first + 86_400_000);
    expect(await skip(`skip the diary ${day}`, { day })).toContain('only the next one can be skipped');
    expect(await cron.skippedAhead()).toMatchObject([
      { jobId: 'id1', slotMs: first, because: 'skipped by Ann' },
    ]);
    expect(JSON.stringify(await marks())).toContain('skipped the next run of the job');
    await close();
  });

  it('pauses, resumes, edits and removes by name, each with its mark', async () => {
    const { use, agree, cron, marks, close } = toolDesk();
    await use('cron', daily);
    await use('cron', { action: 'pause', job: 'diary' });
    expect(await cron.get('id1')).toMatchObject({ enabled: false });
    await use('cron', { action: 'resume', job: 'id1' });
    expect(await use('cron', { action: 'pause', job: 'iary' })).toContain('there is no job "iary"');
    const edited = await agree({
      action: 'edit',
      job: 'Diary',
      tz: 'Asia/Hong_Kong',
      message: 'Look',
      quiet: true,
    });
    expect(edited).toMatchObject({
      changed: { schedule: 'every weekday at 07:30, Hong Kong time', quiet: true },
    });
    expect(await cron.get('id1')).toMatchObject({
      enabled: true,
      payload: { message: 'Look', sessionKey: 'console:desk' },
      schedule: { expr: '30 7 * * 1-5', tz: 'Asia/Hong_Kong' },
    });
    expect(await use('cron', { action: 'edit', job: 'Diary' })).toContain('nothing to edit');
    expect(await agree({ action: 'remove', job: 'Diary' })).toEqual({
      removed: { id: 'id1', name: 'Diary' },
    });
    expect((await marks()).sort()).toEqual([
      'added the job "Diary"',
      'edited the job "Diary"',
      'paused the job "Diary"',
      'removed the job "Diary"',
      'resumed the job "Diary"',
    ]);
    await close();
  });

  it('remarks with each next run that nothing runs by itself while scheduled work is off', async () => {
    const { use, agree, cron, close } = toolDesk();
    await cron.pause(true);
    const remark = expect.stringContaining('scheduled work is off at the moment') as unknown;
    expect(await use('cron', daily)).toMatchObject({ remark });
    expect(await use('jobs', {})).toMatchObject({ remark });
    for (const look of [{ action: 'list' }, { action: 'show', job: 'diary' }])
      expect(await use('cron', look)).toMatchObject({ remark });
    expect(await use('cron', { action: 'pause', job: 'diary' })).not.toHaveProperty('remark');
    expect(await use('jobs', {})).not.toHaveProperty('remark');
    expect(await use('cron', { action: 'resume', job: 'diary' })).toMatchObject({ remark });
    expect(await agree({ action: 'edit', job: 'diary', message: 'Look' })).toMatchObject({ remark });
    await cron.pause(false);
    await use('cron', { action: 'pause', job: 'diary' });
    expect(await use('cron', { action: 'resume', job: 'diary' })).not.toHaveProperty('remark');
    await close();
  });

  it('lets everybody look, and only those with the right change anything', async () => {
    const { use, cron, close } = toolDesk();
    await use('cron', daily);
    const actor = person();
    expect(await use('cron', { action: 'list' }, { actor })).toMatchObject({
      jobs: [{ id: 'id1', name: 'Diary' }],
    });
    expect(await use('cron', { action: 'show', job: 'Diary' }, { actor })).toMatchObject({
      job: { message: 'Check the diary' },
    });
    for (const args of [
      daily,
      ...['pause', 'resume', 'remove', 'edit'].map((action) => ({ action, job: 'Diary' })),
    ])
      expect(await use('cron', args, { actor })).toMatch(/^Ann may not .* needs an editor's role/);
    expect(await use('wake', { mode: 'now', text: 'look' }, { actor })).toContain(
      'Ann may not wake the desk',
    );
    expect(await cron.list()).toMatchObject([{ id: 'id1', enabled: true, name: 'Diary' }]);
    await close();
  });

  it('finds a planner by what it is, whatever it is called, and asks which one by buttons', async () => {
    const { use, offered, close } = toolDesk();
    const add = (name: string) =>
      use('cron', { ...daily, name, message: 'plan the stories', profile: 'planner_daily' });
    await use('cron', daily);
    await add('Morning papers');
    expect(await use('cron', { action: 'remove', job: '策劃' })).toMatchObject({
      asks: { name: 'Morning papers' },
    });
    await add('Evening papers');
    expect(await use('cron', { action: 'remove', job: 'the planner' })).toMatch(
      /several jobs: .*; which one\?/,
    );
    expect(offered.slice(-2)).toEqual([
      { label: 'Morning papers', command: 'cron remove', options: { job: 'id2' } },
      { label: 'Evening papers', command: 'cron remove', options: { job: 'id3' } },
    ]);
    await close();
  });

  it('gives a job no other kind of work than its person spoke of', async () => {
    const { use, cron, close } = toolDesk();
    const text = 'Every weekday 7:30 remind us to check the diary';
    for (const profile of ['newsletter', 'planner_daily', 'brief'])
      expect(await use('cron', { ...daily, profile }, { text })).toContain(
        `nobody spoke of what the profile "${profile}" does`,
      );
    expect(await cron.list()).toEqual([]);
    await use('cron', daily, { text });
    const change = { action: 'edit', job: 'Diary', profile: 'newsletter' };
    expect(await use('cron', change, { text: 'change the Diary job to 8:00' })).toContain('nobody spoke of');
    const planner = { ...daily, message: 'plan the stories', profile: 'planner_daily' };
    expect(await use('cron', planner, { text: 'plan the stories every weekday 7:30' })).toMatchObject({
      added: {},
    });
    await close();
  });

  it('reaches other conversations only with the right to the desk', async () => {
    const { use, cron, close } = toolDesk();
    await cron.add(
      { name: 'Far', schedule: { everyMs: 60_000 }, payload: { message: 'm', sessionKey: 'console:far' } },
      { kind: 'person', name: 'Bob' },
    );
    const desk = person('jobs', 'desk');
    expect(await use('cron', { action: 'list' })).toEqual({ jobs: [] });
    expect(await use('cron', { action: 'list', scope: 'all' })).toContain('this channel only');
    expect(await use('cron', { action: 'list', scope: 'all' }, { actor: desk })).toMatchObject({
      jobs: [{ id: 'id1', session: 'console:far' }],
    });
    expect(await use('cron', { action: 'remove', job: 'id1' })).toContain(
      'there is no job "id1" in this channel',
    );
    expect(await use('cron', { action: 'pause', job: 'Far' }, { actor: desk })).toContain(
      'there is no job "Far"',
    );
    expect(await use('cron', { action: 'pause', job: 'id1' }, { actor: desk })).toMatchObject({
      changed: { enabled: false },
    });
    await close();
  });

  it.each<[string, Partial<Inbound>]>([
    ['scheduled', { kind: 'scheduled' }],
    ['heartbeat', { kind: 'heartbeat', session: parseSessionKey('main') }],
    ['worker', { kind: 'worker' }],
  ])('refuses all changes in a %s turn, whatever its rights', async (kind, turn) => {
    const { use, cron, stores, close } = toolDesk();
    await use('cron', daily);
    const inbound = { ...turn, actor: SYSTEM };
    for (const args of [
      { ...daily, name: 'Again' },
      ...['pause', 'remove', 'edit'].map((action) => ({ action, job: 'id1', name: 'y' })),
    ])
      expect(await use('cron', args, inbound)).toContain(`a ${kind} turn may not`);
    expect(await use('wake', { mode: 'now', text: 'again' }, inbound)).toContain(
      `a ${kind} turn may not wake`,
    );
    expect(await cron.list()).toMatchObject([{ id: 'id1', name: 'Diary', enabled: true }]);
    expect(await stores.events.pending(parseSessionKey('main'))).toEqual([]);
    await close();
  });

  it('takes a yes from a person only, and from one who may still do it', async () => {
    const { use, cron, close } = toolDesk();
    await use('cron', daily);
    const remove = { action: 'remove', job: 'Diary' };
    expect(await use('cron', remove)).toMatchObject({ asks: {} });
    for (const kind of ['scheduled', 'worker'] as const)
      expect(await use('cron', remove, { kind, text: 'yes' })).toContain(`a ${kind} turn may not`);
    expect(await use('cron', remove, { text: 'yes', actor: person() })).toContain('Ann may not');
    expect(await cron.list()).toHaveLength(1);
    expect(await use('cron', remove, { text: 'yes' })).toMatchObject({ removed: {} });
    await close();
  });

  it('leaves the jobs of the system as they are', async () => {
    const { use, cron, close } = toolDesk();
    const sys = { name: 'Sys', schedule: { everyMs: 60_000 }, payload: { text: 'x' } };
    const { id } = await cron.add(sys, { kind: 'system', name: 'Nightdesk' });
    expect(await use('cron', { action: 'remove', job: id }, { actor: person('jobs', 'desk') })).toContain(
      'is a job of the system',
    );
    await close();
  });
});

it('wakes the desk with a line, once', async () => {
  const { use, stores, marks, close } = toolDesk();
  expect(await use('wake', { mode: 'next-heartbeat', text: 'check the calendar' })).toEqual({
    queued: true,
    text: "Left for the desk's own session, which looks at it at its next heartbeat.",
  });
  const pending = await stores.events.pending(parseSessionKey('main'));
  expect(pending.map(({ text }) => text)).toEqual(['check the calendar']);
  expect(await marks()).toEqual(['told the desk: check the calendar']);
  await close();
});

it.each([
  ['Next heartbeat, please check calendar', 'check calendar'],
  ['at the next heartbeat check battery + upcoming meetings.', 'check battery + upcoming meetings'],
  ['please look at the diary at the next heartbeat', 'look at the diary'],
  ['下次心跳睇下日曆', '睇下日曆'],
  ['when is the next heartbeat?', undefined],
  ['what happens at the next heartbeat', undefined],
  ['下次心跳係幾時', undefined],
])('knows “%s” for a line to its own session, or not', async (said, text) => {
  const house = smallDesk({ perform: () => Promise.resolve() });
  const asked = new AskedBack<OpenQuestion>(memorySessionState(), 'asked back');
  const tools = jobTools({ ...house, mainSession: parseSessionKey('main'), asked });
  const wake = tools.find(({ name }) => name === 'wake');
  expect(wake?.asked?.(said)).toEqual(text === undefined ? undefined : { mode: 'next-heartbeat', text });
  await house.close();
});

it("is not woken by people of another server than its own session's", async () => {
  const home = parseSessionKey('discord:200000000000000001');
  const { use, stores, close } = toolDesk(home);
  const origin = { channel: 'discord', chatId: '200000000000000001', guildId: '2' };
  await stores.sessions.open({ key: home, origin, title: '#desk' }, 0);
  const wake = { mode: 'now', text: 'look' };
  expect(await use('wake', wake, { actor: { ...editor, guild: '1' } })).toContain('another server');
  expect(await stores.events.pending(home)).toEqual([]);
  await close();
});

it('is not woken by somebody who writes directly, where its own session is elsewhere', async () => {
  const { use, stores, close } = toolDesk();
  const wake = { mode: 'now', text: 'look' };
  const direct = parseSessionKey('discord:200000000000000007');
  expect(await use('wake', wake, { session: direct })).toContain('not for direct messages');
  expect(await stores.events.pending(parseSessionKey('main'))).toEqual([]);
  await close();
  const own = toolDesk(direct);
  expect(await own.use('wake', { ...wake, mode: 'next-heartbeat' }, { session: direct })).toMatchObject({
    queued: true,
  });
  await own.close();
});

it('adds no second job that is just the same, and says that it is there', async () => {
  const { use, close } = toolDesk();
  expect(await use('cron', daily)).toMatchObject({ added: { id: 'id1' } });
  expect(await use('cron', daily)).toMatchObject({ already: { id: 'id1', name: 'Diary' } });
  const later = { ...daily, schedule: 'every weekday 8:30' };
  expect(await use('cron', later)).toMatchObject({ added: { name: 'Diary' } });
  const here = parseSessionKey('console:other');
  expect(await use('cron', daily, { session: here })).toMatchObject({ added: { name: 'Diary' } });
  await close();
});

it('lists the jobs of its own channel, read-only', async () => {
  const { use, close } = toolDesk();
  await use('cron', daily);
  expect(await use('jobs', {})).toMatchObject({
    jobs: [{ id: 'id1', enabled: true, schedule: expect.any(String) as unknown }],
  });
  expect(await use('jobs', {}, { session: parseSessionKey('console:other') })).toEqual({ jobs: [] });
  await close();
});
