import type { Language } from './language.ts';
import type { SearchOutcome } from './search-outcome.ts';

/** A candidate: an event offered to the planner, in the newsroom seed's shape (its names are a contract). */
export interface Candidate {
  /** One-based place in the snapshot; the planner picks by it. */
  readonly i: number;
  readonly id: number;
  readonly event_id: number;
  readonly title: string;
  /** The feed's own words. */
  readonly description: string;
  /** The happening in English, as a model told it when it sorted the links. */
  readonly summary_en?: string;
  readonly suggested_category: string;
  readonly primary_url: string;
  /** At most four, other domains first. */
  readonly supporting_urls: readonly string[];
  /** Null when no link of the event is dated. */
  readonly age_minutes: number | null;
  readonly link_count: number;
  readonly domains: readonly string[];
  /** What its headlines are written in: what only quotes can tell it in no other language. */
  readonly languages?: readonly Language[];
  readonly parent_event_id: number | null;
  readonly event_key: string;
  readonly semantic_event_key: string;
  readonly suggest_flags: readonly string[];
  /** Its place among all events that could be offered, one-based, before quotas. */
  readonly rank: number;
  readonly score: CandidateScore;
  /** Why it is offered, in a sentence for editors, in the edition's language. */
  readonly picked_because: string;
}

/** What an event's strength is made of. */
export interface CandidateScore {
  readonly total: number;
  /** The weights of its outlets, by their tiers. */
  readonly outlets: number;
  readonly links: number;
  readonly recency: number;
}

/** The rule that left an event out. */
export type LeftRule =
  | 'note'
  | 'too_old'
  | 'held'
  | 'given_back'
  | 'posted'
  | 'killed'
  | 'gate'
  | 'repeated'
  | 'limit'
  | 'category'
  | 'group'
  | 'second_place';

/** An event that selection left out, and the rule that did it, in a sentence for editors, in the edition's language. */
export interface LeftOut {
  readonly event_id: number;
  readonly title: string;
  readonly category: string;
  readonly reason: string;
  readonly rule?: LeftRule;
  /** The editor's note that excluded it. */
  readonly noteId?: string;
}

/** How one feed did in an update: an empty run must say which sources answered. */
export interface FeedOutcome {
  readonly key: string;
  readonly label: string;
  readonly result:
    | 'ok'
    | 'unchanged'
    | 'failed'
    /** It failed before, and is left alone until `nextDueAtMs`. */
    | 'not_due'
    /** It failed too often; an editor can enable it again. */
    | 'disabled';
  readonly items: number;
  readonly newItems: number;
  /** Of `items`, those that were not read: the feed has too many, and the newest were. */
  readonly unread?: number;
  /** Why it failed, now or the last time. */
  readonly error?: string;
  readonly failuresInARow?: number;
  readonly nextDueAtMs?: number;
  /** It answers, and has had nothing new for unusually long. */
  readonly silentSinceMs?: number;
}

export type PlanKind = 'daily' | 'hourly';

/** What a planner reads: prepared by the pipeline before the turn was submitted, and frozen. */
export interface InputsSnapshot {
  readonly kind: PlanKind;
  readonly preparedAtMs: number;
  readonly feeds: readonly FeedOutcome[];
  /** The searches of this kind of run; none where there are neither keys nor queries. */
  readonly searches?: readonly SearchOutcome[];
  readonly candidates: readonly Candidate[];
  /** The strongest first; at most a thousand, and `leftOutBy` counts them all. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutBy?: Readonly<Partial<Record<LeftRule, number>>>;
  /** How many stories the planner may pick. */
  readonly pick: { readonly atMost: number };
}
