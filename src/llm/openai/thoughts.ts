/**
 * Removes thoughts at the start of a streamed text: `<think>…</think>`, however it is split into pieces. Thoughts
 * that never end leave no text.
 */
export class Thoughts {
  #state: 'beginning' | 'thinking' | 'spoken' | 'speaking' = 'beginning';
  #kept = '';
  #found = false;

  /** Whether any were found. */
  get found(): boolean {
    return this.#found;
  }

  /** @returns the text to pass on. */
  read(delta: string): string {
    if (this.#state === 'speaking') return delta;
    this.#kept += delta;
    if (this.#state === 'beginning') this.#begin();
    if (this.#state === 'thinking') this.#think();
    if (this.#state === 'spoken') {
      // Empty lines after the thoughts are dropped too.
      this.#kept = this.#kept.trimStart();
      if (this.#kept !== '') this.#state = 'speaking';
    }
    return this.#state === 'speaking' ? this.#release() : '';
  }

  /** @returns text that was held back and turned out not to be thoughts. */
  end(): string {
    return this.#state === 'beginning' ? this.#release() : '';
  }

  #begin(): void {
    const start = this.#kept.trimStart();
    const opening = OPENINGS.find((tag) => start.startsWith(tag));
    if (opening !== undefined) {
      this.#state = 'thinking';
      this.#found = true;
      this.#kept = start.slice(opening.length);
    } else if (!OPENINGS.some((tag) => tag.startsWith(start))) this.#state = 'speaking';
  }

  #think(): void {
    const end = CLOSING.exec(this.#kept);
    if (!end) return;
    this.#state = 'spoken';
    this.#kept = this.#kept.slice(end.index + end[0].length);
  }

  #release(): string {
    const text = this.#kept;
    this.#kept = '';
    return text;
  }
}

const OPENINGS = ['<think>', '<thinking>'];
const CLOSING = /<\/think(?:ing)?>/;

/**
 * Some servers put the start of the thoughts into the prompt, so that only their end is in the text.
 *
 * @returns the text after it.
 */
export function afterThoughts(text: string): string {
  const end = text.indexOf('</think>');
  return end < 0 ? text : text.slice(end + '</think>'.length).trimStart();
}
