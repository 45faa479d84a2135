/**
 * The names that a sentence claims, in English and Chinese. Single words and Chinese names need a sign that
 * identifies them.
 */
import { hasHan } from '../../text/chinese/has-han.ts';
import { latinNamesIn } from '../../text/names.ts';

export interface NameClaim {
  readonly kind: 'name';
  readonly text: string;
  /** The original beside a translated name: 施紀賢（Keir Starmer）. */
  readonly alias?: string;
  /** Whether a name that no source has is certainly wrong; otherwise it may not be a name, or have other forms. */
  readonly firm: boolean;
  /** Whether its first word may be capitalised only because it opens the sentence. */
  readonly opens: boolean;
}

/** Forms of address, which make a single capitalised word a name. */
const ADDRESS =
  /\b(?:Mr|Mrs|Ms|Dr|Sir|Dame|Lord|Lady|Captain|Professor|Judge|Inspector|Sergeant|President|Minister|Senator|Mayor|Bishop)\.?\s$/u;
const SAYS = /^(?:['’]s)?,?\s(?:said|says|told|added|warned|argued|insisted|replied|wrote)\b/u;

const TRANSLATED =
  /((?:(?![臣長席統員相授])[\p{Script=Han}·‧・]){2,14})[（(]([\p{Lu}][\p{L}\p{M}\s.'’-]{1,60})[）)]/gu;
/** A foreign name in parts, as far as possible without the office before it and the verb after it. */
const FOREIGN =
  /(?:(?![臣長席統員相授])\p{Script=Han}){1,5}(?:[·‧・](?:(?![說説表指稱承宣在於向與和及的將會曾亦])\p{Script=Han}){1,5}){1,3}/gu;
const TITLED = /《([^》\n]{2,30})》/gu;
const SURNAMES =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐葉蘇莊呂江何蕭羅潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍石蔣紀姚連馮歐程湯田康姜汪鄒尤巫鐘黎涂龔嚴韓袁童陸夏柳邵譚麥霍甘';
/** A surname with two characters, between an office or a mark and a verb of saying or address. */
const PERSON = new RegExp(
  `(?<=^|[，。、；：「（\\s]|[長員授生師士官席裁者人任理練])([${SURNAMES}]\\p{Script=Han}{2})(?=先生|女士|小姐|教授|醫生|議員|說|説|表示|指出|指，|稱，|強調|認為|承認|透露|補充)`,
  'gu',
);

/** The names of a sentence, each once. */
export function nameClaims(sentence: string): NameClaim[] {
  const aliases = new Map<string, string>();
  for (const [, name = '', alias = ''] of sentence.matchAll(TRANSLATED)) aliases.set(name, alias.trim());
  const translated = [...aliases].map(([text, alias]): NameClaim => ({ ...name(text), alias }));
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
  // A capitalised word that opens a Chinese sentence is a name.
  const isChinese = hasHan(sentence);
  return [...latinNamesIn(sentence)].flatMap(({ name: text, start, opens: isFirst }): NameClaim[] => {
    const opens = isFirst && !isChinese;
    // "ePA" and "2.4GHz" contain capitals; HK$ is money.
    if (
      /[\p{Script=Latin}\p{N}]/u.test(sentence.charAt(start - 1)) ||
      /^(?:\$|\scents?\b)/u.test(sentence.slice(start + text.length))
    )
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

function distinct(claims: readonly NameClaim[]): NameClaim[] {
  const seen = new Set<string>();
  return claims.filter(({ text }) => !seen.has(text) && seen.add(text));
}
