/** Parses times of day in words: "7:30", "7pm", "noon", 七點半, 下午三時十五分. */
import { spokenHour } from '../text/when/spoken-hour.ts';

export interface DayTime {
  readonly hour: number;
  readonly minute: number;
  /** It comes after the midnight that ends the day: 今晚一點, "tonight at one". */
  readonly isPastMidnight?: true;
}

const DIGITS = '零一二三四五六七八九';

/** Lower case, standard words, Western digits, single spaces: 每日七點半 becomes "每日7點半". */
export function plainWords(text: string): string {
  return asWritten(text.normalize('NFKC').toLowerCase())
    .replace(/兩(?=[點时時個小天日週周星])/g, '二')
    .replace(
      // One numeral at a time: in 逢星期一三五九點 only 九 is one.
      /(?<!星期|週|周|禮拜|[、至到])(?:[一二三四五六七八九]?十[一二三四五六七八九]?|零?[一二三四五六七八九]|零)(?=[點点時时分個个小天號号月秒])/g,
      (numeral) => String(valueOf(numeral)),
    )
    .replace(/(?<=月)[一二三四五六七八九十]+(?=日)/g, (numeral) => String(valueOf(numeral)))
    .replace(
      /(?<=[每隔])[一二三四五六七八九十]+(?=[日天週周]|星期)|^[一二三四五六七八九十]+(?=(?:[日天週周]|星期)[之以]?[後后]$)/g,
      (numeral) => String(valueOf(numeral)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function valueOf(numeral: string): number {
  const [tens, ones] = numeral.includes('十') ? numeral.split('十') : ['0', numeral];
  const digit = (sign: string | undefined, none: number): number =>
    sign === undefined || sign === '' ? none : sign === '0' ? 0 : DIGITS.indexOf(sign.at(-1)!);
  return digit(tens, 1) * 10 + digit(ones, 0);
}

const TIME = new RegExp(
  [
    String.raw`(?<zhPart>凌晨|早上|上午|中午|下午|傍晚|晚上|今晚|晚)?\s*(?<zhHour>\d{1,2})[點点時时](?:(?<half>半)|(?<quarter>[13一三])刻|(?<zhMinute>\d{1,2})分?|正|整|鐘)?`,
    String.raw`(?<part>凌晨|早上|上午|中午|下午|傍晚|晚上|晚)?\s*(?<![\d-])(?<hour>\d{1,2})[:.](?<minute>\d{2})(?::00)?\s*(?<half12>[ap]\.?m\.?)?(?![\d-])`,
    String.raw`(?<![\d-])(?<bare>\d{1,2})\s*(?<bare12>[ap]\.?m\.?)(?![a-z])`,
    String.raw`\b(?<noon>noon|midday)\b|\b(?<midnight>midnight)\b`,
  ].join('|'),
  'g',
);

/** Take the times out of a text. An impossible time stays in `rest`, where it is refused. */
export function takeTimes(words: string): { times: DayTime[]; rest: string } {
  const times: DayTime[] = [];
  const rest = words.replace(TIME, (...match) => {
    const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
    const time = timeOf(groups);
    if (!time || time.hour > 23 || time.minute > 59) return String(match[0]);
    times.push(time);
    return ' ';
  });
  return { times, rest: rest.replace(/\s+/g, ' ').trim() };
}

function timeOf(found: Readonly<Record<string, string | undefined>>): DayTime | undefined {
  if (found['noon']) return { hour: 12, minute: 0 };
  if (found['midnight']) return { hour: 0, minute: 0 };
  const minute = found['half']
    ? 30
    : found['quarter']
      ? /[1一]/.test(found['quarter'])
        ? 15
        : 45
      : Number(found['zhMinute'] ?? found['minute'] ?? 0);
  const hour = Number(found['zhHour'] ?? found['hour'] ?? found['bare']);
  const half = found['half12'] ?? found['bare12'];
  if (half)
    return hour < 1 || hour > 12
      ? undefined
      : { hour: (hour % 12) + (half.startsWith('p') ? 12 : 0), minute };
  const part = found['zhPart'] ?? found['part'];
  const isSpoken = part === undefined && /^[1-9]/.test(found['zhHour'] ?? '');
  if (isSpoken) return { hour: spokenHour(hour), minute };
  return /^今?晚上?$/.test(part ?? '')
    ? atNight({ hour, minute })
    : { hour: inPartOfDay(hour, part), minute };
}

/** The night ends at this hour. */
const MORNING = 5;

/** A time as it is said of a night: 9 is 21:00, while 12 and 1 come after midnight. */
export function atNight({ hour, minute }: DayTime): DayTime {
  if (hour === 12 || hour < MORNING) return { hour: hour % 12, minute, isPastMidnight: true };
  return { hour: hour < 12 ? hour + 12 : hour, minute };
}

function inPartOfDay(hour: number, part: string | undefined): number {
  if (part === undefined || hour > 12) return hour;
  if (/下午|傍晚|晚/.test(part)) return hour === 12 ? (part === '下午' ? 12 : 0) : hour + 12;
  if (part === '中午') return hour < 11 ? hour + 12 : hour;
  return hour === 12 ? 0 : hour;
}

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

/** Colloquial days and times become words that the parsers know: 聽朝九點 is 明天早上九點. @param words in lower case */
function asWritten(words: string): string {
  return WRITTEN.reduce((text, [spoken, written]) => text.replace(spoken, written), words);
}
