import type { Dropped, KeepTerms, UpkeepBook } from '../../sessions/upkeep-book.ts';
import type { GroupCommit } from './group-commit.ts';
import { Statements, number } from './statements.ts';

/**
 * Deletions in the order in which the rows depend on each other: a run that goes takes its turn along, a turn its
 * effects and messages.
 */
export class SqliteUpkeepBook implements UpkeepBook {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  drop(terms: KeepTerms, most: number): Promise<Dropped> {
    return this.#commits.run(() => {
      const run = (sql: string) => this.#sql.run(sql, { ...terms, most });
      return {
        runs: run(RUNS_OF_REMOVED) + this.#surplusRuns(terms.runs),
        turns: run(TURNS),
        events: run(TAKEN_EVENTS) + run(OLD_EVENTS),
        effects: run(EFFECTS),
        messages: run(MESSAGES),
        receipts: run(RECEIPTS),
      };
    });
  }

  free(): Promise<number> {
    return this.#commits.run(() => {
      const { db } = this.#commits;
      const value = (name: string) => number(db.pragma(name, { simple: true }));
      return value('freelist_count') * value('page_size');
    });
  }

  #surplusRuns(keep: number): number {
    return this.#sql
      .all(`SELECT id FROM jobs`)
      .reduce((sum, { id }) => sum + this.#sql.run(SURPLUS_RUNS, { job: id, keep }), 0);
  }
}

const IS_OPEN_RUN = `status IN ('queued', 'deferred', 'running')`;

const RUNS_OF_REMOVED = `DELETE FROM runs WHERE seq IN (
  SELECT seq FROM runs WHERE NOT ${IS_OPEN_RUN} AND coalesce(finished_at, queued_at) < $beforeMs
    AND job NOT IN (SELECT id FROM jobs) LIMIT $most)`;

const SURPLUS_RUNS = `DELETE FROM runs WHERE job = $job AND NOT ${IS_OPEN_RUN} AND seq <=
  (SELECT seq FROM runs WHERE job = $job ORDER BY seq DESC LIMIT 1 OFFSET $keep)`;

/** A heartbeat's turn is asked for by nobody once it is closed; one with inputs says why nothing was planned. */
const TURNS = `DELETE FROM turns WHERE seq IN (
  SELECT seq FROM turns AS closed WHERE state = 'closed' AND released = 1 AND ended_at < $freshMs
    AND (ended_at < $beforeMs OR kind = 'heartbeat'
      OR (kind = 'scheduled' AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = closed.id)))
    AND NOT EXISTS (SELECT 1 FROM inputs WHERE inputs.turn = closed.id)
    AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.turn = closed.id)
    AND NOT EXISTS (SELECT 1 FROM ops WHERE ops.turn = closed.id AND ops.state IN ('held', 'ready', 'sending'))
  LIMIT $most)`;

const TAKEN_EVENTS = `DELETE FROM system_events WHERE seq IN (
  SELECT seq FROM system_events AS taken WHERE turn IS NOT NULL AND at < $freshMs
    AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = taken.turn AND turns.state <> 'closed') LIMIT $most)`;

const OLD_EVENTS = `DELETE FROM system_events WHERE seq IN (
  SELECT seq FROM (SELECT seq, at, row_number() OVER (PARTITION BY session ORDER BY seq DESC) AS place
    FROM system_events WHERE turn IS NULL) WHERE at < $beforeMs OR place > $events LIMIT $most)`;

const EFFECTS = `DELETE FROM effects WHERE (turn, n) IN (
  SELECT turn, n FROM effects WHERE NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = effects.turn) LIMIT $most)`;

/** The messages of a run that is still in the ledger say whether it was delivered. */
const MESSAGES = `DELETE FROM ops WHERE seq IN (
  SELECT seq FROM ops AS settled WHERE turn IS NOT NULL AND state IN ('sent', 'failed', 'unknown')
    AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = settled.turn)
    AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = settled.turn) LIMIT $most)`;

const RECEIPTS = `DELETE FROM receipts WHERE seq IN (
  SELECT seq FROM receipts WHERE at < $beforeMs OR (at < $freshMs AND seq <=
    (SELECT seq FROM receipts ORDER BY seq DESC LIMIT 1 OFFSET $receipts)) LIMIT $most)`;
