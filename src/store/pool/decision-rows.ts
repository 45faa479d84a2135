/** Rows of decisions and changes, and what they mean to the newsroom. */
import type { EventChange, KeptDecision } from '../../newsroom/intake/pool/event-book.ts';

export interface ChangeRow {
  id: number;
  kind: EventChange['kind'];
  into_event_id: number;
  from_event_id: number;
  link_ids: string;
  by: string;
  at_ts: number;
  why: string;
}

export interface DecisionRow {
  link_id: number;
  link_title: string;
  event_id: number | null;
  action: string;
  score: number;
  ambiguous: number;
  candidates: string;
  decided_at_ts: number;
  decided_by: NonNullable<KeptDecision['decidedBy']> | null;
  model: string | null;
  prompt_sha256: string | null;
  raw_action: string | null;
  validated_action: string | null;
  enforced_action: string | null;
  confidence: number | null;
  basis: string | null;
}

export function toChange(row: ChangeRow): EventChange {
  return {
    id: row.id,
    kind: row.kind,
    into: row.into_event_id,
    from: row.from_event_id,
    linkIds: JSON.parse(row.link_ids) as number[],
    by: row.by,
    why: row.why,
    atMs: row.at_ts,
  };
}

export function toDecision(row: DecisionRow): KeptDecision {
  return {
    linkId: row.link_id,
    linkTitle: row.link_title,
    eventId: row.event_id,
    action: row.action,
    score: row.score,
    ambiguous: row.ambiguous === 1,
    candidates: JSON.parse(row.candidates) as KeptDecision['candidates'],
    atMs: row.decided_at_ts,
    ...(row.decided_by !== null && { decidedBy: row.decided_by }),
    ...(row.model !== null && { model: row.model }),
    ...(row.prompt_sha256 !== null && { promptSha256: row.prompt_sha256 }),
    ...(row.raw_action !== null && { raw: row.raw_action }),
    ...(row.validated_action !== null && { validated: row.validated_action }),
    ...(row.enforced_action !== null && { because: row.enforced_action }),
    ...(row.confidence !== null && { confidence: row.confidence }),
    ...(row.basis !== null && { basis: row.basis }),
  };
}
