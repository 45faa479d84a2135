/** OpenCC's dictionaries of words, and which characters they say are Simplified and nothing else. */
import { ConverterBuilder } from 'opencc-js/core';
import { entriesOf, simplifiedAtFirstSight } from './scripts.ts';

export const HAN = /\p{Script=Han}/u;

export interface Phrases {
  /** Whether a character is there that is Simplified and nothing else. */
  hasSimplified(text: string): boolean;
  countSimplified(text: string): number;
  /** A converter for `text` and its parts. */
  converter(text: string): (part: string, how: { readonly wording: boolean }) => string;
}

/** A character that so many of its words leave as it is belongs to Traditional Chinese, too: 恒, 淀, 厘. */
const LEFT_ALONE = 0.1;

/** Load the dictionaries. */
export async function wordsOf(): Promise<Phrases> {
  const [phrases, regional, characters, wording, places, variants] = (
    await Promise.all([
      import('opencc-js/dict/STPhrases'),
      import('opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases'),
      import('opencc-js/dict/STCharacters'),
      import('opencc-js/dict/HKPhrases'),
      import('opencc-js/dict/HKVariantsPhrases'),
      import('opencc-js/dict/HKVariants'),
    ])
  ).map((module) => module.default) as [string, string, string, string, string, string];
  const simplified = simplifiedOnly([phrases, regional, places, wording]);
  const isSimplified = (character: string) => simplified.has(character);

  return {
    hasSimplified: (text) => [...text].some(isSimplified),
    countSimplified: (text) => [...text].filter(isSimplified).length,
    converter: (text) => {
      const words = [phrasesIn(text, phrases), phrasesIn(text, regional)].filter((one) => one !== '');
      const script = [...words, characters];
      const chain = (local: readonly string[]) =>
        ConverterBuilder({
          from: { cn: [] },
          to: { hk: [] },
          configs: { s2hk: { segmentation: words, conversionChain: [script, local] } },
        })({ from: 'cn', to: 'hk' });
      const inScript = chain([places, variants]);
      const inWording = chain([wording, places, variants]);
      return (part, how) => (how.wording ? inWording : inScript)(part);
    },
  };
}

/** The phrases of a dictionary that a text has: no other can be found in it. */
function phrasesIn(text: string, dictionary: string): string {
  const openings = new Set<string>();
  for (let at = 0; at + 2 <= text.length; at++) openings.add(text.slice(at, at + 2));
  const found: string[] = [];
  for (let at = 0; at < dictionary.length;) {
    const end = dictionary.indexOf('|', at);
    const next = end < 0 ? dictionary.length : end;
    if (openings.has(dictionary.slice(at, at + 2))) {
      const entry = dictionary.slice(at, next);
      if (text.includes(entry.slice(0, entry.indexOf(' ')))) found.push(entry);
    }
    at = next + 1;
  }
  return found.join('|');
}

/**
 * Neither among the characters of daily use in the code of Traditional Chinese (Big5's first plane), nor one that many
 * words leave alone.
 */
function simplifiedOnly(dictionaries: readonly string[]): ReadonlySet<string> {
  const daily = dailyCharacters();
  const found = new Set(simplifiedAtFirstSight().filter((character) => !daily.has(character)));
  const counts = new Map<string, { all: number; left: number }>();
  for (const [from, to] of dictionaries.flatMap(entriesOf)) {
    const written = new Set(to);
    for (const character of new Set(`${from}${to}`)) {
      if (!found.has(character)) continue;
      const count = counts.get(character) ?? { all: 0, left: 0 };
      count.all += 1;
      if (written.has(character)) count.left += 1;
      counts.set(character, count);
    }
  }
  for (const [character, { all, left }] of counts) if (left >= LEFT_ALONE * all) found.delete(character);
  return found;
}

/** The 5,401 characters of Big5's first plane. */
function dailyCharacters(): ReadonlySet<string> {
  const big5 = new TextDecoder('big5');
  const found = new Set<string>();
  for (let lead = 0xa4; lead <= 0xc6; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if ((trail > 0x7e && trail < 0xa1) || (lead === 0xc6 && trail > 0x7e)) continue;
      found.add(big5.decode(Uint8Array.of(lead, trail)));
    }
  }
  return found;
}
