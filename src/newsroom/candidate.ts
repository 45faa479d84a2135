/** A candidate: an event offered to the planner, in the newsroom seed's shape (its names are a contract). */
export interface Candidate {
  /** One-based place in the snapshot; the planner picks by it. */
  readonly i: number;
  readonly id: number;
  readonly event_id: number;
  readonly title: string;
  readonly description: string;
  readonly suggested_category: string;
  readonly primary_url: string;
  /** At most four, other domains first. */
  readonly supporting_urls: readonly string[];
  /** Null when no link of the event is dated. */
  readonly age_minutes: number | null;
  readonly link_count: number;
  readonly domains: readonly string[];
  readonly parent_event_id: number | null;
  readonly event_key: string;
  readonly semantic_event_key: string;
  readonly suggest_flags: readonly string[];
}

/** An event that selection left out, and the rule that did it, in a sentence for editors. */
export interface LeftOut {
  readonly event_id: number;
  readonly title: string;
  readonly category: string;
  readonly reason: string;
  /** The editor's note that excluded it. */
  readonly noteId?: string;
}

/** How one feed did in an update: an empty run must say which sources answered. */
export interface FeedOutcome {
  readonly key: string;
  readonly label: string;
  readonly result: 'ok' | 'unchanged' | 'failed';
  readonly items: number;
  readonly newItems: number;
  /** Of `items`, those that were not read: the feed has too many, and the newest were. */
  readonly unread?: number;
  readonly error?: string;
}

export type PlanKind = 'daily' | 'hourly';

/** What a planner reads: prepared by the line before the turn was submitted, and frozen. */
export interface InputsSnapshot {
  readonly kind: PlanKind;
  readonly preparedAtMs: number;
  readonly feeds: readonly FeedOutcome[];
  readonly candidates: readonly Candidate[];
  readonly leftOut: readonly LeftOut[];
  /** How many stories the planner may pick. */
  readonly pick: { readonly atMost: number };
}
