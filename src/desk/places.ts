/**
 * Handles places that disappear: a channel or thread that was deleted on its platform, or that the desk can no
 * longer reach.
 *
 * A deletion there can't be prevented: the jobs are paused with the reason, the transcript is archived, and the
 * jobs' owners are told once. The platform's adapter reports what it sees; repeated reports change nothing.
 */
import type { Cron } from '../cron/cron.ts';
import type { Conductor } from '../sessions/conductor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { BoundPlace, GonePlace, Loss, PlaceBook, PlaceNotice } from '../sessions/place-book.ts';
import type { TranscriptWriter } from '../sessions/transcript-writer.ts';
import type { SessionRemoval, Stopped } from '../sessions/session-removal.ts';
import type { Transcripts } from '../sessions/transcripts.ts';
import type { Clock } from '../time/clock.ts';

interface PlacesDeps {
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
   * It was deleted on its platform, with its threads. Deletions by the desk and unknown places are ignored. @param
   * because a sentence without the full stop: "#news was deleted".
   */
  async gone(session: SessionKey, because: string): Promise<void> {
    const { book, conductor, clock } = this.#deps;
    const stopped = await book.gone(session, because, clock.now());
    if (!stopped) return;
    await conductor.cutOff(stopped.turns, because);
    await this.#report(session, stopped);
    await this.resume();
  }

  /** It exists, with its threads, and can't be reached: reported once, until it is found again. */
  async lost(session: SessionKey, because: string): Promise<void> {
    const { book, conductor, clock } = this.#deps;
    const { isNews, ...stopped } = await book.lost(session, because, clock.now());
    await conductor.cutOff(stopped.turns, because);
    if (isNews || stopped.retries.length > 0) await this.#report(session, stopped);
  }

  /** A lost place can be reached again: the jobs paused for that run again. */
  async found(session: SessionKey): Promise<void> {
    await this.#open(session, 'lost');
  }

  /** A place that was gone exists after all: it begins anew, with the jobs that were paused for that. */
  async back(session: SessionKey): Promise<void> {
    await this.#open(session, 'gone');
  }

  /** The places of a channel that jobs are bound to, to be checked at start and hourly. */
  list(channel: string): Promise<BoundPlace[]> {
    return this.#deps.book.bound(channel);
  }

  /** The record of a place that is gone or lost. */
  find(session: SessionKey): Promise<GonePlace | undefined> {
    return this.#deps.book.find(session);
  }

  /** Whether the desk itself is deleting it; then the event is ignored. */
  isDeleting(session: SessionKey): Promise<boolean> {
    return this.#deps.removal.isDeleting(session);
  }

  /** Notices that still have to be sent. */
  pendingNotices(): Promise<PlaceNotice[]> {
    return this.#deps.book.pendingNotices();
  }

  /** The notice is in the outbox, under a key derived from its id, so it isn't sent again. */
  noticeTold(id: string): Promise<void> {
    return this.#deps.book.noticeSent(id);
  }

  /**
   * Archive the transcripts of places that are gone. Also at start, because an earlier process may not have done
   * it.
   */
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

  async #report(session: SessionKey, { retries }: Stopped): Promise<void> {
    const place = await this.#deps.book.find(session);
    if (place) await this.#deps.cron.touched(place.family, retries);
  }
}
