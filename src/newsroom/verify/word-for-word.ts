/** Find in a pack's sources what somebody says stands there word for word. */
import { bare } from '../../text/bare.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import type { Passage } from '../claim.ts';
import type { SourcePack } from '../source-pack.ts';
import { SourceIndex } from './source-index.ts';

/** Less says too little to bear anything out. */
const LEAST = { words: 3, cjk: 4 };
/** Characters: more than a paragraph shows nothing of where something stands. */
const LONGEST = 700;

export class WordForWord {
  readonly #sources: readonly SourceIndex[];

  constructor(pack: SourcePack) {
    this.#sources = pack.sources
      .filter(({ usable, text }) => usable && text.trim() !== '')
      .map((source) => new SourceIndex(source));
  }

  /**
   * All of them, in their order, white space, marks and the script of Chinese apart; a passage with an ellipsis in it is
   * two. Undefined unless each is found.
   */
  find(quotes: readonly string[], first: readonly number[] = []): Passage[] | undefined {
    const parts = quotes.flatMap((quote) => quote.split(/…+|\.{3,}/u)).filter((part) => bare(part) !== '');
    if (parts.length === 0) return undefined;
    const found = parts.map((part) => (isEnough(part) ? this.#one(part, first) : undefined));
    return found.every((passage) => passage !== undefined) ? found : undefined;
  }

  #one(part: string, first: readonly number[]): Passage | undefined {
    const rank = ({ source }: SourceIndex) => (first.includes(source.n) ? 0 : 1);
    for (const source of this.#sources.toSorted((a, b) => rank(a) - rank(b))) {
      const found = source.find(part);
      if (found) return found;
    }
    return undefined;
  }
}

function isEnough(part: string): boolean {
  return part.length <= LONGEST && (cjkLength(part) >= LEAST.cjk || wordCount(part) >= LEAST.words);
}
