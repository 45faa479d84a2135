/**
 * Words of others inside Markdown, of files and of chats: they show as they stand, whoever reads them.
 *
 * - What means something to Markdown has a backslash before it.
 * - An at sign that would call people is followed by a character without width: platforms look for calls in code and
 *   behind backslashes, too.
 */
const MARKS = /[\\`*_~|[\]<>&{}]/gu;
/** At the beginning of a line: headings, quotations, lists, rules. */
const LINE_MARKS = /^(?=[#>+=-])/u;
const NUMBERED = /^(\d{1,9})([.)])/u;
const CALL = /@(?=everyone|here|[!&]?\d)/giu;
const NO_WIDTH = '\u200B';

/** @param isLineStart whether it stands at the beginning of a line. */
export function markdownWords(text: string, isLineStart = false): string {
  const escaped = text.replace(CALL, `@${NO_WIDTH}`).replace(MARKS, String.raw`\$&`);
  return isLineStart ? escaped.replace(LINE_MARKS, '\\').replace(NUMBERED, String.raw`$1\$2`) : escaped;
}
