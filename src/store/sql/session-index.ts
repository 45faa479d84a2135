import type { Actor } from '../../sessions/actor.ts';
import type { Origin } from '../../sessions/entry.ts';
import type { Channel, SessionKey } from '../../sessions/key.ts';
import type { SessionIndex, SessionInfo } from '../../sessions/session-index.ts';
import type { Inbound } from '../../sessions/turn.ts';
import { openSession } from './session-rows.ts';
import type { Row, Sql } from './sql.ts';
import { json, number, text } from './values.ts';

/** How many turns are read at once, and at most. */
const TURNS_AT_ONCE = 100;
const MOST_TURNS = 5_000;

/** Rows of places that are gone stay, so that nothing reopens them; the index hides them. */
const THERE = `state NOT IN ('leaving', 'gone')`;

export class SqlSessionIndex implements SessionIndex {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async list(): Promise<SessionInfo[]> {
    return (await this.#sql.all(`SELECT * FROM sessions WHERE ${THERE} ORDER BY updated_at DESC, key`)).map(
      infoOf,
    );
  }

  async get(key: SessionKey): Promise<SessionInfo | undefined> {
    const row = await this.#sql.get(`SELECT * FROM sessions WHERE key = ? AND ${THERE}`, key);
    return row && infoOf(row);
  }

  async lastSpokenIn(
    channels: readonly Channel[],
    counts: (actor: Actor) => boolean,
  ): Promise<SessionKey | undefined> {
    if (channels.length === 0) return undefined;
    let before = Number.MAX_SAFE_INTEGER;
    for (let read = 0; read < MOST_TURNS; read += TURNS_AT_ONCE) {
      const rows = await this.#sql.all(
        `SELECT seq, session, inbound FROM turns WHERE kind = 'person' AND seq < ?
           AND (${channels.map(() => 'substr(session, 1, ?) = ?').join(' OR ')})
           AND session IN (SELECT key FROM sessions WHERE ${THERE}) ORDER BY seq DESC LIMIT ?`,
        before,
        ...channels.flatMap((channel) => [channel.length + 1, `${channel}:`]),
        TURNS_AT_ONCE,
      );
      const row = rows.find((one) => counts(json<Inbound>(one['inbound']).actor));
      if (row) return text(row['session']) as SessionKey;
      if (rows.length < TURNS_AT_ONCE) break;
      before = number(rows.at(-1)?.['seq']);
    }
    return undefined;
  }

  async children(parent: SessionKey): Promise<SessionKey[]> {
    const rows = await this.#sql.all(
      `SELECT key FROM sessions WHERE parent = ? AND ${THERE} ORDER BY created_at`,
      parent,
    );
    return rows.map((row) => text(row['key']) as SessionKey);
  }

  open(session: { key: SessionKey; origin: Origin; title: string }, nowMs: number): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      await openSession(tx, session, nowMs);
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
