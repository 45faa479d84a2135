import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { AskedBack } from '../../src/feature/asked-back.ts';
import { jobTools } from '../../src/desk/job-tools.ts';
import type { SeesPlaces } from '../../src/desk/place-platform.ts';
import type { Actor } from '../../src/sessions/actor.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import type { SessionKey } from '../../src/sessions/key.ts';
import type { ToolContext } from '../../src/sessions/tool.ts';
import { smallDesk } from '../support/small-desk.ts';
import type { SmallDesk } from '../support/small-desk.ts';
import { ann, editorOf, morning, offered, person } from './as-ann.ts';

const OURS = parseSessionKey('discord:11');
const OUR_OTHER = parseSessionKey('discord:12');
const OUR_THREAD = parseSessionKey('discord:13');
const THEIRS = parseSessionKey('discord:21');
const UNKNOWN = parseSessionKey('discord:99');
const CONSOLE = parseSessionKey('console:news');

const ourChief = editorOf('g1', 'desk');
const operator = person('jobs', 'desk');

let house: SmallDesk;
let serves = 2;
let unseen: readonly SessionKey[] = [];

beforeEach(async () => {
  serves = 2;
  unseen = [];
  const sees: SeesPlaces = async (_, sessions) => new Set(sessions.filter((key) => !unseen.includes(key)));
  house = smallDesk({ commands: { guilds: () => serves, sees } });
  const open = (key: typeof OURS, guildId?: string, parent?: string) =>
    house.stores.sessions.open(
      {
        key,
        origin: {
          channel: 'discord',
          chatId: key.slice(8),
          ...(guildId !== undefined && { guildId }),
          ...(parent !== undefined && { parent }),
        },
        title: key,
      },
      house.clock.now(),
    );
  await open(OURS, 'g1');
  await open(OUR_OTHER, 'g1');
  await open(OUR_THREAD, undefined, OUR_OTHER);
  await open(THEIRS, 'g2');
  for (const [n, session] of [OURS, OUR_OTHER, OUR_THREAD, THEIRS, UNKNOWN, CONSOLE].entries())
    await ann(house, 'cron add', { ...morning, name: `Job ${n + 1}` }, { session });
  const isolated = { kind: 'agentTurn', message: 'Sum up.' };
  const schedule = { kind: 'every', everyMs: 60_000 };
  await house.cron.add({ name: 'Isolated', schedule, payload: isolated }, { kind: 'gateway' });
});

afterEach(() => house.close());

/** What the agent's own tool says in a turn that this actor asked for. */
async function agentsTool(args: object, actor: Actor): Promise<string> {
  const cron = jobTools({ ...house, asked: new AskedBack(house.stores.sessionState, 'asked back') }).find(
    ({ name }) => name === 'cron',
  )!;
  const turn = { kind: 'person', actor } as ToolContext['turn'];
  const context = {
    turn,
    session: OURS,
    actor,
    nowMs: house.clock.now(),
    signal: new AbortController().signal,
    mark: (what: string) => ({ turn: 't1', fence: 1, n: 1, atMs: 0, what }),
    said: Object.values(args).join(' '),
    saidBefore: '',
    kept: [],
    keep: () => {},
    offer: () => {},
  };
  return cron.run(cron.args.parse(args), context).then(
    (said) => JSON.stringify(said),
    (error: unknown) => (error as Error).message,
  );
}

