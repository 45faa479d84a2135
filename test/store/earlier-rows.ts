/** Rows as a Nightdesk of an earlier day might have left them, in every table that it had. */
import type { Reads, Sql, SqlValue } from '../../src/store/sql/sql.ts';
import { text } from '../../src/store/sql/values.ts';
import { ROWS as DESK_TABLES } from '../support/spoiled-home.ts';

export type PlainRow = Readonly<Record<string, SqlValue>>;

/** What a list of migrations is filled with: each table's rows, in the order in which they refer to each other. */
export type TableRows = Readonly<Record<string, readonly PlainRow[]>>;

const inbound = (id: string) => (row: PlainRow) =>
  'inbound' in row
    ? { inbound: JSON.stringify({ ...(JSON.parse(text(row['inbound'])) as object), id }) }
    : {};

export const DESK_ROWS: TableRows = {
  ...Object.fromEntries(
    Object.entries(DESK_TABLES).map(([table, { key, rows }]) => [
      table,
      rows.map((row, n) => {
        const id = `${table === 'sessions' ? 'console:' : ''}${table}${n}`;
        return { ...row, ...inbound(id)(row), [key]: id };
      }),
    ]),
  ),
  desk: [{ name: 'paused', value: '1' }],
};

const event = {
  category: 'uk',
  title: 'Ferry runs again',
  primary_url: 'https://example.org/ferry',
  created_at_ts: 1,
  updated_at_ts: 1,
  expires_at_ts: 1_000,
};
const link = {
  domain: 'example.org',
  title: 'Ferry runs again',
  description: 'After a week',
  lang_hint: 'en',
  first_seen_ts: 1,
  last_seen_ts: 1,
  last_query: 'rss:first',
};
const decision = { action: 'new_event', score: 0.5, ambiguous: 0, candidates: '[]', decided_at_ts: 1 };

/** Numbers are given by the database: the first event and the first link are 1. */
export const POOL_ROWS: TableRows = {
  events: [
    event,
    { ...event, parent_event_id: 1, status: 'active', reserved_until_ts: 9 },
    { ...event, status: 'posted', posted_at_ts: 5, thread_id: '7', run_id: 'r' },
  ],
  links: [
    {
      ...link,
      url: 'https://example.org/a',
      norm_url: 'https://example.org/a',
      event_id: 1,
      decided_at_ts: 1,
    },
    { ...link, url: 'https://example.org/b', norm_url: 'https://example.org/b', published_at_ts: 1 },
  ],
  fetch_state: [
    { feed_key: 'first', etag: '"x"', last_success_ts: 1, last_attempt_ts: 1, run_count: 3 },
    { feed_key: 'second', last_attempt_ts: 1, failures_in_a_row: 2, last_error: 'timeout' },
  ],
  article_cache: [
    {
      norm_url: 'https://example.org/a',
      final_url: 'https://example.org/a',
      title: 'Ferry runs again',
      text: 'It runs.',
      extractor: 'article',
      fetched_at_ts: 1,
    },
  ],
  pool_runs: [{ kind: 'daily', started_at_ts: 1, finished_at_ts: 2, detail: '{}' }],
  clustering_decisions: [
    { ...decision, link_id: 1, event_id: 1 },
    { ...decision, link_id: 1, event_id: null, action: 'skip' },
  ],
  feed_items: [
    {
      feed_key: 'first',
      item_key: 'a',
      url: 'https://example.org/a',
      title: 'Ferry runs again',
      first_seen_ts: 1,
      last_seen_ts: 1,
      outcome: 'added',
    },
  ],
  search_state: [{ state_key: 'brave', last_call_ts: 1, remaining: 10 }],
  event_changes: [
    { kind: 'merge', into_event_id: 1, from_event_id: 2, link_ids: '[1]', by: 'Ann', at_ts: 1, why: 'same' },
  ],
  event_features: [{ event_id: 1, updated_at_ts: 1 }],
  event_verdicts: [{ event_id: 1, kind: 'daily', at_ts: 1, taken: 0, reason: 'quota' }],
  translations: [{ text_sha256: 'ab', language: 'zh', text: '渡輪', made_at_ts: 1 }],
};

/** The last step that empties the search index, because text is folded in another way: rows of before are indexed anew. */
export const SEARCH_EMPTIED = 2;

export const SEARCH_ROWS: TableRows = {
  search_parts: [{ part: 'session:console:desk', kind: 'session', position: 1, identity: '1' }],
  search_rows: [
    {
      part: 'session:console:desk',
      id: 'a',
      kind: 'chat',
      session: 'console:desk',
      place: 'console:desk',
      at: 1,
      title: '',
      words: 'The ferry sails',
      folded_title: '',
      folded_words: 'the ferry sails',
    },
  ],
};

export const SHARED_ROWS: TableRows = {
  transcript_files: [{ name: 'console%3Adesk.jsonl', session: 'console:desk', length: 3 }],
  transcript_lines: [{ file: 'console%3Adesk.jsonl', start: 0, entry: 'a', line: '{}' }],
  fences: [{ role: 'newsroom', token: 4 }],
  leases: [{ role: 'desk:a', token: 4, owner: 'desk 1@host', taken_at: 1, renewed_at: 1 }],
  roles: [{ role: 'cron', desk: 'desk:a', taken_at: 1 }],
  signals: [{ desk: 'desk:a', at: 1, body: '{}' }],
  files: [
    {
      folder: 'data/newsroom/jobs/r',
      name: 'story_01.json',
      bytes: 2,
      sha256: 'ab',
      written_at: 1,
      content: Buffer.from('{}'),
    },
  ],
};

/** A database's columns, by table; those of its schema only. */
export type Columns = ReadonlyMap<string, readonly string[]>;

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/**
 * Put the rows of each table that there is into it, with the columns that it has.
 * @throws Error where a table has no rows to be filled with, or refuses them.
 */
export async function fillTables(sql: Sql, columns: Columns, rows: TableRows): Promise<void> {
  const bare = [...columns.keys()].filter((table) => (rows[table]?.length ?? 0) === 0);
  if (bare.length > 0) throw new Error(`no rows are given for ${bare.join(', ')}`);
  await sql.transaction(async (tx) => {
    for (const [table, given] of Object.entries(rows))
      for (const row of columns.has(table) ? given : []) {
        const names = Object.keys(row).filter((name) => columns.get(table)!.includes(name));
        const values = names.map((name) => row[name]!);
        const marks = names.map(() => '?').join(', ');
        await tx.run(`INSERT INTO ${table} (${quoted(names)}) VALUES (${marks})`, ...values);
      }
  });
}

/** All rows of these tables, with these columns only, in an order of their own. */
export async function rowsOf(sql: Reads, columns: Columns): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = new Map<string, readonly string[]>();
  for (const [table, names] of columns) {
    const rows = await sql.all(`SELECT ${quoted(names)} FROM ${table}`);
    tables.set(table, rows.map((row) => JSON.stringify(row)).toSorted());
  }
  return tables;
}
