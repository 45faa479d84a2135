/** A real desk on a home in whose database a program has written what no desk would write, in every table and column. */
import { expect, it } from 'vitest';
import { found, startDesk } from '../support/desk-process.ts';
import { spoilEveryTable } from '../support/spoiled-home.ts';
import { tempHome } from '../support/temp-home.ts';

const desk = 'console:desk';
const job = {
  name: 'Old diary',
  schedule: { kind: 'every', everyMs: 3_600_000, anchorMs: 0 },
  sessionTarget: 'isolated',
  wakeMode: 'next-heartbeat',
  payload: { kind: 'agentTurn', message: 'Say hello' },
};

it('starts and works beside rows of every table that nobody can read', { timeout: 600_000 }, async () => {
  const home = tempHome();
  const before = await startDesk(home);
  const { id } = await before.rpc<{ id: string }>('cron.add', { job: { ...job, name: 'Diary' } });
  await before.stop();
  // What a home says of itself has columns without a form: a bad one is as good as none.
  expect(spoilEveryTable(home)).toEqual(['desk']);

  // Results of rows that a program has written are not of their schema.
  const again = await startDesk(home, { NIGHTDESK_CHECK_RESULTS: '0' });
  const asked = { sessionKey: 'console:other', text: 'Are you there?' };
  await again.rpc('chat.send', asked);
  const history = () =>
    again.rpc<{ entries: { role: string }[] }>('sessions.history', { key: asked.sessionKey });
  await found(async () => (await history()).entries.some(({ role }) => role === 'assistant') || undefined);
  await again.rpc('cron.run', { id, mode: 'force' });
  const runs = () => again.rpc<{ entries: { status: string }[] }>('cron.runs', { id, limit: 10 });
  await found(async () => (await runs()).entries.some(({ status }) => status === 'ok') || undefined);
  for (const method of [
    'cron.list',
    'cron.status',
    'cron.export',
    'sessions.list',
    'desk.status',
    'desk.gc',
    'newsroom.runs',
  ])
    await again.rpc(method);
  await again.rpc('notes.list', { sessionKey: desk });
  await again.rpc('sessions.history', { key: desk });
  const aside = again
    .errors()
    .split('\n')
    .filter((line) => line.includes('it was set aside'))
    .map((line) => JSON.parse(line) as { table: string; row: string; reason: string });
  const tables = [
    'jobs',
    'turns',
    'journal',
    'ops',
    'sessions',
    'notices',
    'notes',
    'runs',
    'newsroom_runs',
    'stories',
  ];
  expect(new Set(aside.map(({ table }) => table))).toEqual(
    new Set([...tables, 'deeds', 'inputs', 'tasks', 'session_state', 'newsletters', 'newsletter_steps']),
  );
  expect(aside.every(({ row, reason }) => row !== '' && reason !== '')).toBe(true);
  expect((await again.stop()).code).toBe(0);

  const third = await startDesk(home);
  expect(third.errors()).not.toContain('it was set aside');
  expect((await third.stop()).code).toBe(0);
});
