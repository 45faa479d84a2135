/** What editors do with a story: one action, as it is asked for and as it stands in the book. */

/** Who does something, and what is to be said of it. */
export interface EditorsRequest {
  readonly by: string;
  readonly atMs: number;
  readonly why?: string;
  /** What asked for it, a press or a call of a tool: the same key twice is one action. */
  readonly key?: string;
}

/** What editors did with a story, oldest first; append-only. */
export interface EditorialAction extends Omit<EditorsRequest, 'key'> {
  readonly story: string;
  /** Numbered from 1 within the story. */
  readonly n: number;
  readonly kind:
    'hold' | 'approve' | 'kill' | 'retry' | 'correct' | 'follow' | 'unfollow' | 'update' | 'write';
  /** Of a correction, what is right; of a retry, the new story's id; of an update, its line under the title. */
  readonly text?: string;
  /** Of a hold: an embargo until then. Of an approval: embargoes end then. Of a follow: its end. */
  readonly untilMs?: number;
  /** Of an update: that it was taken back since. */
  readonly isWithdrawn?: boolean;
}

/** An action before it is numbered. */
export interface NewEditorialAction extends Omit<EditorialAction, 'n'> {
  readonly key?: string;
  /** What the story was about, so that it is recognised when it comes again. */
  readonly about?: {
    readonly url: string;
    readonly eventId?: number;
    /** As it was planned, written and posted, and those of its sources. */
    readonly titles?: readonly string[];
  };
}

/** Of all attempts at models for a story; unknown prices are not zero. */
export interface StoryCost {
  readonly attempts: number;
  readonly tokens: number;
  readonly usd?: number;
}
