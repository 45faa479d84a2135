import type { QueuedTask } from '../../async/task-queue.ts';
import type { NewsletterRecord, NewsletterState } from './newsletter-record.ts';

/** Newsletters at rest, with a row for each of their steps, and the articles that they had. */
export interface CheckpointBook {
  find(session: string): Promise<NewsletterRecord | undefined>;
  /** The newest first. */
  newest(limit: number): Promise<NewsletterRecord[]>;
  /** Those that run or are being sent, the oldest first. */
  open(): Promise<NewsletterRecord[]>;
  /** Load, decide, apply: one transaction. What `decide` throws changes nothing. */
  change<T>(session: string, decide: (found: NewsletterRecord | undefined) => Change<T>): Promise<T>;
  /** The addresses of the articles that an edition's other newsletters had. */
  issued(edition: string, except: string): Promise<ReadonlySet<string>>;
  /** Whether a newsletter had articles, also where nothing else is known of it any more. */
  hasIssued(session: string): Promise<boolean>;
  /** Drop, in one transaction, at most so many that were not changed since; their articles stay. @returns how many. */
  drop(terms: {
    readonly states: readonly NewsletterState[];
    readonly beforeMs: number;
    readonly most: number;
  }): Promise<number>;
}

export interface Change<T> {
  /** As it is from now on; absent where it stays as it is. */
  readonly record?: NewsletterRecord;
  /** The articles that this newsletter has. */
  readonly issued?: readonly string[];
  /** What is to be done of it next, written down with it. */
  readonly tasks?: readonly QueuedTask[];
  readonly result: T;
}
