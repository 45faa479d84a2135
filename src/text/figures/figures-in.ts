/**
 * Finds the figures of an English or Chinese text: a numeral, its unit, and how approximate it is. Dates and clock
 * times are left out, except that 14日 and 10點, which may be either, count as both.
 */
import { memoized } from '../memoized.ts';
import { plainDigits } from '../plain-digits.ts';
import { timesIn } from '../times.ts';
import { boundOf, rangeOf } from './bounds.ts';
import type { Figure } from './figure.ts';
import { decimalsOf, numeralsIn, tidy } from './numerals.ts';
import type { Numeral } from './numerals.ts';
import { inRanges, withCompounds } from './neighbours.ts';
import { ordinalsIn } from './ordinals.ts';
import { codeFigure, partFigure } from './part-figures.ts';
import { placeOf, without } from './places.ts';
import { partsIn } from './shares.ts';
import { CURRENCY_BEFORE, UNIT_WORDS, thingAfter } from './units.ts';
import type { Unit } from './units.ts';

/** How many characters around a figure may affect it. */
const BEFORE = 24;
const AFTER = 28;
/** Dates that could also be durations, and clock times that could also be points. */
const EITHER = /^(?:\d{1,2}|[一二兩三四五六七八九十廿卅]{1,3})[日號号點点]$/u;
const CODE = /(?<![\d-])\d{4}[ -]\d{4}(?![\d-])/gu;
/** A one-character Chinese numeral counts only before something counted: 一直 and 統一 are not numbers. */
const COUNTED =
  /^[多餘]?[人名個位號男女宗間隻輛架艘次歲天日週周年月倍成元票項座棟戶家所場條張點件份級層屆輪枚支把台部套班頭棵株批隊針粒顆匹頁章集封份瓶箱袋桶副對組類道席處門科堂幅幢朵方歲度段節段集届球局盤]/u;
/** 七比二, 兩至三星期. */
const SCORED = /^比[一二兩三四五六七八九十零\d]/u;
const ENDS_RANGE = /^[至到][二兩三四五六七八九十][多餘]?(?:個?(?:星期|月|小時)|[人名歲天日週周年倍元分米])/u;
const VAGUE = /[數幾好上](?:[十百千萬])?$/u;

/** All figures, in order; a mention with several readings gives several figures at one place. */
export const figuresIn = memoized(readFigures);

function readFigures(text: string): Figure[] {
  const plain = plainDigits(text);
  return plainFiguresIn(plain.text).map((figure) => {
    const [start, end] = [plain.original(figure.start), plain.original(figure.end)];
    return { ...figure, text: text.slice(start, end), start, end };
  });
}

function plainFiguresIn(text: string): Figure[] {
  const times = timesIn(text).filter((time) => !EITHER.test(time.text));
  const parts = without(partsIn(text), times).map((part) => partFigure(part, text));
  const ordinals = without(ordinalsIn(text), [...times, ...parts]);
  const codes = without([...text.matchAll(CODE)].map(placeOf), times).map((place) => codeFigure(place, text));
  const taken = [...times, ...parts, ...ordinals, ...codes];
  const numerals = without(numeralsIn(text), taken);
  const counted = numerals.map((numeral) => readingsOf(numeral, text)).filter((one) => one.length > 0);
  const halves = without(halvesIn(text), [
    ...taken,
    ...counted.map(([one]) => one).filter((one) => one !== undefined),
  ]);
  const all = [...withCompounds(inRanges([...counted, ...halves.map((one) => [one])], text), text)];
  return [...parts, ...ordinals, ...codes, ...all.flat()].sort((a, b) => a.start - b.start);
}

/** The readings of a numeral; none when it is not a figure. */
function readingsOf(numeral: Numeral, text: string): Figure[] {
  const before = text.slice(Math.max(0, numeral.start - BEFORE), numeral.start);
  const rest = text.slice(numeral.end, numeral.end + AFTER);
  const currency = CURRENCY_BEFORE.find(([pattern]) => pattern.test(before));
  if (
    numeral.form === 'digits' &&
    currency === undefined &&
    /[\p{L}_]-?$|\d[-.]$/u.test(before) &&
    !/\p{Script=Han}$|\d-$/u.test(before)
  )
    return [];
  if (numeral.form !== 'digits' && VAGUE.test(before)) return [];
  if (numeral.form === 'han' && /^[幾數]/u.test(rest)) return [];
  const suffix = suffixOf(rest);
  if (numeral.form === 'words' && numeral.value === 1 && suffix === undefined) return [];
  if (numeral.form === 'han' && !isCounted(numeral, text, rest, suffix)) return [];
  return unitsOf(numeral, { before, rest, currency: currency?.[1], suffix }).map((unit) =>
    figure(numeral, unit, { text, before, rest, prefix: currency?.[0].exec(before)?.[0] ?? '', suffix }),
  );
}

interface Suffix {
  readonly units: readonly Unit[];
  /** Characters from the numeral's end to the unit's. */
  readonly length: number;
  /** Whether half a unit is added. */
  readonly half: boolean;
  readonly over: boolean;
}

