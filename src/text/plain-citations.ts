/**
 * Puts citations as this desk writes them: `[1][2]`. Models also write [1, 2], [1-3], 【1】, ［1］, 【1†source】, [^1],
 * [[1]], ([1]), [1]; [2], [Source 1], (Sources 1, 2) and [1](https://…); the address in the last is theirs, and is
 * dropped.
 */

const WORD = String.raw`(?:sources?|來源|来源)\s?[:：]?\s?`;
const NUMBERS = String.raw`\s?\^?(?:${WORD})?(\d{1,3}(?:\s?[,，、;；–-]\s?\^?(?:${WORD})?\d{1,3})*)(?:†[^[\]【】［］\n]{0,40})?\s?`;
const DOUBLE = String.raw`\[\[${NUMBERS}\]\]`;
const SINGLE = String.raw`[[【［]${NUMBERS}[\]】］]`;
const ROUND = String.raw`[(（](?=${WORD})${NUMBERS}[)）]`;
const ADDRESS = String.raw`\((?:[^()\s]|\([^()\s]*\))*(?:\s"[^"\n]*")?\)`;
const WRITTEN = new RegExp(String.raw`(?:${DOUBLE}|${SINGLE}|${ROUND})(?:${ADDRESS})?`, 'giu');
/** Several with marks between them, and all that stand in brackets of their own. */
const APART = /(?<=\[\d{1,3}\])\s?[,，、;；]\s?(?=\[\d{1,3}\])/gu;
const BRACKETED = /[(（]\s?((?:\[\d{1,3}\]\s?)+)[)）]/gu;
const RANGE = /(\d+)\s?[–-]\s?\^?(\d+)/gu;
const LONGEST_RANGE = 20;

/**
 * The text with plain citations. Brackets with no number of a source are left as they are; beside one, an unknown
 * number is kept, so that it can be refused.
 */
export function plainCitations(text: string, isSource: (n: number) => boolean): string {
  return text
    .replace(WRITTEN, (whole: string, ...lists: (string | undefined)[]) => {
      const numbers = numbersOf(lists.slice(0, 3).find((list) => list !== undefined) ?? '');
      return numbers.some(isSource) ? numbers.map((n) => `[${n}]`).join('') : whole;
    })
    .replace(APART, '')
    .replace(BRACKETED, (whole: string, cites: string) =>
      numbersOf(cites).some(isSource) ? cites.trim() : whole,
    );
}

function numbersOf(list: string): number[] {
  const spelled = list.replace(RANGE, (whole: string, from: string, to: string) => {
    const length = Number(to) - Number(from) + 1;
    if (length < 2 || length > LONGEST_RANGE) return whole;
    return Array.from({ length }, (_, at) => Number(from) + at).join(',');
  });
  return (spelled.match(/\d+/gu) ?? []).map(Number);
}
