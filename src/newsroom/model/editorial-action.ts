/** What editors do with a story: one action, as it is asked for and as it stands in the book. */

/** An action as an editor requests it. */
export interface EditorsRequest {
  readonly by: string;
  readonly atMs: number;
  readonly why?: string;
  /** Identifies the request (a button press, a tool call); the same key twice is one action. */
  readonly key?: string;
}

/** An action as stored; append-only. */
export interface EditorialAction extends Omit<EditorsRequest, 'key'> {
  readonly story: string;
  /** Numbered from 1 within the story. */
  readonly n: number;
  readonly kind:
    'hold' | 'approve' | 'kill' | 'retry' | 'correct' | 'follow' | 'unfollow' | 'update' | 'write';
  /** For a correction: what is right. For a retry: the new story's id. For an update: its line under the title. */
  readonly text?: string;
  /** For a hold: an embargo until then. For an approval: embargoes end then. For a follow: its end. */
  readonly untilMs?: number;
  /** For an update: whether it was withdrawn since. */
  readonly isWithdrawn?: boolean;
}

/** An action before it is numbered. */
export interface NewEditorialAction extends Omit<EditorialAction, 'n'> {
  readonly key?: string;
  /** What the story was about, to recognise it when it comes up again. */
  readonly about?: {
    readonly url: string;
    readonly eventId?: number;
    /** As planned, written and posted, and those of its sources. */
    readonly titles?: readonly string[];
  };
}

/** The cost of all model calls for a story; unknown prices are not zero. */
export interface StoryCost {
  readonly attempts: number;
  readonly tokens: number;
  readonly usd?: number;
}
