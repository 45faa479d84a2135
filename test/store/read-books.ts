import type { booksOf } from '../../src/store/sql/books.ts';
import type { SqlPool } from '../../src/store/sql/pool/sql-pool.ts';
import { parseSessionKey } from '../../src/sessions/key.ts';
import { DESK_ROWS, POOL_ROWS } from './earlier-rows.ts';
import type { TableRows } from './earlier-rows.ts';

const DESK = parseSessionKey('console:desk');
const of = (rows: TableRows, table: string, had: ReadonlySet<string>) =>
  had.has(table) ? rows[table]!.length : 0;

/** What was read of each list, and what must have been. */
interface WhatWasRead {
  readonly said: Readonly<Record<string, unknown>>;
  readonly due: Readonly<Record<string, unknown>>;
}

/**
 * Read what the desk's database has by every book that lists something.
 * @param had the tables that were filled.
 * @returns each list's length, and what it must be.
 */
export async function readBooks(
  books: ReturnType<typeof booksOf>,
  had: ReadonlySet<string>,
): Promise<WhatWasRead> {
  const all = { sinceMs: 0, limit: 99 };
  const rows = (table: string) => of(DESK_ROWS, table, had);
  const lists: Readonly<Record<string, readonly [Promise<{ readonly length: number }>, number]>> = {
    jobs: [books.jobs.list({ includeDisabled: true }), rows('jobs')],
    runs: [books.jobs.runs('j', 99, true), rows('runs')],
    sessions: [books.sessions.list(), 2],
    notes: [books.notes.list(DESK, 2), rows('notes')],
    waitingTurns: [books.turns.waiting(DESK), 1],
    openBatches: [books.stories.openBatches(), 1],
    batches: [books.stories.runsOf(DESK, 99), rows('newsroom_runs')],
    stories: [books.stories.recent(all), rows('stories')],
    boardRuns: [books.board.runs(0, 99), rows('newsroom_runs')],
    headlines: [books.board.headlines(0, 99), rows('stories')],
    ops: [books.ops.under('ops'), rows('ops')],
    lanes: [books.ops.lanes(), 1],
    events: [books.events.pending(parseSessionKey('main')), had.has('system_events') ? 1 : 0],
    notices: [books.places.pendingNotices(), rows('notices')],
    erasures: [books.intake.erasures(), rows('erasures')],
    receipts: [books.receipts.newest(99), rows('receipts')],
    tasks: [books.tasks.under('tasks'), rows('tasks')],
    newsletters: [books.newsletters.newest(99), rows('newsletters')],
    mails: [books.mails.list('n'), rows('newsletter_mails')],
    votes: [books.votes.since(0, 99), rows('votes')],
    deeds: [books.actions.of('deeds0'), rows('deeds')],
  };
  const said: Record<string, number> = {};
  const due: Record<string, number> = {};
  for (const [name, [list, length]] of Object.entries(lists)) {
    said[name] = (await list).length;
    due[name] = length;
  }
  await books.upkeep.drop({ beforeMs: 0, freshMs: 0, runs: 9, events: 9, receipts: 9, unasked: [] }, 9);
  return { said, due };
}

/** The same for the pool. */
export async function readPool(pool: SqlPool, had: ReadonlySet<string>): Promise<WhatWasRead> {
  const rows = (table: string) => of(POOL_ROWS, table, had);
  const said = {
    open: (await pool.openEvents(2)).length,
    posted: (await pool.postedEvents(0)).length,
    pending: (await pool.pendingLinks()).length,
    feeds: (await pool.feedHealth()).length,
    runs: (await pool.runs(99)).length,
    article: (await pool.article('https://example.org/a'))?.text,
    items: (await pool.deliveries('first', 99)).length,
    decisions: (await pool.book.decisionsOf(1)).length,
    changes: (await pool.book.changesOf(1)).length,
    search: (await pool.searchStates.read('brave'))?.remaining,
  };
  const due = {
    ...{ open: 2, posted: 1, pending: 1, feeds: rows('fetch_state'), runs: rows('pool_runs') },
    ...{ article: 'It runs.', items: rows('feed_items'), decisions: 2, changes: rows('event_changes') },
    search: had.has('search_state') ? 10 : undefined,
  };
  return { said, due };
}
