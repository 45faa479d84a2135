/** What can be told of a feed's fields before the desk is asked. Pure. */
import type { Words } from '../words/en.ts';

/** An address as people type it: without a scheme it is an https one. */
export function typedAddress(text: string): string | undefined {
  const typed = text.trim().replace(/^feed:(?:\/\/)?/i, '');
  if (typed === '') return undefined;
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]+:\d/.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return /[.:]/.test(hostname) || hostname === 'localhost' ? address : undefined;
}

/** The words of a filter, as they are typed: separated by commas of either script. */
export function typedWords(text: string): string[] {
  const words = text
    .split(/[,，、\n]/)
    .map((word) => word.trim())
    .filter(Boolean);
  return [...new Set(words)];
}

const MOST_WORDS = 50;

/** @returns what is wrong with the words of a filter, if anything is */
export function wordsProblem(text: string, { feeds: say }: Words): string | undefined {
  const { length } = typedWords(text);
  if (length === 0) return say.problems.noWords;
  return length > MOST_WORDS ? say.problems.tooManyWords(MOST_WORDS) : undefined;
}
