import type { Language } from './language.ts';
import type { SearchOutcome } from './search-outcome.ts';

/** An event offered to the planner. The field names are a contract. */
export interface Candidate {
  /** One-based position in the snapshot; the planner picks by it. */
  readonly i: number;
  readonly id: number;
  readonly event_id: number;
  readonly title: string;
  /** The feed's own description. */
  readonly description: string;
  /** The event in English, written by a model during clustering. */
  readonly summary_en?: string;
  readonly suggested_category: string;
  readonly primary_url: string;
  /** At most four, other domains first. */
  readonly supporting_urls: readonly string[];
  /** Null when no link of the event has a date. */
  readonly age_minutes: number | null;
  readonly link_count: number;
  readonly domains: readonly string[];
  /** The languages of its headlines. The desk model, which only quotes, can't write it in another language. */
  readonly languages?: readonly Language[];
  readonly parent_event_id: number | null;
  readonly event_key: string;
  readonly semantic_event_key: string;
  readonly suggest_flags: readonly string[];
  /** One-based rank among all eligible events, before quotas. */
  readonly rank: number;
  readonly score: CandidateScore;
  /** Why it is offered: a sentence for editors in the edition's language. */
  readonly picked_because: string;
}

/** The parts of an event's score. */
export interface CandidateScore {
  readonly total: number;
  /** The sum of its outlets' weights, by tier. */
  readonly outlets: number;
  readonly links: number;
  readonly recency: number;
  /** What editors' votes on earlier stories add or take; absent when nothing. */
  readonly feedback?: number;
}

/** The rule that excluded an event. */
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

/** An event that selection excluded, and why, in a sentence for editors in the edition's language. */
export interface LeftOut {
  readonly event_id: number;
  readonly title: string;
  readonly category: string;
  readonly reason: string;
  readonly rule?: LeftRule;
  /** The editor's note that excluded it. */
  readonly noteId?: string;
}

/** The result of one feed in an update; an empty batch must show which sources answered. */
export interface FeedOutcome {
  readonly key: string;
  readonly label: string;
  readonly result:
    | 'ok'
    | 'unchanged'
    | 'failed'
    /** It failed before and is skipped until `nextDueAtMs`. */
    | 'not_due'
    /** It failed too often; an editor can enable it again. */
    | 'disabled'
    /** An editor paused it. */
    | 'paused';
  readonly items: number;
  readonly newItems: number;
  /** How many of `items` were not read; only the newest are when a feed has too many. */
  readonly unread?: number;
  /** Why it failed, now or last time. */
  readonly error?: string;
  readonly failuresInARow?: number;
  readonly nextDueAtMs?: number;
  /** Since when it has had nothing new, if unusually long. */
  readonly silentSinceMs?: number;
}

export type PlanKind = 'daily' | 'hourly';

/** What a planner reads: prepared before its turn was submitted, and frozen. */
export interface InputsSnapshot {
  readonly kind: PlanKind;
  readonly preparedAtMs: number;
  readonly feeds: readonly FeedOutcome[];
  /** The searches of this kind of run; absent without keys or queries. */
  readonly searches?: readonly SearchOutcome[];
  readonly candidates: readonly Candidate[];
  /** Strongest first, at most a thousand; `leftOutBy` counts all. */
  readonly leftOut: readonly LeftOut[];
  readonly leftOutBy?: Readonly<Partial<Record<LeftRule, number>>>;
  /** How many stories the planner may pick. */
  readonly pick: { readonly atMost: number };
}
