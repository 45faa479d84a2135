/**
 * Simplified Chinese into Traditional as Hong Kong writes it, by OpenCC's dictionaries of words and phrases.
 *
 * - Text without a character that only Simplified has comes back byte for byte: 后, 里, 台 and 只 are words of both.
 * - Where both scripts are mixed, only what is Simplified is touched: of a text the lines, of a line the sentences, of a
 *   sentence what stands between its Traditional characters.
 * - Script changes everywhere, wording (滑鼠 for 鼠标) not inside quotation marks.
 *
 * The dictionaries are a megabyte, and ten times that as the library's tree: they load when first needed, and a tree is
 * grown of those phrases only that a text has, which converts it alike.
 */
import { HAN, wordsOf } from './phrases.ts';
import type { Phrases } from './phrases.ts';
import { isTraditionalOnly } from './scripts.ts';

/** The text in Hong Kong's script, and wording unless it is to stay; the same string when nothing of it is Simplified. */
export async function inHongKongScript(text: string, { wording = true } = {}): Promise<string> {
  if (!HAN.test(text)) return text;
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

/** From large to small; the last part is what stands between Traditional characters. */
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

/** What is Traditional though it looks Simplified, as 据 in 拮据, is so in a word that the dictionary leaves. */
function converted(text: string, { words, wording, convert }: Terms): string {
  const result = text
    .split(QUOTED)
    .map((part, at) => convert(part, { wording: wording && at % 2 === 0 }))
    .join('');
  return words.countSimplified(result) === words.countSimplified(text) ? text : result;
}
