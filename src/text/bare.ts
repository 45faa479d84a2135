/** Text as letters and figures alone: marks, case and widths differ from house to house, words don't. */

/** The words of `text` in lower case, one space between them. */
export function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Bare text that knows where each of its characters stood. */
export interface BareText {
  readonly text: string;
  /** For each UTF-16 unit of `text`: the offset of the character of the original that it came from. */
  readonly offsets: Int32Array;
}

/** Like `bare`, with offsets. Characters are folded one by one, so that places stay known. */
export function bareWithOffsets(text: string): BareText {
  const units: string[] = [];
  const offsets: number[] = [];
  const put = (unit: string, at: number) => {
    units.push(unit);
    offsets.push(at);
  };
  let at = 0;
  for (const character of text) {
    for (const unit of fold(character)) {
      if (unit !== ' ') for (let n = 0; n < unit.length; n++) put(unit.charAt(n), at);
      else if (units.length > 0 && units.at(-1) !== ' ') put(' ', at);
    }
    at += character.length;
  }
  if (units.at(-1) === ' ') {
    units.pop();
    offsets.pop();
  }
  return { text: units.join(''), offsets: Int32Array.from(offsets) };
}

function fold(character: string): string[] {
  if (/^[a-z0-9]$/.test(character)) return [character];
  return [...character.normalize('NFKC').toLowerCase()].map((one) => (/[\p{L}\p{N}]/u.test(one) ? one : ' '));
}
