/** Find in a pack's sources what somebody says stands there word for word. */
import { bare } from '../../text/bare.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import type { Passage } from '../model/claim.ts';
import type { SourcePack } from '../model/source-pack.ts';
import { SourceIndex } from './source-index.ts';

/** Less says too little to bear anything out. */
const LEAST = { words: 3, cjk: 4 };
/** Characters: more than a paragraph shows nothing of where something stands. */
const LONGEST = 700;

const SIGN_BEFORE = /[£$€¥＄￡+−-]{1,2}$/u;
const SIGN_AFTER = /^[%％‰°℃]/u;

export class WordForWord {
  /** Those that can be read. */
  readonly sources: readonly SourceIndex[];

  constructor(pack: SourcePack) {
    this.sources = pack.sources
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
    for (const source of this.sources.toSorted((a, b) => rank(a) - rank(b))) {
      const found = source.find(part);
      if (found) return withSigns(found, source);
    }
    return undefined;
  }
}

/** With the signs of figures at its ends, which words are looked for without: £640,000, 15%. */
function withSigns(found: Passage, { source }: SourceIndex): Passage {
  const whole = found.title ? source.title : source.text;
  const before = SIGN_BEFORE.exec(whole.slice(0, found.offset))?.[0].length ?? 0;
  const end = found.offset + found.length;
  const after = SIGN_AFTER.exec(whole.slice(end, end + 2))?.[0].length ?? 0;
  const offset = found.offset - before;
  const length = found.length + before + after;
  return { ...found, offset, length, quote: whole.slice(offset, offset + length) };
}

function isEnough(part: string): boolean {
  return part.length <= LONGEST && (cjkLength(part) >= LEAST.cjk || wordCount(part) >= LEAST.words);
}
