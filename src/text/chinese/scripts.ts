/**
 * The two scripts of Chinese, character by character, from OpenCC's tables. This file is small; the dictionaries of
 * words are loaded by `hong-kong.ts`.
 */
import { ConverterFactory } from 'opencc-js/core';
import HongKongVariants from 'opencc-js/dict/HKVariants';
import WordsElsewhere from 'opencc-js/dict/HKPhrasesRev';
import ToTraditional from 'opencc-js/dict/STCharacters';
import TaiwanVariants from 'opencc-js/dict/TWVariants';
import ToSimplified from 'opencc-js/dict/TSCharacters';

/** All Chinese characters are among these; most English texts have none. */
const HAS_EAST_ASIAN = /[\u2e80-\uffff]/;

/** The entries of a dictionary, in its order. */
function entriesOf(dictionary: string): [from: string, to: string][] {
  return dictionary.split('|').map((entry) => {
    const [from = '', to = ''] = entry.split(' ');
    return [from, to];
  });
}

/**
 * Fold scripts and variants so that texts can be compared: 後 and 后, and 說, 説 and 说, become one. The result is for
 * comparison only. Every character keeps its UTF-16 length, so offsets stay valid.
 */
export function scriptless(text: string): string {
  if (!HAS_EAST_ASIAN.test(text)) return text;
  return text.replace(/\p{Script=Han}/gu, (character) => folds().get(character) ?? character);
}

/**
 * A text with Hong Kong's names and words replaced by the mainland's, in Traditional characters, as a source may have
 * them.
 */
export function asElsewhere(text: string): string {
  elsewhere ??= ConverterFactory([WordsElsewhere]);
  return elsewhere(text);
}

/** Whether a character is Traditional and never occurs in Simplified text. */
export function isTraditionalOnly(character: string): boolean {
  const { toSimplified, toTraditional } = tables();
  const simplified = toSimplified.get(character);
  return simplified !== undefined && simplified !== character && !toTraditional.has(character);
}

/** The character that Hong Kong writes for a Simplified one; otherwise the character itself. */
function hongKongCharacter(character: string): string {
  const { toTraditional, variants } = tables();
  const traditional = toTraditional.get(character) ?? character;
  return variants.get(traditional) ?? traditional;
}

/** The characters that are recognisably Simplified: Hong Kong writes another for them, regardless of words. */
export function simplifiedAtFirstSight(): string[] {
  return [...tables().toTraditional.keys()].filter((character) => hongKongCharacter(character) !== character);
}

let elsewhere: ((text: string) => string) | undefined;
let read: ReturnType<typeof readTables> | undefined;
let folded: ReadonlyMap<string, string> | undefined;

function tables() {
  return (read ??= readTables());
}

function readTables() {
  return {
    toSimplified: new Map(entriesOf(ToSimplified)),
    toTraditional: new Map(entriesOf(ToTraditional)),
    variants: new Map(entriesOf(HongKongVariants)),
  };
}

function folds(): ReadonlyMap<string, string> {
  if (folded) return folded;
  const { toSimplified } = tables();
  const found = new Map(toSimplified);
  for (const [standard, variant] of [...entriesOf(HongKongVariants), ...entriesOf(TaiwanVariants)])
    if (!found.has(variant)) found.set(variant, found.get(standard) ?? standard);
  return (folded = new Map([...found].filter(([from, to]) => from.length === to.length)));
}
