/**
 * Places that disappear: a channel or thread that was deleted on its platform, or that the desk can no longer reach.
 *
 * A deletion there can't be vetoed: the jobs are paused with the reason, the transcript is set aside, and whoever
 * made the jobs is told once. What the platform's adapter sees, it says here, as often as it likes.
 */
import type { Cron } from '../cron/cron.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { BoundPlace, GonePlace, Loss, PlaceBook, PlaceNotice } from '../sessions/place-book.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { SessionRemoval, Stopped } from '../sessions/session-removal.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { Clock } from '../time/clock.ts';

export interface PlacesDeps {
  readonly book: PlaceBook;
  readonly removal: Pick<SessionRemoval, 'isDeleting'>;
  readonly cron: Pick<Cron, 'touched'>;
  readonly conductor: Pick<Conductor, 'cutOff'>;
  readonly transcriptWriter: Pick<TranscriptWriter, 'flush'>;
  readonly transcripts: Pick<Transcripts, 'archive'>;
  readonly clock: Clock;
}

export class Places {
  readonly #deps: PlacesDeps;

  constructor(deps: PlacesDeps) {
    this.#deps = deps;
  }

  /**
   * It was deleted on its platform, and its threads with it. What the desk itself deletes, and what it doesn't know,
   * is left alone. @param because a sentence without its point: "#news was deleted".
   */
  async gone(session: SessionKey, because: string): Promise<void> {
    const { book, conductor, clock } = this.#deps;
    const stopped = await book.gone(session, because, clock.now());
    if (!stopped) return;
    await conductor.cutOff(stopped.turns, because);
    await this.#tell(session, stopped);
    await this.resume();
  }

  /** It is there and can't be reached, with its threads: said once, until it is found again. */
  async lost(session: SessionKey, because: string): Promise<void> {
    const { book, conductor, clock } = this.#deps;
    const { isNews, ...stopped } = await book.lost(session, because, clock.now());
    await conductor.cutOff(stopped.turns, because);
    if (isNews || stopped.retries.length > 0) await this.#tell(session, stopped);
  }

  /** A lost place can be reached again: what had been paused for that runs again. */
  async found(session: SessionKey): Promise<void> {
    await this.#open(session, 'lost');
  }

  /** A place that was gone is there after all: it begins anew, with the jobs that had been paused for that. */
  async back(session: SessionKey): Promise<void> {
    await this.#open(session, 'gone');
  }

  /** The places of a channel that jobs are bound to: to be asked for at start and hourly. */
  list(channel: string): Promise<BoundPlace[]> {
    return this.#deps.book.bound(channel);
  }

  /** What is remembered of a place that is gone or lost. */
  find(session: SessionKey): Promise<GonePlace | undefined> {
    return this.#deps.book.find(session);
  }

  /** The desk itself is deleting it: the event that it is gone is no news. */
  isDeleting(session: SessionKey): Promise<boolean> {
    return this.#deps.removal.isDeleting(session);
  }

  /** What people are still to be told. */
  pendingNotices(): Promise<PlaceNotice[]> {
    return this.#deps.book.pendingNotices();
  }

  /** It is on its way, under a key made of the notice's id: it isn't told again. */
  noticeTold(id: string): Promise<void> {
    return this.#deps.book.noticeTold(id);
  }

  /** Set aside the transcripts of what is gone. Also at start: a dead desk may not have come to it. */
  async resume(): Promise<void> {
    const { book, transcriptWriter, transcripts, clock } = this.#deps;
    const leaving = await book.leaving();
    const stamp = new Date(clock.now()).toISOString().replaceAll(':', '-');
    for (const key of leaving) {
      await transcriptWriter.flush(key);
      await transcripts.archive(key, stamp);
    }
    await book.left(leaving);
  }

  async #open(session: SessionKey, from: Loss): Promise<void> {
    const { book, cron } = this.#deps;
    const place = await book.find(session);
    if (place && (await book.back(session, from))) await cron.touched(place.family);
  }

  async #tell(session: SessionKey, { retries }: Stopped): Promise<void> {
    const place = await this.#deps.book.find(session);
    if (place) await this.#deps.cron.touched(place.family, retries);
  }
}
