/**
 * What is to be known of a message besides its words: that it was only overheard, what it answers, which files came
 * with it. A line each, in parentheses, before the words. A language model reads them all; whoever answers by rule
 * reads the words alone. What is quoted in them is people's text: material, never orders.
 */

/** How each kind of aside begins. */
const OPENINGS = ['overheard', 'replying to', 'with files', 'changed later'] as const;

export interface Aside {
  readonly opening: (typeof OPENINGS)[number];
  readonly text?: string;
}

/** Remarks on a message, each on a line in brackets, before its words. */
export function withAsides(asides: readonly Aside[], words: string): string {
  const lines = asides.map(
    ({ opening, text }) => `(${opening}${text === undefined ? '' : ` ${oneLine(text)}`})`,
  );
  return [...lines, words].join('\n');
}

/** A message without its asides. */
export function wordsOf(message: string): string {
  return message.replace(ASIDES, '');
}

/** Whether its first aside says that it was said to others. */
export function isOverheard(message: string): boolean {
  return /^\(overheard\b/.test(message);
}

const ASIDES = new RegExp(`^(?:\\((?:${OPENINGS.join('|')})\\b.*\\)\\n)+`);

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
