/**
 * What the pool is told of a story's event: held, given back, posted.
 *
 * The pool is rebuildable, and a rebuilt one numbers its events anew: an event counts as the story's only while it
 * has the story's primary URL. What the pool doesn't take now is no reason to stop a story; it is marked again at
 * the next start.
 */
import type { Pool, Posting } from './pool/pool.ts';
import { urlKey } from './pool/url-key.ts';

export class EventMarks {
  readonly #pool: Pick<Pool, 'event' | 'reserve' | 'release' | 'markPosted'>;
  readonly #failed: (what: string, error: unknown) => void;

  constructor(house: {
    readonly events: Pick<Pool, 'event' | 'reserve' | 'release' | 'markPosted'>;
    readonly failed: (what: string, error: unknown) => void;
  }) {
    this.#pool = house.events;
    this.#failed = house.failed;
  }

  /** For a story, by its key: asked again, it has it still. */
  hold(event: number | null | undefined, url: string, untilMs: number, story: string): Promise<void> {
    return this.#tell(
      event,
      url,
      async (id) => void (await this.#pool.reserve([id], untilMs, `story:${story}`)),
    );
  }

  giveBack(event: number | null | undefined, url: string, why: string): Promise<void> {
    return this.#tell(event, url, (id) => this.#pool.release(id, why));
  }

  posted(event: number | null | undefined, url: string, posting: Posting): Promise<void> {
    return this.#tell(event, url, (id) => this.#pool.markPosted(id, posting));
  }

  /** Whether two URLs are of one event, by its number and by one of them. */
  async isSame(event: number | null | undefined, url: string): Promise<boolean> {
    if (event === null || event === undefined) return false;
    const key = urlKey(url);
    try {
      return (await this.#pool.event(event))?.links.some((link) => link.key === key) ?? false;
    } catch (error) {
      this.#failed(`asking the pool for event ${event}`, error);
      return false;
    }
  }

  /** Whether one event develops the other, or both develop a third. */
  async isFamily(one: number | null | undefined, other: number | null | undefined): Promise<boolean> {
    if (typeof one !== 'number' || typeof other !== 'number' || one === other) return false;
    try {
      const [a, b] = await Promise.all([this.#pool.event(one), this.#pool.event(other)]);
      const root = a?.parentId ?? one;
      return root === (b?.parentId ?? other);
    } catch (error) {
      this.#failed(`asking the pool for events ${one} and ${other}`, error);
      return false;
    }
  }

  async #tell(
    event: number | null | undefined,
    url: string,
    work: (id: number) => Promise<void>,
  ): Promise<void> {
    if (event === null || event === undefined) return;
    try {
      if (await this.isSame(event, url)) await work(event);
    } catch (error) {
      this.#failed(`telling the pool of event ${event}`, error);
    }
  }
}
