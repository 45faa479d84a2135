/** What stands between quotation marks: “…”, "…", 「…」, 『…』 and ‘…’ where it is no apostrophe. At most 1,000 characters. */

interface Quotation {
  /** Without the marks. */
  readonly text: string;
  /** UTF-16 offsets of the text without the marks, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const PATTERN =
  /“([^”\n]{1,1000})”|"([^"\n]{1,1000})"|「([^」\n]{1,1000})」|『([^』\n]{1,1000})』|(?<![\p{L}\p{N}])‘([^’\n]{1,1000}(?:’(?=\p{L})[^’\n]{0,1000}){0,20})’(?!\p{L})/gu;

/** Every closed quotation of `text`, in order; of nested ones the outer. */
export function quotationsIn(text: string): Quotation[] {
  return [...text.matchAll(PATTERN)].map((match) => ({
    text: match[0].slice(1, -1),
    start: match.index + 1,
    end: match.index + match[0].length - 1,
  }));
}
