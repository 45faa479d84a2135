import type { Dropped, KeepTerms, UpkeepBook } from '../../sessions/upkeep-book.ts';
import { dropSurplusRuns } from './ledger-rows.ts';
import type { Sql, Transaction } from './sql.ts';
import { places, text } from './values.ts';

/**
 * Deletes old rows, dependent rows included: a run's turn goes with the run, a turn's effects and messages with the
 * turn.
 */
export class SqlUpkeepBook implements UpkeepBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  drop({ beforeMs, freshMs, ...keep }: KeepTerms, most: number): Promise<Dropped> {
    return this.#sql.transaction(async (tx) => ({
      runs: (await tx.run(RUNS_OF_REMOVED, beforeMs, most)) + (await dropRuns(tx, keep.runs)),
      turns: await tx.run(closedTurns(keep.unasked), freshMs, beforeMs, ...keep.unasked, most),
      events:
        (await tx.run(TAKEN_EVENTS, freshMs, most)) + (await tx.run(OLD_EVENTS, beforeMs, keep.events, most)),
      effects: await tx.run(EFFECTS, most),
      messages: await tx.run(MESSAGES, most),
      receipts: await tx.run(RECEIPTS, beforeMs, freshMs, keep.receipts, most),
    }));
  }

  free(): Promise<number> {
    return this.#sql.spare();
  }
}

async function dropRuns(tx: Transaction, keep: number): Promise<number> {
  let dropped = 0;
  for (const { id } of await tx.all(`SELECT id FROM jobs`))
    dropped += await dropSurplusRuns(tx, text(id), keep);
  return dropped;
}

const RUNS_OF_REMOVED = `DELETE FROM runs WHERE seq IN (
  SELECT seq FROM runs WHERE status NOT IN ('queued', 'deferred', 'running') AND coalesce(finished_at, queued_at) < ?
    AND job NOT IN (SELECT id FROM jobs) LIMIT ?)`;

/** A turn with inputs records why nothing was planned, so it is kept. */
const closedTurns = (unasked: readonly string[]) => `DELETE FROM turns WHERE seq IN (
  SELECT seq FROM turns AS closed WHERE state = 'closed' AND released = 1 AND ended_at < ?
    AND (ended_at < ?${unasked.length > 0 ? ` OR kind IN (${places(unasked)})` : ''}
      OR (kind = 'scheduled' AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = closed.id)))
    AND NOT EXISTS (SELECT 1 FROM inputs WHERE inputs.turn = closed.id)
    AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.turn = closed.id)
    AND NOT EXISTS (SELECT 1 FROM ops WHERE ops.turn = closed.id AND ops.state IN ('held', 'ready', 'sending'))
  LIMIT ?)`;

const TAKEN_EVENTS = `DELETE FROM system_events WHERE seq IN (
  SELECT seq FROM system_events AS taken WHERE turn IS NOT NULL AND at < ?
    AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = taken.turn AND turns.state <> 'closed') LIMIT ?)`;

const OLD_EVENTS = `DELETE FROM system_events WHERE seq IN (
  SELECT seq FROM (SELECT seq, at, row_number() OVER (PARTITION BY session ORDER BY seq DESC) AS place
    FROM system_events WHERE turn IS NULL) AS pending WHERE at < ? OR place > ? LIMIT ?)`;

const EFFECTS = `DELETE FROM effects WHERE (turn, n) IN (
  SELECT turn, n FROM effects WHERE NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = effects.turn) LIMIT ?)`;

/** Messages of a run that is still in the ledger are kept: they say whether it was delivered. */
const MESSAGES = `DELETE FROM ops WHERE seq IN (
  SELECT seq FROM ops AS settled WHERE turn IS NOT NULL AND state IN ('sent', 'failed', 'unknown')
    AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = settled.turn)
    AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = settled.turn) LIMIT ?)`;

const RECEIPTS = `DELETE FROM receipts WHERE seq IN (
  SELECT seq FROM receipts WHERE at < ? OR (at < ? AND seq <=
    (SELECT seq FROM receipts ORDER BY seq DESC LIMIT 1 OFFSET ?)) LIMIT ?)`;
