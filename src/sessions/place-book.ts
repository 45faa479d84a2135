/**
 * Stores the loss of places (channels and threads of a platform), and what their people are to be told.
 *
 * Each method is one transaction. A place is a session together with the sessions of its threads: what happens to a
 * channel happens to its threads. A job that is paused by a loss carries the reason. Once somebody changes such a
 * job, this book no longer touches it.
 */
import type { Origin } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Stopped } from './session-removal.ts';

/** `gone`: deleted on its platform. `lost`: it exists, but the desk can't reach it. */
export type Loss = 'gone' | 'lost';

/** Tells somebody that their jobs were paused because their place is gone or can't be reached. */
export interface PlaceNotice {
  /** Stable: a message whose key contains it is sent once. */
  readonly id: string;
  readonly kind: Loss;
  /** The person on the platform who created the jobs; absent when nobody there did. */
  readonly owner?: { readonly id: string; readonly name: string };
  readonly guildId?: string;
  readonly place: { readonly key: SessionKey; readonly title: string };
  readonly jobs: readonly { readonly id: string; readonly name: string }[];
  readonly because: string;
}

/** A place that has jobs and has to be checked. */
export interface BoundPlace {
  readonly key: SessionKey;
  readonly title: string;
  readonly guildId?: string;
  /** It couldn't be reached at the last check. */
  readonly lost?: true;
}

/** The record of a lost place. */
export interface GonePlace {
  readonly key: SessionKey;
  readonly title: string;
  readonly origin: Origin;
  readonly because: string;
  readonly atMs: number;
  /** The place itself, and the threads that were lost with it. */
  readonly family: readonly SessionKey[];
}

export interface PlaceBook {
  /**
   * A place was deleted on its platform: its jobs are paused, waiting turns skipped, unsent messages dropped,
   * running turns closed, and nothing more is accepted there. Notices are left for the jobs' creators.
   * @returns undefined when there was nothing to do: the place is unknown, already gone, or being deleted by the
   * desk.
   */
  gone(session: SessionKey, because: string, nowMs: number): Promise<Stopped | undefined>;
  /** Sessions that are gone and whose transcripts still have to be archived. */
  leaving(): Promise<SessionKey[]>;
  /** Their transcripts are archived. */
  left(sessions: readonly SessionKey[]): Promise<void>;
  /**
   * A place exists and can't be reached: its jobs are paused and their waiting runs skipped. Notices are left only
   * the first time.
   */
  lost(session: SessionKey, because: string, nowMs: number): Promise<Stopped & { readonly isNews: boolean }>;
  /**
   * A lost place can be reached again, or a gone one exists after all: it is open, and the jobs paused by its loss
   * run again. Undelivered notices are dropped. @returns whether anything changed.
   */
  back(session: SessionKey, from: Loss): Promise<boolean>;
  /** The places of a platform that jobs are bound to and that are neither gone nor being deleted. */
  bound(platform: string): Promise<BoundPlace[]>;
  /** A place that is gone or lost; undefined for all others. */
  find(session: SessionKey): Promise<GonePlace | undefined>;
  pendingNotices(): Promise<PlaceNotice[]>;
  noticeSent(id: string): Promise<void>;
}
