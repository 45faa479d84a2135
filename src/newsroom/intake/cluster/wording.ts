/** A title as a row of words, in which those are marked that can be names: what titles are aligned by. */
import { remembered } from '../../../text/remembered.ts';
import { tokens } from '../../../text/tokens.ts';
import type { Features } from './features.ts';
import { hashOf } from './vocabulary.ts';

/** In Chinese each character is a word. Numbers are left out: a toll that rises is no other wording. */
export interface Wording {
  /** Of each word in lower case, its hash. */
  readonly words: Int32Array;
  /** Of each word that can be (or, in Chinese, begin) a name, its number in the vocabulary; else `NO_NAME`. */
  readonly names: Int32Array;
  /** The first word has its capital for standing first: spelled in lower case; undefined where it says more. */
  readonly first: string | undefined;
  readonly isCjk: boolean;
  /** Hashes of the lede's words in lower case; empty without a lede. */
  readonly lede: Int32Array;
}

export const NO_NAME = -1;
/** Longer titles are compared by their beginning. */
const MOST_WORDS = 40;
const CHARACTERS = 400;
const CJK_LETTER = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const WORD =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{M}\p{N}])+(?:['’-](?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul})[\p{L}\p{M}\p{N}])+)*/gu;
const CAPITAL = /^\p{Lu}/u;
/** Initials, and the names of roads: capitals that stand so wherever they stand. */
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}\p{N}]+$/u;
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)$/iu;
/** From this share on, capitals are a matter of style. */
const TITLE_CASE = 0.7;
const ENOUGH_WORDS = 3;

/** `numberOf` knows the words of the title as the vocabulary counts them. */
export function wordingOf(
  { title, lede, kinds }: Pick<Features, 'title' | 'lede' | 'kinds'>,
  numberOf: ReadonlyMap<string, number>,
): Wording {
  const all = (title.slice(0, CHARACTERS).match(WORD) ?? []).filter((word) => /\p{L}/u.test(word));
  const words = all.slice(0, MOST_WORDS);
  const isCjk = words.filter((word) => CJK_LETTER.test(word)).length * 2 > words.length;
  const isTelling = isCjk || !isTitleCase(all);
  const names = words.map((word, at) => {
    const bigram = `${word}${words[at + 1] ?? ''}`;
    if (CJK_LETTER.test(word)) return (kinds?.isNameLike(bigram) && numberOf.get(bigram)) || NO_NAME;
    if (!isTelling || !CAPITAL.test(word) || DAY.test(word)) return NO_NAME;
    return numberOf.get(tokens(word)[0] ?? '') ?? NO_NAME;
  });
  const [first = ''] = words;
  return {
    words: hashesOf(words),
    names: Int32Array.from(names),
    first: ALL_CAPITALS.test(first) || !CAPITAL.test(first) ? undefined : first.toLowerCase(),
    isCjk,
    lede: isCjk ? hashesOf(lede.slice(0, 1)) : hashesOf(new Set(lede.match(WORD))),
  };
}

function hashesOf(words: Iterable<string>): Int32Array {
  return Int32Array.from(words, hashOfWord);
}

const hashOfWord = remembered((word) => hashOf(word.toLowerCase().replace(/['’]s?$/u, '')));

function isTitleCase(words: readonly string[]): boolean {
  const shouted = words.filter((word) => ALL_CAPITALS.test(word)).length;
  if (shouted * 2 > words.length) return true;
  const telling = words.slice(1).filter((word) => word.length > 3 && !ALL_CAPITALS.test(word));
  const capitalised = telling.filter((word) => CAPITAL.test(word)).length;
  return telling.length >= ENOUGH_WORDS && capitalised / telling.length > TITLE_CASE;
}
