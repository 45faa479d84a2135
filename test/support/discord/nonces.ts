import type { APIMessage } from 'discord-api-types/v10';

/** Which message an author wrote with a nonce, for as long as Discord remembers: some minutes, settable. */
export class Nonces {
  readonly #now: () => number;
  readonly #windowMs: () => number;
  readonly #known = new Map<string, { readonly message: APIMessage; readonly atMs: number }>();

  constructor(now: () => number, windowMs: () => number) {
    this.#now = now;
    this.#windowMs = windowMs;
  }

  remember(message: APIMessage, nonce: string | number): void {
    this.#known.set(`${message.author.id} ${nonce}`, { message, atMs: this.#now() });
  }

  find(authorId: string, nonce: string | number): APIMessage | undefined {
    const known = this.#known.get(`${authorId} ${nonce}`);
    return known && this.#now() - known.atMs < this.#windowMs() ? known.message : undefined;
  }

  /** A message that was removed can't be answered again. */
  forget(message: APIMessage): void {
    for (const [key, known] of this.#known) if (known.message === message) this.#known.delete(key);
  }

  forgetAll(): void {
    this.#known.clear();
  }
}
