/** Replaces colloquial days and times by the words that the schedule parsers know: 聽朝九點 becomes 明天早上九點. */

const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/^tonight\b/, 'today night'],
  [/一次$/u, ''],
  [/禮拜/gu, '星期'],
  [/^(?:聽|明)(?:日|天)?(?:朝早|朝|早)(?!上)/u, '明天早上'],
  [/^(?:聽|明)晚/u, '明天晚上'],
  [/^(?:聽|明)日/u, '明天'],
  [/^今晚/u, '今天晚上'],
  [/^今(?:朝早|朝|早)/u, '今天早上'],
  [/^今日/u, '今天'],
  [/^後日/u, '後天'],
  [/^每(?:朝早?|早)(?!上)/u, '每日早上'],
  [/^每晚(?!上)/u, '每日晚上'],
  [/^每逢個?/u, '逢'],
  [/^(?:逢|每個)[日天]/u, '每日'],
  [/^逢(?=平日|工作日)/u, '每個'],
  [/[及和同，]/gu, '、'],
  [/朝早|朝(?=\s*[\d一二兩三四五六七八九十])|清晨|上晝/gu, '早上'],
  [/下晝|晏晝/gu, '下午'],
  [/夜晚/gu, '晚上'],
  [/[的嘅]/gu, ''],
  [/(?<!分)(?:個鐘頭?|鐘頭)|(?<=半)鐘/gu, '小時'],
];

/** @param words in lower case */
export function asWritten(words: string): string {
  return WRITTEN.reduce((text, [spoken, written]) => text.replace(spoken, written), words);
}
