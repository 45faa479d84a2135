/**
 * Places at rest: channels and threads of a platform that disappear, and what their people are to be told.
 *
 * Each method is one transaction. A place is a session with the sessions of its threads below it: what happens to
 * a channel happens to its threads. A job that the disappearance paused carries the reason; whoever changes such a
 * job takes it over, and nothing here touches it again.
 */
import type { Origin } from './entry.ts';
import type { SessionKey } from './key.ts';
import type { Stopped } from './session-removal.ts';

/** Deleted on its platform, or there and out of the desk's reach. */
export type Loss = 'gone' | 'lost';

/** Somebody's jobs were paused because their place is gone, or can no longer be reached. */
export interface PlaceNotice {
  /** The same for ever: what is sent under a key made of it is sent once. */
  readonly id: string;
  readonly kind: Loss;
  /** The person on the platform who made the jobs; absent for jobs that nobody there has made. */
  readonly owner?: { readonly id: string; readonly name: string };
  readonly guildId?: string;
  readonly place: { readonly key: SessionKey; readonly title: string };
  readonly jobs: readonly { readonly id: string; readonly name: string }[];
  readonly because: string;
}

/** A place that has jobs, as it is to be asked for. */
export interface BoundPlace {
  readonly key: SessionKey;
  readonly title: string;
  readonly guildId?: string;
  /** It was out of reach when it was last asked for. */
  readonly lost?: true;
}

/** What is remembered of a place that is gone. */
export interface GonePlace {
  readonly key: SessionKey;
  readonly title: string;
  readonly origin: Origin;
  readonly because: string;
  readonly atMs: number;
  /** The place itself, and the threads that went with it. */
  readonly family: readonly SessionKey[];
}

export interface PlaceBook {
  /**
   * A place was deleted on its platform: its jobs are paused, what waits is skipped, what was not sent will not be,
   * running turns are closed, and nothing more is accepted there. Notices are left for the makers of the jobs.
   * @returns undefined when there was nothing to do: it is unknown, gone already, or the desk itself deletes it.
   */
  gone(session: SessionKey, because: string, nowMs: number): Promise<Stopped | undefined>;
  /** Sessions that are gone and whose transcripts still have to be set aside. */
  leaving(): Promise<SessionKey[]>;
  /** Their transcripts are set aside. */
  left(sessions: readonly SessionKey[]): Promise<void>;
  /**
   * A place is there and can't be reached: its jobs are paused and their waiting runs skipped. Notices are left the
   * first time only: then it is news.
   */
  lost(session: SessionKey, because: string, nowMs: number): Promise<Stopped & { readonly isNews: boolean }>;
  /**
   * A lost place can be reached again, or one that was gone is there after all: it is open, and the jobs that its
   * disappearance had paused run again. Who wasn't told yet won't be. @returns whether anything was to be done.
   */
  back(session: SessionKey, from: Loss): Promise<boolean>;
  /** The places of a platform that jobs are bound to, and that are neither gone nor being deleted. */
  bound(platform: string): Promise<BoundPlace[]>;
  /** A place that is gone or lost; undefined for all others. */
  find(session: SessionKey): Promise<GonePlace | undefined>;
  pendingNotices(): Promise<PlaceNotice[]>;
  noticeTold(id: string): Promise<void>;
}
