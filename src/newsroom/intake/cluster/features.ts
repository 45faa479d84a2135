/**
 * What a link is compared by: the words of its title and lede, the character n-grams of its title, and its
 * anchors: the names and numbers that tell one happening from another of the same kind.
 */
import { CJK, isCjkWord } from '../../../text/cjk.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { remembered } from '../../../text/remembered.ts';
import { tokens } from '../../../text/tokens.ts';
import { aliasesIn } from './aliases.ts';
import { amountsIn } from './amounts.ts';
import { claimsOf, type Claims } from './claims.ts';
import { bigramKinds, type BigramKinds } from './name-likeness.ts';
import { gramBucket } from './vocabulary.ts';

export interface ClusterItem {
  /** As the outlet wrote it. */
  readonly title: string;
  /** The title in English, where somebody has translated it: words of either language are then found. */
  readonly translation?: string;
  /** The domain that it came from; absent or empty where that is not known. */
  readonly outlet?: string;
  /** The feed's description; empty when there is none. */
  readonly lede: string;
  /** When it happened, as far as known. */
  readonly atMs: number;
}

export interface Features {
  readonly title: string;
  readonly lede: string;
  /** Words that stand in lower case in the text, unstemmed. */
  readonly lowerCase: ReadonlySet<string>;
  /** Word → weight before inverse document frequency. */
  readonly words: ReadonlyMap<string, number>;
  /** Character n-grams of the title's words, as buckets. A bucket can be there more than once. */
  readonly grams: readonly number[];
  /** Words of names in the lede: headlines often capitalise everything. */
  readonly names: ReadonlySet<string>;
  /** Names and numbers. */
  readonly anchors: ReadonlySet<string>;
  /** Without years. Amounts stand with their value, too: "=84600000" for 84.6 million. */
  readonly numbers: ReadonlySet<string>;
  /** Words that stand for a Chinese name in the text. */
  readonly aliases: ReadonlySet<string>;
  readonly claims: Claims;
  /** Of a text that has words in such a script. */
  readonly kinds: BigramKinds | undefined;
  /** How much the text says, in words; a Chinese bigram is half a word. */
  readonly length: number;
}

const CAPITALISED = 1.5;
const LEDE = 0.5;
export const GRAM = 0.3;
/** A lede is its first sentences; feeds that send whole articles must not drown the title. */
const LEDE_CHARACTERS = 400;
const TITLE_CHARACTERS = 400;
const GRAM_LENGTH = 4;

/** `headline` is the title without what its outlet puts behind it. */
export function featuresOf(item: ClusterItem, headline = item.title): Features {
  const title = plainForms(`${headline} ${item.translation ?? ''}`.trim().slice(0, TITLE_CHARACTERS));
  const lede = plainForms(item.lede.slice(0, LEDE_CHARACTERS));
  const text = `${title}\n${lede}`;
  const inLede = new Set<string>();
  const lowerCase = new Set<string>();
  addNames(lede, inLede, lowerCase);
  const names = new Set(inLede);
  addNames(title, names, lowerCase);
  const words = new Map<string, number>();
  const kinds = CJK.test(text) ? bigramKinds(text) : undefined;
  const tellingOf = (word: string) => kinds?.weightOf(word) ?? (names.has(word) ? CAPITALISED : 1);
  const add = (found: Iterable<string>, weight: number) => {
    for (const word of found) words.set(word, (words.get(word) ?? 0) + weight * tellingOf(word));
  };
  add(new Set(tokens(title)), 1);
  if (lede !== '') add(new Set(tokens(lede)), LEDE);
  const length = lengthOf(words.keys());
  const aliases = new Set(aliasesIn(text).filter((word) => !words.has(word)));
  add(aliases, LEDE);
  const amounts = amountsIn(text);
  add(amounts, LEDE);
  const numbers = new Set([...words.keys()].filter((word) => /^[\d=]/.test(word) && !isYear(word)));
  return {
    title,
    lede,
    lowerCase,
    words,
    grams: gramsOf(title),
    names: inLede,
    anchors: new Set([...names, ...numbers]),
    numbers,
    aliases,
    claims: claimsOf(title),
    kinds,
    length,
  };
}

/** Characters that outlets write either way. */
const FORMS: Readonly<Record<string, string>> = {
  臺: '台',
  綫: '線',
  滙: '匯',
  裏: '裡',
  着: '著',
  羣: '群',
  峯: '峰',
};

function plainForms(text: string): string {
  return text.replace(/[臺綫滙裏着羣峯]/gu, (form) => FORMS[form] ?? form);
}

function lengthOf(words: Iterable<string>): number {
  let length = 0;
  for (const word of words) length += isCjkWord(word) ? 0.5 : 1;
  return length;
}

/** Stemmed words that stand capitalised inside a sentence. A headline in Title Case tells nothing of names. */
function addNames(text: string, found: Set<string>, lowerCase: Set<string>): void {
  const words = (text.match(/[\p{L}][\p{L}\p{M}'’-]*/gu) ?? []).map(spelledWord);
  let telling = 0;
  let capitalised = 0;
  for (const { word, isCapitalised, isTelling } of words) {
    if (!isTelling) continue;
    telling += 1;
    if (isCapitalised) capitalised += 1;
    else lowerCase.add(word);
  }
  const isTitleCase = telling >= 4 && capitalised / telling > 0.7;
  for (const [at, { word, isCapitalised, isInitials }] of words.entries()) {
    if (!isCapitalised) continue;
    const isName = at > 0 && !isTitleCase;
    if (isName || isInitials) for (const token of tokens(word)) found.add(token);
  }
  // Chinese has no capitals: what is quoted in 《》 or 「」 is named.
  if (!/[《「]/u.test(text)) return;
  for (const [, name = ''] of text.matchAll(/[《「]([^》」]{2,12})[》」]/gu))
    for (const token of tokens(name)) found.add(token);
}

/** How a word is spelled. */
const spelledWord = remembered((word) => ({
  word,
  isCapitalised: /^\p{Lu}/u.test(word),
  isInitials: /^\p{Lu}{2,6}$/u.test(word),
  /** Its capital, or its having none, says something. */
  isTelling: !isStopWord(word.toLowerCase()) && /\p{Script=Latin}/u.test(word),
}));

function gramsOf(title: string): number[] {
  return (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(gramsOfWord);
}

const gramsOfWord = remembered((word): readonly number[] => {
  // A Chinese run is n-grams already.
  if (isStopWord(word) || isCjkWord(word)) return [];
  const padded = `_${word}_`;
  const found: number[] = [];
  for (let at = 0; at + GRAM_LENGTH <= padded.length; at++)
    found.push(gramBucket(padded.slice(at, at + GRAM_LENGTH)));
  return found;
});

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}
