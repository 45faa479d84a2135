/** What a message in Markdown says, without the marks: for showing a piece of it in another text. */
const LINE_MARKS = /^(?:\s*(?:>|#{1,6}(?= )|-#(?= )|[-*](?= )))+\s?/gmu;
const LABELLED = /\[([^[\]\n]{1,500})\]\(<?https?:\/\/[^\s()<>]{1,2000}>?\)/gu;
/** Links in angles, mentions and moments: who reads a piece of a text follows none. */
const ANGLED = /<(?:https?:\/\/|[#@][!&]?|t:|chat:)[^\s<>]{1,2000}>/gu;
const EMPHASIS =
  /\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,2}(?=\S)|(?<=\S)_{1,2}(?![\p{L}\p{N}])/gu;

/** The words of a Markdown text, without its marks. */
export function bareMarkdown(text: string): string {
  return text
    .replace(LINE_MARKS, '')
    .replace(LABELLED, '$1')
    .replace(ANGLED, '')
    .replace(EMPHASIS, '')
    .replace(/\\([!-/:-@[-`{-~])/gu, '$1');
}
