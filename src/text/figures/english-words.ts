/** English numbers in words: "twenty-five", "fifteen hundred", "two hundred and six", "a dozen", "half a million". */
import { ENGLISH_SCALES } from '../number-words.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const SMALL = `(?:${TENS.join('|')})(?:[-\\s](?:${ONES.slice(1, 10).join('|')})\\b)?|(?:${ONES.join('|')})`;
const SCALE = `(?:${Object.keys(ENGLISH_SCALES).join('|')})`;
/** The source of a pattern; flags `iu`. */
export const WORDS = [
  `half a (?:million|billion|trillion|dozen)`,
  `(?:(?:a|${SMALL})\\s${SCALE}\\b(?:\\s${SCALE}\\b)*(?:\\s(?:and\\s)?(?:${SMALL})\\b(?:\\s${SCALE}\\b)*)*)`,
  `(?:${SMALL})\\b`,
].join('|');

/** The value of what `WORDS` matched. */
export function wordsValue(words: string): number {
  const all = words.toLowerCase().split(/[-\s]+/u);
  if (all[0] === 'half') return (ENGLISH_SCALES[all[2] ?? ''] ?? 1) / 2;
  let [total, group] = [0, 0];
  for (const one of all) {
    const scale = ENGLISH_SCALES[one];
    if (one === 'a') group = 1;
    else if (scale === undefined) group += valueOf(one);
    else if (scale <= 100) group = (group || 1) * scale;
    else {
      total = (total + (group || 1)) * scale;
      group = 0;
    }
  }
  return total + group;
}

function valueOf(one: string): number {
  const tens = TENS.indexOf(one);
  return tens >= 0 ? (tens + 2) * 10 : Math.max(0, ONES.indexOf(one));
}
