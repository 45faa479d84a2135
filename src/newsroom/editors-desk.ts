/**
 * What editors do with stories: the port behind `/story`, its buttons, the console's board and the gateway.
 *
 * - Every deed is durable before its method resolves, and harmless when it is repeated.
 * - A story is named by its id, `<run id>/<story id>`. Whoever asks has found it already, by its thread or its title.
 * - What can't be done is a `StoryRefusal` whose message is a sentence for the editor.
 * - Rights are the caller's: commands check them before they come here.
 */
import type { SessionKey } from '../sessions/key.ts';
import type { Deed, StoryCost, StoryDeed } from './deed.ts';
import type { StoryJob } from './jobs/story-job.ts';
import type { PublishedStory } from './story-book.ts';

export interface EditorsDesk {
  /**
   * Have a story written and posted from this desk channel, apart from the schedule: about a page, or about whatever
   * the pool (then one search) knows of a topic. @returns once the run is ordered.
   */
  write(order: StoryOrder): Promise<OrderedStory>;
  /** Keep a story from being posted, until it is approved or until a time (an embargo). A posted one is marked as being checked. */
  hold(story: string, deed: Deed & { readonly untilMs?: number }): Promise<StoryStanding>;
  /** Let a story that waits go: a hold, an embargo, or the approval that its edition asks for. */
  approve(story: string, deed: Deed): Promise<StoryStanding>;
  /** End a story that is not posted; withdraw a posted one: its title post says so, its text is taken back. */
  kill(story: string, deed: Deed): Promise<StoryStanding>;
  /** Order a story anew that failed or was left out. @returns the new one. */
  retry(story: string, deed: Deed): Promise<OrderedStory>;
  /** Correct a posted story: a visible line under its title, and a message in its thread. */
  correct(story: string, deed: Deed & { readonly text: string }): Promise<StoryStanding>;
  /** All that is known of a story: why it was picked, what happened to it, what it cost. */
  tell(story: string): Promise<StoryRecord | undefined>;
  /** Stories of a desk channel, or that a channel shows, the newest first, those that were never posted included. */
  recent(channel: SessionKey, limit: number): Promise<readonly StoryStanding[]>;
}

export interface StoryOrder extends Deed {
  /** A URL or a topic, as the editor wrote it. */
  readonly what: string;
  readonly desk: SessionKey;
  /** Not to be posted before. */
  readonly embargoUntilMs?: number;
}

export interface OrderedStory {
  readonly id: string;
  readonly title: string;
}

/** Where a story stands. `status` is its job's; `hold` waits for an editor or a time and is no status. */
export interface StoryStanding {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly status: StoryJob['state']['status'];
  readonly reason?: string;
  readonly hold?: {
    readonly kind: 'hold' | 'approval' | 'embargo';
    readonly by?: string;
    readonly untilMs?: number;
  };
  /** Its posted form; withdrawn ones included. */
  readonly posted?: { readonly atMs: number; readonly thread?: SessionKey; readonly withdrawn: boolean };
}

export interface StoryRecord {
  readonly standing: StoryStanding;
  readonly job?: StoryJob;
  readonly published?: PublishedStory;
  readonly deeds: readonly StoryDeed[];
  readonly cost?: StoryCost;
}

/** What can't be done, and why, as a sentence for the editor. */
export class StoryRefusal extends Error {
  override readonly name = 'StoryRefusal';
  readonly code: 'unknown' | 'ended' | 'not_posted' | 'not_waiting' | 'nothing_found' | 'bad_request';

  constructor(code: StoryRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}
