/**
 * The dimensions and units of figures in English and Chinese, with factors to base units: per cent, one of a
 * currency, metre, square[ -]metre, gram, second, month, watt, byte, litre, metre per second.
 *
 * A word may have several readings: 呎 is a foot or a square foot, pounds are money or a weight.
 */
export type Dimension =
  | 'count'
  | 'percent'
  | 'points'
  | 'rate'
  | 'ratio'
  | 'money'
  | 'length'
  | 'area'
  | 'weight'
  | 'speed'
  | 'temperature'
  | 'seconds'
  | 'months'
  | 'age'
  | 'power'
  | 'energy'
  | 'data'
  | 'volume'
  | 'quarter'
  | 'half-year'
  | 'ordinal'
  | 'code';

export interface Unit {
  readonly dimension: Dimension;
  /** A currency, a temperature scale, a kind of thing, or the unit's name. */
  readonly name: string;
  readonly factor: number;
}

/** A pattern that is tried at the end of a figure, with its readings. */
export interface UnitWord {
  readonly pattern: RegExp;
  readonly units: readonly Unit[];
}

const unit = (dimension: Dimension, name: string, factor = 1): Unit => ({ dimension, name, factor });
const word = (source: string, ...units: readonly Unit[]): UnitWord => ({
  pattern: new RegExp(`(?:${source})`, 'iuy'),
  units,
});

