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

export interface Chunk {
  /** Its words for matching: stemmed, without stop words. */
  readonly tokens: readonly string[];
  /** Its words as they are spelled, without numbers. */
  readonly spelled: readonly SpelledWord[];
  /** Character n-grams of its words, as buckets. A bucket can be there more than once. */
  readonly grams: readonly number[];
  /** Its words and numbers, by which titles are aligned. In Chinese each character is a word. */
  readonly aligned: readonly AlignedWord[];
}

interface SpelledWord {
  readonly word: string;
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

const chunkOf = remembered((text): Chunk => {
  const plain = PLAIN.exec(text)?.[1];
  return plain === undefined ? readChunk(text) : plainChunk(plain);
});

/** The same as `readChunk`, in less time. */
function plainChunk(word: string): Chunk {
  const lower = word.toLowerCase();
  const isStop = isStopWord(lower);
  const found = isStop ? [] : [stem(lower)];
  const isCapitalised = word[0] !== lower[0];
  const isInitials = isCapitalised && /^[A-Z]{2,6}$/.test(word);
  return {
    tokens: found,
    spelled: [{ word, tokens: found, isCapitalised, isInitials, isTelling: !isStop }],
    grams: isStop ? [] : gramsOf(lower),
    aligned: [
      {
        word,
        hash: hashOf(lower),
        token: found[0] ?? '',
        isNumber: false,
        isCjk: false,
        isCapitalised,
        isCapitals: word.length > 1 && word === word.toUpperCase(),
      },
    ],
  };
}

function readChunk(text: string): Chunk {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    tokens: tokens(text),
    spelled: (text.match(SPELLED) ?? []).map((word) => ({
      word,
      tokens: tokens(word),
      isCapitalised: /^\p{Lu}/u.test(word),
      isInitials: /^\p{Lu}{2,6}$/u.test(word),
      isTelling: !isStopWord(word.toLowerCase()) && /\p{Script=Latin}/u.test(word),
    })),
    // A Chinese run is n-grams already.
    grams: words.filter((word) => !isStopWord(word) && !isCjkWord(word)).flatMap(gramsOf),
    aligned: (text.match(CJK.test(text) ? ALIGNED : ALIGNED_WITHOUT_CJK) ?? []).map((word) => ({
      word,
      hash: hashOf(word.toLowerCase().replace(/['’]s?$/u, '')),
      token: tokens(word)[0] ?? '',
      isNumber: !/\p{L}/u.test(word),
      isCjk: isCjkWord(word),
      isCapitalised: /^\p{Lu}/u.test(word),
      isCapitals: /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(word),
    })),
  };
}

function gramsOf(word: string): number[] {
  const padded = `_${word}_`;
  const found: number[] = [];
  for (let at = 0; at + GRAM_LENGTH <= padded.length; at++)
    found.push(gramBucket(padded, at, at + GRAM_LENGTH));
  return found;
}
