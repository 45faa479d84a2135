/**
 * Whether somebody who requests something asks for an action by a verb: "post it"; not "don't post it", "hold it until I
 * approve it", 「唔好發佈」.
 */
import { scriptless } from './chinese/scripts.ts';

const CLAUSES = /[,.;:!?，。；：！？、—–\n]/u;

/** A new order begins here, also without a comma. */
const NEXT_ORDER = '(?:and|but|so|then|please|pls|because|instead)';
const reaching = (most: number) => `(?:\\s+(?:go ahead and|(?!${NEXT_ORDER}\\b)\\S+)){0,${most}}\\s*$`;

const NOT =
  "(?:(?<!\\bwhy )\\bnot|\\bnever|\\bnobody|\\bno one|\\bcannot|\\bwithout|\\bno need|\\b\\w+n['’]t(?! (?:you|we)\\b))\\b(?! (?:forget|hesitate|only)\\b)";
const HELD = '\\b(?:hold|stop|avoid|delay|postpone|wait|instead of|rather than)\\b';
const WHEN =
  '\\b(?:before|until|till|unless|whether|if|when|once|after)(?! you (?:can|could|like|want|would)\\b) (?:i|we|you|he|she|they|it|somebody|someone|anyone|the \\S+)(?=\\s)';
const ENGLISH = new RegExp(`${NOT}${reaching(6)}|${HELD}${reaching(4)}|${WHEN}${reaching(3)}`, 'iu');

const CHINESE = new RegExp(
  scriptless(
    [
      '(?:唔(?:好(?!意思)|使|需要|准|可以|得|想|要|係)|不(?:要|用|得|可|准|應|想|是)|毋須|無需|別(?!嘅|的|人)|勿|咪)[^，。]{0,8}$',
      '(?:唔|不(?!如|妨)|未)(?:可以|可|能|會|應該|得|好)?$',
      '等(?:[我你佢他她][^，。]{0,6}|[^，。]{1,14}(?:先|至|才|再)[^，。]{0,3})$',
      '(?:直到|除非|如果|暫緩|押後|停止)[^，。]{0,10}$',
    ].join('|'),
  ),
  'u',
);
/** "Let me see it before it is posted": 「發佈之前俾我睇」 */
const CHINESE_BEFORE = new RegExp(scriptless('^[^，。]{0,10}(?:之前|以前)'), 'u');
/** 「可唔可以」 is a request. */
const A_NOT_A = /(\p{Script=Han})[唔不]\1/gu;

/** @param verb found in either script of Chinese, and whatever the case. */
export function asksTo(requests: string, verb: RegExp): boolean {
  const plain = scriptless(requests);
  return [...plain.matchAll(new RegExp(scriptless(verb.source), 'giu'))].some((found) => {
    const before = plain.slice(0, found.index).split(CLAUSES).at(-1) ?? '';
    const after = plain.slice(found.index + found[0].length);
    return !isWithheld(before.replace(A_NOT_A, '$1'), after);
  });
}

function isWithheld(before: string, after: string): boolean {
  return ENGLISH.test(before) || CHINESE.test(before) || CHINESE_BEFORE.test(after);
}
