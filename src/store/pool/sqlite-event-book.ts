/** Merges, splits and the record of decisions in SQLite. */
import type { Database } from 'better-sqlite3';
import {
  decidedBy,
  leavingLinks,
  mustBeMergeable,
  mustStand,
  type SeenEvent,
} from '../../newsroom/intake/pool/decide-event-change.ts';
import type {
  EventBook,
  EventChange,
  EventMerge,
  EventSplit,
  KeptDecision,
} from '../../newsroom/intake/pool/event-book.ts';
import { HARD_LIFE_MS, SOFT_LIFE_MS } from '../../newsroom/intake/pool/pool.ts';
import { toChange, toDecision, type ChangeRow, type DecisionRow } from './decision-rows.ts';
import { countAgain, standingOf } from './event-statements.ts';

interface StandingRow extends SeenEvent {
  readonly parent_event_id: number | null;
  readonly reserved_until_ts: number | null;
  readonly reserved_by: string | null;
}

export class SqliteEventBook implements EventBook {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async merge({ into, from, by, why, atMs }: EventMerge): Promise<void> {
    this.#database.transaction(() => {
      for (const id of from) this.#mergeOne(this.#mustStand(id), this.#mustStand(into), { by, why, atMs });
    })();
  }

  async split({ event, links, by, why, atMs }: EventSplit): Promise<number> {
    return this.#database.transaction(() => {
      const { id } = this.#mustStand(standingOf(this.#database, event) ?? event);
      const chosen = leavingLinks(id, this.#linksOf(id), links);
      const begun = this.#begin(id, chosen[0]!, atMs);
      this.#move(chosen, begun);
      this.#renamed(id);
      for (const one of [id, begun]) this.#countAgain(one, atMs);
      this.#note({ kind: 'split', into: begun, from: id, linkIds: chosen, by, why, atMs });
      return begun;
    })();
  }

  async standing(eventId: number): Promise<number | undefined> {
    return standingOf(this.#database, eventId);
  }

  async changesOf(eventId: number): Promise<readonly EventChange[]> {
    const rows = this.#database
      .prepare(
        `WITH its(id) AS (SELECT :id UNION SELECT id FROM events WHERE merged_into = :id
           UNION SELECT from_event_id FROM event_changes WHERE kind = 'merge' AND into_event_id = :id)
         SELECT * FROM event_changes WHERE into_event_id IN its OR from_event_id IN its ORDER BY id`,
      )
      .all({ id: eventId }) as ChangeRow[];
    return rows.map(toChange);
  }

  async decisionsOf(eventId: number): Promise<readonly KeptDecision[]> {
    const rows = this.#database
      .prepare(
        `SELECT clustering_decisions.*, links.title AS link_title FROM clustering_decisions
         JOIN links ON links.id = clustering_decisions.link_id
         WHERE link_id IN (SELECT id FROM links WHERE event_id = :id
           UNION SELECT link_id FROM clustering_decisions WHERE event_id = :id)
         ORDER BY clustering_decisions.id`,
      )
      .all({ id: eventId }) as DecisionRow[];
    return rows.map(toDecision);
  }

  async partedPairs(): Promise<readonly (readonly [number, number])[]> {
    const rows = this.#database
      .prepare(
        `SELECT coalesce(a.merged_into, a.id) AS one, coalesce(b.merged_into, b.id) AS other FROM event_changes
         JOIN events AS a ON a.id = into_event_id JOIN events AS b ON b.id = from_event_id
         WHERE event_changes.kind = 'split'`,
      )
      .all() as { one: number; other: number }[];
    return rows.filter(({ one, other }) => one !== other).map(({ one, other }) => [one, other]);
  }

  #mergeOne(from: StandingRow, into: StandingRow, told: Pick<EventMerge, 'by' | 'why' | 'atMs'>): void {
    if (from.id === into.id) return;
    mustBeMergeable(from);
    const linkIds = this.#linksOf(from.id);
    this.#move(linkIds, into.id);
    const run = (sql: string) => this.#database.prepare(sql).run({ from: from.id, into: into.id });
    run('UPDATE events SET parent_event_id = :into WHERE parent_event_id = :from AND id != :into');
    if (into.parent_event_id === from.id)
      this.#database
        .prepare('UPDATE events SET parent_event_id = ? WHERE id = ?')
        .run(from.parent_event_id === into.id ? null : from.parent_event_id, into.id);
    run(
      `UPDATE events SET summary_en = coalesce(summary_en, (SELECT summary_en FROM events WHERE id = :from)),
         jurisdiction = coalesce(jurisdiction, (SELECT jurisdiction FROM events WHERE id = :from)) WHERE id = :into`,
    );
    if (from.reserved_by !== null && into.reserved_by === null)
      this.#database
        .prepare(
          `UPDATE events SET reserved_until_ts = ?, reserved_by = ? WHERE id = ? AND status != 'posted'`,
        )
        .run(from.reserved_until_ts, from.reserved_by, into.id);
    run('UPDATE events SET reserved_until_ts = NULL, reserved_by = NULL WHERE id = :from');
    // Whoever knows an older number finds what stands in one step.
    run('UPDATE events SET merged_into = :into WHERE id = :from OR merged_into = :from');
    for (const id of [from.id, into.id]) this.#countAgain(id, told.atMs);
    this.#note({ kind: 'merge', into: into.id, from: from.id, linkIds, ...told });
  }

  #mustStand(id: number): StandingRow {
    const row = this.#database
      .prepare(
        `SELECT id, parent_event_id, status, reserved_until_ts, reserved_by, merged_into AS mergedInto FROM events
         WHERE id = ?`,
      )
      .get(id) as StandingRow | undefined;
    return mustStand(id, row);
  }

  /** Oldest first. */
  #linksOf(eventId: number): number[] {
    return this.#database
      .prepare(
        'SELECT id FROM links WHERE event_id = ? ORDER BY coalesce(published_at_ts, first_seen_ts), id',
      )
      .pluck()
      .all(eventId) as number[];
  }

  #move(links: readonly number[], eventId: number): void {
    const move = this.#database.prepare('UPDATE links SET event_id = ? WHERE id = ?');
    for (const link of links) move.run(eventId, link);
  }

  /** It begins with the oldest of its links, in the category that it came from, and lives as a new event does. */
  #begin(source: number, link: number, atMs: number): number {
    const { lastInsertRowid } = this.#database
      .prepare(
        `INSERT INTO events (category, title, primary_url, created_at_ts, updated_at_ts, expires_at_ts)
         SELECT (SELECT category FROM events WHERE id = ?), title, url, ?, ?, ? FROM links WHERE id = ?`,
      )
      .run(source, atMs, atMs, atMs + SOFT_LIFE_MS, link);
    return Number(lastInsertRowid);
  }

  /** An event is called after its oldest link; that one may have left. A posted event keeps its name. */
  #renamed(eventId: number): void {
    this.#database
      .prepare(
        `UPDATE events SET (title, primary_url) = (SELECT title, url FROM links WHERE event_id = events.id
           ORDER BY coalesce(published_at_ts, first_seen_ts), id LIMIT 1)
         WHERE id = ? AND status != 'posted'`,
      )
      .run(eventId);
  }

  #countAgain(eventId: number, atMs: number): void {
    countAgain(this.#database).run({ id: eventId, at: atMs, soft: SOFT_LIFE_MS, hard: HARD_LIFE_MS });
  }

  #note({ kind, into, from, linkIds, by, why, atMs }: Omit<EventChange, 'id'>): void {
    this.#database
      .prepare(
        `INSERT INTO event_changes (kind, into_event_id, from_event_id, link_ids, by, at_ts, why)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(kind, into, from, JSON.stringify(linkIds), by, atMs, why);
    const record = this.#database.prepare(
      `INSERT INTO clustering_decisions
         (link_id, event_id, action, score, ambiguous, candidates, decided_at_ts, decided_by, model, basis)
       VALUES (?, ?, ?, 0, 0, '[]', ?, ?, ?, ?)`,
    );
    const who = decidedBy(by);
    for (const link of linkIds) record.run(link, into, kind, atMs, who, who === 'model' ? by : null, why);
  }
}
