import type { BoardBook, BookedBatch } from '../../newsroom/views/board.ts';
import type { BoardCost, Headline } from '../../newsroom/views/board-story.ts';
import type { PlannersEnd } from '../../newsroom/model/story-book.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Row, Sql } from './sql.ts';
import { flag, maybe, number, text } from './values.ts';
import { endOf, runOf } from './story-rows.ts';

/** Sums over receipts, with the column names that `costOf` expects. */
export const SUMS = `count(*) AS attempts, coalesce(sum(counted_tokens), 0) AS tokens, coalesce(sum(cost_usd), 0) AS usd,
  count(*) FILTER (WHERE cost_usd IS NULL) AS unpriced`;

/** Reads for the board. They select columns only, so that no bodies or sources are loaded for a headline. */
export class SqlBoardBook implements BoardBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async runs(sinceMs: number, limit: number): Promise<BookedBatch[]> {
    return (
      await this.#sql.all(
        `SELECT * FROM newsroom_runs WHERE state = 'planned' OR id IN
           (SELECT id FROM newsroom_runs WHERE created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?)
         ORDER BY created_at DESC, id DESC`,
        sinceMs,
        limit,
      )
    ).map(bookedOf);
  }

  async replies(sinceMs: number): Promise<PlannersEnd[]> {
    return (
      await this.#sql.all(
        `SELECT ending, ended_at FROM turns JOIN inputs ON inputs.turn = turns.id
         WHERE turns.state = 'closed' AND ended_at >= ? ORDER BY ended_at DESC`,
        sinceMs,
      )
    ).map(endOf);
  }

  async headlines(sinceMs: number, limit: number): Promise<Headline[]> {
    return (
      await this.#sql.all(
        `SELECT id, run, category, title, primary_url, language_model, desk, thread, published_at FROM stories
         WHERE published_at >= ? ORDER BY published_at DESC, id DESC LIMIT ?`,
        sinceMs,
        limit,
      )
    ).map(headlineOf);
  }

  async costs(runs: readonly BookedBatch[]): Promise<ReadonlyMap<string, BoardCost>> {
    const costs = new Map<string, BoardCost>();
    const add = (id: string, row: Row) => costs.set(id, plus(costs.get(id), costOf(row)));
    for (const { id, turn } of runs) {
      // A worker's session key is `story:<run>/<story>/<phase>`.
      const rows = await this.#sql.all(
        `SELECT session, ${SUMS} FROM receipts WHERE session >= ? AND session < ? GROUP BY session`,
        `story:${id}/`,
        `story:${id}0`,
      );
      for (const row of rows) add(storyOfSession(text(row['session'])), row);
      const planner =
        turn && (await this.#sql.get(`SELECT ${SUMS} FROM receipts WHERE run = ? AND turn = ?`, turn, turn));
      if (planner && number(planner['attempts']) > 0) add(id, planner);
    }
    return costs;
  }
}

function bookedOf(row: Row): BookedBatch {
  const turn = maybe(row['turn'], text);
  const finishedAtMs =
    row['state'] === 'done' ? (maybe(row['finished_at'], number) ?? number(row['created_at'])) : undefined;
  return {
    ...runOf(row),
    ...(turn !== undefined && { turn }),
    ...(finishedAtMs !== undefined && { finishedAtMs }),
  };
}

function headlineOf(row: Row): Headline {
  const thread = maybe(row['thread'], text);
  return {
    id: text(row['id']),
    runId: text(row['run']),
    category: text(row['category']),
    title: text(row['title']),
    primaryUrl: text(row['primary_url']),
    languageModel: flag(row['language_model']),
    sessionKey: text(row['desk']) as SessionKey,
    ...(thread !== undefined && { thread: thread as SessionKey }),
    publishedAtMs: number(row['published_at']),
  };
}

export function costOf(row: Row): BoardCost {
  return {
    attempts: number(row['attempts']),
    tokens: number(row['tokens']),
    usd: number(row['usd']),
    unpriced: number(row['unpriced']),
  };
}

function plus(one: BoardCost | undefined, other: BoardCost): BoardCost {
  if (!one) return other;
  return {
    attempts: one.attempts + other.attempts,
    tokens: one.tokens + other.tokens,
    usd: one.usd + other.usd,
    unpriced: one.unpriced + other.unpriced,
  };
}

/** `story:<run>/<story>/<phase>` → `<run>/<story>`. */
function storyOfSession(session: string): string {
  return session.slice('story:'.length).split('/').slice(0, 2).join('/');
}
