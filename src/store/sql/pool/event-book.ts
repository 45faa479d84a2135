/** Merges, splits and the record of decisions. */
import {
  decideInheritance,
  decidedBy,
  leavingLinks,
  mustBeMergeable,
  mustStand,
  type HeldEvent,
} from '../../../newsroom/intake/pool/decide-event-change.ts';
import type {
  EventBook,
  EventChange,
  EventMerge,
  EventSplit,
  KeptDecision,
} from '../../../newsroom/intake/pool/event-book.ts';
import { firstExpiry } from '../../../newsroom/intake/pool/event-life.ts';
import type { Reads, Sql, Transaction } from '../sql.ts';
import { maybe, number, text } from '../values.ts';
import { toChange, toDecision } from './decision-rows.ts';
import { countAgain, currentIdOf } from './event-statements.ts';

const CHANGES = `WITH its(id) AS (SELECT CAST(? AS BIGINT) UNION SELECT id FROM events WHERE merged_into = ?
    UNION SELECT from_event_id FROM event_changes WHERE kind = 'merge' AND into_event_id = ?)
  SELECT * FROM event_changes
  WHERE into_event_id IN (SELECT id FROM its) OR from_event_id IN (SELECT id FROM its) ORDER BY id`;

const DECISIONS = `SELECT clustering_decisions.*, links.title AS link_title FROM clustering_decisions
  JOIN links ON links.id = clustering_decisions.link_id
  WHERE link_id IN (SELECT id FROM links WHERE event_id = ?
    UNION SELECT link_id FROM clustering_decisions WHERE event_id = ?)
  ORDER BY clustering_decisions.id`;

const PARTED = `SELECT coalesce(a.merged_into, a.id) AS one, coalesce(b.merged_into, b.id) AS other
  FROM event_changes JOIN events AS a ON a.id = into_event_id JOIN events AS b ON b.id = from_event_id
  WHERE event_changes.kind = 'split'`;

