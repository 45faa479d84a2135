/** Enough for questions that stay open for ten minutes. */
const MOST_ANSWERED = 1_000;

/** Answered questions, by message, so that a second press in flight does nothing. */
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

  /** The message shows another question now. */
  forget(message: string): void {
    this.#messages.delete(message);
  }
}
