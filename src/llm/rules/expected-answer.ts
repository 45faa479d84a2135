/** Whether a sentence has the kind of answer that a question expects, in the right place. */
import { readsAsCjk } from '../../text/cjk.ts';
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { timesIn } from '../../text/times.ts';
import { hasOffice } from './asked-for.ts';
import { concepts } from './concepts.ts';
import type { Question } from './question.ts';

export interface Fit {
  /** For a question about an amount: the number that answers. */
  readonly number?: NumberMention;
  /** The number, or the name, stands right beside what is asked about. */
  readonly beside?: boolean;
}

/** Characters. */
const BESIDE = 6;
const BORDER = /[,;:，；。、：—–“”「」]|\s(?:and|while|but|after|when)\s/gu;
const DURATION =
  /^[\s-]?(?:and a half )?(?:consecutive |full )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?)|^個?(?:半)?(?:秒|分鐘|分|小時|鐘頭|天|日|星期|週|個月|月|年)/u;
const CAUSE =
  /\b(?:because|due to|owing to|after|following(?! (?:week|day|month|year|morning|night|season|weekend))|caused|causing|cause|as a result|blamed?|in response|in order to|so that|led to|triggered|amid|thanks to|reason|for (?:maintenance|safety|repairs?|lack|failing))\b|因|由於|導致|造成|引致|引發|令|所以|為了|以便/iu;
const EARLIER = /\bprevious(?:ly)?\b|上一次|上次/iu;
const PLACE =
  /\b(?:in|at|near|on|off|outside|to|from|between|beneath|under|inside|around)\s(?:the\s|a\s|its\s)?(?:[a-z-]+\s){0,4}?\p{Lu}|在|於|位於|對開|附近|一帶|入口/u;
/** "Within six weeks" answers a "when" too. */
const TERM =
  /\b(?:within|in|after) (?:[\w-]+ ){1,2}(?:minutes?|hours?|days?|weeks?|months?|years?)\b|(?:天|日|星期|週|個月|年)(?:內|後)/u;
const PART_OF_DAY =
  /\b(?:(?:before|at|after) (?:dawn|sunrise|noon|midday|midnight|dusk|sunset)|overnight|early (?:on|in the)|in the (?:early )?(?:morning|afternoon|evening)|last night)\b|今早|今晨|清晨|凌晨|昨晚|深夜|傍晚/iu;
/** What must stand beside a measure, by the word that the question asks with. */
const MEASURES: readonly (readonly [RegExp, RegExp])[] = [
  [/\bhow old\b|幾歲|多大/iu, /^[\s-]years?[\s-](?:old|ago)|^,|^歲|^\)/u],
  [
    /\bhow (?:far|high|deep|big|large|tall|wide)\b|幾(?:大|遠|高|深|闊|長)|多(?:遠|高|深|闊)/iu,
    /^[\s-]?(?:square |cubic )?(?:met(?:re|er)|kilomet|centimet|millimet|km|cm|m\b|mile|f(?:oo|ee)t|inch|hectare|acre|tonne)|^(?:平方)?(?:公里|米|厘米|公頃|呎|尺)/u,
  ],
  [/\bhow fast\b|幾快|多快/iu, /^\s?(?:km\/h|mph|kilomet\w+ (?:an|per) hour|miles (?:an|per) hour)|^公里/u],
];
const DIMENSION = /\bhow (deep|high|tall|wide)\b/i;
/** "300 dead fish" are no people. */
const NO_PEOPLE =
  /^\s(?:(?:dead|injured|killed|missing|stranded|wounded)\s)?(?:fish|dogs?|cats?|cows?|cattle|sheep|horses?|birds?|pigs?|animals?|houses?|homes|buildings?|cars?|vehicles?|engines?|minutes?|hours?|days?|weeks?|years?)\b/i;
const DEAD_THINGS =
  /\b(?:dead|injured|killed|wounded)\s(?:fish|dogs?|cats?|cows?|cattle|sheep|horses?|birds?|pigs?|animals?)\b/i;
