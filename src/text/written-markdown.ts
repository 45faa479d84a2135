/** Markdown as language models write it, in the form in which this desk writes it. Pure. */

/** Line breaks that were escaped twice. */
const ESCAPED_BREAK = /\\n/gu;
/** Marks of a list's items that are none in chats, and numbers, which read as figures of the text. */
const LIST_MARK = /^([^\S\n]*)(?:[•‣▪●]\s*|\d{1,2}[.)]\s+)(?=\S)/gmu;

/** The text with line breaks that are some, and "- " before each item of a list. */
export function writtenMarkdown(text: string): string {
  return text.replace(ESCAPED_BREAK, '\n').replace(LIST_MARK, '$1- ');
}
