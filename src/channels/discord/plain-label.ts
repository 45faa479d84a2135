import { shortLine } from '../../text/shorten.ts';

const MOST = 80;
/** Characters that turn the direction of what follows, and those that nobody sees. */
const TRICKS = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u2060\uFEFF\u00AD]/gu;

/** A name that somebody chose, fit to stand in a sentence: one line, no tricks with direction, not endless. */
export function plainLabel(name: string): string {
  return shortLine(name.replace(TRICKS, ''), MOST) || '(no name)';
}
