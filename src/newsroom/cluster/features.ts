/**
 * What a link is compared by: the words of its title and lede, the character 4-grams of its title, and its
 * anchors: the names and numbers that tell one happening from another of the same kind.
 */
import { isStopWord } from '../../text/stop-words.ts';
import { tokens } from '../../text/tokens.ts';

export interface ClusterItem {
  readonly title: string;
  /** The feed's description; empty when there is none. */
  readonly lede: string;
  /** When it happened, as far as known. */
  readonly atMs: number;
}

export interface Features {
  /** Feature → weight before inverse document frequency. Words are `w…`, 4-grams `g…`. */
  readonly weights: ReadonlyMap<string, number>;
  readonly anchors: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** How much the text says, in words; a Chinese bigram is half a word. */
  readonly length: number;
}

const CAPITALISED = 1.5;
const LEDE = 0.5;
const GRAM = 0.3;
/** A lede is its first sentences; feeds that send whole articles must not drown the title. */
const LEDE_CHARACTERS = 400;

export function featuresOf(item: ClusterItem): Features {
  const lede = item.lede.slice(0, LEDE_CHARACTERS);
  const weights = new Map<string, number>();
  const add = (feature: string, weight: number) => weights.set(feature, (weights.get(feature) ?? 0) + weight);

  const names = new Set([...namesOf(item.title), ...namesOf(lede)]);
  const inTitle = new Set(tokens(item.title));
  for (const word of inTitle) add(`w${word}`, names.has(word) ? CAPITALISED : 1);
  const inLede = new Set(tokens(lede));
  for (const word of inLede) add(`w${word}`, LEDE * (names.has(word) ? CAPITALISED : 1));
  for (const gram of gramsOf(item.title)) add(`g${gram}`, GRAM);

  const words = new Set([...inTitle, ...inLede]);
  const numbers = new Set([...words].filter((word) => /^\d/.test(word) && !isYear(word)));
  const length = [...words].reduce((sum, word) => sum + (/\p{Script=Han}/u.test(word) ? 0.5 : 1), 0);
  return { weights, anchors: new Set([...names, ...numbers]), numbers, words, length };
}

/** Stemmed words that stand capitalised inside a sentence. A headline in Title Case tells nothing of names. */
function namesOf(text: string): Set<string> {
  const found = new Set<string>();
  const words = text.match(/[\p{L}][\p{L}\p{M}'’-]*/gu) ?? [];
  const telling = words.filter((word) => /\p{Script=Latin}/u.test(word) && !isStopWord(word.toLowerCase()));
  const capitalised = telling.filter((word) => /^\p{Lu}/u.test(word));
  const isTitleCase = telling.length >= 4 && capitalised.length / telling.length > 0.7;
  for (const [at, word] of words.entries()) {
    const isAcronym = /^\p{Lu}{2,6}$/u.test(word);
    const isName = /^\p{Lu}/u.test(word) && at > 0 && !isTitleCase;
    if (isAcronym || isName) for (const token of tokens(word)) found.add(token);
  }
  // Chinese has no capitals: what is quoted in 《》 or 「」 is named.
  for (const [, name = ''] of text.matchAll(/[《「]([^》」]{2,12})[》」]/gu))
    for (const token of tokens(name)) found.add(token);
  return found;
}

function gramsOf(title: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of title.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (isStopWord(word)) continue;
    if (/\p{Script=Han}/u.test(word)) {
      // Words of a Chinese run are found by its bigrams already; trigrams add order.
      for (let at = 0; at + 3 <= word.length; at++) found.add(word.slice(at, at + 3));
      continue;
    }
    const padded = `_${word}_`;
    for (let at = 0; at + 4 <= padded.length; at++) found.add(padded.slice(at, at + 4));
  }
  return found;
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}
