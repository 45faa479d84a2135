/**
 * Numbers in prose with values and units, English and Chinese: 12%, £3.4m, 1,200, HK$5 billion, twelve, 十二, 3億. Equal
 * amounts get equal values however they are written.
 */
import { CHINESE_NUMBER, ENGLISH_NUMBER, chineseNumber, englishNumber, scaleOf } from './number-words.ts';
import { plainDigits } from './plain-digits.ts';
import { timesIn } from './times.ts';

export interface NumberMention {
  /** As written in the text, unit included. */
  readonly text: string;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** In single units: "£3.4m" is 3,400,000. */
  readonly value: number;
  /** `%`, a normalised currency sign (`£`, `$`, `HK$`, `元` …), or empty for a plain count. */
  readonly unit: string;
  /** True for parts of dates and clock times, years included. */
  readonly time: boolean;
}

const CURRENCY = 'HK\\$|US\\$|NT\\$|A\\$|C\\$|S\\$|港幣|港元|美元|人民幣|RMB|HKD|USD|GBP|EUR|[£€$¥]';
const DIGITS = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
/** Digits mixed with scales: 3億5000萬, 1萬2000. */
const MIXED =
  '\\d+(?:\\.\\d+)?(?:[兆億亿]\\d{1,4}[百千]?[萬万億亿])(?:\\d{3,4}(?![\\d,.]))?|\\d+[萬万](?:\\d{3,4}(?![\\d,.])|[1-9][百千])';
const SCALE =
  '\\s?(?:hundred|thousand|million|billion|trillion|dozen)\\b|(?:bn|tn|mn|[kmb])(?![\\p{L}])|[百千]?[萬万億亿兆]|[百千](?![\\p{L}\\p{N}]*年)';
const UNIT =
  '(?:p(?![\\p{L}\\p{N}])|\\s?pence\\b)|\\s?(?:%|％|per\\s?cent\\b|percent\\b|percentage points?\\b|個百分點|港元|美元|人民幣|英鎊|歐元|日圓|元|pounds?\\b|dollars?\\b|euros?\\b|yuan\\b)';
/** A Chinese numeral counts when it is compound or something is counted: 一直 and 統一 are not numbers. */
const COUNTED = '[人名個星小秒鐘宗間隻輛架艘次歲天日週周年月億萬倍成元票項座棟戶位家所場條張點分]';

const PATTERN = new RegExp(
  [
    `(?:(?<currency>${CURRENCY})\\s?)?(?:(?<mixed>${MIXED})|(?<digits>${DIGITS})(?<scale>${SCALE})?)(?<unit>${UNIT})?`,
    `(?<percent>百分之(?:${CHINESE_NUMBER}|\\d+(?:\\.\\d+)?))`,
    `\\b(?<words>${ENGLISH_NUMBER})\\b(?<wordsUnit>${UNIT})?`,
    `(?<han>${CHINESE_NUMBER})(?:多|餘)?(?<hanUnit>港元|美元|元)?`,
  ].join('|'),
  'giu',
);

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/%|％|per|百分/iu, '%'],
  [/HK\$|港|HKD/iu, 'HK$'],
  [/^(?:£|GBP)|pound|^p(?:ence)?$|英鎊/iu, '£'],
  [/€|EUR|歐/iu, '€'],
  [/¥|RMB|人民幣|yuan/iu, '¥'],
  [/日圓/u, '円'],
  [/NT\$/iu, 'NT$'],
  [/US\$|USD|美元|^\$|dollar/iu, '$'],
  [/元/u, '元'],
];

/** All numbers of `text`, in order. A bare "one" is left out, as it is mostly a pronoun. */
export function numbersIn(text: string): NumberMention[] {
  const plain = plainDigits(text);
  return plainNumbersIn(plain.text).map((number) => {
    const [start, end] = [plain.original(number.start), plain.original(number.end)];
    return { ...number, text: text.slice(start, end), start, end };
  });
}

function plainNumbersIn(text: string): NumberMention[] {
  const times = timesIn(text);
  let nextTime = 0;
  const found: NumberMention[] = [];
  for (const match of text.matchAll(PATTERN)) {
    const value = valueOf(match, text);
    if (value === undefined) continue;
    const raw = match[0];
    const start = match.index + (raw.length - raw.trimStart().length);
    const end = match.index + raw.length;
    while ((times[nextTime]?.end ?? Infinity) <= start) nextTime++;
    const time = (times[nextTime]?.start ?? Infinity) < end;
    found.push({ text: raw.trim(), start, end, value, unit: unitOf(match), time });
  }
  return found;
}

function valueOf(match: RegExpMatchArray, text: string): number | undefined {
  const { digits, scale, mixed, percent, words, wordsUnit, han } = match.groups ?? {};
  if (digits !== undefined || mixed !== undefined) {
    const before = text.slice(Math.max(0, (match.index ?? 0) - 3), match.index);
    // "A380", "Covid-19" and "v2.1" are names; "10-12" is a range, so both ends count.
    if (
      match.groups?.['currency'] === undefined &&
      /\p{L}-?$/u.test(before) &&
      !/\p{Script=Han}$/u.test(before)
    ) {
      return undefined;
    }
    const sum = mixed === undefined ? scaled(digits ?? '', scale ?? '') : sumOf(mixed);
    const pence = match.groups?.['currency'] === undefined ? partOf(match.groups?.['unit']) : 1;
    return tidy(sum * pence);
  }
  if (percent !== undefined) {
    const part = percent.slice('百分之'.length);
    return /^\d/.test(part) ? Number(part) : chineseNumber(part);
  }
  if (words !== undefined) {
    if (/^one$/i.test(words) && wordsUnit === undefined) return undefined;
    return tidy(englishNumber(words) * partOf(wordsUnit));
  }
  if (han === undefined) return undefined;
  const after = text.slice((match.index ?? 0) + match[0].length);
  const single = [...han].length === 1;
  if (single && (!new RegExp(`^${COUNTED}`, 'u').test(after) || /^[一十百千萬億兆]$/u.test(han)))
    return undefined;
  if (/^[百千萬万億亿兆]+$/u.test(han)) return undefined; // "millions of" is not a number
  return chineseNumber(han);
}

/** Pence are converted to pounds. */
function partOf(unit = ''): number {
  return /^\s?p(?:ence)?$/iu.test(unit) ? 0.01 : 1;
}

function scaled(digits: string, scale: string): number {
  return Number(digits.replaceAll(',', '')) * scaleOf(scale.trim());
}

function sumOf(mixed: string): number {
  const parts = [...mixed.matchAll(/(\d+(?:\.\d+)?)(\D*)/gu)];
  return parts.reduce((sum, [, digits = '', scale = '']) => sum + scaled(digits, scale), 0);
}

function unitOf(match: RegExpMatchArray): string {
  const groups = match.groups ?? {};
  if (groups['percent'] !== undefined) return '%';
  const written = (
    groups['currency'] ??
    groups['unit'] ??
    groups['wordsUnit'] ??
    groups['hanUnit'] ??
    ''
  ).trim();
  return UNITS.find(([pattern]) => pattern.test(written))?.[1] ?? '';
}

/** 3.4 × 1,000,000 is 3,399,999.9999999995 in floating point. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
