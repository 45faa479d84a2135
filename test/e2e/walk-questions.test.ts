/**
 * What people asked a desk of the sample edition, without a key, that it once answered wrongly: every answer is right,
 * or a refusal that names the way. One desk serves all cases.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.ts';
import type { Entry } from '../../src/sessions/entry.ts';
import type { SessionInfo } from '../../src/sessions/session-index.ts';
import { systemClock } from '../../src/time/clock.ts';
import { found, startDesk } from '../support/desk-process.ts';

const DESK = 'console:desk';
// One home for all cases: a temporary home of the tests' own ends with the first of them.
const home = mkdtempSync(join(tmpdir(), 'nightdesk-walk-'));
let desk: Awaited<ReturnType<typeof startDesk>>;
let threads: readonly SessionInfo[];
let asked = 0;

const history = async (key: string) =>
  (await desk.rpc<{ entries: Entry[] }>('sessions.history', { key, limit: 200 })).entries;

async function postedThreads(): Promise<readonly SessionInfo[]> {
  return found(async () => {
    const { sessions } = await desk.rpc<{ sessions: SessionInfo[] }>('sessions.list');
    const posted = sessions.filter(({ origin }) => origin.parent === DESK);
    const told = await Promise.all(posted.map(({ key }) => history(key)));
    const isWhole = told.every((entries) => entries.some(({ content }) => content.includes('Read more')));
    return posted.length >= 5 && isWhole ? posted : undefined;
  });
}

/** The answer to a message, whoever else talks meanwhile. */
async function ask(text: string, { key = DESK, who = 'Ann' } = {}): Promise<string> {
  const { turnId } = await desk.rpc<{ turnId: string }>('chat.send', {
    sessionKey: key,
    text,
    clientId: `q${++asked}`,
    author: { name: who },
  });
  const answer = await found(async () =>
    (await history(key)).find(({ meta }) => meta?.turn === turnId && meta.kind === 'closure'),
  );
  return answer.content;
}

const threadOf = (words: RegExp) => {
  const thread = threads.find(({ title }) => words.test(title));
  if (!thread)
    throw new Error(`no story is about ${String(words)}: ${threads.map(({ title }) => title).join('; ')}`);
  return { key: thread.key as string };
};
const quotes = (answer: string) =>
  answer
    .split('\n')
    .filter((line) => line.startsWith('>'))
    .join('\n');

beforeAll(async () => {
  desk = await startDesk(home);
  threads = await postedThreads();
}, 500_000);
afterAll(async () => {
  await desk.stop();
  rmSync(home, { recursive: true, force: true });
});

