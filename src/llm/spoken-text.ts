/**
 * What a model says to people: a streamed text without thoughts at its start (`<think>…</think>`) and without a label
 * of its speaker ("Assistant:"), however it is split into pieces. Thoughts that never end leave no text.
 */
export class SpokenText {
  #state: 'beginning' | 'thinking' | 'spoken' | 'speaking' = 'beginning';
  #held = '';
  #text = '';
  #hasThoughts = false;

  /** Whether there were thoughts. */
  get hasThoughts(): boolean {
    return this.#hasThoughts;
  }

  /** The text so far. Some servers put the start of the thoughts into the prompt, so that only their end is in it. */
  get text(): string {
    const text = this.#text + this.#said();
    const end = text.indexOf('</think>');
    return end < 0 ? text : text.slice(end + '</think>'.length).trimStart();
  }

  /** @returns the text to pass on. */
  read(delta: string): string {
    this.#held += delta;
    if (this.#state === 'beginning') this.#begin();
    if (this.#state === 'thinking') this.#think();
    if (this.#state === 'spoken') {
      // Empty lines after the thoughts are dropped too.
      this.#held = this.#held.trimStart();
      if (!mayBeLabel(this.#held)) this.#state = 'speaking';
    }
    return this.#state === 'speaking' ? this.#release() : '';
  }

  /** @returns text that was held back and turned out to be said. */
  end(): string {
    return this.#release();
  }

  #begin(): void {
    const start = this.#held.trimStart();
    const word = start.toLowerCase();
    const opening = OPENINGS.find((tag) => word.startsWith(tag));
    if (opening !== undefined) {
      this.#state = 'thinking';
      this.#hasThoughts = true;
      this.#held = start.slice(opening.length);
    } else if (!OPENINGS.some((tag) => tag.startsWith(word)) && !mayBeLabel(start)) this.#state = 'speaking';
  }

  #think(): void {
    const end = CLOSING.exec(this.#held);
    if (!end) return;
    this.#state = 'spoken';
    this.#held = this.#held.slice(end.index + end[0].length);
  }

  #release(): string {
    const said = this.#said();
    this.#held = '';
    this.#text += said;
    return said;
  }

  #said(): string {
    if (this.#state === 'thinking') return '';
    return this.#text === '' ? this.#held.replace(LABEL, '') : this.#held;
  }
}

const OPENINGS = ['<think>', '<thinking>', '<thought>', '<thoughts>', '<reasoning>', '[think]'];
const CLOSING = /<\/(?:think(?:ing)?|thoughts?|reasoning)>|\[\/think\]/iu;

const SPEAKERS = ['nightdesk', 'assistant'];
const LABEL = /^\s*(\*\*)?(?:nightdesk|assistant)(?:\1 ?[:：]| ?[:：]\1)\s*/iu;
const LONGEST_LABEL = 'nightdesk** :\n\n'.length;

/** Whether the beginning of a text is a label, or may become one. */
function mayBeLabel(start: string): boolean {
  const word = start.replace(/^\*{1,2}/u, '').toLowerCase();
  const isOne = (name: string) => word.startsWith(name) || name.startsWith(word);
  return start.length <= LONGEST_LABEL && SPEAKERS.some(isOne);
}
