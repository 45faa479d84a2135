/**
 * Converts Simplified Chinese into Traditional as written in Hong Kong, with OpenCC's dictionaries of words and
 * phrases.
 *
 * - Text without characters that exist only in Simplified is returned unchanged: 后, 里, 台 and 只 are words of both.
 * - In mixed text only Simplified parts are converted: lines of a text, sentences of a line, and stretches between
 *   Traditional characters of a sentence.
 * - Characters are converted everywhere; wording (滑鼠 for 鼠标) is kept inside quotation marks.
 *
 * The dictionaries are one megabyte, and ten times that as the library's tree. They are loaded on first use, and the
 * tree is built only of phrases that the text contains, with the same result.
 */
import { hasHan } from './has-han.ts';
import { wordsOf } from './phrases.ts';
import type { Phrases } from './phrases.ts';
import { isTraditionalOnly } from './scripts.ts';

/**
 * Convert to Hong Kong's script, and wording unless that is to be kept. Returns the same string when nothing is
 * Simplified.
 */
export async function inHongKongScript(text: string, { wording = true } = {}): Promise<string> {
  if (!hasHan(text)) return text;
  phrases ??= wordsOf();
  const words = await phrases;
  if (!words.hasSimplified(text)) return text;
  return mended(text, { words, wording, convert: words.converter(text) });
}

interface Terms {
  readonly words: Phrases;
  /** For the whole text and each of its parts. */
  readonly convert: ReturnType<Phrases['converter']>;
  readonly wording: boolean;
}

let phrases: Promise<Phrases> | undefined;

/** From large to small; the last parts are stretches between Traditional characters. */
const PARTS: readonly ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\n)/u),
  (text) => text.split(/(?<=[。！？；!?;])/u),
  betweenTraditional,
];

function mended(text: string, terms: Terms, depth = 0): string {
  if (!terms.words.hasSimplified(text)) return text;
  const parts = PARTS[depth];
  if (parts === undefined || ![...text].some(isTraditionalOnly)) return converted(text, terms);
  return parts(text)
    .map((part) => mended(part, terms, depth + 1))
    .join('');
}

function betweenTraditional(text: string): string[] {
  const parts: string[] = [];
  let before: boolean | undefined;
  for (const character of text) {
    const traditional = isTraditionalOnly(character);
    if (traditional === before) parts[parts.length - 1] += character;
    else parts.push(character);
    before = traditional;
  }
  return parts;
}

const QUOTED = /(「[^「」]*」|『[^『』]*』|“[^“”]*”|《[^《》]*》)/u;

/** A Traditional character that looks Simplified, like 据 in 拮据, stands in a word that the dictionary keeps. */
function converted(text: string, { words, wording, convert }: Terms): string {
  const result = text
    .split(QUOTED)
    .map((part, at) => convert(part, { wording: wording && at % 2 === 0 }))
    .join('');
  return words.countSimplified(result) === words.countSimplified(text) ? text : result;
}
