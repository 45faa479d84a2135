/** What searches remember, in the pool's database. */
import type { Database, Statement } from 'better-sqlite3';
import type { SearchState, SearchStates } from '../../newsroom/intake/search/search-states.ts';

interface Row {
  last_call_ts: number | null;
  next_offset: number;
  run_count: number;
  remaining: number | null;
  cooldown_until_ts: number | null;
  last_error: string | null;
}

export class SqliteSearchStates implements SearchStates {
  readonly #read: Statement<[string], Row>;
  readonly #success: Statement;
  readonly #failure: Statement;
  readonly #quota: Statement;

  constructor(database: Database) {
    this.#read = database.prepare('SELECT * FROM search_state WHERE state_key = ?');
    this.#success = database.prepare(
      `INSERT INTO search_state (state_key, last_call_ts, next_offset, run_count) VALUES (:key, :at, :offset, 1)
       ON CONFLICT (state_key) DO UPDATE SET last_call_ts = :at, next_offset = :offset,
         run_count = run_count + 1, last_error = NULL`,
    );
    this.#failure = database.prepare(
      `INSERT INTO search_state (state_key, last_error) VALUES (:key, :error)
       ON CONFLICT (state_key) DO UPDATE SET last_error = :error`,
    );
    this.#quota = database.prepare(
      `INSERT INTO search_state (state_key, remaining, cooldown_until_ts) VALUES (:key, :remaining, :until)
       ON CONFLICT (state_key) DO UPDATE SET remaining = :remaining, cooldown_until_ts = :until`,
    );
  }

  read(stateKey: string): Promise<SearchState | undefined> {
    const row = this.#read.get(stateKey);
    return Promise.resolve(row && stateOf(row));
  }

  noteSuccess(key: string, { atMs, nextOffset }: { atMs: number; nextOffset: number }): Promise<void> {
    this.#success.run({ key, at: atMs, offset: nextOffset });
    return Promise.resolve();
  }

  noteFailure(key: string, error: string): Promise<void> {
    this.#failure.run({ key, error });
    return Promise.resolve();
  }

  noteQuota(
    key: string,
    { remaining, cooldownUntilMs }: { remaining: number | null; cooldownUntilMs: number | null },
  ): Promise<void> {
    this.#quota.run({ key, remaining, until: cooldownUntilMs });
    return Promise.resolve();
  }
}

function stateOf(row: Row): SearchState {
  return {
    nextOffset: row.next_offset,
    runCount: row.run_count,
    ...(row.last_call_ts === null ? {} : { lastCallAtMs: row.last_call_ts }),
    ...(row.remaining === null ? {} : { remaining: row.remaining }),
    ...(row.cooldown_until_ts === null ? {} : { cooldownUntilMs: row.cooldown_until_ts }),
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  };
}
