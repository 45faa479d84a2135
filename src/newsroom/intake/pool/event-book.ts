/**
 * Decisions about links, and later changes of events.
 *
 * - Changes are append-only. A merged event's number leads to the event that it was merged into. Events that were
 *   split are only joined again by hand.
 * - A merge or a split is one transaction.
 */
import { z } from 'zod';
import { Refusal } from '../../../feature/refusal.ts';
import type { Given } from '../../../text/given.ts';
import { decisionRecordSchema } from './decision-record.ts';

export interface EventBook {
  /**
   * Move the links and developments of events into another one.
   * @throws EventRefusal
   */
  merge(merge: EventMerge): Promise<void>;
  /**
   * Start a new event with links of another one.
   * @returns its number.
   * @throws EventRefusal
   */
  split(split: EventSplit): Promise<number>;
  /** Changes of the event and of those merged into it; oldest first. */
  changesOf(eventId: number): Promise<readonly EventChange[]>;
  /** All decisions on the event's present and former links; oldest first. */
  decisionsOf(eventId: number): Promise<readonly KeptDecision[]>;
  /** Pairs of events that were split, by their present numbers. */
  partedPairs(): Promise<readonly (readonly [number, number])[]>;
}

export interface EventMerge {
  readonly into: number;
  readonly from: readonly number[];
  /** `editor:<name>`, `desk`, or the provider and model. */
  readonly by: string;
  readonly why: string;
  readonly atMs: number;
}

export interface EventSplit {
  readonly event: number;
  readonly links: readonly number[];
  readonly by: string;
  readonly why: string;
  readonly atMs: number;
}

export const eventChangeSchema = z.strictObject({
  id: z.number(),
  kind: z.enum(['merge', 'split']),
  /** The event that received the links. */
  into: z.number(),
  from: z.number(),
  linkIds: z.array(z.number()),
  by: z.string(),
  why: z.string(),
  atMs: z.number(),
});
export type EventChange = Given<z.output<typeof eventChangeSchema>>;

/** Without a record where the rule decided and no model was asked. */
export const keptDecisionSchema = decisionRecordSchema.extend({
  decidedBy: decisionRecordSchema.shape.decidedBy.exactOptional(),
  linkId: z.number(),
  linkTitle: z.string(),
  eventId: z.number().nullable(),
  /** `join`, `new_event`, `development`, `skip`; `merge` and `split` for a link that was moved. */
  action: z.string(),
  score: z.number(),
  ambiguous: z.boolean(),
  candidates: z.array(z.strictObject({ event: z.number().nullable(), score: z.number() })),
  atMs: z.number(),
});
export type KeptDecision = Given<z.output<typeof keptDecisionSchema>>;

/** Stored English translations; the first for a text is kept. */
export interface Translations {
  find(texts: readonly string[]): Promise<ReadonlyMap<string, string>>;
  keep(english: ReadonlyMap<string, string>, model: string, atMs: number): Promise<void>;
}

/** What can't be merged or split, and why: a sentence for people. */
export class EventRefusal extends Refusal {
  override readonly name = 'EventRefusal';
  override readonly code: 'not_found' | 'refused' | 'bad_params';

  constructor(code: EventRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}
