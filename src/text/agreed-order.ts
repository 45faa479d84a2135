/**
 * What a bare "yes" agrees to: the order in the question that an answer ends with ("Shall I approve the ferry story?"), or
 * what the person had just asked for ("You want it every day at 9:00. Is that right?").
 */
import { scriptless } from './chinese/scripts.ts';
import { sentences } from './sentences.ts';

/** Longer questions are no simple ones. */
const MOST_CHARS = 300;
const MARKS = /[*_~`]|\p{Extended_Pictographic}\uFE0F?/gu;

const OFFER = [
  '(?:shall|should|can|may|could) i(?: now| also| just| then)?',
  '(?:do|would) you(?: still| also)? (?:want|like)(?: for)? me to|(?:you )?want me to',
  '(?:(?:is it|would it be|are you) )?(?:ok(?:ay)?|fine|alright|all right) (?:if i|for me to)',
  'are you sure(?: that)? (?:you want(?: me)? to|i should)|ready for me to',
].join('|');
const ENGLISH = new RegExp(
  `^(?:(?:so|then|ok(?:ay)?(?= *[,:–—-])|and|just to confirm|to confirm|before i do)[\\s,:–—-]+)*(?:${OFFER})\\s+(?<order>.+?)\\s*\\?+$`,
  'disu',
);
/** "Shall I do that?" says nothing of what. */
const POINTS_BACK =
  /^(?:(?:please |just )?(?:go ahead(?! (?:and|with))|proceed|continue|do (?:it|that|this|so)|confirm(?: (?:it|that|this))?)\b.{0,40})$/isu;
const CONFIRMS =
  /^(?:(?:so|then|and)[\s,]+)?(?:(?:is|does|do|did|have|would) (?:that|this|it|i|these|you) (?:(?:all )?(?:right|correct|ok(?:ay)?|fine|good|sound|look|work|get|got|understood?|confirm|what you)\b).{0,60}|(?:shall|should|can|may) i|right|correct|ok(?:ay)?|sure|confirm(?:ed)?|are you sure|(?:sounds|looks) (?:good|right|ok(?:ay)?))\s*\?+$/isu;
/** A "yes" to a choice chooses nothing. */
const CHOICE = /\bor\b(?! not\b)|還是|還係|定係|抑或|或者?/iu;

const CHINESE = new RegExp(
  scriptless(
    '^(?:咁|那麼?|請問|所以|確認一下|你)?[，,]?(?:(?:係咪|是不是|是否|要不要|使唔使|需不需要|需唔需要|需要|可唔可以|可不可以|可以|想|要|確定|確認)(?:要|想|需要)?(?:由|等|讓|俾|畀|叫)?我?(?:而家|現在|即刻|立即|直接)?(?:幫(?:你|手|大家)|為你|替你)?|我(?:而家|現在)?(?:幫你|為你)?)(?<order>\\p{Script=Han}.+?)(?:嗎|嘛|呀|啊|呢|好嗎|好唔好|好不好|得唔得|可以嗎)?[?？]+$',
  ),
  'dsu',
);
const CHINESE_CONFIRMS = new RegExp(
  scriptless(
    '^(?:咁樣?|這樣|係咁)?(?:對|啱|得|好|可以|確定|正確|冇問題|沒問題|繼續|係咪|是嗎)(?:唔(?:啱|對|得|好|可以)|不(?:對|好))?(?:嗎|嘛|呀|啊)?[?？]+$',
  ),
  'u',
);

/**
 * @param answer what the person was answered last, as they saw it
 * @param asked their message that it answered
 * @returns the order in its last sentence; `asked` where that only asks whether it was understood; undefined where it asks
 *   neither
 */
export function agreedTo(answer: string, asked: string): string | undefined {
  const plain = answer.replace(MARKS, '').trim();
  const question = sentences(plain).at(-1)?.text ?? '';
  if (question.length > MOST_CHARS || CHOICE.test(question)) return undefined;
  const folded = scriptless(question);
  if (CONFIRMS.test(question) || CHINESE_CONFIRMS.test(folded)) return asked;
  const found = ENGLISH.exec(question) ?? CHINESE.exec(folded);
  const [from, to] = found?.indices?.groups?.['order'] ?? [];
  const order = question.slice(from, to);
  if (found === null) return undefined;
  return POINTS_BACK.test(order) ? asked : order;
}
