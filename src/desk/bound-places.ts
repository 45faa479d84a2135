import type { Cron } from '../cron/cron.ts';
import { boundTo } from '../cron/job.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { News } from '../feature/news.ts';

/**
 * The sessions that jobs are bound to, in memory because they are needed for every overheard message. Updated from
 * the jobs' events.
 */
export class BoundPlaces {
  /** Each with when the first of its jobs got its present form. */
  #sessions: ReadonlyMap<SessionKey, number> = new Map();
  #reading: Promise<void> = Promise.resolve();

  static async follow(cron: Cron, news: News, failed: (error: unknown) => void): Promise<BoundPlaces> {
    const places = new BoundPlaces();
    await places.#read(cron);
    news.subscribe(({ event, payload }) => {
      if (event !== 'cron' || !CHANGES.includes(String((payload as { action?: unknown }).action))) return;
      places.#reading = places.#reading.then(() => places.#read(cron)).catch(failed);
    });
    return places;
  }

  has(session: SessionKey): boolean {
    return this.#sessions.has(session);
  }

  /** Since when it is surely bound, as far as it is. */
  since(session: SessionKey): number | undefined {
    return this.#sessions.get(session);
  }

  async #read(cron: Cron): Promise<void> {
    const jobs = await cron.list({ includeDisabled: true });
    const sessions = new Map<SessionKey, number>();
    for (const job of jobs) {
      const session = boundTo(job);
      if (session !== undefined)
        sessions.set(session, Math.min(job.updatedAtMs, sessions.get(session) ?? Infinity));
    }
    this.#sessions = sessions;
  }
}

const CHANGES = ['added', 'updated', 'removed'];