describe('questions in a thread', () => {
  it.each([
    'How many people died?',
    'how many dead',
    'What is the death toll now?',
    'How many people were killed in the quake?',
    'How many died?',
    'any casualties?',
    'Was anyone killed or hurt?',
  ])('quotes this happening’s toll on all its sides, and no older one’s: %s', async (text) => {
    const answer = quotes(await ask(text, threadOf(/quake/i)));
    expect(answer).toMatch(/11 people/);
    expect(answer).toMatch(/nine people/);
    expect(answer).not.toMatch(/2015|killed 15/);
  });

  it.each(['How many people were hurt?', '幾多人受傷？'])(
    'tells both sides of a known conflict: %s',
    async (text) => {
      const answer = await ask(text, threadOf(/tunnel/i));
      expect(answer).toMatch(/sources differ|說法不一/);
      expect(quotes(answer)).toMatch(/12/);
      expect(quotes(answer)).toMatch(/14/);
    },
  );

  it('shows the conflict in the story itself', async () => {
    const told = (await history(threadOf(/tunnel/i).key)).map(({ content }) => content).join('\n');
    expect(told).toMatch(/Sources differ: .*12.*14/);
  });

  it('never says yes or no', async () => {
    const answer = await ask('Did anyone die in the flood?', threadOf(/tunnel/i));
    expect(answer).not.toMatch(/^(?:yes|no)\b/i);
    expect(answer).toMatch(/^>|don't say/m);
  });

  it('quotes a sentence that counts both vehicles and people as an answer', async () => {
    const answer = await ask('How many vehicles and people?', threadOf(/tunnel/i));
    expect(quotes(answer)).toMatch(/63 vehicles and injuring 12 people/);
    expect(answer).not.toMatch(/no answer/);
  });

  it('asks whom "she" is, and knows it once she was asked about', async () => {
    const corvid = threadOf(/Corvid/);
    expect(await ask('What did she say?', corvid)).toMatch(/Whom do you mean\?/);
    expect(await ask('佢講咗咩？', corvid)).toMatch(/你指的是誰/);
    await ask('Who is Beatrix Sandoval?', corvid);
    expect(quotes(await ask('What did she say?', corvid))).toMatch(/Sandoval said/);
  });
});

describe('questions about the desk', () => {
  it.each([
    ['what waits for approval?', /^Nothing waits here\.$/],
    ['有咩等緊批准？', /沒有等候中的報道/],
    ['is anything paused?', /^Scheduled work is on\.\nNo automation/],
    ['有冇嘢暫停咗？', /^定時工作已開啟/],
    ['what did today cost?', /^Nothing: .*no model was asked today/],
    ['今日使咗幾多錢？', /^沒有費用/],
    ['which feeds fail?', /^8 feeds, 0 failing\.\nThe Harbour Gazette, .+$/],
    ['邊啲來源失敗？', /^8 個來源，0 個失敗。\nThe Harbour Gazette、.+$/],
    ['what did you leave out and why?', /^- \*\*.+\*\* \(.+\): \S/],
    ['你略去咗咩？點解？', /^- \*\*.+\*\*（.+）：\S/],
    ['undo', /nothing to undo/],
    ['還原', /沒有可以還原的/],
  ])('answers "%s" from its own data', async (text, answer) => {
    const said = await ask(text, { who: 'Quinn' });
    expect(said).toMatch(answer);
    // Nothing of its own records or of the stories' sources is in it.
    expect(said).not.toMatch(/The run reported|sources .*don't say|來源沒有提及|^\{/m);
  });

  it.each([
    ['pause everything for an hour', 'is anything paused?', /paused until/, 'undo', /runs again/],
    ['暫停所有嘢一個鐘', '有冇嘢暫停咗？', /暫停至/, '還原', /已恢復/],
  ])('carries out "%s", tells of it and takes it back', async (order, question, paused, undo, resumed) => {
    expect(await ask(order)).toMatch(paused);
    expect(await ask(question)).toMatch(paused);
    // Another person's "undo" is not about this.
    expect(await ask(undo, { who: 'Cleo' })).toMatch(/nothing to undo|沒有可以還原的/);
    expect(await ask(undo)).toMatch(resumed);
    expect((await desk.rpc<{ paused: boolean }>('desk.status')).paused).toBe(false);
  });

  it('does nothing for a quotation of an order', async () => {
    await ask('> pause everything for an hour\nWho wrote this?');
    await ask('The notice says "pause everything for an hour".');
    expect((await desk.rpc<{ paused: boolean }>('desk.status')).paused).toBe(false);
  });

  it('schedules a planner as a planner, and removes one only when that is confirmed', async () => {
    type Jobs = { jobs: { name: string; payload: { profile?: string } }[] };
    const profiles = async () =>
      (await desk.rpc<Jobs>('cron.list')).jobs.map(({ payload }) => payload.profile ?? 'reminder').toSorted();
    // Those of other cases, which stay.
    const reminders = (await profiles()).filter((profile) => profile === 'reminder');
    expect(await ask('delete the planner')).toMatch(/^Remove "Sample planner"\?.*answer "yes"/);
    expect(await profiles()).toHaveLength(1 + reminders.length);
    expect(await ask('yes')).toMatch(/^Removed/);
    expect(await profiles()).toEqual(reminders);
    expect(await ask('schedule a planner every weekday at 9')).toMatch(/every weekday at 09:00/);
    expect(await profiles()).toEqual(['planner_daily', ...reminders]);
    expect(await ask('刪除 planner')).toMatch(/嗎？/);
    expect(await ask('係')).toMatch(/已刪除/);
    expect(await ask('逢平日九點排一個選題')).toMatch(/逢平日九點/);
    expect(await profiles()).toEqual(['planner_daily', ...reminders]);
  });
});

describe('two people', () => {
  it('get an answer each when they ask at once, and each answer tells whose it is', async () => {
    const both = await Promise.all([
      ask('which feeds fail?', { who: 'Ann' }),
      ask('what did today cost?', { who: 'Bob' }),
    ]);
    expect(both[0]).toMatch(/8 feeds/);
    expect(both[1]).toMatch(/^Nothing: /);
    const entries = await history(DESK);
    for (const [who, text] of [
      ['Ann', /^8 feeds/],
      ['Bob', /^Nothing: the desk/],
    ] as const) {
      const answer = entries.findLast(({ role, content }) => role === 'assistant' && text.test(content));
      const question = entries.findLast(
        ({ role, meta }) => role === 'user' && meta?.turn === answer?.meta?.turn,
      );
      expect(question?.author?.name).toBe(who);
    }
  });

  it('are named in what they do by command', async () => {
    const invoke = (name: string, options: object) =>
      desk.rpc<{ text: string }>('commands.invoke', {
        name,
        options,
        sessionKey: DESK,
        author: { name: 'Bob' },
      });
    expect((await invoke('session remember', { text: 'no more golf' })).text).toContain('(Bob)');
    await invoke('cron add', { name: 'diary', message: 'look', schedule: 'every day at 9' });
    const { jobs } = await desk.rpc<{ jobs: { name: string; createdBy: { name: string } }[] }>('cron.list');
    expect(jobs.find(({ name }) => name === 'diary')?.createdBy.name).toBe('Bob');
  });
});

it('keeps a conversation at a terminal while the desk starts again: rendered, in words, and named', async () => {
  const input = new PassThrough();
  const lines: string[] = [];
  const told = (text: string) => void lines.push(text);
  const ended = runProgram(
    ['chat', '--session', DESK],
    {
      env: { NIGHTDESK_HOME: home, LOG_LEVEL: 'silent', USER: 'Tess' },
      cwd: home,
      input,
      output: new PassThrough(),
      atTerminal: true,
      out: told,
      drained: async () => {},
      warn: told,
      onSignal: () => () => {},
      onStrayError: () => () => {},
      exit: () => {},
      launch: () => {
        throw new Error('nothing is launched here');
      },
    },
    systemClock,
  );
  const heard = (words: string | RegExp) =>
    found(() => lines.find((line) => (typeof words === 'string' ? line.includes(words) : words.test(line))));
  await heard('Nightdesk');
  input.write('what did you leave out and why?\n');
  expect(await heard('•')).not.toContain('**');
  await heard('asked the desk');
  await ask('which feeds fail?', { who: 'Bob' });
  await heard('(to Bob)');
  expect(lines.join('\n')).not.toMatch(/\{"/);

  await desk.stop();
  await heard('the desk has gone');
  desk = await startDesk(home);
  await heard('the desk is back');
  lines.length = 0;
  input.write('which feeds fail?\n');
  await heard('feeds, 0 failing');
  input.end('/quit\n');
  expect(await ended).toBe(0);
}, 500_000);
