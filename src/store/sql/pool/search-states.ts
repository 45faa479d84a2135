/** The state of searches, in the pool's database. */
import type { SearchState, SearchStates } from '../../../newsroom/intake/search/search-states.ts';
import type { Row, Sql, SqlValue } from '../sql.ts';
import { maybe, number, text } from '../values.ts';

const SUCCESS = `INSERT INTO search_state (state_key, last_call_ts, next_offset, run_count) VALUES (?, ?, ?, 1)
  ON CONFLICT (state_key) DO UPDATE SET last_call_ts = excluded.last_call_ts, next_offset = excluded.next_offset,
    run_count = search_state.run_count + 1, last_error = NULL`;
const FAILURE = `INSERT INTO search_state (state_key, last_error) VALUES (?, ?)
  ON CONFLICT (state_key) DO UPDATE SET last_error = excluded.last_error`;
const QUOTA = `INSERT INTO search_state (state_key, remaining, cooldown_until_ts) VALUES (?, ?, ?)
  ON CONFLICT (state_key) DO UPDATE SET remaining = excluded.remaining, cooldown_until_ts = excluded.cooldown_until_ts`;

export class SqlSearchStates implements SearchStates {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async read(stateKey: string): Promise<SearchState | undefined> {
    const row = await this.#sql.get(`SELECT * FROM search_state WHERE state_key = ?`, stateKey);
    return row && stateOf(row);
  }

  noteSuccess(key: string, { atMs, nextOffset }: { atMs: number; nextOffset: number }): Promise<void> {
    return this.#note(SUCCESS, key, atMs, nextOffset);
  }

  noteFailure(key: string, error: string): Promise<void> {
    return this.#note(FAILURE, key, error);
  }

  noteQuota(
    key: string,
    { remaining, cooldownUntilMs }: { remaining: number | null; cooldownUntilMs: number | null },
  ): Promise<void> {
    return this.#note(QUOTA, key, remaining, cooldownUntilMs);
  }

  #note(sql: string, ...values: readonly SqlValue[]): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await tx.run(sql, ...values);
    });
  }
}

function stateOf(row: Row): SearchState {
  const lastCallAtMs = maybe(row['last_call_ts'], number);
  const remaining = maybe(row['remaining'], number);
  const cooldownUntilMs = maybe(row['cooldown_until_ts'], number);
  const lastError = maybe(row['last_error'], text);
  return {
    nextOffset: number(row['next_offset']),
    runCount: number(row['run_count']),
    ...(lastCallAtMs !== undefined && { lastCallAtMs }),
    ...(remaining !== undefined && { remaining }),
    ...(cooldownUntilMs !== undefined && { cooldownUntilMs }),
    ...(lastError !== undefined && { lastError }),
  };
}