/** "What caused …" wants more than one thing after another. */
const PLAIN_CAUSE =
  /\b(?:because|due to|owing to|as a result|caus(?:e[ds]?|ing)|blam(?:e[ds]?|ing)|sparked|triggered|led to|fault|started (?:by|in|when)|set off)\b|因|由於|導致|造成|引致|引發/iu;
const SPEAKS =
  /\b(?:said|says|told|added|announced|warned|argued|promised|wrote|asked|apologised|called|described|estimated|declared)\b|說|説|表示|指出|稱|認為|強調|承認|回應|宣布/u;

/** Undefined when `sentence` can't be the answer. */
export function fits(sentence: string, question: Question): Fit | undefined {
  // What is told of an earlier case doesn't answer a question on this one.
  if (question.askedFor !== undefined && !question.askedFor.needs.test(sentence)) return undefined;
  if (!hasOffice(sentence, question.text)) return undefined;
  if (question.askedFor?.suffices) return {};
  if (EARLIER.test(sentence) && !EARLIER.test(question.text)) return undefined;
  if (/\b(?:any(?:one|body)|people|persons?|who)\b/i.test(question.text) && DEAD_THINGS.test(sentence))
    return undefined;
  switch (question.expected) {
    case 'count':
    case 'money':
    case 'percent':
    case 'duration':
    case 'measure':
      return fitsNumber(sentence, question);
    case 'person':
      return namesAPerson(sentence, question) ? { beside: isBeside(sentence, question) } : undefined;
    case 'time':
      return fitsTime(sentence, question) ? {} : undefined;
    case 'place':
      return PLACE.test(sentence) ? {} : undefined;
    case 'cause':
      return (/\bcaus|原因|成因/i.test(question.text) ? PLAIN_CAUSE : CAUSE).test(sentence) ? {} : undefined;
    case 'statement':
      return SPEAKS.test(sentence) || quotationsIn(sentence).length > 0 ? {} : undefined;
    case 'summary':
    case 'anything':
      return {};
  }
}

/** A happening of the news has an hour or a day; what struck "in 2015" is another one. */
function fitsTime(sentence: string, { askedFor }: Question): boolean {
  const times = timesIn(sentence);
  if (PART_OF_DAY.test(sentence)) return true;
  const telling =
    askedFor === undefined
      ? times
      : times.filter(({ start, end }) => !/^\d{4}$/.test(sentence.slice(start, end).trim()));
  return telling.length > 0 || (askedFor === undefined && TERM.test(sentence));
}

function fitsNumber(sentence: string, question: Question): Fit | undefined {
  const good = numbersIn(sentence).filter(
    (number) => rightKind(number, sentence, question) && inRightPlace(number, sentence, question),
  );
  const near = good.sort((a, b) => distance(a, sentence, question) - distance(b, sentence, question))[0];
  if (near === undefined) return undefined;
  return { number: near, beside: distance(near, sentence, question) <= BESIDE };
}

function rightKind(number: NumberMention, sentence: string, { expected, text }: Question): boolean {
  if (/\bpeople\b/i.test(text) && NO_PEOPLE.test(sentence.slice(number.end))) return false;
  const lasts = DURATION.test(sentence.slice(number.end));
  if (expected === 'duration') return lasts;
  if (number.time) return false;
  if (expected === 'percent') return number.unit === '%';
  if (expected === 'money') return number.unit !== '' && number.unit !== '%';
  if (expected === 'measure') return measures(number, sentence, text);
  // "Seven of the dead" counts a part.
  if (
    /^\s(?:(?:more )?of (?:the|them|those|these|its|his|her|their)|others?|more)\b/.test(
      sentence.slice(number.end),
    ) ||
    /其中$/u.test(sentence.slice(0, number.start))
  )
    return false;
  return number.unit === '' && !lasts;
}

function measures(number: NumberMention, sentence: string, question: string): boolean {
  const after = sentence.slice(number.end);
  // A shortfall is as big as so much money.
  if (/\bhow (?:big|large)\b|有?多大/iu.test(question) && number.unit !== '' && number.unit !== '%')
    return true;
  const unit = MEASURES.find(([asked]) => asked.test(question))?.[1];
  const dimension = DIMENSION.exec(question)?.[1]?.toLowerCase();
  const same: Readonly<Record<string, RegExp>> = {
    deep: /deep|depth/i,
    high: /high|height|tall/i,
    tall: /high|height|tall/i,
    wide: /wide|width/i,
  };
  const named = dimension === undefined || same[dimension]?.test(sentence) === true;
  return named && (unit === undefined || unit.test(after));
}

