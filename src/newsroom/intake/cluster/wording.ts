/** A title as a row of words, in which those are marked that can be names: what titles are aligned by. */
import { chunksOf, type AlignedWord } from './chunks.ts';
import { bigramKinds, type BigramKinds } from './name-likeness.ts';
import type { SeenLink, Wording } from './seen-link.ts';
import { hasTerm } from './sparse-vector.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface WordedLink extends SeenLink {
  wording: Wording;
}

export const NO_NAME = -1;
/** Longer titles are compared by their beginning. */
const MOST_WORDS = 40;
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
  const all = alignedIn(link.title).filter(({ isNumber }) => !isNumber);
  const words = all.slice(0, MOST_WORDS);
  const cjkWords = words.reduce((sum, { isCjk }) => sum + (isCjk ? 1 : 0), 0);
  const isCjk = cjkWords * 2 > words.length;
  const [first] = words;
  return {
    words: hashesOf(words),
    names: namesAmong(words, isCjk || !isTitleCase(all), link, vocabulary),
    first: first?.isCapitalised === true && !first.isCapitals ? first.word.toLowerCase() : undefined,
    isCjk,
    lede: undefined,
  };
}

/** Hashes of the lede's words, read when they are first needed; empty without a lede. */
export function ledeOf({ wording, lede }: WordedLink): Int32Array {
  return (wording.lede ??= hashesOf(alignedIn(wording.isCjk ? lede.slice(0, 1) : lede)));
}

/** @param isTelling whether capitals mean something */
function namesAmong(
  words: readonly AlignedWord[],
  isTelling: boolean,
  link: SeenLink,
  vocabulary: Vocabulary,
): Int32Array {
  const names = new Int32Array(words.length).fill(NO_NAME);
  let kinds: BigramKinds | undefined;
  for (const [at, { word, token, isCjk, isCapitalised }] of words.entries()) {
    const bigram = isCjk ? `${word}${words[at + 1]?.word ?? ''}` : '';
    if (isCjk) kinds ??= bigramKinds(`${link.title}\n${link.lede}`);
    const canBeName = isCjk ? kinds?.isNameLike(bigram) : isTelling && isCapitalised && !DAY.test(word);
    const id = canBeName === true ? vocabulary.numberOf(isCjk ? bigram : token) : undefined;
    if (id !== undefined && hasTerm(link, id)) names[at] = id;
  }
  return names;
}

function alignedIn(text: string): AlignedWord[] {
  return chunksOf(text).flatMap(({ aligned }) => aligned);
}

function hashesOf(words: readonly AlignedWord[]): Int32Array {
  return new Int32Array(words.map(({ hash }) => hash));
}

function isTitleCase(words: readonly AlignedWord[]): boolean {
  let capitals = 0;
  let telling = 0;
  let capitalised = 0;
  for (const [at, word] of words.entries()) {
    if (word.isCapitals) capitals += 1;
    else if (at > 0 && word.word.length > 3) {
      telling += 1;
      if (word.isCapitalised) capitalised += 1;
    }
  }
  if (capitals * 2 > words.length) return true;
  return telling >= ENOUGH_WORDS && capitalised / telling > TITLE_CASE;
}
