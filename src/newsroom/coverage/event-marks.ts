/**
 * What the pool is told of a story's event: held, given back, posted.
 *
 * The pool is rebuildable, and a rebuilt one numbers its events anew: a number counts only while its event has the
 * story's page; else the event that has the page is the story's. What the pool doesn't take now is no reason to stop a
 * story; it is marked again at the next start.
 */
import type { NewsEvent } from '../model/event.ts';
import type { Assignment } from '../model/assignment.ts';
import type { Pool, Posting } from '../intake/pool/pool.ts';
import { urlKey } from '../model/url-key.ts';

type EventPool = Pick<Pool, 'event' | 'eventOf' | 'reserve' | 'release' | 'markPosted'>;

/** How a story names its event. */
type Numbered = number | null | undefined;

/** Finds the events of stories; undefined where the pool has none. */
export interface StoryEvents {
  of(job: Pick<Assignment, 'story'>): Promise<NewsEvent | undefined>;
  find(event: Numbered, url: string): Promise<NewsEvent | undefined>;
}

export class EventMarks implements StoryEvents {
  readonly #pool: EventPool;
  readonly #failed: (what: string, error: unknown) => void;

  constructor(deps: { readonly events: EventPool; readonly failed: (what: string, error: unknown) => void }) {
    this.#pool = deps.events;
    this.#failed = deps.failed;
  }

  /** For a story, by its key: asked again, it has it still. */
  hold(event: Numbered, url: string, untilMs: number, story: string): Promise<void> {
    return this.#tell(
      event,
      url,
      async (id) => void (await this.#pool.reserve([id], untilMs, `story:${story}`)),
    );
  }

  giveBack(event: Numbered, url: string, why: string): Promise<void> {
    return this.#tell(event, url, (id) => this.#pool.release(id, why));
  }

  posted(event: Numbered, url: string, posting: Posting): Promise<void> {
    return this.#tell(event, url, (id) => this.#pool.markPosted(id, posting));
  }

  /** Undefined also where the pool can't be asked. */
  of({ story: { event_id, primary_url } }: Pick<Assignment, 'story'>): Promise<NewsEvent | undefined> {
    return this.find(event_id, primary_url);
  }

  async find(event: Numbered, url: string): Promise<NewsEvent | undefined> {
    try {
      return await eventOf(this.#pool, event, url);
    } catch (error) {
      this.#failed(`asking the pool for the event of ${url}`, error);
      return undefined;
    }
  }

  async #tell(event: Numbered, url: string, work: (id: number) => Promise<void>): Promise<void> {
    try {
      const found = await eventOf(this.#pool, event, url);
      if (found) await work(found.id);
    } catch (error) {
      this.#failed(`telling the pool of event ${event ?? url}`, error);
    }
  }
}

/** Without marks. Rejects when the pool can't be asked. */
export function storyEvents(pool: Pick<Pool, 'event' | 'eventOf'>): StoryEvents {
  return {
    of: ({ story: { event_id, primary_url } }) => eventOf(pool, event_id, primary_url),
    find: (event, url) => eventOf(pool, event, url),
  };
}

/** The event under a number while it has the page, else the event that has the page. */
async function eventOf(
  pool: Pick<Pool, 'event' | 'eventOf'>,
  event: Numbered,
  url: string,
): Promise<NewsEvent | undefined> {
  const key = urlKey(url);
  const numbered = typeof event === 'number' ? await pool.event(event) : undefined;
  return numbered?.links.some((link) => link.key === key) ? numbered : pool.eventOf(url);
}
