/**
 * What was decided of links and what was changed about events afterwards.
 *
 * - Changes are append-only. What was merged stands for what it swallowed: whoever asks for the old number gets the
 *   event that stands. What was taken apart is never joined again, but by hand.
 * - A merge or a split is one transaction; it happens whole or not at all.
 */
import { Refusal } from '../../../feature/refusal.ts';
import type { DecisionRecord } from './decision-record.ts';

export interface EventBook {
  /** Put the links and developments of events into another one. @throws EventRefusal */
  merge(merge: EventMerge): Promise<void>;
  /** Begin an event of its own with links of another one. @returns its number. @throws EventRefusal */
  split(split: EventSplit): Promise<number>;
  /** The event that stands for this one: itself, or what it was merged into. Undefined when there is none. */
  standing(eventId: number): Promise<number | undefined>;
  /** Changes that the event, or one that was merged into it, had a part in; oldest first. */
  changesOf(eventId: number): Promise<readonly EventChange[]>;
  /** Every decision on the links that are in the event now, and on those that once were; oldest first. */
  decisionsOf(eventId: number): Promise<readonly KeptDecision[]>;
  /** Events that were taken apart, as they stand now. */
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

export interface EventChange {
  readonly id: number;
  readonly kind: 'merge' | 'split';
  /** The event that the links came into. */
  readonly into: number;
  readonly from: number;
  readonly linkIds: readonly number[];
  readonly by: string;
  readonly why: string;
  readonly atMs: number;
}

export interface KeptDecision extends Partial<DecisionRecord> {
  readonly linkId: number;
  readonly linkTitle: string;
  readonly eventId: number | null;
  /** `join`, `new_event`, `development`, `skip`; `merge` and `split` for a link that was moved. */
  readonly action: string;
  readonly score: number;
  readonly ambiguous: boolean;
  readonly candidates: readonly { readonly event: number | null; readonly score: number }[];
  readonly atMs: number;
}

/** English for texts in other languages, remembered: what was kept first for a text stands. */
export interface Translations {
  find(texts: readonly string[]): Promise<ReadonlyMap<string, string>>;
  keep(english: ReadonlyMap<string, string>, model: string, atMs: number): Promise<void>;
}

/** What can't be merged or split, and why. Its message is a sentence for people. */
export class EventRefusal extends Refusal {
  override readonly name = 'EventRefusal';
  override readonly code: 'not_found' | 'refused' | 'bad_params';

  constructor(code: EventRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}