/** The number's clause speaks of what is asked; what is counted stands right beside it. */
function inRightPlace(
  number: NumberMention,
  sentence: string,
  { focus, counted, expected }: Question,
): boolean {
  const clause = clauseOf(sentence, number);
  if (counted.size > 0) {
    const beside = concepts(sentence.slice(number.end, number.end + 48).split(BORDER)[0] ?? '').slice(0, 3);
    if (!beside.some((token) => counted.has(token))) return false;
    const rest = [...focus].filter((token) => !counted.has(token));
    const heard = new Set(concepts(sentence));
    // 95 firefighters are no injured firefighters: what is asked of them stands in the sentence too.
    return (
      rest.filter((token) => heard.has(token)).length >= (rest.length <= 2 ? rest.length : rest.length * 0.66)
    );
  }
  const heard = new Set(concepts(readsAsCjk(sentence) ? clause : expected === 'count' ? clause : sentence));
  return [...focus].some((token) => heard.has(token));
}

function clauseOf(sentence: string, { start, end }: NumberMention): string {
  const borders = [...sentence.matchAll(BORDER)].filter(
    ({ index, 0: mark }) => index + mark.length <= start || index >= end,
  );
  const from = borders.filter(({ index }) => index < start).at(-1);
  const to = borders.find(({ index }) => index >= end);
  return sentence.slice(from === undefined ? 0 : from.index + from[0].length, to?.index);
}

/** Characters between the number and the nearest word that the question is about. */
function distance(number: NumberMention, sentence: string, { focus, counted }: Question): number {
  const wanted = counted.size > 0 ? counted : focus;
  const places = [...sentence.matchAll(/[\p{L}'’-]+|\p{Script=Han}{2}/gu)]
    .filter((word) => concepts(word[0]).some((token) => wanted.has(token)))
    .map((word) =>
      word.index >= number.end ? word.index - number.end : number.start - word.index - word[0].length,
    );
  return Math.min(...places.filter((place) => place >= 0), 1000);
}

const OFFICE =
  /主席|局長|署長|會長|院長|部長|校長|司長|處長|行長|總裁|市長|總理|首相|總統|經理|導演|隊長|教練|議員/u;
/** 「主席莎莉娜表示」: a name that no family name tells. */
const NAMED_WITH_OFFICE = new RegExp(
  `(?:${OFFICE.source})(?:為|是)?\\p{Script=Han}{2,6}?(?:表示|說|指出|認為|承認|透露|強調|宣布|補充|致歉|。|，)`,
  'u',
);

/** "Auditor Brandreth Lowe" answers who audited; "after an audit, Northquay said" doesn't. */
function isBeside(sentence: string, { focus, askedFor }: Question): boolean {
  const named = [...sentence.matchAll(/(?<role>[\p{L}-]+),? (?=\p{Lu}\p{Ll}+ \p{Lu})/gu)];
  return named.some(
    ({ groups }) =>
      concepts(groups?.['role'] ?? '').some((token) => focus.has(token)) ||
      askedFor?.needs.test(groups?.['role'] ?? '') === true,
  );
}

/** "Who is Ann Lee?" wants a sentence on her; any other "who" wants a name that the question hasn't. */
function namesAPerson(sentence: string, { text, names }: Question): boolean {
  const found = namesIn(sentence);
  if (NAMED_WITH_OFFICE.test(sentence) && OFFICE.test(text)) return true;
  if (/^[Ww]ho(?:'s|’s| is| was| are| were)\s\p{Lu}|(?:係|是)(?:邊個|誰|哪位)$/u.test(text))
    return found.length > 0;
  return found.some(
    (name) => !names.some((asked) => asked.includes(name) || name.includes(asked)) && !text.includes(name),
  );
}
