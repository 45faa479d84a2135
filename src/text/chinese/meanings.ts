/**
 * What the words of a Chinese topic mean in English, meaning by meaning: the words of one meaning belong together, so that
 * 樓價 is "home price" and never any price. For finding reports, never for telling people anything.
 */
import { withoutChineseStopWords } from '../stop-words.ts';
import { tokens } from '../tokens.ts';
import { sensesOf } from './cedict.ts';
import { hongKongSenses } from './hong-kong-words.ts';
import { scriptless } from './scripts.ts';
import { topicSenses } from './topic-words.ts';

/** Stemmed words, all of which a text must have near each other. */
type Meaning = readonly string[];

interface MeantWord {
  /** In the text's own script. */
  readonly word: string;
  /** None: nobody knows what it means, such as a person's name. */
  readonly meanings: readonly Meaning[];
}

const LONGEST_WORD = 8;
/** So many characters that the dictionary has one by one make a word: 米價. More are a name. */
const LONGEST_COMPOUND = 3;
/** Of a character in a compound: further senses are rare. */
const MOST_SENSES = 6;
/** More words describe a thing instead of naming it. */
const LONGEST_MEANING = 4;
/** Senses that say something about the word: measure words, abbreviations, figures of speech. */
const ABOUT_WORD =
  /^(?:CL:|fig\.|lit\.|abbr|classifier|Kangxi|chemical element|surname|Taiwan pr|\((?:slang|archaic|old|dialect|fig\.)\))/u;
/** Words that reports leave out, or replace: a serious fire is a fire. */
const ADDS_LITTLE = new Set(
  tokens(
    'something somebody someone one etc especially serious large big great small various certain general specific main situation matter cause commit carry perform make made take give get go become thing person people place kind type term act international global local',
  ),
);

/** The words of a topic, longest first at each place, without grammatical words. */
export function meantWords(topic: string): MeantWord[] {
  const plain = scriptless(topic);
  return [...plain.matchAll(/\p{Script=Han}+/gu)].flatMap(({ index, 0: run }) =>
    partsOf(run).flatMap(({ at, length }): MeantWord[] => {
      const word = topic.slice(index + at, index + at + length);
      const known = sensesHere(run.slice(at, at + length));
      const meanings = known.length > 0 ? meaningsIn(known) : compoundOf(run.slice(at, at + length));
      // A grammatical word means nothing.
      return known.length > 0 && meanings.length === 0 ? [] : [{ word, meanings }];
    }),
  );
}

interface Part {
  readonly at: number;
  readonly length: number;
}

/** The words of a run, and what stands between them, where that is more than one character or all there is. */
function partsOf(run: string): Part[] {
  const found: Part[] = [];
  let loose = 0;
  const close = (end: number) => {
    if (loose > 1 || loose === run.length) found.push({ at: end - loose, length: loose });
    loose = 0;
  };
  for (let at = 0; at < run.length;) {
    const length = longestAt(run, at);
    if (length > 1) {
      close(at);
      found.push({ at, length });
    } else if (withoutChineseStopWords(run.charAt(at)).trim() === '') close(at);
    else loose += 1;
    at += length;
  }
  close(run.length);
  return found;
}

function longestAt(run: string, at: number): number {
  for (let length = Math.min(LONGEST_WORD, run.length - at); length > 1; length--)
    if (sensesHere(run.slice(at, at + length)).length > 0) return length;
  return 1;
}

function sensesHere(word: string): readonly string[] {
  return topicSenses(word) ?? hongKongSenses(word) ?? sensesOf(word);
}

/** 米價 means whatever its characters mean together: rice and price. */
function compoundOf(word: string): Meaning[] {
  if (word.length > LONGEST_COMPOUND) return [];
  let found: Meaning[] = [[]];
  for (const character of word) {
    const own = meaningsIn(sensesHere(character)).filter(({ length }) => length === 1);
    found = found.flatMap((meaning) => own.slice(0, MOST_SENSES).map((more) => [...meaning, ...more]));
  }
  return found;
}

/** "boat; ship", "concert or recital" are two meanings. */
function meaningsIn(senses: readonly string[]): Meaning[] {
  const found = senses
    .filter((sense) => !ABOUT_WORD.test(sense))
    .flatMap((sense) =>
      sense
        .replace(/\([^)]*\)|\[[^\]]*\]|\p{Script=Han}+\|?/gu, ' ')
        .replace(/(\S), .*/u, '$1')
        .split(/;| or /u),
    )
    .map(wordsOf)
    .filter(({ length }) => length > 0 && length <= LONGEST_MEANING);
  return [...new Map(found.map((meaning) => [meaning.join(' '), meaning])).values()];
}

function wordsOf(gloss: string): string[] {
  return [...new Set(tokens(gloss))].filter((word) => !ADDS_LITTLE.has(word));
}
