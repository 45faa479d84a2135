/**
 * English meanings of Chinese words, from CC-CEDICT with additions for Hong Kong. Use it to compare texts of the two
 * languages without a model, never to tell people anything: a word has all its senses at once.
 */
import { stem } from '../stem.ts';
import { isStopWord } from '../stop-words.ts';
import { sensesOf } from './cedict.ts';
import { hongKongSenses } from './hong-kong-words.ts';
import { scriptless } from './scripts.ts';

export interface GlossedWord {
  /** As written in the text. */
  readonly word: string;
  /** Stemmed English words of all senses; never empty. */
  readonly english: readonly string[];
  /** UTF-16 offset. */
  readonly start: number;
}

/** Longer entries are sayings and titles. */
const LONGEST_WORD = 8;
/** Further senses of a word say too little. */
const MOST_SENSES = 6;
const MOST_WORDS = 14;
/** Words that occur in the glosses of many things and so distinguish none. */
const EMPTY = new Set(
  'sth sb one oneself somebody someone something etc esp abbr lit fig variant surname tw used make get take give go come become have be do kind type'.split(
    ' ',
  ),
);

/** The words of a Chinese text that the dictionary has, longest first at each place, without grammatical words. */
export function glossedWords(text: string): GlossedWord[] {
  const found: GlossedWord[] = [];
  const plain = scriptless(text);
  for (const { index, 0: run } of plain.matchAll(/\p{Script=Han}{2,}/gu)) {
    for (let at = 0; at < run.length;) {
      const length = longestAt(run, at);
      const word = run.slice(at, at + length);
      const english = length > 1 ? englishOf(word) : [];
      if (english.length > 0)
        found.push({ word: text.slice(index + at, index + at + length), english, start: index + at });
      at += length;
    }
  }
  return found;
}

/** Whether the dictionary has a longer word around `start` to `end`: 馬里 within 馬里奧 is not the country. */
export function isPartOfWord(text: string, start: number, end: number): boolean {
  const plain = scriptless(text);
  for (let from = Math.max(0, start - 3); from <= start; from++)
    for (let to = end; to <= Math.min(plain.length, end + 3); to++) {
      const isLonger = to - from > end - start && !(from === start && OF_A_PLACE.test(plain.slice(end, to)));
      if (isLonger && glossesOf(plain.slice(from, to)).length > 0) return true;
    }
  return false;
}

/** 「密歇根州」 and 「法國人」 still refer to the place. */
const OF_A_PLACE = /^[州省市县國国岛人语文军籍区郡府队港]$/u;

function longestAt(run: string, at: number): number {
  for (let length = Math.min(LONGEST_WORD, run.length - at); length > 1; length--)
    if (glossesOf(run.slice(at, at + length)).length > 0) return length;
  return 1;
}

const stems = new Map<string, readonly string[]>();

function englishOf(word: string): readonly string[] {
  const known = stems.get(word);
  if (known) return known;
  const glosses = glossesOf(word);
  const words = glosses
    .slice(0, MOST_SENSES)
    .flatMap(
      (gloss) =>
        gloss
          .replace(/\([^)]*\)|\[[^\]]*\]|\p{Script=Han}+\|?/gu, ' ')
          .toLowerCase()
          .match(/[a-z]{2,}/g) ?? [],
    )
    .filter((one) => !isStopWord(one) && !EMPTY.has(one))
    .map(stem);
  const found = [...new Set(words)].slice(0, MOST_WORDS);
  stems.set(word, found);
  return found;
}

function glossesOf(word: string): readonly string[] {
  if (word.length < 2 || word.length > LONGEST_WORD) return [];
  return hongKongSenses(word) ?? sensesOf(word);
}
