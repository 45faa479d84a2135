/**
 * What people do with events: list and explain them, merge and split them. Their changes are permanent: no later pass
 * undoes them.
 */
import { z } from 'zod';
import type { Given } from '../../text/given.ts';
import type { Clock } from '../../time/clock.ts';
import { clashOf, winnerOf } from './cluster/merge-rules.ts';
import { eventSchema, eventStatusSchema, type NewsEvent } from '../model/event.ts';
import { eventChangeSchema, EventRefusal, keptDecisionSchema } from './pool/event-book.ts';
import type { Pool } from './pool/pool.ts';

interface Deps {
  readonly pool: Pick<Pool, 'event' | 'openEvents' | 'postedEvents' | 'book'>;
  readonly clock: Clock;
}

/** An event in a list. */
export const listedEventSchema = z.strictObject({
  id: z.number(),
  title: z.string(),
  category: z.string(),
  status: eventStatusSchema,
  parentId: z.number().nullable(),
  links: z.number(),
  domains: z.number(),
  updatedAtMs: z.number(),
});
export type ListedEvent = Given<z.output<typeof listedEventSchema>>;

/** An event with everything that was decided and changed about it. */
export const shownEventSchema = z.strictObject({
  /** The requested number, if that event was merged into this one. */
  askedFor: z.number().exactOptional(),
  event: eventSchema,
  decisions: z.array(keptDecisionSchema),
  changes: z.array(eventChangeSchema),
});
export type ShownEvent = Given<z.output<typeof shownEventSchema>>;

const POSTED_SINCE_MS = 48 * 3_600_000;

export class EventService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Open events, and those posted in the last two days; last changed first. */
  async list(limit: number): Promise<readonly ListedEvent[]> {
    const { pool, clock } = this.#deps;
    const now = clock.now();
    const events = [...(await pool.openEvents(now)), ...(await pool.postedEvents(now - POSTED_SINCE_MS))];
    return events
      .sort((a, b) => b.updatedAtMs - a.updatedAtMs || b.id - a.id)
      .slice(0, limit)
      .map(listed);
  }

  /** @throws EventRefusal `not_found` */
  async show(id: number): Promise<ShownEvent> {
    const { book } = this.#deps.pool;
    const event = await this.#mustFind(id);
    return {
      ...(event.id !== id && { askedFor: id }),
      event,
      decisions: await book.decisionsOf(event.id),
      changes: await book.changesOf(event.id),
    };
  }

  /**
   * Merge events into one: the posted one, else the one that a story holds, else the one with most links, else the
   * oldest.
   * @throws EventRefusal when there are fewer than two, or two that were posted or are held for stories.
   */
  async merge(ids: readonly number[], by: string, why: string): Promise<ListedEvent> {
    const { pool, clock } = this.#deps;
    const atMs = clock.now();
    const events = new Map<number, NewsEvent>();
    for (const id of ids) {
      const event = await this.#mustFind(id);
      events.set(event.id, event);
    }
    const all = [...events.values()];
    const clash = clashOf(all, atMs);
    if (clash !== undefined) throw new EventRefusal('refused', clash);
    const winner = winnerOf(all, atMs);
    if (winner === undefined)
      throw new EventRefusal('bad_params', 'name two events or more that are not one yet');
    const from = all.filter(({ id }) => id !== winner.id).map(({ id }) => id);
    await pool.book.merge({ into: winner.id, from, by, why, atMs });
    return listed(await this.#mustFind(winner.id));
  }

  /**
   * Start a new event with some links of another.
   * @throws EventRefusal
   */
  async split(
    id: number,
    links: readonly number[],
    by: string,
    why: string,
  ): Promise<{ readonly event: ListedEvent; readonly from: ListedEvent }> {
    const { pool, clock } = this.#deps;
    const begun = await pool.book.split({ event: id, links, by, why, atMs: clock.now() });
    return { event: listed(await this.#mustFind(begun)), from: listed(await this.#mustFind(id)) };
  }

  async #mustFind(id: number): Promise<NewsEvent> {
    const event = await this.#deps.pool.event(id);
    if (event === undefined) throw new EventRefusal('not_found', `there is no event ${id}`);
    return event;
  }
}

function listed({ id, title, category, status, parentId, links, updatedAtMs }: NewsEvent): ListedEvent {
  const domains = new Set(links.map(({ domain }) => domain)).size;
  return { id, title, category, status, parentId, links: links.length, domains, updatedAtMs };
}
