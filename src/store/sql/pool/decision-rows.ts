/** Maps rows of decisions and changes to the newsroom's types. */
import type { EventChange, KeptDecision } from '../../../newsroom/intake/pool/event-book.ts';
import type { Row } from '../sql.ts';
import { field, flag, json, maybe, number, text } from '../values.ts';

export function toChange(row: Row): EventChange {
  return {
    id: number(row['id']),
    kind: text(row['kind']) as EventChange['kind'],
    into: number(row['into_event_id']),
    from: number(row['from_event_id']),
    linkIds: json<number[]>(row['link_ids']),
    by: text(row['by']),
    why: text(row['why']),
    atMs: number(row['at_ts']),
  };
}

const decider = (value: unknown) => text(value) as NonNullable<KeptDecision['decidedBy']>;

export function toDecision(row: Row): KeptDecision {
  return {
    linkId: number(row['link_id']),
    linkTitle: text(row['link_title']),
    eventId: maybe(row['event_id'], number) ?? null,
    action: text(row['action']),
    score: number(row['score']),
    ambiguous: flag(row['ambiguous']),
    candidates: json<KeptDecision['candidates']>(row['candidates']),
    atMs: number(row['decided_at_ts']),
    ...field('decidedBy', row['decided_by'], decider),
    ...field('model', row['model'], text),
    ...field('promptSha256', row['prompt_sha256'], text),
    ...field('raw', row['raw_action'], text),
    ...field('validated', row['validated_action'], text),
    ...field('because', row['enforced_action'], text),
    ...field('confidence', row['confidence'], number),
    ...field('basis', row['basis'], text),
  };
}
