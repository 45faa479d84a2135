/** Clustering's decisions on their way into the tables: events made, links placed, lives extended, all recorded. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import { HARD_LIFE_MS, SOFT_LIFE_MS, type EventRef, type LinkDecision } from '../../newsroom/pool/pool.ts';

/** So many are kept in one transaction before others get a turn: about 10 ms. */
const DECISIONS_A_BREATH = 100;

export class DecisionBook {
  readonly #database: Database;
  readonly #pending: Statement;
  readonly #decide: Statement;
  readonly #record: Statement;
  readonly #begun: Statement;
  readonly #extended: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#pending = database.prepare('SELECT 1 FROM links WHERE id = ? AND decided_at_ts IS NULL');
    this.#decide = database.prepare(
      'UPDATE links SET event_id = ?, decided_at_ts = ?, skip_cluster_reason = ? WHERE id = ?',
    );
    this.#record = database.prepare(
      `INSERT INTO clustering_decisions (link_id, event_id, action, score, ambiguous, candidates, decided_at_ts)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#begun = database.prepare(
      `INSERT INTO events (parent_event_id, category, title, primary_url, created_at_ts, updated_at_ts, expires_at_ts)
       SELECT ?, ?, title, url, ?, ?, ? FROM links WHERE id = ?`,
    );
    this.#extended = database.prepare(
      `UPDATE events SET
         link_count = (SELECT count(*) FROM links WHERE event_id = events.id),
         best_published_ts = (SELECT max(published_at_ts) FROM links WHERE event_id = events.id),
         updated_at_ts = :at,
         status = CASE WHEN status = 'new' AND
           (SELECT count(*) FROM links WHERE event_id = events.id) > 1 THEN 'active' ELSE status END,
         expires_at_ts = CASE WHEN status = 'posted' THEN expires_at_ts
           ELSE min(max(expires_at_ts, :at + :soft), created_at_ts + :hard) END
       WHERE id = :id`,
    );
  }

  /** In order, a transaction for each part. A link that was decided meanwhile keeps its first decision. */
  async keep(decisions: readonly LinkDecision[], atMs: number): Promise<void> {
    const made = new Map<number, number>();
    for (let at = 0; at < decisions.length; at += DECISIONS_A_BREATH) {
      if (at > 0) await breathe();
      const part = decisions.slice(at, at + DECISIONS_A_BREATH);
      this.#database.transaction(() => {
        for (const decision of part) this.#keepOne(decision, made, atMs);
      })();
    }
  }

  #keepOne(
    { linkId, action, score, ambiguous, candidates }: LinkDecision,
    made: Map<number, number>,
    atMs: number,
  ): void {
    if (this.#pending.get(linkId) === undefined) return;
    const idOf = (ref: EventRef): number | null => ('id' in ref ? ref.id : (made.get(ref.newEvent) ?? null));
    let eventId: number | null = null;
    if (action.kind === 'join') eventId = idOf(action.event);
    if (action.kind === 'new_event' || action.kind === 'development') {
      const parent = action.kind === 'development' ? idOf(action.parent) : null;
      eventId = this.#begin(linkId, parent, action.category, atMs);
      made.set(action.newEvent, eventId);
      if (parent !== null) this.#extend(parent, atMs);
    }
    this.#decide.run(eventId, atMs, action.kind === 'skip' ? action.reason : null, linkId);
    if (eventId !== null) this.#extend(eventId, atMs);
    const shown = candidates.map(({ event, score: points }) => ({ event: idOf(event), score: points }));
    this.#record.run(linkId, eventId, action.kind, score, ambiguous ? 1 : 0, JSON.stringify(shown), atMs);
  }

  #begin(linkId: number, parent: number | null, category: string, atMs: number): number {
    const { lastInsertRowid } = this.#begun.run(parent, category, atMs, atMs, atMs + SOFT_LIFE_MS, linkId);
    return Number(lastInsertRowid);
  }

  /** A new link or child: counted anew, so that the count can't drift; a posted event's life is frozen. */
  #extend(eventId: number, atMs: number): void {
    this.#extended.run({ id: eventId, at: atMs, soft: SOFT_LIFE_MS, hard: HARD_LIFE_MS });
  }
}
