/** The English words that Chinese names in a text stand for, stemmed like any other word. */
import { hasHan } from '../../../text/chinese/has-han.ts';
import { tokens } from '../../../text/tokens.ts';
import { ALIAS_NAMES } from './alias-names.ts';

const ENGLISH = new Map<string, Set<string>>();
for (const [english, chinese] of Object.entries(ALIAS_NAMES))
  for (const name of chinese.split(' ')) {
    const words = ENGLISH.get(name) ?? new Set();
    for (const word of tokens(english)) words.add(word);
    ENGLISH.set(name, words);
  }
/** Longest first: 歐洲央行 is a bank before it is a continent. */
const NAMES = new RegExp([...ENGLISH.keys()].sort((a, b) => b.length - a.length).join('|'), 'gu');

/** The English names of those whom a Chinese text names. */
export function aliasesIn(text: string): string[] {
  if (!hasHan(text)) return [];
  return [...new Set([...text.matchAll(NAMES)].flatMap(([name]) => [...(ENGLISH.get(name) ?? [])]))];
}
