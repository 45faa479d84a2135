/** Homes into whose database a program has written what no desk would write. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { openDatabase } from '../../src/store/sqlite/database.ts';

const databaseOf = (home: string) => join(home, 'data', 'nightdesk.sqlite3');

/** The record of one job becomes unreadable. */
export function spoilJob(home: string, id: string): void {
  const db = new Database(databaseOf(home));
  db.prepare(`UPDATE jobs SET job = '{"name": "Di' WHERE id = ?`).run(id);
  db.close();
}

const PACK = JSON.stringify({ sources: 'harbour '.repeat(12_500) });

/** A new home, with a thousand stories of 100 KB each. */
export function fillHome(home: string): void {
  const db = openDatabase(databaseOf(home), '1');
  const put = db.prepare(
    `INSERT INTO stories (id, run, category, title, primary_url, language_model, desk, thread_op, pack, story, published_at)
     VALUES (?, '', '', '', '', 0, '', '', ?, '{}', 0)`,
  );
  db.transaction(() => {
    for (let n = 0; n < 1_000; n++) put.run(`story/${n}`, PACK);
  })();
  db.close();
}

/** How many of those a home has, whole. */
export function filledStories(home: string): unknown {
  const db = new Database(databaseOf(home), { readonly: true });
  const count = db.prepare(`SELECT count(*) FROM stories WHERE pack = ?`).pluck().get(PACK);
  db.close();
  return count;
}

type Row = Readonly<Record<string, string | number | null>>;

const desk = 'console:desk';
const inbound = {
  kind: 'person',
  session: desk,
  origin: { channel: 'console', chatId: 'desk' },
  text: 'hello',
  actor: { kind: 'system', name: 'the desk' },
  profile: 'chat',
};
const turn = {
  kind: 'person',
  session: desk,
  lane: desk,
  inbound: JSON.stringify(inbound),
  accepted_at: 1,
  generation: 0,
  deadline: 1,
};
const op = {
  lane: desk,
  spec: '{"kind":"post","channel":{"id":"desk"},"text":"hi"}',
  record: '{"v":1,"id":"hi","ts":1,"role":"assistant","content":"hi"}',
  attempted_at: 1,
};
const run = {
  job: 'j',
  job_name: 'J',
  session: desk,
  trigger: 'schedule',
  slot: 5,
  queued_at: 5,
  prompt_ref: '{}',
  prompt: '',
  variables: '{}',
};
const job = {
  name: 'Old diary',
  schedule: { kind: 'every', everyMs: 3_600_000, anchorMs: 0 },
  sessionTarget: 'isolated',
  wakeMode: 'next-heartbeat',
  payload: { kind: 'agentTurn', message: 'Say hello' },
};
const story = {
  run: 'r',
  event: 1,
  category: 'uk',
  title: 'T',
  primary_url: 'https://example.org/a',
  language_model: 0,
  desk,
  thread_op: 'o',
  thread: '1',
  pack: '{"builtAtMs":1,"sources":[]}',
  story: '{"title":"T"}',
  published_at: 1,
  place: 'console:elsewhere',
};

