/**
 * The claims of a sentence: its numbers, dates, names and quotations, as far as rules honestly find them, in English and
 * Chinese. What is left out: the writer's own small counts ("the two men"), names in headings (every word may have a
 * capital there), single quoted words, and Chinese names without a sign that they are ones.
 */
import { amountsIn } from '../../text/amounts.ts';
import type { Amount } from '../../text/amounts.ts';
import { cjkLength, wordCount } from '../../text/cjk.ts';
import { readTime } from '../../text/dates.ts';
import type { TimeRead } from '../../text/dates.ts';
import { latinNamesIn } from '../../text/names.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { timesIn } from '../../text/times.ts';

export type RawClaim =
  | { readonly kind: 'number'; readonly text: string; readonly amount: Amount }
  | { readonly kind: 'date'; readonly text: string; readonly read: TimeRead }
  | NameClaim
  | { readonly kind: 'quotation'; readonly text: string };

export interface NameClaim {
  readonly kind: 'name';
  readonly text: string;
  /** The original name that is written beside a translated one: 施紀賢（Keir Starmer）. */
  readonly alias?: string;
  /** Whether a name that no source has is wrong for sure; else it may be no name, or be said in other words. */
  readonly firm: boolean;
  /** Its first word has a capital for opening the sentence, perhaps. */
  readonly opens: boolean;
}

/** A count in words so small is often the writer's own: "the two men". */
const OWN_COUNT = 3;
/** Less than this is a word that is marked, not something said. */
const LEAST_QUOTED = { words: 2, cjk: 4 };
const LONGEST_HEADING = 200;
/** What makes a single capitalised word a person's name. */
const ADDRESS =
  /\b(?:Mr|Mrs|Ms|Dr|Sir|Dame|Lord|Lady|Captain|Professor|Judge|Inspector|Sergeant|President|Minister|Senator|Mayor|Bishop)\.?\s$/u;
const SAYS = /^(?:['’]s)?,?\s(?:said|says|told|added|warned|argued|insisted|replied|wrote)\b/u;

const TRANSLATED =
  /((?:(?![臣長席統員相授])[\p{Script=Han}·‧・]){2,14})[（(]([\p{Lu}][\p{L}\p{M}\s.'’-]{1,60})[）)]/gu;
/** A foreign name in parts, less the office before it and the verb behind it, as far as they can be told. */
const FOREIGN =
  /(?:(?![臣長席統員相授])\p{Script=Han}){1,5}(?:[·‧・](?:(?![說説表指稱承宣在於向與和及的將會曾亦])\p{Script=Han}){1,5}){1,3}/gu;
const TITLED = /《([^》\n]{2,30})》/gu;
const SURNAMES =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐葉蘇莊呂江何蕭羅潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍石蔣紀姚連馮歐程湯田康姜汪鄒尤巫鐘黎涂龔嚴韓袁童陸夏柳邵譚麥霍甘';
/** A surname with two characters, between an office or a mark and a word of saying or address. */
const PERSON = new RegExp(
  `(?<=^|[，。、；：「（\\s]|[長員授生師士官席裁者人任理練])([${SURNAMES}]\\p{Script=Han}{2})(?=先生|女士|小姐|教授|醫生|議員|說|説|表示|指出|指，|稱，|強調|認為|承認|透露|補充)`,
  'gu',
);

/** The claims of a sentence without its citations, in the order number, date, name, quotation. */
export function claimsIn(sentence: string, { heading = false } = {}): RawClaim[] {
  return [
    ...numberClaims(sentence),
    ...dateClaims(sentence),
    ...(heading ? [] : nameClaims(sentence)),
    ...quotationClaims(sentence),
  ];
}

/** A line that stands over text: marked as one, or short and without an end mark. */
export function isHeading(line: string): boolean {
  if (line.length > LONGEST_HEADING) return false;
  const text = line.trim();
  if (/^(?:【[^】\n]*】|#{1,6}\s.*|\*\*[^*\n]+\*\*:?)$/u.test(text)) return true;
  return (
    text !== '' && !/[.!?…。！？；;"”’」』)）\]]$/u.test(text) && wordCount(text) + cjkLength(text) <= 14
  );
}

/** Said loosely as often as not; it bears out a told 50%, but is no claim itself. */
const HALF = /^(?:half|半數|一半)$/iu;

function numberClaims(sentence: string): RawClaim[] {
  return amountsIn(sentence)
    .filter(({ text }) => !HALF.test(text))
    .filter(({ text, value, unit }) => /\p{Nd}|^[⁰¹²³⁴-⁹]/u.test(text) || unit !== '' || value > OWN_COUNT)
    .map((amount) => ({ kind: 'number', text: amount.text, amount }));
}

function dateClaims(sentence: string): RawClaim[] {
  return timesIn(sentence).flatMap(({ text }): RawClaim[] => {
    const read = readTime(text);
    return read === undefined ? [] : [{ kind: 'date', text: text.trim(), read }];
  });
}

function nameClaims(sentence: string): RawClaim[] {
  const aliases = new Map<string, string>();
  for (const [, name = '', alias = ''] of sentence.matchAll(TRANSLATED)) aliases.set(name, alias.trim());
  const translated = [...aliases].map(([text, alias]): RawClaim => ({ ...name(text), alias }));
  const covered = new Set(aliases.values());
  const latin = latinClaims(sentence).filter(({ text }) => !covered.has(text));
  const foreign = [...sentence.matchAll(FOREIGN)].map(([text]) => name(text));
  const persons = [...sentence.matchAll(PERSON)].map(([text]) => name(text));
  const titles = [...sentence.matchAll(TITLED)].map(([, text = '']) => name(text));
  const han = [...foreign, ...persons, ...titles].filter(
    ({ text }) => ![...aliases.keys()].some((one) => one.endsWith(text)),
  );
  return distinct([...translated, ...latin, ...han]);
}

function name(text: string): NameClaim {
  return { kind: 'name', text, firm: true, opens: false };
}

function latinClaims(sentence: string): NameClaim[] {
  return [...latinNamesIn(sentence)].flatMap(({ name: text, start, opens }): NameClaim[] => {
    // "ePA" and "2.4GHz" have capitals inside; HK$ is money.
    if (/[\p{L}\p{N}]/u.test(sentence.charAt(start - 1)) || sentence.charAt(start + text.length) === '$')
      return [];
    const acronym = /^\p{Lu}[\p{Lu}\d&.]*\p{Lu}\.?$/u.test(text);
    const several = text.includes(' ');
    const person =
      ADDRESS.test(sentence.slice(Math.max(0, start - 14), start)) ||
      (!opens && SAYS.test(sentence.slice(start + text.length, start + text.length + 14)));
    if (!acronym && !several && (opens || text.length < 3)) return [];
    return [{ kind: 'name', text, firm: acronym || several || person, opens: opens && !acronym }];
  });
}

function quotationClaims(sentence: string): RawClaim[] {
  return quotationsIn(sentence)
    .filter(({ text }) =>
      cjkLength(text) > 0 ? cjkLength(text) >= LEAST_QUOTED.cjk : wordCount(text) >= LEAST_QUOTED.words,
    )
    .map(({ text }) => ({ kind: 'quotation', text }));
}

function distinct(claims: readonly RawClaim[]): RawClaim[] {
  const seen = new Set<string>();
  return claims.filter(({ text }) => !seen.has(text) && seen.add(text));
}