function suffixOf(rest: string): Suffix | undefined {
  const gap = /^(?:\s?(?:多|餘|來)?個?(?:多)?(半)?)/u.exec(rest);
  const inARow = /^\s(?:straight|consecutive|successive|whole|full|more|further)\s/u.exec(rest)?.[0].length;
  const andHalf = /^\sand\sa\shalf[\s-]/u.exec(rest)?.[0].length;
  for (const skipped of new Set([
    ...(andHalf === undefined ? [] : [andHalf]),
    0,
    /^[\s-]/u.exec(rest)?.[0].length ?? 0,
    gap?.[0].length ?? 0,
    inARow ?? 0,
  ])) {
    for (const { pattern, units } of UNIT_WORDS) {
      pattern.lastIndex = skipped;
      const match = pattern.exec(rest);
      if (match === null || match[0] === '') continue;
      const end = skipped + match[0].length;
      const halfBefore = /半|and a half/u.test(rest.slice(0, skipped));
      const halfAfter = /^(?:半(?![年月日小天個])|\sand\sa\shalf\b)/u.exec(rest.slice(end))?.[0] ?? '';
      return {
        units,
        length: end + halfAfter.length,
        half: halfBefore || halfAfter !== '',
        over: /[多餘]/u.test(rest.slice(0, skipped)),
      };
    }
  }
  return undefined;
}

function isCounted({ start, end }: Numeral, text: string, rest: string, suffix: Suffix | undefined): boolean {
  const said = text.slice(start, end);
  const before = text.slice(0, start);
  if (SCORED.test(rest) || /[一二兩三四五六七八九十零\d]比$/u.test(before)) return true;
  if (ENDS_RANGE.test(rest)) return true;
  // A penalty kick.
  if (said === '十二' && rest.startsWith('碼')) return false;
  // Once, twice: 一度升至, 兩度收到.
  if (/^[一兩三]$/u.test(said) && /^度(?=[\p{Script=Han}])(?![至到以的高低左右電])/u.test(rest)) return false;
  if (said === '一') return suffix !== undefined && !/[統第唯同萬這那每有另某]$/u.test(before);
  if (/^[百千萬億兆]$/u.test(said)) return false;
  if (said === '十') return suffix !== undefined || COUNTED.test(rest);
  return [...said].length > 1 || suffix !== undefined || COUNTED.test(rest);
}

interface Surroundings {
  readonly before: string;
  readonly rest: string;
  readonly currency: string | undefined;
  readonly suffix: Suffix | undefined;
}

const AT_SPEED = /(?:每小時|時速|風速|陣風|車速)(?:最高|高達|可達|可以|只有|[約逾達近為僅可])*$/u;

function unitsOf(
  { form, scale }: Numeral,
  { before, rest, currency, suffix }: Surroundings,
): readonly Unit[] {
  if (currency !== undefined) {
    // 人民幣20億元 and HK$50: the currency in front is the more precise one.
    return [{ dimension: 'money', name: currency, factor: 1 }];
  }
  const units = suffix?.units ?? [];
  if (
    units[0]?.dimension === 'length' &&
    (AT_SPEED.test(before) || /^[公英]里的?(?:限速|時速|車速)/u.test(rest))
  ) {
    return units
      .slice(0, 1)
      .map((unit) => ({ ...unit, dimension: 'speed' as const, factor: unit.factor / 3600 }));
  }
  if (/(?:攝氏|攝氏零下)(?:約)?$/u.test(before)) return [{ dimension: 'temperature', name: 'C', factor: 1 }];
  // 度 here means times: 八度代表 is eight caps.
  if (suffix !== undefined && form === 'han' && OFTEN.test(rest))
    return [{ dimension: 'count', name: '', factor: 1 }];
  // 樓齡45年 is an age; 45年歷史 may also be how long something has been known.
  if (units[0]?.name === 'year' && units[0].dimension === 'months') {
    if (/[樓船車機屋][齡](?:已有|已達|[約逾達近為僅是有])*$/u.test(before) || /^年[樓船車機屋]齡/u.test(rest))
      return [OLD];
    if (/^年(?:的)?歷史/u.test(rest)) return [...units, OLD];
  }
  if (units.length > 0) return units;
  if (/\b(?:aged?|age of)\s$/iu.test(before) && !/^\s(?:to|and)\s\d+\s(?:month|week|day)/u.test(rest))
    return [OLD];
  // "0.4 points higher" may be percentage points.
  if (/^\spoints?\b/u.test(rest))
    return [{ dimension: 'count', name: 'point', factor: 1 }, PERCENTAGE_POINTS];
  const count: Unit = { dimension: 'count', name: thingAfter(rest) ?? '', factor: 1 };
  // "208m tall": millions, or metres.
  return form === 'digits' && scale === 1e6 && !/^[bn]/iu.test(rest)
    ? [count, { dimension: 'length', name: 'm', factor: 1e-6 }]
    : [count];
}

