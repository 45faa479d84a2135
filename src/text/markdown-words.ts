/**
 * Escapes other people's words for Markdown, in files and in chats, so that they show as written.
 *
 * - Markdown's special characters get a backslash.
 * - An at sign that would mention people is followed by a zero-width character, because platforms look for mentions
 *   even in code and after backslashes.
 */
const MARKS = /[\\`*_~|[\]<>&{}]/gu;
/** At the beginning of a line: headings, quotations, lists, rules. */
const LINE_MARKS = /^(?=[#>+=-])/u;
const NUMBERED = /^(\d{1,9})([.)])/u;
const CALL = /@(?=everyone|here|[!&]?\d)/giu;
const NO_WIDTH = '\u200B';

/** @param isLineStart whether the text is at the start of a line */
export function markdownWords(text: string, isLineStart = false): string {
  const escaped = text.replace(CALL, `@${NO_WIDTH}`).replace(MARKS, String.raw`\$&`);
  return isLineStart ? escaped.replace(LINE_MARKS, '\\').replace(NUMBERED, String.raw`$1\$2`) : escaped;
}
