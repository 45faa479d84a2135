/** A link as clustering remembers it: its words as numbers of the vocabulary, and its vector. */
import { aliasesIn } from './aliases.ts';
import { amountsIn } from './amounts.ts';
import { claimsOf, type Claims } from './claims.ts';
import { isNumberWord, ledeOf, namesIn, titleOf, type ClusterItem, type ReadText } from './features.ts';
import { bigramKinds } from './name-likeness.ts';
import type { SparseVector } from './sparse-vector.ts';
import type { TermTally } from './term-tally.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Its values are those before inverse document frequency until `isVector`, then the vector of length 1. */
export interface SeenLink extends SparseVector {
  readonly item: ClusterItem;
  /** The event that it is in. */
  eventId: number | undefined;
  /** Words of names in the lede: headlines often capitalise everything. */
  readonly names: Int32Array;
  /** Without years. */
  readonly numbers: Int32Array;
  /** Of a text in Chinese, Japanese or Korean: what it shares with other languages. Else undefined. */
  readonly bridge: Bridge | undefined;
  readonly claims: Claims;
  readonly title: string;
  readonly lede: string;
  /** Read when it is first needed. */
  wording: Wording | undefined;
  /** How much the text says, in words; a Chinese bigram is half a word. */
  readonly length: number;
  readonly atMs: number;
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
  /** Words that stand for a Chinese name in the text. */
  readonly aliases: Int32Array;
}

/** In Chinese each character is a word. Numbers are left out: a toll that rises is no other wording. */
export interface Wording {
  /** Of each word, its hash. */
  readonly words: Int32Array;
  /** Of each word that can be (or, in Chinese, begin) a name, its number in the vocabulary; else -1. */
  readonly names: Int32Array;
  /** The first word has its capital for standing first: spelled in lower case; undefined where it says more. */
  readonly first: string | undefined;
  readonly isCjk: boolean;
  /** Hashes of the lede's words, once they are needed. */
  lede: Int32Array | undefined;
}

const CAPITALISED = 1.5;
const LEDE = 0.5;
const GRAM = 0.3;
const NONE = new Int32Array(0);

/**
 * Read a link. New words are added to the vocabulary.
 *
 * @param headline the title without what its outlet puts behind it
 * @param tally empty, as it is left
 */
export function seenLink(
  item: ClusterItem,
  headline: string,
  vocabulary: Vocabulary,
  tally: TermTally,
): SeenLink {
  const title = titleOf(item, headline);
  const lede = ledeOf(item);
  const texts = [title, lede];
  const namesInLede = new Set(namesIn(lede));
  const names = new Set([...namesInLede, ...namesIn(title)]);
  const kinds =
    title.hasCjk || lede.hasCjk ? bigramKinds(texts.map(({ text }) => text).join('\n')) : undefined;
  const weightOf = (word: string) => kinds?.weightOf(word) ?? (names.has(word) ? CAPITALISED : 1);
  for (const text of texts) countWords(text, text === title ? 1 : LEDE, weightOf, vocabulary, tally);

  const words = [...tally.terms];
  const aliases = new Set(texts.flatMap(({ text }) => aliasesIn(text)).map((word) => vocabulary.word(word)));
  for (const id of words) aliases.delete(id);
  for (const id of aliases) tally.add(id, LEDE * weightOf(vocabulary.spelling(id)));
  for (const { text } of texts)
    for (const word of amountsIn(text)) tally.add(vocabulary.word(word), LEDE * weightOf(word));
  const numbers = tally.terms.filter((id) => isNumberWord(vocabulary.spelling(id)));
  const bridge = kinds && bridgeOf(tally.terms, numbers, aliases, vocabulary);
  for (const { grams } of title.chunks) for (const gram of grams) if (!tally.has(gram)) tally.add(gram, GRAM);

  const { terms, values, start, firstWord, end } = tally.take();
  return {
    terms,
    values,
    start,
    firstWord,
    end,
    item,
    eventId: undefined,
    names: ascending(Array.from(namesInLede, (word) => vocabulary.word(word))),
    numbers: ascending(numbers),
    bridge,
    claims: claimsOf(title.text),
    title: title.text,
    lede: lede.text,
    wording: undefined,
    length: words.reduce((sum, id) => sum + (vocabulary.isCjk(id) ? 0.5 : 1), 0),
    atMs: item.atMs,
    isVector: false,
    isForgotten: false,
  };
}

/** Count each word of a text once. */
function countWords(
  { chunks }: ReadText,
  weight: number,
  weightOf: (word: string) => number,
  vocabulary: Vocabulary,
  tally: TermTally,
): void {
  for (const { tokens, spelled } of chunks) {
    for (const word of tokens) tally.countOnce(vocabulary.word(word), weight * weightOf(word));
    for (const { word, isTelling, isCapitalised } of spelled)
      if (isTelling && !isCapitalised) vocabulary.write(word);
  }
  tally.nextText();
}

function ascending(ids: readonly number[]): Int32Array {
  return ids.length === 0 ? NONE : new Int32Array(ids).sort();
}

function bridgeOf(
  words: readonly number[],
  numbers: readonly number[],
  aliases: ReadonlySet<number>,
  vocabulary: Vocabulary,
): Bridge | undefined {
  const cjk = words.filter((id) => vocabulary.isCjk(id)).length;
  if (cjk === 0 || cjk * 2 < words.length) return undefined;
  const digits = (id: number) => vocabulary.spelling(id).replace(/\D/g, '');
  return {
    names: ascending(
      words.filter(
        (id) => !vocabulary.isCjk(id) && !aliases.has(id) && !/^[\d=]/.test(vocabulary.spelling(id)),
      ),
    ),
    numbers: ascending(numbers.filter((id) => digits(id).length >= 2)),
    telling: ascending(numbers.filter((id) => digits(id).replace(/0+$/, '').length >= 3)),
    aliases: ascending([...aliases]),
  };
}

/** TF-IDF, scaled to length 1; made when it is first needed, and not changed when words become more common. */
export function vectorOf(link: SeenLink, vocabulary: Vocabulary): SparseVector {
  if (link.isVector) return link;
  const { terms, values, start, end } = link;
  let square = 0;
  for (let at = start; at < end; at++) {
    const value = values[at]! * vocabulary.rarity(terms[at]!);
    values[at] = value;
    square += value * value;
  }
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let at = start; at < end; at++) values[at] = values[at]! * scale;
  link.isVector = true;
  return link;
}
