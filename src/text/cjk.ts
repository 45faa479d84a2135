/** Recognises Chinese, Japanese and Korean characters, and counts the length of prose. */

export const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const ALL_CJK = new RegExp(CJK.source, 'gu');
const WORD = /[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*/gu;

/** Whether a token is CJK, judged by its first letter. */
export function isCjkWord(word: string): boolean {
  return word.charCodeAt(0) > 0x1100 && CJK.test(word);
}

/** The number of CJK letters; punctuation, digits and Latin letters don't count. */
export function cjkLength(text: string): number {
  return text.match(ALL_CJK)?.length ?? 0;
}

/** The number of words outside CJK script. "1,200", "don't" and "one-off" are one word each. */
export function wordCount(text: string): number {
  return text.replace(ALL_CJK, ' ').match(WORD)?.length ?? 0;
}

/** Whether readers would call the text Chinese: a CJK letter weighs about half a word. */
export function readsAsCjk(text: string): boolean {
  const cjk = cjkLength(text);
  return cjk > 0 && cjk >= wordCount(text) * 1.5;
}

/**
 * The length of prose in a unit. In Chinese a number and a Latin word count as one character each, as editors count:
 * "AlphaFold 3在2024年" has five.
 */
export function proseLength(text: string, unit: 'words' | 'cjk'): number {
  return unit === 'cjk' ? cjkLength(text) + wordCount(text) : wordCount(text);
}
