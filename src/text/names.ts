/**
 * Names in prose, for telling whether two texts mention the same people, places and bodies.
 *
 * English: runs of capitalised words. A single capitalised word at the start of a sentence counts only when it is
 * also capitalised elsewhere, or is not a typical first word. Chinese has no capitals: names are text in 《》, words
 * with the ending of an institution or a place, and a surname with a given name next to a title or a verb of saying.
 */
import { isStopWord } from './stop-words.ts';
import { sentences } from './sentences.ts';

/** A letter or digit of a script with capitals: in "Keir Starmer表示" the name ends where Chinese begins. */
const LETTER =
  '(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}])[\\p{L}\\p{M}\\p{N}])';
const WORD = `(?:\\p{Lu}(?:${LETTER}|['’&.-])*${LETTER}|\\p{Lu})`;
const RUN = new RegExp(`${WORD}(?:\\s(?:(?:of|de|van|von|bin|al|for|and)\\s(?:the\\s)?)?${WORD})*`, 'gu');
const NO_NAMES = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december yesterday today tomorrow meanwhile police mr mrs ms dr i'.split(
    ' ',
  ),
);
const SURNAMES =
  '陳林黃張李王吳劉蔡楊許鄭謝郭洪邱曾廖賴徐周葉蘇莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董溫唐藍石蔣古紀姚連馮歐程湯田康姜汪白鄒尤巫鐘黎涂龔嚴韓袁金童陸夏柳邵關譚麥霍甘';
const ENDINGS =
  '(?:公司|集團|銀行|大學|醫院|學校|法院|法庭|委員會|管理局|警務處|消防處|運輸署|[政警律]務司|議會|政府|協會|工會|基金|交易所|機場|隧道|大橋|碼頭|球會|署|局|處|部|區|市|縣|省|國)';
const CHINESE: readonly RegExp[] = [
  /《([^》]{2,20})》/gu,
  new RegExp(`(?:^|[，。、；：「」\\s由與和及向對在於是的指])(\\p{Script=Han}{1,10}?${ENDINGS})`, 'gu'),
  new RegExp(
    `([${SURNAMES}]\\p{Script=Han}{1,2}?)(?=先生|女士|小姐|教授|醫生|議員|局長|署長|處長|司長|主席|說|説|表示|指出|稱|強調|認為|將|會|已|曾|在|向|亦|就|，)`,
    'gu',
  ),
];

/** The names of `text`, each once, in order of first mention. */
export function namesIn(text: string): string[] {
  const found = new Set<string>();
  for (const sentence of sentences(text)) {
    for (const name of englishNames(sentence.text, text)) found.add(name);
    for (const pattern of CHINESE) {
      for (const match of sentence.text.matchAll(pattern)) if (match[1] !== undefined) found.add(match[1]);
    }
  }
  return [...found];
}

function* englishNames(sentence: string, whole: string): Generator<string> {
  for (const { name, opens } of latinNamesIn(sentence))
    if (!opens || name.includes(' ') || standsInside(name, whole)) yield name;
}

/** A run of capitalised words without the articles, days and forms of address around it. */
export interface LatinName {
  readonly name: string;
  /** UTF-16 offset. */
  readonly start: number;
  /** Whether its first word opens the sentence or a quotation, and may be capitalised for that reason only. */
  readonly opens: boolean;
}

/** The runs of capitalised words of a sentence, in order, whether or not they are names. */
export function* latinNamesIn(sentence: string): Generator<LatinName> {
  for (const match of sentence.matchAll(RUN)) {
    const before = sentence.slice(Math.max(0, match.index - 3), match.index);
    const opens = /[“"‘:]\s?$/u.test(before) || !/\p{L}/u.test(sentence.slice(0, Math.min(match.index, 60)));
    const words = match[0]
      .replace(/['’]s$/u, '')
      .replace(/\.$/u, '')
      .split(/\s/);
    let dropped = 0;
    // "The Harbour Board" opens with an article; "Yesterday Ann Lee" with an adverb.
    while (
      words[0] !== undefined &&
      !(words[0] === 'Will' && words.length > 1) &&
      (isStopWord(words[0].toLowerCase()) || NO_NAMES.has(plainWord(words[0])))
    ) {
      dropped += words[0].length + 1;
      words.shift();
    }
    while (NO_NAMES.has(plainWord(words.at(-1) ?? ''))) words.pop();
    const name = words.join(' ');
    if (name !== '') yield { name, start: match.index + dropped, opens: opens && dropped === 0 };
  }
}

/** "Thursday's" is a day. */
function plainWord(word: string): string {
  return word.toLowerCase().replace(/['’]s$|\.$/u, '');
}

/** True for an acronym, and for a word that is capitalised within some sentence. */
function standsInside(name: string, whole: string): boolean {
  if (/^\p{Lu}{2,}/u.test(name)) return true;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`[\\p{Ll},]\\s${escaped}(?![\\p{L}])`, 'u').test(whole);
}
