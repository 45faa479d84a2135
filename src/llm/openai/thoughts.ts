/**
 * Leaves out what a model thinks aloud at the beginning of its text: `<think>…</think>`, whatever the pieces in which
 * it is streamed. Thoughts that never end leave no text.
 */
export class Thoughts {
  #state: 'beginning' | 'thinking' | 'spoken' | 'speaking' = 'beginning';
  #kept = '';

  /** @returns what of it is to be heard. */
  read(delta: string): string {
    if (this.#state === 'speaking') return delta;
    this.#kept += delta;
    if (this.#state === 'beginning') this.#begin();
    if (this.#state === 'thinking') this.#think();
    if (this.#state === 'spoken') {
      // The empty lines after the thoughts are no text either.
      this.#kept = this.#kept.trimStart();
      if (this.#kept !== '') this.#state = 'speaking';
    }
    return this.#state === 'speaking' ? this.#release() : '';
  }

  /** @returns what was kept back and was no thought after all. */
  end(): string {
    return this.#state === 'beginning' ? this.#release() : '';
  }

  #begin(): void {
    const start = this.#kept.trimStart();
    const opening = OPENINGS.find((tag) => start.startsWith(tag));
    if (opening !== undefined) {
      this.#state = 'thinking';
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
 * Some servers begin the thoughts in the prompt, so that only their end is in the text.
 *
 * @returns the text after it.
 */
export function afterThoughts(text: string): string {
  const end = text.indexOf('</think>');
  return end < 0 ? text : text.slice(end + '</think>'.length).trimStart();
}
