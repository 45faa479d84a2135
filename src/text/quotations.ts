/**
 * Finds text in quotation marks: “…”, "…", «…», 「…」, 『…』, ﹁…﹂, ﹃…﹄, and ‘…’ and '…' where they are not apostrophes.
 * At most 1,000 characters each.
 */

interface Quotation {
  /** Without the marks. */
  readonly text: string;
  /** Without the marks; UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const PAIRS = ['“”', '""', '«»', '「」', '『』', '﹁﹂', '﹃﹄', '｢｣', '＂＂'];
/** Between single marks, a mark before a letter is an apostrophe. "'90s" opens nothing. */
const SINGLE = [
  '(?<![\\p{L}\\p{N}])‘[^’\\n]{1,1000}(?:’(?=\\p{L})[^’\\n]{0,1000}){0,20}’(?!\\p{L})',
  "(?<![\\p{L}\\p{N}'])'(?![\\s']|\\d0s|(?:tis|twas|em|til|cause|n)\\b)[^'\\n]{1,1000}(?:'(?=\\p{L})[^'\\n]{0,1000}){0,20}(?<!\\s)'(?![\\p{L}\\p{N}])",
];
const PATTERN = new RegExp(
  [...PAIRS.map(([open, close]) => `${open}[^${close}\\n]{1,1000}${close}`), ...SINGLE].join('|'),
  'giu',
);

/** All closed quotations of `text`, in order; of nested ones the outer. */
export function quotationsIn(text: string): Quotation[] {
  return [...text.matchAll(PATTERN)].map((match) => ({
    text: match[0].slice(1, -1),
    start: match.index + 1,
    end: match.index + match[0].length - 1,
  }));
}
