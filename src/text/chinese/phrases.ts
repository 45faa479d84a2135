/** OpenCC's dictionaries of words, and the characters that according to them occur only in Simplified. */
import { ConverterBuilder } from 'opencc-js/core';
import { simplifiedAtFirstSight } from './scripts.ts';

export interface Phrases {
  /** Whether a text has a character that occurs only in Simplified. */
  hasSimplified(text: string): boolean;
  countSimplified(text: string): number;
  /** A converter for `text` and its parts. */
  converter(text: string): (part: string, how: { readonly wording: boolean }) => string;
}

/** A character that this share of its words keeps unchanged belongs to Traditional Chinese too: 恒, 淀, 厘. */
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

/** The phrases of a dictionary that occur in a text. */
function phrasesIn(text: string, dictionary: string): string {
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= text.length; at++) pairs.add(text.slice(at, at + 2));
  // Check pairs of characters first: searching a long text for each phrase is slow.
  const isThere = (phrase: string) => {
    for (let at = 1; at + 2 <= phrase.length; at++) if (!pairs.has(phrase.slice(at, at + 2))) return false;
    return phrase.length === 2 || text.includes(phrase);
  };
  const found: string[] = [];
  for (let at = 0; at < dictionary.length;) {
    const end = dictionary.indexOf('|', at);
    const next = end < 0 ? dictionary.length : end;
    if (pairs.has(dictionary.slice(at, at + 2)) && isThere(dictionary.slice(at, dictionary.indexOf(' ', at))))
      found.push(dictionary.slice(at, next));
    at = next + 1;
  }
  return found.join('|');
}

/**
 * Characters that are not in Big5's first plane (daily use), and not in its second (rarer use) unless few words keep
 * them.
 */
function simplifiedOnly(dictionaries: readonly string[]): ReadonlySet<string> {
  const daily = big5Characters(0xa4, 0xc6);
  const found = new Set(simplifiedAtFirstSight().filter((character) => !daily.has(character)));
  const rare = big5Characters(0xc9, 0xf9);
  const doubtful = [...found].filter((character) => rare.has(character));
  const counts = new Map(doubtful.map((character) => [character, { all: 0, left: 0 }]));
  const entries = new RegExp(`[^|]*[${doubtful.join('')}][^|]*`, 'gu');
  for (const [entry] of dictionaries.flatMap((dictionary) => [...dictionary.matchAll(entries)])) {
    const written = entry.slice(entry.indexOf(' '));
    for (const character of new Set(entry)) {
      const count = counts.get(character);
      if (!count) continue;
      count.all += 1;
      if (written.includes(character)) count.left += 1;
    }
  }
  for (const [character, { all, left }] of counts)
    if (all > 0 && left >= LEFT_ALONE * all) found.delete(character);
  return found;
}

/** The characters of Big5 whose first byte is in a range. */
function big5Characters(first: number, last: number): ReadonlySet<string> {
  const big5 = new TextDecoder('big5');
  const found = new Set<string>();
  for (let lead = first; lead <= last; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      // Codes beyond C67E are not characters of daily use.
      if ((trail > 0x7e && trail < 0xa1) || (lead === 0xc6 && trail > 0x7e)) continue;
      found.add(big5.decode(Uint8Array.of(lead, trail)));
    }
  }
  return found;
}
