/**
 * Whether a sentence may be quoted for a question. It is refused when a figure, a reason or a statement was asked
 * for and it has none. The reader draws the conclusion.
 */
import { readsAsCjk } from '../../text/cjk.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { hasOffice } from './asked-for.ts';
import { concepts, conceptsWithKinds } from './concepts.ts';
import type { Question } from './question.ts';

export interface Fit {
  /** For a question about an amount: the number that answers. */
  readonly number?: NumberMention;
  /** The number or name is adjacent to what is asked about; a statement is in its speaker's own words. */
  readonly beside?: boolean;
}

/** Characters. */
const BESIDE = 6;
const BORDER = /[,;:，；。、：—–“”「」]|\s(?:and|while|but|after|when)\s/gu;
const DURATION =
  /^[\s-]?(?:and a half )?(?:consecutive |full )?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|decades?)|^個?(?:半)?(?:秒|分鐘|分|小時|鐘頭|天|日|星期|週|個月|月|年)/u;
const CAUSE =
  /\b(?:because|due to|owing to|after|following(?! (?:week|day|month|year|morning|night|season|weekend))|caused|causing|cause|as a result|blamed?|in response|in order to|so that|led to|triggered|amid|thanks to|reason|for (?:maintenance|safety|repairs?|lack|failing))\b|因|由於|導致|造成|引致|引發|令|所以|為了|以便/iu;
/** "300 dead fish" aren't people. */
const DEAD_THINGS =
  /\b(?:dead|injured|killed|wounded)\s(?:fish|dogs?|cats?|cows?|cattle|sheep|horses?|birds?|pigs?|animals?)\b/i;
/** "What caused …" asks for more than a sequence in time. */
const PLAIN_CAUSE =
  /\b(?:because|due to|owing to|as a result|caus(?:e[ds]?|ing)|blam(?:e[ds]?|ing)|sparked|triggered|led to|fault|started (?:by|in|when)|set off)\b|因|由於|導致|造成|引致|引發/iu;
/** A day, a moment or a span, as figures or in words. */
const TIME =
  /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|today|tonight|tomorrow|yesterday|dawn|dusk|noon|midday|midnight|sunrise|sunset|mornings?|afternoons?|evenings?|nights?|overnight|weekends?|hours?|minutes?|days?|weeks?|months?|years?|decades?|century|spring|summer|autumn|winter|christmas|easter|ramadan|soon|now|immediately|early|late|earlier|later|recently|next|last)\b|[年月日時點晨晚夜天週周秋冬夏春]|星期|禮拜|剛才|即時|即將|早前|近日/iu;
const SPEAKS =
  /\b(?:said|says|told|added|announced|warned|argued|promised|wrote|asked|apologised|called|described|estimated|declared)\b|說|説|表示|指出|稱|認為|強調|承認|回應|宣布/u;

/** Questions about the event's effect on people. */
const TOLL =
  /\b(?:die[ds]?|dead|killed|deaths?|death toll|fatalit\w+|casualt\w+|victims?|injur\w+|hurt|wounded|missing)\b|死|亡|喪生|傷|失蹤/iu;
const AFTERSHOCK = /\baftershocks?\b|餘震/iu;
/** Questions about its size. */
const SIZE = /\bmagnitude\b|\bhow (?:strong|powerful|big|bad|deep|violent|severe)\b|幾級|震級|幾大|幾深/iu;
const EARLIER =
  /\b(?:in|of|the|a|back in) (?:(?:january|february|march|april|may|june|july|august|september|october|november|december) )?(?:19|20)\d\d\b|\b(?:years?|decades?) (?:ago|earlier|before)\b|\blast (?:year|decade|century)\b|(?:19|20)\d\d年|去年|前年|年前|上一次|上次/iu;

/** Effects of an earlier event don't answer a question about this one, unless it is asked about. */
function isOfEarlier(sentence: string, asked: string): boolean {
  return (TOLL.test(asked) || SIZE.test(asked)) && EARLIER.test(sentence) && !EARLIER.test(asked);
}

