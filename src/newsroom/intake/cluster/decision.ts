/** What clustering says of a link: where it belongs, how sure that is, and what else was considered. */

/** An event that a link could belong to. */
export interface ClusterCandidate {
  readonly eventId: number;
  /** How probable it is that the link tells of this event's happening, 0 to 1. */
  readonly score: number;
}

export type ClusterAction =
  | { readonly action: 'join'; readonly eventId: number }
  /** News of a posted event: a new event under it. */
  | { readonly action: 'development'; readonly parentId: number }
  | { readonly action: 'new_event' }
  /** Not news of one happening; it never joins. */
  | { readonly action: 'skip'; readonly reason: string };

export type ClusterDecision = {
  /** The best candidate's; 0 without one. */
  readonly score: number;
  /** The score lies in the band where another opinion is worth its price. */
  readonly ambiguous: boolean;
  /** Best first, at most five. */
  readonly candidates: readonly ClusterCandidate[];
} & ClusterAction;