/** Rows as a desk might have written them, closed and open, each table's with its own key. */
export const ROWS: Readonly<Record<string, { readonly key: string; readonly rows: readonly Row[] }>> = {
  sessions: {
    key: 'key',
    rows: ['open', 'deleting', 'gone'].map((state) => ({
      title: 'T',
      origin: '{"channel":"console","chatId":"k"}',
      parent: desk,
      state,
      created_at: 1,
      updated_at: 1,
      seen: '1',
      gone: state === 'gone' ? '{"because":"it is gone"}' : null,
      removal: state === 'deleting' ? '{"op":"o","place":"console:k","because":"b"}' : null,
    })),
  },
  turns: {
    key: 'id',
    rows: [
      { ...turn, state: 'waiting' },
      { ...turn, state: 'running', starts: 1, fence: 1 },
      { ...turn, state: 'joined', joined: 'gone' },
      { ...turn, state: 'closed', ending: '{"status":"ok","summary":"done"}', ended_at: 2, released: 0 },
    ],
  },
  journal: {
    key: 'entry_id',
    rows: [0, 1].map((held) => ({
      session: desk,
      turn: 'gone',
      entry: '{"v":1,"id":"j:0","ts":1,"role":"system","content":"said"}',
      file_length: 0,
      held,
    })),
  },
  effects: { key: 'turn', rows: [{ n: 1, what: 'a note was made', at: 1 }] },
  ops: {
    key: 'key',
    rows: ['held', 'ready', 'sending', 'sent'].map((state) => ({
      ...op,
      state,
      turn: null,
      after: '1',
      result: '1',
    })),
  },
  jobs: {
    key: 'id',
    rows: [
      {
        job: JSON.stringify(job),
        session: null,
        enabled: 1,
        system: 0,
        next_run_at: 4e12,
        created_at: 1,
        updated_at: 1,
        retry_at: 4e12,
        retry: '{"slotMs":1,"attempt":2}',
        last_status: 'ok',
        paused_because: null,
      },
    ],
  },
  runs: { key: 'id', rows: ['queued', 'running', 'ok'].map((status) => ({ ...run, status })) },
  notes: {
    key: 'id',
    rows: [{ session: desk, note: '{"id":"n","text":"no crypto","by":"Ann"}', until: null, at: 1 }],
  },
  newsroom_runs: {
    key: 'id',
    rows: ['planned', 'done'].map((state) => ({
      session: desk,
      turn: null,
      state,
      plan: '{"stories":[]}',
      created_at: 1,
      finished_at: null,
    })),
  },
  stories: { key: 'id', rows: [story] },
  inputs: { key: 'turn', rows: [{ snapshot: '{"candidates":[]}', at: 1 }] },
  system_events: {
    key: 'id',
    rows: [
      { session: desk, text: 'battery low', at: 1, turn: 'gone' },
      { session: 'main', text: 'battery low', at: 1, turn: null },
    ],
  },
  notices: { key: 'id', rows: [{ place: 'discord:1', notice: '{"kind":"lost","jobs":[]}' }] },
  erasures: { key: 'entry', rows: [{ session: desk, at: 1 }] },
  receipts: {
    key: 'task',
    rows: [
      {
        at: 1,
        provider: 'p',
        model: 'm',
        counted_tokens: 1,
        latency: 1,
        outcome: 'ok',
        turn: null,
        run: null,
        session: desk,
      },
    ],
  },
  deeds: {
    key: 'story',
    rows: [{ n: 1, key: null, kind: 'hold', at: 1, deed: '{"kind":"hold","by":"Ann"}' }],
  },
  tasks: {
    key: 'key',
    rows: [{ task: 'newsroom.batch', queue: 'q', payload: '{"batch":"r"}', priority: 0, run_at: 1 }],
  },
  session_state: { key: 'session', rows: [{ feature: 'brief', state: '{"user_topic":"ferries"}' }] },
  votes: {
    key: 'story',
    rows: [
      { person: 'discord:1', name: 'Ann', likes: 1, at: 1, outlet: 'Gazette', category: 'uk', title: 'T' },
    ],
  },
  newsletters: {
    key: 'session',
    rows: ['running', 'sending', 'done'].map((state) => ({
      edition: 'sample',
      state,
      terms: '{"place":"console:desk","by":"Ann"}',
      created_at: 1,
      updated_at: 1,
    })),
  },
  newsletter_steps: {
    key: 'id',
    rows: [{ session: 'n', step: 'gather_urls', status: 'complete', message: '', counts: '{}' }],
  },
  newsletter_articles: { key: 'url', rows: [{ edition: 'sample', session: 'n', at: 1 }] },
  newsletter_mails: { key: 'recipient', rows: [{ session: 'n', state: 'sending', attempts: 1, at: 1 }] },
};

const BAD: Readonly<Record<string, readonly (string | number)[]>> = {
  TEXT: ['junk', '', '{}', '[]', 'null', '{"kind":7}'],
  INTEGER: [-1, Number.MAX_SAFE_INTEGER],
};

/** Each healthy row again and again, with one column of it spoiled; in all tables, or told which has no rows here. */
export function spoilEveryTable(home: string): string[] {
  const db = new Database(databaseOf(home));
  db.pragma('ignore_check_constraints = ON');
  const named = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`;
  const tables = db.prepare(named).pluck().all() as string[];
  let n = 0;
  const insert = (table: string, row: Row) =>
    db
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row).fill('?').join(', ')})`,
      )
      .run(...Object.values(row));
  for (const [table, { key, rows }] of Object.entries(ROWS)) {
    const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[];
    for (const row of rows)
      for (const { name, type } of columns.filter((column) => column.name !== 'seq'))
        for (const value of BAD[type] ?? []) {
          const id = `${table === 'sessions' ? 'console:' : ''}bad${++n}`;
          const own = table === 'turns' ? { inbound: JSON.stringify({ ...inbound, id }) } : {};
          // What is spoiled is unlike any other, where it is the key.
          const spoiled = name === key && typeof value === 'string' ? `${value}${n}` : value;
          insert(table, { ...row, ...own, [key]: id, [name]: spoiled });
        }
  }
  db.close();
  return tables.filter((table) => !(table in ROWS));
}
