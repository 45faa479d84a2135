/**
 * Remarks about a message other than its words: that it was overheard, what it replies to, its files. Each is a line
 * in parentheses before the words. Language models read them; the desk model reads only the words. Quotations in them
 * are other people's text: material, never instructions.
 */

/** How each kind of aside begins. */
const OPENINGS = ['overheard', 'replying to', 'with files', 'changed later'] as const;

export interface Aside {
  readonly opening: (typeof OPENINGS)[number];
  readonly text?: string;
}

/** Put remarks in front of a message, one per line. */
export function withAsides(asides: readonly Aside[], words: string): string {
  const lines = asides.map(
    ({ opening, text }) => `(${opening}${text === undefined ? '' : ` ${oneLine(text)}`})`,
  );
  return [...lines, words].join('\n');
}

/** A message without its remarks. */
export function wordsOf(message: string): string {
  return message.replace(ASIDES, '');
}

/** Whether the first remark says that the message was not addressed to the bot. */
export function isOverheard(message: string): boolean {
  return /^\(overheard\b/.test(message);
}

/** Whether a remark says that the message answers another one. */
export function isReply(message: string): boolean {
  return /^(?:\(.*\)\n)*\(replying to\b/.test(message);
}

const ASIDES = new RegExp(`^(?:\\((?:${OPENINGS.join('|')})\\b.*\\)\\n)+`);

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
