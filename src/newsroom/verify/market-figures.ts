/**
 * Which figures of a finance story must match the market snapshot: the price of one of its symbols and the day's
 * change, in a clause that names the symbol and no other day. Results, targets, other days and other companies come
 * from the sources, as in any story.
 */
import type { Figure } from '../../text/figures/figure.ts';
import type { MarketQuote, MarketSnapshot } from '../model/market-snapshot.ts';

const CLAUSE_END = /[，；。！？;!?]|,(?!\d)|\.(?!\d)|\b(?:while|whereas|although)\b/giu;
/** Subjects that have percentages and sums of their own. */
const OF_OTHERS =
  /\b(?:sales|revenues?|profits?|earnings|income|margins?|dividends?|target|forecasts?|expect\w*|guidance|deliver\w*|orders?|since|so far|this (?:week|month|quarter|year)|last (?:week|month|quarter|year)|year[- ](?:on|over|to)[- ]\w+|annual\w*|quarter\w*|record|high|low|earlier|intraday|pre-?market|after[- ]hours|at one point|opened|futures|average)\b|營收|營業額|收入|銷售|盈利|純利|溢利|利潤|毛利|虧損|派息|股息|目標價|預測|預期|預計|指引|交付|訂單|今年|去年|本周|上周|本月|上月|按年|按季|按月|年初|季度?|累計|新高|新低|最高|最低|盤[中前後]|開市|早段|曾[升跌漲]?|期貨|平均/iu;
const MOVED =
  /(?:\b(?:rose|fell|gained|lost|added|shed|slid|dropped|jumped|climbed|dipped|up|down|rising|falling|higher|lower)\b|[升跌漲挫])[^%]{0,12}$/iu;
const WEEKDAYS: readonly (readonly [RegExp, number])[] = [
  [/\bSun(?:day)?\b|(?:周|週|星期|禮拜)[日天]/iu, 0],
  [/\bMon(?:day)?\b|(?:周|週|星期|禮拜)一/iu, 1],
  [/\bTue(?:s(?:day)?)?\b|(?:周|週|星期|禮拜)二/iu, 2],
  [/\bWed(?:nesday)?\b|(?:周|週|星期|禮拜)三/iu, 3],
  [/\bThu(?:rs(?:day)?)?\b|(?:周|週|星期|禮拜)四/iu, 4],
  [/\bFri(?:day)?\b|(?:周|週|星期|禮拜)五/iu, 5],
  [/\bSat(?:urday)?\b|(?:周|週|星期|禮拜)六/iu, 6],
];
/** Prices that differ more are about something else. */
const NEAR = 0.25;

/** Whether a figure of `text`, in any reading, must be in the snapshot. */
export function isOwnFigure(text: string, readings: readonly Figure[], { quotes }: MarketSnapshot): boolean {
  const [first] = readings;
  if (first === undefined) return false;
  const clause = clauseAround(text, first.start);
  if (OF_OTHERS.test(clause)) return false;
  const quote = quotes.find((one) => names(clause, one));
  if (!quote || (saysOtherDay(clause, quote.day) ?? saysOtherDay(text, quote.day))) return false;
  if (readings.some(({ dimension }) => dimension === 'percent'))
    return MOVED.test(text.slice(0, first.start));
  return [quote.last, quote.previousClose].some((price) =>
    readings.some(({ value }) => Math.abs(value - price) <= price * NEAR),
  );
}

function clauseAround(text: string, at: number): string {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(CLAUSE_END)) {
    if (index >= at) return text.slice(start, index);
    start = index + mark.length;
  }
  return text.slice(start);
}

/** By its label (with or without brackets), its symbol, or the edition's other names. */
function names(clause: string, { label, symbol, names: others = [] }: MarketQuote): boolean {
  const plain = label.replace(/[（(].*$/u, '').trim();
  const said = clause.toLowerCase();
  return [label, plain, symbol, ...others].some((name) => name !== '' && said.includes(name.toLowerCase()));
}

/** Whether a weekday or date differs from the snapshot's session; undefined when none is named. */
function saysOtherDay(text: string, day: string): boolean | undefined {
  const session = new Date(`${day}T00:00:00Z`);
  const weekdays = WEEKDAYS.filter(([said]) => said.test(text)).map(([, weekday]) => weekday);
  if (weekdays.length > 0) return !weekdays.includes(session.getUTCDay());
  const dates = [...text.matchAll(/(?<day>\d{1,2})日|\b(?<en>\d{1,2})(?:st|nd|rd|th)? [A-Z][a-z]{2,8}\b/gu)];
  const days = dates.map(({ groups }) => Number(groups?.['day'] ?? groups?.['en']));
  return days.length === 0 ? undefined : !days.includes(session.getUTCDate());
}
