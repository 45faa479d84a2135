import { withoutUnseen } from '../../text/links.ts';
import { withoutC1 } from '../../web-fetch/windows-1252.ts';

/**
 * Normalize white space: single spaces, none where a line break separated two CJK characters; no control characters, and none
 * that turn the direction of writing.
 */
export function oneLine(text: string): string {
  const seen = withoutUnseen(withoutC1(text).replace(/[\v\f]/g, ' '));
  const joined = MAY_BE_CJK.test(seen) ? seen.replace(BROKEN, '') : seen;
  return joined.replace(BLANKS, ' ').trim();
}

/** Blanks that are not one space already. */
const BLANKS = /[\s\u200b]{2,}|[^\S ]|\u200b/g;

/** Not Korean, which uses spaces between words. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
/** Looking around each line break takes long in a text that has none of it. */
const MAY_BE_CJK = /[\u2e80-\uffff]/;
const BROKEN = new RegExp(`(?<=${CJK})[ \\t]*[\\r\\n][ \\t\\r\\n]*(?=${CJK})`, 'gu');
