/** White space as a reader sees it: one space at most, and none where a line of the source was broken between two CJK characters. */
export function oneLine(text: string): string {
  return text
    .replace(BROKEN, '')
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim();
}

/** Not Korean, which writes spaces between words. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const BROKEN = new RegExp(`(?<=${CJK})[ \\t]*[\\r\\n][ \\t\\r\\n]*(?=${CJK})`, 'gu');
