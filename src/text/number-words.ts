/** Numbers written as words: "twenty-five", "two hundred", 二十五, 三千二百. */

const ENGLISH: Readonly<Record<string, number>> = Object.fromEntries([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, (at + 2) * 10]),
]);
export const ENGLISH_SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  dozen: 12,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};
const CHINESE: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  兩: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
/** Tens in one character: 廿二 is 22. */
const CHINESE_TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30 };
/** As on cheques. Alone they are other words (大陸, 參加), so they count only before a scale: 壹佰. */
const FORMAL = '壹貳叁肆伍陸柒捌玖';
const FORMAL_SCALES: Readonly<Record<string, string>> = { 拾: '十', 佰: '百', 仟: '千' };
const CHINESE_SCALES: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1e3,
  萬: 1e4,
  万: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
};

const ONES = Object.keys(ENGLISH).join('|');
const SCALES = Object.keys(ENGLISH_SCALES).join('|');

/** The source of a pattern for an English number in words; use it with the flags `giu`. */
export const ENGLISH_NUMBER = `(?:(?:${ONES})(?:[-\\s](?:${ONES}))?(?:\\s(?:${SCALES}))*|(?:a|half a)\\s(?:${SCALES}))`;

/** The source of a pattern for a Chinese numeral. */
export const CHINESE_NUMBER = `(?:[${[CHINESE, CHINESE_TENS, CHINESE_SCALES].flatMap(Object.keys).join('')}]+|(?:[${FORMAL}][拾佰仟])[${FORMAL}拾佰仟萬億零]*)`;

/** The value of text that `ENGLISH_NUMBER` matched. */
export function englishNumber(text: string): number {
  let value = 0;
  for (const word of text.toLowerCase().split(/[-\s]+/)) {
    const scale = ENGLISH_SCALES[word];
    if (word === 'a') value = 1;
    else if (word === 'half') value = 0.5;
    else if (scale !== undefined) value = Math.max(value, value === 0 ? 1 : 0) * scale;
    else value += ENGLISH[word] ?? 0;
  }
  return text.toLowerCase().startsWith('half a') ? value / 2 : value;
}

/** The value of a number in digits, or in text that `CHINESE_NUMBER` matched. */
export function digitsOrChinese(text: string): number {
  return /^\d/.test(text) ? Number(text) : chineseNumber(text);
}

/** The value of text that `CHINESE_NUMBER` matched. Digits in a row are read one by one: 二〇二五 is 2025. */
export function chineseNumber(text: string): number {
  const characters = [...text].map(everyday);
  if (characters.length > 1 && characters.every((character) => CHINESE[character] !== undefined)) {
    return Number(characters.map((character) => CHINESE[character]).join(''));
  }
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const character of characters) {
    const scale = CHINESE_SCALES[character];
    const tens = CHINESE_TENS[character];
    if (tens !== undefined) {
      section += tens;
      digit = 0;
    } else if (scale === undefined) {
      digit = CHINESE[character] ?? 0;
    } else if (scale >= 1e4) {
      // 一萬億 is ten thousand 億, but in 三億五千萬 the greater scale stays as it is.
      const below = total % scale;
      total += (below + section + digit || 1) * scale - below;
      section = 0;
      digit = 0;
    } else {
      section += (digit || 1) * scale;
      digit = 0;
    }
  }
  return total + section + digit;
}

function everyday(character: string): string {
  const formal = FORMAL.indexOf(character);
  return formal >= 0 ? '一二三四五六七八九'.charAt(formal) : (FORMAL_SCALES[character] ?? character);
}

/** The factor of a scale after digits: "m", "bn", "million", 萬, 億; 1 for anything else. */
export function scaleOf(word: string): number {
  const plain = word.toLowerCase();
  const short: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mn: 1e6, b: 1e9, bn: 1e9, tn: 1e12 };
  return [...plain].reduce(
    (product, character) => product * (CHINESE_SCALES[character] ?? 1),
    ENGLISH_SCALES[plain] ?? short[plain] ?? 1,
  );
}