const POUND_GRAMS = 453.592;
const MONEY: readonly UnitWord[] = [
  word('元人民幣|人民幣|yuan\\b|renminbi\\b|RMB\\b|CNY\\b', unit('money', 'CNY')),
  word('元?(?:新台幣|新臺幣|台幣)|new taiwan dollars?\\b|taiwan dollars?\\b', unit('money', 'TWD')),
  word('元?(?:港元|港幣|港紙)|hong kong dollars?\\b|HKD\\b', unit('money', 'HKD')),
  word('(?:美元|美金)|(?:US|U\\.S\\.|american) dollars?\\b|USD\\b', unit('money', 'USD')),
  word('澳元|澳幣|australian dollars?\\b', unit('money', 'AUD')),
  word('加元|加幣|canadian dollars?\\b', unit('money', 'CAD')),
  word('坡元|新加坡元|singapore dollars?\\b', unit('money', 'SGD')),
  word('紐元|new zealand dollars?\\b', unit('money', 'NZD')),
  word('歐元|euros?\\b|EUR\\b', unit('money', 'EUR')),
  word('英鎊|pounds? sterling\\b|GBP\\b|quid\\b', unit('money', 'GBP')),
  word('日圓|日元|円|(?:japanese )?yen\\b', unit('money', 'JPY')),
  word('瑞士法郎|瑞郎|swiss francs?\\b|CHF\\b', unit('money', 'CHF')),
  word(
    '韓圜|韓元|(?:south korean |korean )?won\\b(?=[ ,.;)]|$)(?!\\s(?:the|a|by|in|at|two|three)\\b)',
    unit('money', 'KRW'),
  ),
  word('盧比|(?:indian )?rupees?\\b', unit('money', 'INR')),
  word('盧布|(?:russian )?roubles?\\b|rubles?\\b', unit('money', 'RUB')),
  word('泰銖|(?:thai )?baht\\b', unit('money', 'THB')),
  word('披索|pesos?\\b', unit('money', 'PHP')),
  word('便士|pence\\b|p(?![\\p{L}\\p{N}]|\\.\\p{L})', unit('money', 'GBP', 0.01)),
  word('港仙|HK ?cents?\\b', unit('money', 'HKD', 0.01)),
  word('(?:歐元|歐羅)仙|(?:euro|eurozone) cents?\\b', unit('money', 'EUR', 0.01)),
  word('美仙|US cents?\\b', unit('money', 'USD', 0.01)),
  word('仙(?![人女姑境丹草鶴侶子跡])|cents?\\b', unit('money', '$', 0.01)),
  word('角(?![色度落逐])|毫子?(?![米升克無不])', unit('money', '元', 0.1)),
  word('克朗|kron(?:a|or|e|er|ur)\\b|crowns\\b', unit('money', 'krone')),
  word('里拉|(?:turkish )?lira\\b', unit('money', 'TRY')),
  word('令吉|ringgit\\b', unit('money', 'MYR')),
  word('蘭特|rand\\b', unit('money', 'ZAR')),
  word('dollars?\\b|bucks\\b', unit('money', '$')),
  word('元|蚊|塊錢', unit('money', '元')),
];
const MEASURES: readonly UnitWord[] = [
  word('平方公里|square[ -]kilomet(?:re|er)s?\\b|sq\\.? km\\b|km²', unit('area', 'km²', 1e6)),
  word('平方英里|平方哩|square[ -]miles?\\b|sq\\.? miles?\\b', unit('area', 'sq mi', 2_589_988)),
  word('平方米|平方公尺|square[ -]met(?:re|er)s?\\b|sq\\.? ?m\\b|m²|sqm\\b', unit('area', 'm²')),
  word('平方呎|平方英尺|方呎|square[ -]f(?:ee|oo)t\\b|sq\\.? ?ft\\b', unit('area', 'sq ft', 0.092903)),
  word('公頃|hectares?\\b|ha\\b', unit('area', 'ha', 1e4)),
  word('英畝|acres?\\b', unit('area', 'acre', 4046.86)),
  word('立方米|cubic[ -]met(?:re|er)s?\\b|m³', unit('volume', 'm³', 1000)),
  word('公升|litres?\\b|liters?\\b', unit('volume', 'l')),
  word('毫升|millilit(?:re|er)s?\\b|ml\\b', unit('volume', 'ml', 0.001)),
  word('桶|barrels?\\b', unit('volume', 'barrel', 158.987)),
  word('加侖|gallons?\\b', unit('volume', 'gallon', 4.2)),
  word(
    'km/h\\b|kph\\b|kmh\\b|kilomet(?:re|er)s? (?:per|an) hour\\b|km (?:per|an) hour\\b',
    unit('speed', 'km/h', 1 / 3.6),
  ),
  word('mph\\b|miles? (?:per|an) hour\\b', unit('speed', 'mph', 0.44704)),
  word('海里|nautical miles?\\b', unit('length', 'nmi', 1852)),
  word('公里|kilomet(?:re|er)s?\\b|km\\b', unit('length', 'km', 1000)),
  word('英里|哩|miles?\\b', unit('length', 'mile', 1609.344)),
  word('毫米|millimet(?:re|er)s?\\b|mm\\b', unit('length', 'mm', 0.001)),
  word('厘米|公分|centimet(?:re|er)s?\\b|cm\\b', unit('length', 'cm', 0.01)),
  word('公尺|米(?![\\p{Script=Han}]{0,1}[飯酒粉線])|met(?:re|er)s?\\b', unit('length', 'm')),
  word('英尺|feet\\b|foot\\b|ft\\b', unit('length', 'ft', 0.3048)),
  word('呎', unit('length', 'ft', 0.3048), unit('area', 'sq ft', 0.092903)),
  word('英寸|吋|inch(?:es)?\\b', unit('length', 'in', 0.0254)),
  word('碼(?![頭字])|yards?\\b', unit('length', 'yd', 0.9144)),
  word('千克|公斤|kilogram(?:me)?s?\\b|kilos?\\b|kg\\b', unit('weight', 'kg', 1000)),
  word('毫克|milligram(?:me)?s?\\b|mg\\b', unit('weight', 'mg', 0.001)),
  word('公噸|噸|tonnes?\\b|(?:metric )?tons?\\b', unit('weight', 't', 1e6)),
  word('克(?![\\p{Script=Han}]{0,2}[·‧・])|gram(?:me)?s?\\b|g\\b', unit('weight', 'g')),
  word('磅(?!礴)|lbs?\\b', unit('weight', 'lb', POUND_GRAMS)),
  word('pounds?\\b', unit('money', 'GBP'), unit('weight', 'lb', POUND_GRAMS)),
  word('盎司|安士|ounces?\\b|oz\\b', unit('weight', 'oz', 28.3495)),
  word('兆瓦|megawatts?\\b|MW\\b', unit('power', 'MW', 1e6)),
  word('吉瓦|gigawatts?\\b|GW\\b', unit('power', 'GW', 1e9)),
  word('千瓦時|度電|kilowatt[- ]hours?\\b|kWh\\b', unit('energy', 'kWh', 1000)),
  word('千瓦|kilowatts?\\b|kW\\b', unit('power', 'kW', 1000)),
  word('TB\\b|terabytes?\\b', unit('data', 'TB', 1e12)),
  word('GB\\b|gigabytes?\\b', unit('data', 'GB', 1e9)),
  word('MB\\b|megabytes?\\b', unit('data', 'MB', 1e6)),
  word('°\\s?C\\b|℃|degrees? (?:celsius|centigrade|C)\\b|C(?![\\p{L}\\p{N}])', unit('temperature', 'C')),
  word('°\\s?F\\b|℉|degrees? (?:fahrenheit|F)\\b|F(?![\\p{L}\\p{N}])', unit('temperature', 'F')),
  word('degrees?\\b(?! (?:in|from|of|murder))', unit('temperature', ''), unit('energy', 'kWh', 1000)),
  word('度(?![電假過])', unit('temperature', 'C'), unit('energy', 'kWh', 1000)),
];
const DAY = 86_400;
const DURATIONS: readonly UnitWord[] = [
  word('秒鐘?|seconds?\\b', unit('seconds', 'second')),
  word(
    '分鐘|分(?=半鐘|[一二三四五六七八九十\\d]{1,4}秒)|minutes?\\b|mins?\\b',
    unit('seconds', 'minute', 60),
  ),
  word('小時|個?鐘頭|個鐘|hours?\\b|hrs?\\b', unit('seconds', 'hour', 3600)),
  word('天|日(?![圓元本報])|days?\\b', unit('seconds', 'day', DAY)),
  word(
    '星期(?![一二三四五六日])|禮拜(?![一二三四五六日])|週(?![一二三四五六日年])|周(?![一二三四五六日年])|weeks?\\b',
    unit('seconds', 'week', 7 * DAY),
  ),
  word('fortnights?\\b', unit('seconds', 'fortnight', 14 * DAY)),
  word('旬', unit('age', 'year', 10)),
  word('歲|years? old\\b|years?-old\\b|months?-old\\b|years of age\\b', unit('age', 'year')),
  word('個月|months?\\b', unit('months', 'month')),
  word('年(?![代級])|years?\\b', unit('months', 'year', 12)),
  word('decades?\\b', unit('months', 'decade', 120)),
];
const SHARES: readonly UnitWord[] = [
  word('%|％|per ?cent\\b|percent\\b|pc\\b', unit('percent', '%')),
  word('個?百分點|percentage[- ]points?\\b', unit('points', 'pp')),
  word('個?基點|點子|basis[- ]points?\\b|bps?\\b', unit('points', 'pp', 0.01)),
  word('厘(?![米定清金島])', unit('rate', '厘')),
  word('倍|-?fold\\b', unit('ratio', 'x')),
  word('times\\b', unit('ratio', 'x'), unit('count', 'time')),
];

