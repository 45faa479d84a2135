import type { Origin } from '../../sessions/entry.ts';
import type { Channel, SessionKey } from '../../sessions/key.ts';
import type { SessionIndex, SessionInfo } from '../../sessions/session-index.ts';
import type { GroupCommit } from './group-commit.ts';
import { openSession } from './session-rows.ts';
import { Statements, json, number, text } from './statements.ts';
import type { Row } from './statements.ts';

/** The rows of places that are gone stay, so that nothing opens them again; here they are not found. */
const THERE = `state NOT IN ('leaving', 'gone')`;

export class SqliteSessionIndex implements SessionIndex {
  readonly #commits: GroupCommit;
  readonly #sql: Statements;

  constructor(commits: GroupCommit) {
    this.#commits = commits;
    this.#sql = new Statements(commits.db);
  }

  async list(): Promise<SessionInfo[]> {
    return this.#sql.all(`SELECT * FROM sessions WHERE ${THERE} ORDER BY updated_at DESC, key`).map(infoOf);
  }

  async get(key: SessionKey): Promise<SessionInfo | undefined> {
    const row = this.#sql.get(`SELECT * FROM sessions WHERE key = ? AND ${THERE}`, key);
    return row && infoOf(row);
  }

  async lastSpokenIn(channels: readonly Channel[]): Promise<SessionKey | undefined> {
    const row = this.#sql.get(
      `SELECT session FROM turns WHERE kind = 'person'
         AND substr(session, 1, instr(session, ':') - 1) IN (SELECT value FROM json_each(?))
         AND session IN (SELECT key FROM sessions WHERE ${THERE}) ORDER BY seq DESC LIMIT 1`,
      JSON.stringify(channels),
    );
    return row && (text(row['session']) as SessionKey);
  }

  async children(parent: SessionKey): Promise<SessionKey[]> {
    const rows = this.#sql.all(
      `SELECT key FROM sessions WHERE parent = ? AND ${THERE} ORDER BY created_at`,
      parent,
    );
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  open(session: { key: SessionKey; origin: Origin; title: string }, nowMs: number): Promise<void> {
    return this.#commits.run(() => {
      openSession(this.#sql, session, nowMs);
    });
  }
}

function infoOf(row: Row): SessionInfo {
  return {
    key: text(row['key']) as SessionKey,
    title: text(row['title']),
    origin: json(row['origin']),
    generation: number(row['generation']),
    createdAtMs: number(row['created_at']),
    updatedAtMs: number(row['updated_at']),
    entries: number(row['entries']),
  };
}
