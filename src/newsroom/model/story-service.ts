/**
 * What editors do with stories: the port behind `/story`, its buttons, the console's board and the gateway.
 *
 * - Every action is durable before its method resolves, and harmless when it is repeated.
 * - A story is named by its id, `<run id>/<story id>`. Whoever asks has found it already, by its thread or its title.
 * - What can't be done is a `StoryRefusal` whose message is a sentence for the editor.
 * - Rights are the caller's: commands check them before they come here.
 */
import { Refusal } from '../../feature/refusal.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Claim, ClaimsReport, SourceConflict } from './claim.ts';
import type { EditorsRequest, StoryCost, EditorialAction } from './editorial-action.ts';
import type { Assignment } from './assignment.ts';
import type { SourcePack } from './source-pack.ts';
import type { PublishedStory } from './story-book.ts';

export interface StoryService {
  /**
   * Have a story written and posted from this desk channel, apart from the schedule: about a page, or about whatever
   * the pool (then one search) knows of a topic. @returns once the run is ordered.
   */
  write(order: StoryOrder): Promise<OrderedStory>;
  /** Keep a story from being posted, until it is approved or until a time (an embargo). A posted one is marked as being checked. */
  hold(story: string, action: EditorsRequest & { readonly untilMs?: number }): Promise<DoneAction>;
  /**
   * Let a story that waits go: from a hold, or with the approval that its edition asks for. An embargo stands until its
   * time, unless it is to go out `now`.
   */
  approve(story: string, action: EditorsRequest & { readonly now?: boolean }): Promise<DoneAction>;
  /** End a story that is not posted; withdraw a posted one: its title post says so, its text is taken back. */
  kill(story: string, action: EditorsRequest): Promise<DoneAction>;
  /** Order a story anew that failed, was left out, was killed or was withdrawn. @returns the new one. */
  retry(story: string, action: EditorsRequest): Promise<OrderedStory & { readonly already?: boolean }>;
  /** Correct a posted story: a visible line under its title, and a message in its thread. */
  correct(story: string, action: EditorsRequest & { readonly text: string }): Promise<DoneAction>;
  /** All that is known of a story: why it was picked, what happened to it, what it cost. */
  tell(story: string): Promise<StoryRecord | undefined>;
  /** Stories of a desk channel, or that a channel shows, the newest first, those that were never posted included. */
  recent(channel: SessionKey, limit: number): Promise<readonly StoryStatus[]>;
  /**
   * Stories of a desk channel of the last two days about a page or a topic, the most alike first: by any page of their
   * event, and by their titles in all languages. What waits is found however old it is.
   */
  about(what: string, desk: SessionKey): Promise<readonly StoryStatus[]>;
}

export interface StoryOrder extends EditorsRequest {
  /** A URL or a topic, as the editor wrote it. */
  readonly what: string;
  readonly desk: SessionKey;
  /** Not to be posted before. */
  readonly embargoUntilMs?: number;
  /** What is posted already is told more of, in its thread. */
  readonly update?: boolean;
  /** Although editors ended or withdrew a story of it. */
  readonly again?: boolean;
}

export interface OrderedStory {
  readonly id: string;
  readonly title: string;
  /** It is ordered although a story of it was ended or withdrawn. */
  readonly killed?: KilledBefore;
}

/** How a story was ended, or withdrawn where it was posted. */
export interface KilledBefore {
  readonly by: string;
  readonly atMs: number;
  readonly wasPosted: boolean;
  readonly why?: string;
}

/** Where a story stands. `status` is its job's; `hold` waits for an editor or a time and is no status. */
export interface StoryStatus {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly status: Assignment['state']['status'];
  readonly reason?: string;
  readonly hold?: {
    readonly kind: 'hold' | 'approval' | 'embargo';
    readonly by?: string;
    /** When its embargo ends; of a hold, too, where both keep it. */
    readonly untilMs?: number;
    /** Of an embargo: when it ends, the approval is still missing. */
    readonly needsApproval?: true;
    /** An approval is asked for because the draft can't stand without what is doubted in it. */
    readonly inDoubt?: true;
  };
  /** Since when it stands so; absent where nobody knows. */
  readonly sinceMs?: number;
  /** The story that was ordered anew in its place. */
  readonly retriedAs?: string;
  /** It is written, and was not posted then. */
  readonly isDrafted?: boolean;
  /** Its posted form; withdrawn ones included. */
  readonly posted?: { readonly atMs: number; readonly thread?: SessionKey; readonly withdrawn: boolean };
}

/** How a story stands after an action. */
export interface DoneAction extends StoryStatus {
  /** Nothing was to do: somebody had done it before. */
  readonly already?: Pick<EditorialAction, 'by' | 'atMs'>;
}

export interface StoryRecord {
  readonly standing: StoryStatus;
  readonly job?: Assignment;
  readonly published?: PublishedStory;
  readonly actions: readonly EditorialAction[];
  readonly cost?: StoryCost;
  /** What it stands on, posted or not; absent before its sources were read. */
  readonly standsOn?: StandsOn;
  /** Its text where it was written, and is not posted. */
  readonly draft?: { readonly title: string; readonly body: string };
}

/** What a story stands on: its sources, and what came of looking its claims up in them. */
export interface StandsOn {
  readonly pack: SourcePack;
  /** Absent before it was written, and for stories of before claims were checked. */
  readonly claims?: readonly Claim[];
  readonly conflicts?: readonly SourceConflict[];
  /** Sentences that no source bears out, and that were taken out. */
  readonly removed: readonly string[];
  /** Sentences that their reporter has changed because they were doubted. */
  readonly mended?: ClaimsReport['mended'];
  /** What became of the check by a language model. */
  readonly checker?: ClaimsReport['checker'];
}

/** What can't be done, and why, as a sentence for the editor, in English (its message) and in Traditional Chinese. */
export class StoryRefusal extends Refusal {
  override readonly name = 'StoryRefusal';
  override readonly code:
    | 'unknown'
    | 'ended'
    | 'not_posted'
    | 'not_waiting'
    | 'nothing_found'
    | 'told_already'
    | 'withdrawn'
    | 'bad_request';
  override readonly words: RefusalWords;

  constructor(code: StoryRefusal['code'], words: RefusalWords) {
    super(words.en);
    this.code = code;
    this.words = words;
  }
}

interface RefusalWords {
  readonly en: string;
  readonly zh: string;
}
