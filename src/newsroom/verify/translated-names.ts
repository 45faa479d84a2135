/** What sources write in brackets beside a translated name: 維爾塔寧（Pekka Virtanen）. */
import { bare } from '../../text/bare.ts';
import { scriptless } from '../../text/chinese/scripts.ts';
import { SOUNDS } from '../../text/chinese/sounds.ts';
import type { SourceIndex } from './source-index.ts';

const TRANSLATED = /(\p{Script=Han}[\p{Script=Han}·‧・]{1,13})[（(](\p{Lu}[\p{L}\p{M}\s.'’-]{1,60})[）)]/gu;
/** So many characters of a translation are enough to tell that it is the same. */
const LEAST_ALIKE = 2;

/** Whether a source that translates the name so has another original for it, with no word of this one. */
export function hasOtherOriginal(name: string, original: string, sources: readonly SourceIndex[]): boolean {
  const own = wordsOf(original);
  const others = sources.flatMap(({ source }) =>
    [...`${source.title}\n${source.text}`.matchAll(TRANSLATED)]
      .filter(([, words = '']) => isAlike(scriptless(words), scriptless(name)))
      .map(([, , other = '']) => wordsOf(other)),
  );
  const surname = own.at(-1) ?? '';
  return others.length > 0 && !others.some((other) => other.includes(surname));
}

/** The same characters in front of the bracket, whatever office each has before it. */
function isAlike(words: string, name: string): boolean {
  let same = 0;
  while (same < Math.min(words.length, name.length) && words.at(-1 - same) === name.at(-1 - same)) same++;
  return same >= LEAST_ALIKE && (same >= 3 || same === words.length || same === name.length);
}

function wordsOf(name: string): string[] {
  return bare(name).split(' ');
}

/** Few other words have four of these in a row. */
const FOREIGN = new RegExp(`[${scriptless(SOUNDS)}]{4,8}`, 'gu');

/** Names of foreigners that are almost those of Chinese sources: 尼尼斯頓 where they have 尼尼斯托, and nobody of that name. */
export function almostTransliterated(sentence: string, sources: readonly string[]): string[] {
  const told = scriptless(sentence);
  const known = new Set(
    sources.flatMap((text) => [...scriptless(text).matchAll(FOREIGN)].map(([name]) => name)),
  );
  return [...told.matchAll(FOREIGN)]
    .filter(([name]) => !sources.some((text) => scriptless(text).includes(name)))
    .filter(([name]) => [...known].some((other) => isOneApart(name, other)))
    .map(({ 0: name, index }) => sentence.slice(index, index + name.length));
}

function isOneApart(a: string, b: string): boolean {
  if (a.length !== b.length || a[0] !== b[0]) return false;
  return [...a].filter((character, at) => character !== b[at]).length === 1;
}