export class SqlEventBook implements EventBook {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  merge({ into, from, ...change }: EventMerge): Promise<void> {
    return this.#sql.transaction(async (tx) => {
      for (const id of from)
        await mergeOne(tx, await currentEvent(tx, id), await currentEvent(tx, into), change);
    });
  }

  split({ event, links, by, why, atMs }: EventSplit): Promise<number> {
    return this.#sql.transaction(async (tx) => {
      const { id } = await currentEvent(tx, (await currentIdOf(tx, event)) ?? event);
      const chosen = leavingLinks(id, await linksOf(tx, id), links);
      const begun = await begin(tx, id, chosen[0]!, atMs);
      await move(tx, chosen, begun);
      await rename(tx, id);
      for (const one of [id, begun]) await countAgain(tx, one, atMs);
      await note(tx, { kind: 'split', into: begun, from: id, linkIds: chosen, by, why, atMs });
      return begun;
    });
  }

  async changesOf(eventId: number): Promise<readonly EventChange[]> {
    return (await this.#sql.all(CHANGES, eventId, eventId, eventId)).map(toChange);
  }

  async decisionsOf(eventId: number): Promise<readonly KeptDecision[]> {
    return (await this.#sql.all(DECISIONS, eventId, eventId)).map(toDecision);
  }

  async partedPairs(): Promise<readonly (readonly [number, number])[]> {
    const pairs = (await this.#sql.all(PARTED)).map(
      ({ one, other }) => [number(one), number(other)] as const,
    );
    return pairs.filter(([one, other]) => one !== other);
  }
}

/** @throws EventRefusal unless the event exists and was not merged into another. */
async function currentEvent(reads: Reads, id: number): Promise<HeldEvent> {
  const row = await reads.get(
    `SELECT parent_event_id, status, reserved_until_ts, reserved_by, merged_into FROM events WHERE id = ?`,
    id,
  );
  return mustStand(
    id,
    row && {
      id,
      status: text(row['status']),
      mergedInto: maybe(row['merged_into'], number) ?? null,
      parentId: maybe(row['parent_event_id'], number) ?? null,
      reservedUntilMs: maybe(row['reserved_until_ts'], number) ?? null,
      reservedBy: maybe(row['reserved_by'], text) ?? null,
    },
  );
}

async function mergeOne(
  tx: Transaction,
  from: HeldEvent,
  into: HeldEvent,
  change: Pick<EventMerge, 'by' | 'why' | 'atMs'>,
): Promise<void> {
  if (from.id === into.id) return;
  mustBeMergeable(from);
  const linkIds = await linksOf(tx, from.id);
  await move(tx, linkIds, into.id);
  await inherit(tx, from, into);
  // Redirect earlier merges too, so that an old number leads to the event in one step.
  await tx.run(
    `UPDATE events SET merged_into = ? WHERE id = ? OR merged_into = ?`,
    into.id,
    from.id,
    from.id,
  );
  for (const id of [from.id, into.id]) await countAgain(tx, id, change.atMs);
  await note(tx, { kind: 'merge', into: into.id, from: from.id, linkIds, ...change });
}

/** Move developments, facts and a hold to the event that remains. */
async function inherit(tx: Transaction, from: HeldEvent, into: HeldEvent): Promise<void> {
  await tx.run(
    `UPDATE events SET parent_event_id = ? WHERE parent_event_id = ? AND id <> ?`,
    into.id,
    from.id,
    into.id,
  );
  await tx.run(
    `UPDATE events SET summary_en = coalesce(summary_en, (SELECT old.summary_en FROM events AS old WHERE old.id = ?)),
       jurisdiction = coalesce(jurisdiction, (SELECT old.jurisdiction FROM events AS old WHERE old.id = ?)) WHERE id = ?`,
    from.id,
    from.id,
    into.id,
  );
  const { parentId, reservedUntilMs, reservedBy } = decideInheritance(from, into);
  await tx.run(
    `UPDATE events SET parent_event_id = ?, reserved_until_ts = ?, reserved_by = ? WHERE id = ?`,
    parentId,
    reservedUntilMs,
    reservedBy,
    into.id,
  );
  await tx.run(`UPDATE events SET reserved_until_ts = NULL, reserved_by = NULL WHERE id = ?`, from.id);
}

/** Oldest first. */
async function linksOf(reads: Reads, eventId: number): Promise<number[]> {
  const rows = await reads.all(
    `SELECT id FROM links WHERE event_id = ? ORDER BY coalesce(published_at_ts, first_seen_ts), id`,
    eventId,
  );
  return rows.map(({ id }) => number(id));
}

async function move(tx: Transaction, links: readonly number[], eventId: number): Promise<void> {
  for (const link of links) await tx.run(`UPDATE links SET event_id = ? WHERE id = ?`, eventId, link);
}

/** Start an event with its oldest link, in the category of the event it came from, with the lifetime of a new one. */
async function begin(tx: Transaction, source: number, link: number, atMs: number): Promise<number> {
  const row = await tx.get(
    `INSERT INTO events (category, title, primary_url, created_at_ts, updated_at_ts, expires_at_ts)
     SELECT (SELECT category FROM events WHERE id = ?), title, url, ?, ?, ? FROM links WHERE id = ? RETURNING id`,
    source,
    atMs,
    atMs,
    firstExpiry(atMs),
    link,
  );
  return number(row?.['id']);
}

/** Rename an event after its oldest link, because that link may have left. Posted events keep their names. */
async function rename(tx: Transaction, eventId: number): Promise<void> {
  await tx.run(
    `UPDATE events SET (title, primary_url) = (SELECT links.title, links.url FROM links
       WHERE links.event_id = events.id ORDER BY coalesce(links.published_at_ts, links.first_seen_ts), links.id LIMIT 1)
     WHERE id = ? AND status <> 'posted'`,
    eventId,
  );
}

async function note(
  tx: Transaction,
  { kind, into, from, linkIds, by, why, atMs }: Omit<EventChange, 'id'>,
): Promise<void> {
  await tx.run(
    `INSERT INTO event_changes (kind, into_event_id, from_event_id, link_ids, by, at_ts, why)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    kind,
    into,
    from,
    JSON.stringify(linkIds),
    by,
    atMs,
    why,
  );
  const who = decidedBy(by);
  for (const link of linkIds)
    await tx.run(
      `INSERT INTO clustering_decisions
         (link_id, event_id, action, score, ambiguous, candidates, decided_at_ts, decided_by, model, basis)
       VALUES (?, ?, ?, 0, 0, '[]', ?, ?, ?, ?)`,
      link,
      into,
      kind,
      atMs,
      who,
      who === 'model' ? by : null,
      why,
    );
}
