import { withoutUnseen } from '../../text/links.ts';
import { withoutC1 } from '../../web-fetch/windows-1252.ts';

/**
 * Normalize white space: single spaces, none where a line break separated two CJK characters; no control characters, and none
 * that turn the direction of writing.
 */
export function oneLine(text: string): string {
  return withoutUnseen(withoutC1(text).replace(/[\v\f]/g, ' '))
    .replace(BROKEN, '')
    .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
    .trim();
}

/** Not Korean, which uses spaces between words. */
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]';
const BROKEN = new RegExp(`(?<=${CJK})[ \\t]*[\\r\\n][ \\t\\r\\n]*(?=${CJK})`, 'gu');