/** Longer words come before words that they start with. */
export const UNIT_WORDS: readonly UnitWord[] = [
  // "percentage points" before "per cent", square[ -]metres before metres, 日圓 before 日.
  SHARES[1],
  SHARES[2],
  ...SHARES,
  ...MONEY,
  ...MEASURES,
  ...DURATIONS,
].filter((one) => one !== undefined);

/** Before a figure; UTF-16 end at the figure's start. */
export const CURRENCY_BEFORE: readonly (readonly [RegExp, string])[] = [
  [/(?:HK\$|HKD|港幣|港元)\s?$/iu, 'HKD'],
  [/(?:US\$|USD|U\.S\.\$|美元|美金)\s?$/iu, 'USD'],
  [/(?:(?<!\p{L})N?T\$|TWD|新台幣|新臺幣|台幣)\s?$/u, 'TWD'],
  [/(?:AU?\$|AUD)\s?$/u, 'AUD'],
  [/(?:CA?\$|CAD)\s?$/u, 'CAD'],
  [/(?:SG?\$|SGD)\s?$/u, 'SGD'],
  [/(?:RMB|CNY|CN¥|人民幣)\s?$/iu, 'CNY'],
  [/(?:JP¥|JPY|日圓)\s?$/iu, 'JPY'],
  [/(?:£|GBP|英鎊)\s?$/iu, 'GBP'],
  [/(?:€|EUR|歐元)\s?$/iu, 'EUR'],
  [/(?:CHF)\s?$/u, 'CHF'],
  [/₩\s?$/u, 'KRW'],
  [/₹\s?$/u, 'INR'],
  [/[¥￥]\s?$/u, '¥'],
  [/[$＄]\s?$/u, '$'],
];

/** What an ambiguous sign or word may stand for. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'HKD', 'AUD', 'CAD', 'SGD', 'NZD', 'TWD', '元'],
  元: ['HKD', 'USD', 'CNY', 'TWD', 'SGD', 'AUD', 'CAD', '$', '¥'],
  '¥': ['JPY', 'CNY', '元'],
};

/** Whether two currencies can be the same; one may be ambiguous. */
export function sameCurrency(a: string, b: string): boolean {
  return a === b || (FAMILIES[a]?.includes(b) ?? false) || (FAMILIES[b]?.includes(a) ?? false);
}

/** Kinds of things that are counted. Counts of different kinds never match. */
const THINGS: readonly (readonly [string, RegExp])[] = [
  [
    'person',
    /^(?:人(?!民|次)|[名位](?!單)|男|女|口)|^(?:people|persons|men|women|residents|passengers|children|followers|viewers|fans|workers|staff|employees|students|pupils|patients|victims|officers|soldiers|civilians|members|supporters|protesters|voters|migrants|refugees)\b/iu,
  ],
  ['post', /^(?:個|則|條)?(?:帖文|貼文|帖子|推文|訊息)|^(?:posts|tweets|messages)\b/iu],
  ['aircraft', /^架(?!次)|^(?:aircraft|planes|jets|airliners|helicopters|drones)\b/iu],
  ['vehicle', /^[輛]|^(?:cars|vehicles|trucks|buses|lorries|taxis)\b/iu],
  ['ship', /^艘|^(?:ships|vessels|boats|ferries)\b/iu],
  ['point', /^點(?![子鐘半正])|^(?:points?|pts)\b/iu],
  ['vote', /^票|^votes\b/iu],
  ['ticket', /^張(?:門票|飛)|^tickets\b/iu],
];

/** What a number counts, from the words after it ("people", "houses"); undefined when unknown. */
export function thingAfter(rest: string): string | undefined {
  const plain = rest.replace(/^\s?[-多餘幾]?\s?/u, '');
  return THINGS.find(([, pattern]) => pattern.test(plain))?.[0];
}
