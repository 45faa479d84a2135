/** A title as a row of words, in which those are marked that can be names: what titles are aligned by. */
import { tokens } from '../../../text/tokens.ts';
import { chunksOf, type AlignedWord } from './chunks.ts';
import { bigramKinds } from './name-likeness.ts';
import type { SeenLink, Wording } from './seen-link.ts';
import { hasTerm } from './sparse-vector.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface WordedLink extends SeenLink {
  wording: Wording;
}

export const NO_NAME = -1;
/** Longer titles are compared by their beginning. */
const MOST_WORDS = 40;
const CJK_LETTER = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const CAPITAL = /^\p{Lu}/u;
/** Initials, and the names of roads: capitals that stand so wherever they stand. */
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}\p{N}]+$/u;
const DAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)$/iu;
/** From this share on, capitals are a matter of style. */
const TITLE_CASE = 0.7;
const ENOUGH_WORDS = 3;

/** The same link, after its wording was read. */
export function withWording(link: SeenLink, vocabulary: Vocabulary): WordedLink {
  link.wording ??= readWording(link, vocabulary);
  return link as WordedLink;
}

function readWording(link: SeenLink, vocabulary: Vocabulary): Wording {
  const { title, lede } = link;
  const all = alignedIn(title).filter(({ word }) => /\p{L}/u.test(word));
  const aligned = all.slice(0, MOST_WORDS);
  const words = aligned.map(({ word }) => word);
  const cjkWords = words.filter((word) => CJK_LETTER.test(word)).length;
  const kinds = cjkWords > 0 ? bigramKinds(`${title}\n${lede}`) : undefined;
  const isCjk = cjkWords * 2 > words.length;
  const isTelling = isCjk || !isTitleCase(all.map(({ word }) => word));
  const numberOf = (word: string) => {
    const id = vocabulary.numberOf(word);
    return id !== undefined && hasTerm(link, id) ? id : NO_NAME;
  };
  const names = words.map((word, at) => {
    const bigram = `${word}${words[at + 1] ?? ''}`;
    if (CJK_LETTER.test(word)) return kinds?.isNameLike(bigram) === true ? numberOf(bigram) : NO_NAME;
    if (!isTelling || !CAPITAL.test(word) || DAY.test(word)) return NO_NAME;
    return numberOf(tokens(word)[0] ?? '');
  });
  const [first = ''] = words;
  return {
    words: hashesOf(aligned),
    names: new Int32Array(names),
    first: ALL_CAPITALS.test(first) || !CAPITAL.test(first) ? undefined : first.toLowerCase(),
    isCjk,
    lede: hashesOf(alignedIn(isCjk ? lede.slice(0, 1) : lede)),
  };
}

function alignedIn(text: string): AlignedWord[] {
  return chunksOf(text).flatMap(({ aligned }) => aligned);
}

function hashesOf(words: readonly AlignedWord[]): Int32Array {
  return new Int32Array(words.map(({ hash }) => hash));
}

function isTitleCase(words: readonly string[]): boolean {
  const shouted = words.filter((word) => ALL_CAPITALS.test(word)).length;
  if (shouted * 2 > words.length) return true;
  const telling = words.slice(1).filter((word) => word.length > 3 && !ALL_CAPITALS.test(word));
  const capitalised = telling.filter((word) => CAPITAL.test(word)).length;
  return telling.length >= ENOUGH_WORDS && capitalised / telling.length > TITLE_CASE;
}
