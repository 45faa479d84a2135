/**
 * Applies clustering decisions to the tables: creates events, places links, extends lives, and records each decision.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { addedUp } from '../../../newsroom/intake/pool/decision-record.ts';
import { firstExpiry } from '../../../newsroom/intake/pool/event-life.ts';
import type { EventRef, LinkDecision } from '../../../newsroom/intake/pool/pool.ts';
import type { Sql, Transaction } from '../sql.ts';
import { bit, json, number } from '../values.ts';
import { countAgain, currentIdOf } from './event-statements.ts';

/** How many decisions share a transaction (about 10 ms) before other work gets a turn. */
const DECISIONS_A_BREATH = 100;

const RECORD = `INSERT INTO clustering_decisions (link_id, event_id, action, score, ambiguous, candidates,
    decided_at_ts, decided_by, model, prompt_sha256, raw_action, validated_action, enforced_action, confidence, basis)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Creates an event with its first link. */
const BEGIN = `INSERT INTO events (parent_event_id, category, title, primary_url, link_count, best_published_ts,
    created_at_ts, updated_at_ts, expires_at_ts)
  SELECT ?, ?, title, url, 1, published_at_ts, ?, ?, ? FROM links WHERE id = ? AND decided_at_ts IS NULL RETURNING id`;

const PLACE = `UPDATE links SET event_id = ?, decided_at_ts = ?, skip_cluster_reason = ?
  WHERE id = ? AND decided_at_ts IS NULL`;

const TELL = `UPDATE events SET summary_en = coalesce(summary_en, ?), jurisdiction = coalesce(jurisdiction, ?),
  model = coalesce(model, ?) WHERE id = ?`;

const NAMES = `INSERT INTO event_features (event_id, entities, flags, updated_at_ts) VALUES (?, ?, ?, ?)
  ON CONFLICT (event_id) DO UPDATE SET entities = excluded.entities, flags = excluded.flags,
    updated_at_ts = excluded.updated_at_ts`;

/** Events created by a batch: number within the batch → event id. */
type Made = Map<number, number>;

export class DecisionBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Apply decisions in order, in several transactions. A link that was decided in the meantime keeps its first
   * decision.
   * @returns the events created, by their numbers within the batch.
   */
  async keep(decisions: readonly LinkDecision[], atMs: number): Promise<ReadonlyMap<number, number>> {
    const made: Made = new Map();
    for (let at = 0; at < decisions.length; at += DECISIONS_A_BREATH) {
      if (at > 0) await breathe();
      const part = decisions.slice(at, at + DECISIONS_A_BREATH);
      const more = await this.#sql.transaction(async (tx) => {
        const batch = new Batch(tx, made, atMs);
        for (const decision of part) await batch.keep(decision);
        return batch.made;
      });
      for (const [newEvent, id] of more) made.set(newEvent, id);
    }
    return made;
  }
}

/** Some of the decisions, in one transaction. */
class Batch {
  readonly made: Made = new Map();
  readonly #tx: Transaction;
  readonly #before: Made;
  readonly #atMs: number;

  constructor(tx: Transaction, before: Made, atMs: number) {
    this.#tx = tx;
    this.#before = before;
    this.#atMs = atMs;
  }

  async keep(decision: LinkDecision): Promise<void> {
    const { linkId, action } = decision;
    const eventId = await this.#eventFor(linkId, action);
    if (eventId === undefined) return;
    const reason = action.kind === 'skip' ? action.reason : null;
    if ((await this.#tx.run(PLACE, eventId, this.#atMs, reason, linkId)) === 0) return;
    if (eventId !== null && action.kind === 'join') await countAgain(this.#tx, eventId, this.#atMs);
    if (eventId !== null) await this.#addFacts(eventId, decision);
    await this.#record(decision, eventId);
  }

  /**
   * @returns the event for the link, or null for none. Undefined when that event is gone, so the link is decided
   * again, or when the link was decided in the meantime.
   */
  async #eventFor(linkId: number, action: LinkDecision['action']): Promise<number | null | undefined> {
    if (action.kind === 'skip') return null;
    if (action.kind === 'join') return this.#idOf(action.event);
    const parent = action.kind === 'development' ? ((await this.#idOf(action.parent)) ?? null) : null;
    const begun = await this.#tx.get(
      BEGIN,
      parent,
      action.category,
      this.#atMs,
      this.#atMs,
      firstExpiry(this.#atMs),
      linkId,
    );
    if (!begun) return undefined;
    const eventId = number(begun['id']);
    this.made.set(action.newEvent, eventId);
    if (parent !== null) await countAgain(this.#tx, parent, this.#atMs);
    return eventId;
  }

  /** In the meantime the event may have been merged by hand, or may be gone. */
  async #idOf(ref: EventRef): Promise<number | undefined> {
    if ('id' in ref) return currentIdOf(this.#tx, ref.id);
    return this.made.get(ref.newEvent) ?? this.#before.get(ref.newEvent);
  }

  async #record(
    { linkId, action, score, ambiguous, candidates, record = { decidedBy: 'rule' } }: LinkDecision,
    eventId: number | null,
  ): Promise<void> {
    const shown: { readonly event: number | null; readonly score: number }[] = [];
    for (const { event, score: points } of candidates)
      shown.push({ event: (await this.#idOf(event)) ?? null, score: points });
    await this.#tx.run(
      RECORD,
      linkId,
      eventId,
      action.kind,
      score,
      bit(ambiguous),
      JSON.stringify(shown),
      this.#atMs,
      record.decidedBy,
      record.model ?? null,
      record.promptSha256 ?? null,
      record.raw ?? null,
      record.validated ?? null,
      record.because ?? null,
      record.confidence ?? null,
      record.basis ?? null,
    );
  }

  /** Store what a model said about the event. The first summary is kept; names are added. */
  async #addFacts(eventId: number, { facts, record }: LinkDecision): Promise<void> {
    if (facts === undefined || Object.keys(facts).length === 0) return;
    const { summaryEn = null, jurisdiction = null, entities = [], flags = [] } = facts;
    await this.#tx.run(TELL, summaryEn, jurisdiction, record?.model ?? null, eventId);
    if (entities.length + flags.length === 0) return;
    const before = await this.#tx.get(
      `SELECT entities, flags FROM event_features WHERE event_id = ?`,
      eventId,
    );
    const withMore = (column: string, more: readonly string[]) =>
      JSON.stringify(addedUp(before ? json<string[]>(before[column]) : [], more));
    await this.#tx.run(NAMES, eventId, withMore('entities', entities), withMore('flags', flags), this.#atMs);
  }
}
