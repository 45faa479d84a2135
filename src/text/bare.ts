/** Text reduced to letters and digits. Punctuation, case and character widths vary between outlets; words don't. */

/** The words of `text` in lower case, separated by single spaces. */
export function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Bare text with the offset of each of its characters in the original. */
export interface BareText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the offset of its character in the original. */
  readonly offsets: Int32Array;
}

/** Like `bare`, with offsets. Characters are folded one by one to keep track of them. */
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
