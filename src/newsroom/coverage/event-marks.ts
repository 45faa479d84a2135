/**
 * Marks a story's event in the pool: held, released, posted.
 *
 * The pool can be rebuilt, and then numbers its events anew. So an event number counts only while that event has the
 * story's page; otherwise the event that has the page is used. A mark that the pool can't take now doesn't stop a
 * story; it is set again at the next start.
 */
import type { NewsEvent } from '../model/event.ts';
import type { Pool, Posting } from '../intake/pool/pool.ts';
import { urlKey } from '../model/url-key.ts';

type EventPool = Pick<Pool, 'event' | 'eventOf' | 'reserve' | 'release' | 'markPosted'>;

/** How a story refers to its event. */
type Numbered = number | null | undefined;

/** Finds the events of stories; undefined when the pool has none. */
export interface StoryEvents {
  find(event: Numbered, url: string): Promise<NewsEvent | undefined>;
}

export class EventMarks implements StoryEvents {
  readonly #pool: EventPool;
  readonly #failed: (what: string, error: unknown) => void;

  constructor(deps: { readonly events: EventPool; readonly failed: (what: string, error: unknown) => void }) {
    this.#pool = deps.events;
    this.#failed = deps.failed;
  }

  /** Hold an event for a story, by the story's key. Asking again doesn't change anything. */
  hold(event: Numbered, url: string, untilMs: number, story: string): Promise<void> {
    return this.#mark(
      event,
      url,
      async (id) => void (await this.#pool.reserve([id], untilMs, `story:${story}`)),
    );
  }

  giveBack(event: Numbered, url: string, why: string): Promise<void> {
    return this.#mark(event, url, (id) => this.#pool.release(id, why));
  }

  posted(event: Numbered, url: string, posting: Posting): Promise<void> {
    return this.#mark(event, url, (id) => this.#pool.markPosted(id, posting));
  }

  /** Undefined also when the pool can't be read. */
  async find(event: Numbered, url: string): Promise<NewsEvent | undefined> {
    try {
      return await eventOf(this.#pool, event, url);
    } catch (error) {
      this.#failed(`asking the pool for the event of ${url}`, error);
      return undefined;
    }
  }

  async #mark(event: Numbered, url: string, work: (id: number) => Promise<void>): Promise<void> {
    try {
      const found = await eventOf(this.#pool, event, url);
      if (found) await work(found.id);
    } catch (error) {
      this.#failed(`telling the pool of event ${event ?? url}`, error);
    }
  }
}

/** Looks up events without marking them. Rejects when the pool can't be read. */
export function storyEvents(pool: Pick<Pool, 'event' | 'eventOf'>): StoryEvents {
  return { find: (event, url) => eventOf(pool, event, url) };
}

/** The event of this number if it has the page, else the event that has the page. */
async function eventOf(
  pool: Pick<Pool, 'event' | 'eventOf'>,
  event: Numbered,
  url: string,
): Promise<NewsEvent | undefined> {
  const key = urlKey(url);
  const numbered = typeof event === 'number' ? await pool.event(event) : undefined;
  return numbered?.links.some((link) => link.key === key) ? numbered : pool.eventOf(url);
}