function isOfAftershock(sentence: string, asked: string): boolean {
  return SIZE.test(asked) && AFTERSHOCK.test(sentence) && !AFTERSHOCK.test(asked);
}

/** @returns undefined when `sentence` must not be quoted. */
export function fits(sentence: string, question: Question): Fit | undefined {
  if (isOfEarlier(sentence, question.text) || isOfAftershock(sentence, question.text)) return undefined;
  if (question.askedFor !== undefined && !question.askedFor.needs.test(sentence)) return undefined;
  if (!hasOffice(sentence, question.text)) return undefined;
  if (question.askedFor?.suffices) return {};
  if (/\b(?:any(?:one|body)|people|persons?|who)\b/i.test(question.text) && DEAD_THINGS.test(sentence))
    return undefined;
  switch (question.expected) {
    case 'count':
    case 'money':
    case 'percent':
    case 'duration':
    case 'measure':
      return fitsNumber(sentence, question);
    case 'time':
      return TIME.test(sentence) ? {} : undefined;
    case 'person':
      return { beside: isBeside(sentence, question) };
    case 'cause':
      return (/\bcaus|原因|成因/i.test(question.text) ? PLAIN_CAUSE : CAUSE).test(sentence) ? {} : undefined;
    case 'statement':
      if (quotationsIn(sentence).length > 0) return { beside: true };
      return SPEAKS.test(sentence) ? {} : undefined;
    default:
      // "Any casualties?" is answered best by how many.
      return TOLL.test(question.text) ? (fitsNumber(sentence, question) ?? {}) : {};
  }
}

function fitsNumber(sentence: string, question: Question): Fit | undefined {
  const good = numbersIn(sentence).filter(
    (number) => rightKind(number, sentence, question) && inRightPlace(number, sentence, question),
  );
  const near = good.sort((a, b) => distance(a, sentence, question) - distance(b, sentence, question))[0];
  if (near === undefined) return undefined;
  return { number: near, beside: distance(near, sentence, question) <= BESIDE };
}

function rightKind(number: NumberMention, sentence: string, { expected }: Question): boolean {
  const lasts = DURATION.test(sentence.slice(number.end));
  if (expected === 'duration') return lasts;
  if (number.time) return false;
  if (expected === 'percent') return number.unit === '%';
  if (expected === 'money') return number.unit !== '' && number.unit !== '%';
  if (expected === 'measure') return true;
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

/** The number's clause mentions what is asked; what is counted is adjacent. */
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
    const heard = new Set(conceptsWithKinds(sentence));
    // 95 firefighters aren't 95 injured firefighters: the sentence must mention the injury too.
    return (
      rest.filter((token) => heard.has(token)).length >= (rest.length <= 2 ? rest.length : rest.length * 0.66)
    );
  }
  const heard = new Set(
    conceptsWithKinds(readsAsCjk(sentence) ? clause : expected === 'count' ? clause : sentence),
  );
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

/** Characters between the number and the nearest word of the question's focus. */
function distance(number: NumberMention, sentence: string, { focus, counted }: Question): number {
  const wanted = counted.size > 0 ? counted : focus;
  const places = [...sentence.matchAll(/[\p{L}'’-]+|\p{Script=Han}{2}/gu)]
    .filter((word) => conceptsWithKinds(word[0]).some((token) => wanted.has(token)))
    .map((word) =>
      word.index >= number.end ? word.index - number.end : number.start - word.index - word[0].length,
    );
  return Math.min(...places.filter((place) => place >= 0), 1000);
}

/** "Auditor Brandreth Lowe" answers who audited; "after an audit, Northquay said" doesn't. */
function isBeside(sentence: string, { focus, askedFor }: Question): boolean {
  const named = [...sentence.matchAll(/(?<role>[\p{L}-]+),? (?=\p{Lu}\p{Ll}+ \p{Lu})/gu)];
  return named.some(
    ({ groups }) =>
      concepts(groups?.['role'] ?? '').some((token) => focus.has(token)) ||
      askedFor?.needs.test(groups?.['role'] ?? '') === true,
  );
}
