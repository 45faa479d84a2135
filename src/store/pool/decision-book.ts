/** Clustering's decisions on their way into the tables: events made, links placed, lives extended, all recorded. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { Database, Statement } from 'better-sqlite3';
import type { HappeningFacts } from '../../newsroom/intake/pool/decision-record.ts';
import {
  HARD_LIFE_MS,
  SOFT_LIFE_MS,
  type EventRef,
  type LinkDecision,
} from '../../newsroom/intake/pool/pool.ts';
import { countAgain, standingOf } from './event-statements.ts';

/** So many are kept in one transaction before others get a turn: about 10 ms. */
const DECISIONS_A_BREATH = 100;
/** Spellings of names that are remembered of an event. */
const MOST_ENTITIES = 60;

export class DecisionBook {
  readonly #database: Database;
  readonly #pending: Statement;
  readonly #decide: Statement;
  readonly #record: Statement;
  readonly #begun: Statement;
  readonly #extended: Statement;
  readonly #told: Statement;
  readonly #features: Statement;

  constructor(database: Database) {
    this.#database = database;
    this.#pending = database.prepare('SELECT 1 FROM links WHERE id = ? AND decided_at_ts IS NULL');
    this.#decide = database.prepare(
      'UPDATE links SET event_id = ?, decided_at_ts = ?, skip_cluster_reason = ? WHERE id = ?',
    );
    this.#record = database.prepare(
      `INSERT INTO clustering_decisions (link_id, event_id, action, score, ambiguous, candidates, decided_at_ts,
         decided_by, model, prompt_sha256, raw_action, validated_action, enforced_action, confidence, basis)
       VALUES (:link, :event, :action, :score, :ambiguous, :candidates, :at,
         :by, :model, :prompt, :raw, :validated, :enforced, :confidence, :basis)`,
    );
    this.#begun = database.prepare(
      `INSERT INTO events (parent_event_id, category, title, primary_url, created_at_ts, updated_at_ts, expires_at_ts)
       SELECT ?, ?, title, url, ?, ?, ? FROM links WHERE id = ?`,
    );
    this.#extended = countAgain(database);
    this.#told = database.prepare(
      `UPDATE events SET summary_en = coalesce(summary_en, :summary),
         jurisdiction = coalesce(jurisdiction, :jurisdiction), model = coalesce(model, :model) WHERE id = :id`,
    );
    this.#features = database.prepare(
      `INSERT INTO event_features (event_id, entities, flags, updated_at_ts) VALUES (:id, :entities, :flags, :at)
       ON CONFLICT (event_id) DO UPDATE SET updated_at_ts = :at,
         entities = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(entities)
           UNION SELECT value FROM json_each(:entities) LIMIT ${MOST_ENTITIES})),
         flags = (SELECT json_group_array(value) FROM
           (SELECT value FROM json_each(flags) UNION SELECT value FROM json_each(:flags)))`,
    );
  }

  /**
   * In order, a transaction for each part. A link that was decided meanwhile keeps its first decision.
   * @returns the events that were made, by their numbers in the batch.
   */
  async keep(decisions: readonly LinkDecision[], atMs: number): Promise<ReadonlyMap<number, number>> {
    const made = new Map<number, number>();
    for (let at = 0; at < decisions.length; at += DECISIONS_A_BREATH) {
      if (at > 0) await breathe();
      const part = decisions.slice(at, at + DECISIONS_A_BREATH);
      this.#database.transaction(() => {
        for (const decision of part) this.#keepOne(decision, made, atMs);
      })();
    }
    return made;
  }

  #keepOne(decision: LinkDecision, made: Map<number, number>, atMs: number): void {
    const { linkId, action } = decision;
    if (this.#pending.get(linkId) === undefined) return;
    // An event may have been merged by hand meanwhile, or be gone.
    const idOf = (ref: EventRef): number | undefined =>
      'id' in ref ? standingOf(this.#database, ref.id) : made.get(ref.newEvent);
    let eventId: number | null = null;
    if (action.kind === 'join') {
      const joined = idOf(action.event);
      if (joined === undefined) return; // it stays pending, and is decided anew
      eventId = joined;
    }
    if (action.kind === 'new_event' || action.kind === 'development') {
      const parent = action.kind === 'development' ? (idOf(action.parent) ?? null) : null;
      eventId = this.#begin(linkId, parent, action.category, atMs);
      made.set(action.newEvent, eventId);
      if (parent !== null) this.#extend(parent, atMs);
    }
    this.#decide.run(eventId, atMs, action.kind === 'skip' ? action.reason : null, linkId);
    if (eventId !== null) {
      this.#extend(eventId, atMs);
      this.#tell(eventId, decision, atMs);
    }
    this.#note(decision, eventId, idOf, atMs);
  }

  #note(
    { linkId, action, score, ambiguous, candidates, record = { decidedBy: 'rule' } }: LinkDecision,
    eventId: number | null,
    idOf: (ref: EventRef) => number | undefined,
    atMs: number,
  ): void {
    const shown = candidates.map(({ event, score: points }) => ({
      event: idOf(event) ?? null,
      score: points,
    }));
    this.#record.run({
      link: linkId,
      event: eventId,
      action: action.kind,
      score,
      ambiguous: ambiguous ? 1 : 0,
      candidates: JSON.stringify(shown),
      at: atMs,
      by: record.decidedBy,
      model: record.model ?? null,
      prompt: record.promptSha256 ?? null,
      raw: record.raw ?? null,
      validated: record.validated ?? null,
      enforced: record.because ?? null,
      confidence: record.confidence ?? null,
      basis: record.basis ?? null,
    });
  }

  /** What a model said of the happening; the first summary stays, names add up. */
  #tell(eventId: number, { facts, record }: LinkDecision, atMs: number): void {
    if (facts === undefined || isEmpty(facts)) return;
    const { summaryEn = null, jurisdiction = null, entities = [], flags = [] } = facts;
    this.#told.run({ id: eventId, summary: summaryEn, jurisdiction, model: record?.model ?? null });
    if (entities.length + flags.length > 0)
      this.#features.run({
        id: eventId,
        entities: JSON.stringify(entities),
        flags: JSON.stringify(flags),
        at: atMs,
      });
  }

  #begin(linkId: number, parent: number | null, category: string, atMs: number): number {
    const { lastInsertRowid } = this.#begun.run(parent, category, atMs, atMs, atMs + SOFT_LIFE_MS, linkId);
    return Number(lastInsertRowid);
  }

  /** A new link or child. */
  #extend(eventId: number, atMs: number): void {
    this.#extended.run({ id: eventId, at: atMs, soft: SOFT_LIFE_MS, hard: HARD_LIFE_MS });
  }
}

function isEmpty(facts: HappeningFacts): boolean {
  return Object.keys(facts).length === 0;
}