/** 度 meaning "times". */
const OFTEN =
  /^度(?:代表|入選|入圍|入閣|奪|獲|贏|勝|出任|擔任|參[加選賽與]|當選|連任|落選|登[上台]|訪|改|被|遭|提名|掛帥|上陣|出席|來)/u;
const OLD: Unit = { dimension: 'age', name: 'year', factor: 1 };
const PERCENTAGE_POINTS: Unit = { dimension: 'points', name: 'pp', factor: 1 };

function figure(
  numeral: Numeral,
  { dimension, name, factor }: Unit,
  around: { text: string; before: string; rest: string; prefix: string; suffix: Suffix | undefined },
): Figure {
  const { text, before, rest, prefix, suffix } = around;
  const own = dimension !== 'count' || name === '' ? suffix : undefined;
  const told = multiple(numeral.value + (own?.half ? 0.5 : 0), dimension, before);
  const start = numeral.start - prefix.length;
  const end = numeral.end + (dimension === 'count' ? 0 : (own?.length ?? 0));
  const bound = own?.over
    ? 'over'
    : boundOf(text.slice(Math.max(0, start - BEFORE), start), text.slice(end, end + 8) || rest);
  const step = Math.max(numeral.step, rounded(numeral, dimension, text));
  const sign = dimension === 'temperature' && MINUS.test(before) ? -1 : 1;
  const [low, high] = rangeOf(told, bound, step).map((value) => tidy(value * factor));
  return {
    text: text.slice(start, end),
    start,
    end,
    value: tidy(sign * told * factor),
    ...(factor !== 1 && { told }),
    dimension,
    unit: name,
    low: sign < 0 ? -(high ?? told) : (low ?? told),
    high: sign < 0 ? -(low ?? told) : (high ?? told),
    inWords: numeral.form !== 'digits',
    // Periods like 未來一年 and 前一日 are relative to the time of writing; 逾百萬 may be much more.
    loose:
      /^[百千萬億]/u.test(text.slice(numeral.start)) ||
      (numeral.form !== 'digits' &&
        numeral.value === 1 &&
        !suffix?.half &&
        /^(?:seconds|months)$/u.test(dimension)),
  };
}

const MINUS = /(?:\bminus\s|零下|(?<![\p{L}\d])[-−–])$/iu;

/** 增加兩倍 is three times as much; 是兩倍 and 增至兩倍 are two. */
function multiple(value: number, dimension: Figure['dimension'], before: string): number {
  return dimension === 'ratio' &&
    /(?:升|增|加|多|漲|高|長|貴|擴大|升值|增值|增長|高出|多出|[升增加漲]幅[達為]?)(?:了|超過|接近|[約逾近])*$/u.test(
      before,
    )
    ? value + 1
    : value;
}

/** "1.2%" may stand for 1.23%, "£14" for £14.20; what is counted is exact. */
function rounded(
  { start, end, form, scale, told }: Numeral,
  dimension: Figure['dimension'],
  text: string,
): number {
  if (
    form === 'han' ||
    scale > 1 ||
    /^(?:count|age|ordinal|code|months|seconds|points|rate|ratio)$/u.test(dimension)
  )
    return 0;
  const step = 10 ** -decimalsOf(text.slice(start, end));
  // Nobody rounds 0.5% to 1%.
  return Math.min(step, told * 0.25);
}

/** Half a year, 半年, 個半小時, "an hour and a half", "a fortnight": one or half of a unit. */
function halvesIn(text: string): Figure[] {
  const pattern =
    /(?<half>\bhalf[\s-](?:an?\s)?|(?<![\d一二兩三四五六七八九十多上下])半(?:個)?)|(?<oneHalf>(?<![\d一二兩三四五六七八九十])個半)|(?<one>\b(?:an?|one)\s)/giu;
  return [...text.matchAll(pattern)].flatMap((match) => {
    const { half, oneHalf } = match.groups ?? {};
    const numeralEnd = match.index + match[0].length;
    const suffix = suffixOf(text.slice(numeralEnd, numeralEnd + AFTER));
    const unit = suffix?.units[0];
    if (
      suffix === undefined ||
      unit === undefined ||
      !/^(?:seconds|months|length|weight)$/u.test(unit.dimension)
    )
      return [];
    const told = (half !== undefined ? 0.5 : oneHalf !== undefined ? 1.5 : 1) + (suffix.half ? 0.5 : 0);
    const end = numeralEnd + suffix.length;
    const value = told * unit.factor;
    const place = { text: text.slice(match.index, end), start: match.index, end };
    const { dimension, name } = unit;
    // Over half an hour is less than one, and 近半年 not half of that.
    const bound = boundOf(
      text.slice(Math.max(0, match.index - BEFORE), match.index),
      text.slice(end, end + 8),
    );
    const [low, high] = [bound === 'nearly' ? value * 0.7 : value, bound === 'over' ? value * 1.9 : value];
    return [{ ...place, value, low, high, dimension, unit: name, inWords: true, loose: told === 1 }];
  });
}
