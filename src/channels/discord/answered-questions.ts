/** Questions live for ten minutes. */
const MOST_ANSWERED = 1_000;

/** Questions that were answered, by their messages: a second press that was on its way does nothing. */
export class AnsweredQuestions {
  readonly #messages = new Set<string>();

  has(message: string): boolean {
    return this.#messages.has(message);
  }

  add(message: string): void {
    this.#messages.add(message);
    const [oldest] = this.#messages;
    if (this.#messages.size > MOST_ANSWERED && oldest !== undefined) this.#messages.delete(oldest);
  }

  /** Another question took its place. */
  forget(message: string): void {
    this.#messages.delete(message);
  }
}
