import { shortLine } from '../../text/shorten.ts';

const MOST = 80;
/** Characters that change the text's direction, and invisible ones. */
const TRICKS = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060\uFEFF\u00AD]/gu;

/** A user-chosen name made safe for a sentence: one line, no direction changes, limited length. */
export function plainLabel(name: string): string {
  return shortLine(name.replace(TRICKS, ''), MOST) || '(no name)';
}
