import type { APIMessage } from 'discord-api-types/v10';
import { compareIds } from './snowflakes.ts';

/** The messages of one channel, oldest first. Ids only ever increase, so a search halves. */
export class History {
  readonly #messages: APIMessage[] = [];

  get all(): readonly APIMessage[] {
    return this.#messages;
  }

  get newest(): APIMessage | undefined {
    return this.#messages.at(-1);
  }

  add(message: APIMessage): void {
    this.#messages.push(message);
  }

  get(id: string): APIMessage | undefined {
    const found = this.#messages[this.#firstFrom(id)];
    return found?.id === id ? found : undefined;
  }

  remove(id: string): APIMessage | undefined {
    const at = this.#firstFrom(id);
    return this.#messages[at]?.id === id ? this.#messages.splice(at, 1)[0] : undefined;
  }

  /** At most `limit` messages older than `id`, or the newest ones; newest first. */
  before(id: string | undefined, limit: number): APIMessage[] {
    const end = id === undefined ? this.#messages.length : this.#firstFrom(id);
    return this.#messages.slice(Math.max(0, end - limit), end).reverse();
  }

  /** The first `limit` messages younger than `id`; newest first, as Discord answers. */
  after(id: string, limit: number): APIMessage[] {
    const start = this.#firstFrom(id) + (this.get(id) ? 1 : 0);
    return this.#messages.slice(start, start + limit).reverse();
  }

  /** Messages on both sides of `id`, and it; newest first. */
  around(id: string, limit: number): APIMessage[] {
    const half = Math.floor(limit / 2);
    const start = Math.max(0, this.#firstFrom(id) - half);
    return this.#messages.slice(start, start + limit).reverse();
  }

  #firstFrom(id: string): number {
    let low = 0;
    let high = this.#messages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareIds(this.#messages[middle]?.id ?? '', id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
