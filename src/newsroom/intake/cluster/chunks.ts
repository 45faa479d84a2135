/**
 * A text in the chunks that stand between its spaces. News consists of the same words again and again, so each chunk is
 * read once for all that clustering compares, and remembered.
 */
import { CJK, isCjkWord } from '../../../text/cjk.ts';
import { remembered } from '../../../text/remembered.ts';
import { stem } from '../../../text/stem.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { tokens } from '../../../text/tokens.ts';
import { gramBucket, hashOf } from './grams.ts';

interface SpelledWord {
  readonly word: string;
  /** Of a capitalised word. */
  readonly tokens: readonly string[];
  readonly isCapitalised: boolean;
  readonly isInitials: boolean;
  /** Its capital, or its having none, says something. */
  readonly isTelling: boolean;
}

export interface AlignedWord {
  readonly word: string;
  /** Of the word in lower case, without a possessive ending. */
  readonly hash: number;
  /** As it is matched; empty for a stop word. */
  readonly token: string;
  readonly isNumber: boolean;
  readonly isCjk: boolean;
  readonly isCapitalised: boolean;
  /** Initials, and the names of roads: capitals that stand so wherever they stand. */
  readonly isCapitals: boolean;
}

const GRAM_LENGTH = 4;
const SPELLED = /[\p{L}][\p{L}\p{M}'’-]*/gu;
const ALIGNED =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{M}\p{N}])+(?:['’-](?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{M}\p{N}])+)*/gu;
const ALIGNED_WITHOUT_CJK = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;
/** One English word, perhaps between punctuation: most chunks of English are. */
const PLAIN = /^["(“]?([A-Za-z]+)[.,:;!?)"”]*$/u;

/** No word has a space in it. */
export function chunksOf(text: string): Chunk[] {
  return text.split(' ').map(chunkOf);
}

const chunkOf = remembered((text): Chunk => new Chunk(text));

/** What only some texts are compared by is read when it is first asked for. */
export class Chunk {
  /** Its words for matching: stemmed, without stop words. */
  readonly tokens: readonly string[];
  /** Its words as they are spelled, without numbers. */
  readonly spelled: readonly SpelledWord[];
  readonly #text: string;
  /** The one English word in it, which is read in less time, with the same result. */
  readonly #word: string | undefined;
  #grams: readonly number[] | undefined;
  #aligned: readonly AlignedWord[] | undefined;

  constructor(text: string) {
    this.#text = text;
    const word = PLAIN.exec(text)?.[1];
    this.#word = word;
    if (word === undefined) {
      this.tokens = tokens(text);
      this.spelled = (text.match(SPELLED) ?? []).map(spelledWord);
    } else {
      const lower = word.toLowerCase();
      this.tokens = isStopWord(lower) ? NONE : [stem(lower)];
      this.spelled = [
        {
          word,
          tokens: this.tokens,
          isCapitalised: word[0] !== lower[0],
          isInitials: /^[A-Z]{2,6}$/.test(word),
          isTelling: this.tokens !== NONE,
        },
      ];
    }
  }

  /** Character n-grams of its words, as buckets. A bucket can be there more than once. */
  get grams(): readonly number[] {
    return (this.#grams ??= this.#readGrams());
  }

  /** Its words and numbers, by which titles are aligned. In Chinese each character is a word. */
  get aligned(): readonly AlignedWord[] {
    return (this.#aligned ??= this.#readAligned());
  }

  #readGrams(): readonly number[] {
    if (this.#word !== undefined) return this.tokens === NONE ? [] : gramsOf(this.#word.toLowerCase());
    const words = this.#text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    // A Chinese run is n-grams already.
    return words.filter((word) => !isStopWord(word) && !isCjkWord(word)).flatMap(gramsOf);
  }

  #readAligned(): readonly AlignedWord[] {
    const text = this.#text;
    if (this.#word !== undefined) return [alignedPlain(this.#word, this.tokens[0])];
    return (text.match(CJK.test(text) ? ALIGNED : ALIGNED_WITHOUT_CJK) ?? []).map(alignedWord);
  }
}

const NONE: readonly string[] = [];

function spelledWord(word: string): SpelledWord {
  const isCapitalised = /^\p{Lu}/u.test(word);
  return {
    word,
    // Of a word in lower case nobody asks.
    tokens: isCapitalised ? tokens(word) : NONE,
    isCapitalised,
    isInitials: /^\p{Lu}{2,6}$/u.test(word),
    isTelling: !isStopWord(word.toLowerCase()) && /\p{Script=Latin}/u.test(word),
  };
}

function alignedPlain(word: string, token = ''): AlignedWord {
  const lower = word.toLowerCase();
  return {
    word,
    hash: hashOf(lower),
    token,
    isNumber: false,
    isCjk: false,
    isCapitalised: word[0] !== lower[0],
    isCapitals: word.length > 1 && word === word.toUpperCase(),
  };
}

function alignedWord(word: string): AlignedWord {
  return {
    word,
    hash: hashOf(word.toLowerCase().replace(/['’]s?$/u, '')),
    token: tokens(word)[0] ?? '',
    isNumber: !/\p{L}/u.test(word),
    isCjk: isCjkWord(word),
    isCapitalised: /^\p{Lu}/u.test(word),
    isCapitals: /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word),
  };
}

function gramsOf(word: string): number[] {
  const padded = `_${word}_`;
  const found: number[] = [];
  for (let at = 0; at + GRAM_LENGTH <= padded.length; at++)
    found.push(gramBucket(padded, at, at + GRAM_LENGTH));
  return found;
}