describe('an editor of one server', () => {
  it('lists the jobs of its channels and threads, and of no other server, console or isolated session', async () => {
    const context = { session: OURS, actor: ourChief };
    const { text } = await ann(house, 'cron list', { everywhere: true }, context);
    expect(text.match(/Job \d|Isolated/g)).toEqual(['Job 1', 'Job 2', 'Job 3']);
    expect(text).toContain('(<#12>)');
    const nobodys = { session: OURS, actor: editorOf('g3', 'desk') };
    expect((await ann(house, 'cron list', { everywhere: true }, nobodys)).text).toBe(
      'This server has no automations.',
    );
  });

  it('reaches a job of another channel of its server by its id, and none of another server', async () => {
    const context = { session: OURS, actor: ourChief };
    expect((await ann(house, 'cron pause', { job: 'id2' }, context)).text).toContain('is paused');
    expect((await ann(house, 'cron pause', { job: 'id3' }, context)).text).toContain('is paused');
    for (const job of ['id4', 'id5', 'id6', 'id7'])
      for (const [command, options] of [
        ['cron show', {}],
        ['cron pause', {}],
        ['cron edit', { name: 'Ours now' }],
        ['cron remove', { sure: true }],
        ['cron history', {}],
      ] as const) {
        const { text, refused } = await ann(house, command, { job, ...options }, context);
        expect(refused).toBe(true);
        expect(text).toBe(`There is no automation "${job}" here; there are: Job 1.`);
      }
    expect((await house.cron.list()).map(({ name }) => name)).toContain('Job 4');
  });

  it('is offered the jobs of the conversation alone', async () => {
    const context = { session: OURS, actor: ourChief };
    expect(await offered(house, ['cron show', 'job'], '', context)).toEqual([
      { name: 'Job 1', value: 'id1' },
    ]);
    expect(await offered(house, ['cron show', 'job'], 'id4', context)).toEqual([]);
    const edit = ['cron edit', 'schedule'] as const;
    const choices = await offered(house, edit, 'every day at 9:00', { ...context, options: { job: 'id4' } });
    expect(choices[0]?.name).toContain('London time'); // not the zone of a job that can't be seen
  });

  it('sees in /desk status what runs next in its server', async () => {
    const { text } = await ann(house, 'desk status', {}, { session: OURS, actor: editorOf('g1') });
    expect(text).toContain('Scheduled work is on: 3 automations, 0 running, 0 waiting.');
    expect(text.match(/Job \d|Isolated/g)).toEqual(['Job 1', 'Job 2', 'Job 3']);
  });

  it('sees there what it can see, with the right to the whole server all of it', async () => {
    unseen = [OURS, OUR_OTHER];
    const asked = async (actor: Actor, locale: 'en' | 'zh' = 'en') =>
      (await ann(house, 'desk status', {}, { session: OURS, actor, locale })).text;
    const text = await asked(editorOf('g1'));
    expect(text).toContain('3 automations, 0 running');
    expect(text.match(/Job \d|Isolated/g)).toEqual(['Job 1', 'Job 3']);
    expect(text).toContain("- 1 automation in channels that you can't see.");
    expect(await asked(editorOf('g1'), 'zh')).toContain('- 1 項在你看不見的頻道。');
    expect((await asked(ourChief)).match(/Job \d|Isolated/g)).toEqual(['Job 1', 'Job 2', 'Job 3']);
  });

  it('can neither pause nor resume a desk that serves others, and may where it serves none', async () => {
    const context = { session: OURS, actor: ourChief };
    for (const name of ['desk pause', 'desk resume'])
      expect(await ann(house, name, {}, context)).toMatchObject({
        refused: true,
        text: expect.stringMatching(/^This desk serves several servers: only its operator/) as unknown,
      });
    expect((await ann(house, 'desk pause', {}, { ...context, locale: 'zh' })).text).toContain('多個伺服器');
    expect((await house.cron.status()).enabled).toBe(true);
    await ann(house, 'desk pause', {}, { session: CONSOLE, actor: operator });
    expect((await house.cron.status()).enabled).toBe(false);
    serves = 1;
    await ann(house, 'desk resume', {}, context);
    expect((await house.cron.status()).enabled).toBe(true);
  });

  it('learns no more from the agent', async () => {
    const listed = await agentsTool({ action: 'list', scope: 'all' }, ourChief);
    expect(listed.match(/Job \d|Isolated/g)).toEqual(['Job 1', 'Job 2', 'Job 3']);
    expect(await agentsTool({ action: 'show', job: 'id2' }, ourChief)).toContain('Job 2');
    for (const action of ['show', 'pause', 'remove', 'edit'])
      expect(await agentsTool({ action, job: 'id4', name: 'Ours now' }, ourChief)).toBe(
        'there is no job "id4" in this channel; there are: Job 1',
      );
    const all = await agentsTool({ action: 'list', scope: 'all' }, operator);
    expect(all.match(/Job \d|Isolated/g)).toHaveLength(7);
  });
});

it('shows in a direct message, where there is no server, the jobs of that conversation alone', async () => {
  const { text } = await ann(house, 'desk status', {}, { session: UNKNOWN, actor: person() });
  expect(text).toContain('Scheduled work is on: 1 automation,');
  expect(text.match(/Job \d|Isolated/g)).toEqual(['Job 5']);
});

it('keeps all of it before the operator', async () => {
  const context = { session: CONSOLE, actor: operator };
  const { text } = await ann(house, 'cron list', { everywhere: true }, context);
  expect(text.match(/Job \d|Isolated/g)).toHaveLength(7);
  expect((await ann(house, 'desk status', {}, context)).text).toContain('7 automations');
  expect((await ann(house, 'cron pause', { job: 'id4' }, context)).text).toContain('is paused');
});
