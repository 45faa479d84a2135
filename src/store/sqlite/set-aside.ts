/**
 * Sets aside rows that can't be read because another program or a person wrote them. A single one would stop
 * everything that reads its table. So at the start each is moved whole into a file of JSON lines beside the database,
 * and the rest continues.
 */
import { closeSync, constants, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { whyNoJob } from '../../cron/written-job.ts';
import { UNREADABLE } from '../../sessions/endings.ts';
import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { NO_OBJECT, cannotBeRead, lacksOneOf, noJson } from '../../sessions/unreadable.ts';
import { brokenChecks } from './broken-checks.ts';
import type { Sqlite } from './database.ts';
import type { Row } from '../sql/sql.ts';
import { text } from '../sql/values.ts';
import { Statements } from './statements.ts';

export interface SetAside {
  readonly at: string;
  readonly table: string;
  readonly key: string;
  readonly reason: string;
  readonly row: Row;
}

/** A column of JSON to check. */
interface Column {
  readonly table: string;
  /** The column that identifies a row. */
  readonly key: string;
  /** A second one, where the first is that of several rows. */
  readonly beside?: string;
  readonly column: string;
  /** Paths that must exist, with their JSON types as SQLite names them. */
  readonly has?: Readonly<Record<string, string>>;
  /** A condition on the rows that will be read again. */
  readonly where?: string;
  /** Further reasons why a value can't be read. */
  readonly why?: (value: unknown) => string | undefined;
  /** A replacement for the value; without one the whole row is removed. */
  readonly instead?: (row: Row) => string | null;
  /** A condition, in SQL, on rows that are useless without the value. */
  readonly also?: string;
}

const nothing = () => null;

const COLUMNS: readonly Column[] = [
  { table: 'jobs', key: 'id', column: 'job', why: whyNoJob },
  {
    table: 'jobs',
    key: 'id',
    column: 'retry',
    has: { slotMs: 'integer', attempt: 'integer' },
    instead: nothing,
    also: 'retry_at = NULL',
  },
  {
    table: 'turns',
    key: 'id',
    column: 'inbound',
    has: {
      id: 'text',
      kind: 'text',
      session: 'text',
      text: 'text',
      profile: 'text',
      actor: 'object',
      origin: 'object',
    },
    where: `state <> 'closed'`,
  },
  { table: 'turns', key: 'id', column: 'ending', instead: () => '{"status":"interrupted","summary":""}' },
  { table: 'journal', key: 'seq', column: 'entry', has: { id: 'text', role: 'text', content: 'text' } },
  { table: 'ops', key: 'key', column: 'spec', has: { kind: 'text' } },
  { table: 'ops', key: 'key', column: 'record', has: { id: 'text' }, instead: nothing },
  {
    table: 'sessions',
    key: 'key',
    column: 'origin',
    has: { channel: 'text', chatId: 'text' },
    instead: ({ key }) => originOf(text(key) as SessionKey),
  },
  { table: 'sessions', key: 'key', column: 'gone', instead: nothing },
  {
    table: 'sessions',
    key: 'key',
    column: 'removal',
    has: { op: 'text', place: 'text' },
    instead: nothing,
    // A deletion under way stays, because the row no longer says what was asked for.
    also: `state = 'open'`,
  },
  { table: 'notices', key: 'id', column: 'notice' },
  { table: 'notes', key: 'id', column: 'note', has: { id: 'text', text: 'text' } },
  { table: 'runs', key: 'id', column: 'prompt_ref', instead: () => '{}' },
  { table: 'runs', key: 'id', column: 'variables', instead: () => '{}' },
  { table: 'newsroom_runs', key: 'id', column: 'plan' },
  { table: 'stories', key: 'id', column: 'pack' },
  { table: 'stories', key: 'id', column: 'story' },
  { table: 'deeds', key: 'seq', column: 'deed' },
  { table: 'tasks', key: 'seq', column: 'payload' },
  { table: 'inputs', key: 'turn', column: 'snapshot' },
  { table: 'session_state', key: 'session', beside: 'feature', column: 'state' },
  { table: 'newsletters', key: 'session', column: 'terms', has: { place: 'text', by: 'text' } },
  { table: 'newsletter_steps', key: 'id', column: 'counts', instead: () => '{}' },
];

const originOf = (key: SessionKey) => JSON.stringify({ channel: channelOf(key), chatId: chatIdOf(key) });

/**
 * Move the rows that can't be read into `file`.
 * @returns what they were.
 */
export function setAsideBadRows(db: Sqlite, file: string, nowMs: number): readonly SetAside[] {
  const sql = new Statements(db);
  const put = (found: readonly Found[]): SetAside[] => {
    if (found.length === 0) return [];
    keep(file, found);
    db.transaction(() => found.forEach(({ column, row }) => takeOut(sql, column, row, nowMs)))();
    return found.map(({ column: _, ...aside }) => aside);
  };
  // These first: nothing in them can be repaired.
  const refused = put(refusedRows(sql, nowMs));
  return [...refused, ...put(COLUMNS.flatMap((column) => badRows(sql, column, nowMs)))];
}

function refusedRows(sql: Statements, nowMs: number): Found[] {
  return brokenChecks(sql).map(({ table, reason, row }) => {
    const { key, column } = COLUMNS.find((one) => one.table === table)!;
    const at = new Date(nowMs).toISOString();
    return { at, table, key: text(row[key]), reason, row, column: { table, key, column } };
  });
}

type Found = SetAside & { readonly column: Column };

function badRows(sql: Statements, column: Column, nowMs: number): Found[] {
  const { table, column: name, has = {}, where = '1' } = column;
  const wrong = Object.entries(has).map(([path, type]) => `json_type(${name}, '$.${path}') IS NOT '${type}'`);
  // Values that only code can judge are checked row by row.
  const judged = column.why ? '1' : 'NULL';
  const rows = sql.all(
    `SELECT * FROM ${table} WHERE ${where} AND ${name} IS NOT NULL AND CASE WHEN NOT json_valid(${name}) THEN 1
       WHEN ${[`json_type(${name}) IS NOT 'object'`, ...wrong].join(' OR ')} THEN 1 ELSE ${judged} END`,
  );
  return rows.flatMap((row) => {
    const because = whyBad(column, row);
    if (because === undefined) return [];
    const reason = `${name} ${because}`;
    const named = keysOf(column).map((one) => text(row[one]));
    return [{ at: new Date(nowMs).toISOString(), table, key: named.join(' '), reason, row, column }];
  });
}

function whyBad({ column, has = {}, why }: Column, row: Row): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text(row[column]));
  } catch (error) {
    return noJson(error as Error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return NO_OBJECT;
  if (!why) return lacksOneOf(Object.keys(has));
  const because = why(value);
  return because === undefined ? undefined : cannotBeRead(because);
}

const keysOf = ({ key, beside }: Column) => (beside === undefined ? [key] : [key, beside]);

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** Write to disk before deleting anything; a crash in between sets rows aside twice and loses nothing. */
function keep(file: string, found: readonly Found[]): void {
  const lines = found.map(
    ({ at, table, key, reason, row }) => `${JSON.stringify({ at, table, key, reason, row })}\n`,
  );
  const open = openSync(file, APPEND, 0o600);
  try {
    writeFileSync(open, lines.join(''));
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}

function takeOut(sql: Statements, of: Column, row: Row, nowMs: number): void {
  const { table, column, ...how } = of;
  const keys = keysOf(of);
  const isIt = keys.map((key) => `${key} = ?`).join(' AND ');
  const values = keys.map((key) => row[key]);
  if (how.instead) {
    const also = how.also === undefined ? '' : `, ${how.also}`;
    sql.run(`UPDATE ${table} SET ${column} = ?${also} WHERE ${isIt}`, how.instead(row), ...values);
    return;
  }
  sql.run(`DELETE FROM ${table} WHERE ${isIt}`, ...values);
  if (table === 'turns') withoutTurn(sql, text(row['id']), nowMs);
}

/** Also handle what waits for a turn that is removed: its run, and the messages that joined it. */
function withoutTurn(sql: Statements, turn: string, nowMs: number): void {
  sql.run(
    `UPDATE runs SET status = 'interrupted', finished_at = ?, error = ?
     WHERE id = ? AND status IN ('queued', 'deferred', 'running')`,
    nowMs,
    UNREADABLE,
    turn,
  );
  sql.run(
    `UPDATE turns SET state = 'waiting', joined = NULL, joined_read = 0 WHERE joined = ? AND state = 'joined'`,
    turn,
  );
  sql.run(`UPDATE journal SET held = 0 WHERE turn = ? AND held = 1`, turn);
}

/** What was set aside in a home, oldest first. Lines that can't be read are skipped. */
export function readSetAside(file: string): readonly Omit<SetAside, 'row'>[] {
  return linesOf(file).flatMap((line) => {
    try {
      const { at, table, key, reason } = JSON.parse(line) as SetAside;
      return [{ at, table, key, reason }];
    } catch {
      return [];
    }
  });
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return []; // nothing was set aside
  }
}
