/** A link as clustering remembers it: its features as numbers of the vocabulary, and its vector. */
import { isCjkWord } from '../../../text/cjk.ts';
import type { Claims } from './claims.ts';
import { GRAM, type Features } from './features.ts';
import type { SparseVector } from './sparse-vector.ts';
import { GRAM_BUCKETS, type Vocabulary } from './vocabulary.ts';
import { wordingOf, type Wording } from './wording.ts';

export interface SeenLink {
  /** Ascending: n-grams first, then words from `firstWord` on. */
  readonly terms: Int32Array;
  readonly firstWord: number;
  readonly names: Int32Array;
  readonly numbers: Int32Array;
  /** Of a text in Chinese, Japanese or Korean: what it shares with other languages. Else empty. */
  readonly bridge: Bridge | undefined;
  readonly claims: Claims;
  readonly wording: Wording;
  readonly length: number;
  readonly atMs: number;
  /** Before inverse document frequency until `isVector`, then the vector of length 1. */
  readonly values: Float32Array;
  isVector: boolean;
  /** Its words are no longer counted; their numbers may have been given to others. */
  isForgotten: boolean;
}

export interface Bridge {
  /** Words in Latin script. */
  readonly names: Int32Array;
  /** Numbers of two digits and more; `telling` are those of three and more. */
  readonly numbers: Int32Array;
  readonly telling: Int32Array;
  readonly aliases: Int32Array;
}

const NONE = new Int32Array(0);

/** The features of a link as numbers of a vocabulary, which is extended by new words. */
export function seenLink(features: Features, atMs: number, vocabulary: Vocabulary): SeenLink {
  const weights = new Map<number, number>();
  for (const gram of features.grams) weights.set(gram, GRAM);
  const numberOf = new Map<string, number>();
  for (const [word, weight] of features.words) {
    const id = vocabulary.word(word);
    numberOf.set(word, id);
    weights.set(id, weight);
  }
  vocabulary.write(features.lowerCase);
  const idsOf = (words: Iterable<string>) => {
    const ids: number[] = [];
    for (const word of words) {
      const id = numberOf.get(word);
      if (id !== undefined) ids.push(id);
    }
    return ids.length === 0 ? NONE : new Int32Array(ids).sort();
  };
  const terms = new Int32Array([...weights.keys()]).sort();
  const values = new Float32Array(terms.length);
  for (let at = 0; at < terms.length; at++) values[at] = weights.get(terms[at]!) ?? 0;
  const firstWord = terms.findIndex((id) => id >= GRAM_BUCKETS);
  return {
    terms,
    firstWord: firstWord < 0 ? terms.length : firstWord,
    names: idsOf(features.names),
    numbers: idsOf(features.numbers),
    bridge: bridgeOf(features, idsOf),
    claims: features.claims,
    wording: wordingOf(features, numberOf),
    length: features.length,
    atMs,
    values,
    isVector: false,
    isForgotten: false,
  };
}

function bridgeOf(features: Features, idsOf: (words: Iterable<string>) => Int32Array): Bridge | undefined {
  const words = [...features.words.keys()];
  const cjk = words.filter(isCjkWord).length;
  if (cjk === 0 || cjk * 2 < words.length) return undefined;
  const digits = (word: string) => word.replace(/\D|0+$/g, '').length;
  const numbers = [...features.numbers].filter((word) => word.replace(/\D/g, '').length >= 2);
  return {
    names: idsOf(
      words.filter(
        (word) =>
          !isCjkWord(word) && !features.numbers.has(word) && !features.aliases.has(word) && !/^\d/.test(word),
      ),
    ),
    numbers: idsOf(numbers),
    telling: idsOf(numbers.filter((word) => digits(word) >= 3)),
    aliases: idsOf(features.aliases),
  };
}

/** TF-IDF, scaled to length 1; made when it is first needed, and not changed when words become more common. */
export function vectorOf(link: SeenLink, vocabulary: Vocabulary): SparseVector {
  if (link.isVector) return link;
  const { terms, values } = link;
  let square = 0;
  for (let at = 0; at < terms.length; at++) {
    const value = values[at]! * vocabulary.rarity(terms[at]!);
    values[at] = value;
    square += value * value;
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let at = 0; at < values.length; at++) values[at] = values[at]! * scale;
  link.isVector = true;
  return link;
}
