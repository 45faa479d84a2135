/** The features by which two reports are compared to decide whether they are about one event. */
import { cjkLength } from '../../text/cjk.ts';
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { concepts } from './concepts.ts';

export interface Happening {
  readonly title: string;
  readonly text: string;
  /** Of the whole text, with synonyms merged. */
  readonly tokens: ReadonlySet<string>;
  readonly titleTokens: ReadonlySet<string>;
  /** Stemmed words of names and acronyms: people, places, bodies. */
  readonly names: ReadonlySet<string>;
  readonly numbers: readonly NumberMention[];
  /** Kinds of places where it happened: hospital, school. */
  readonly places: ReadonlySet<string>;
  readonly tolls: readonly Toll[];
  /** The words of the title's clauses that reverse something; empty when none does. */
  readonly undone: ReadonlySet<string>;
  readonly develops: boolean;
}

/** Casualties, and their kind: 12 dead. */
interface Toll {
  readonly outcome: string;
  readonly value: number;
}

/** Kinds of places and things affected, of which an event has one. */
const PLACES: readonly (readonly [string, RegExp])[] = [
  ['hospital', /\b(?:hospitals?|clinics?)\b|醫院|診所/iu],
  [
    'school',
    /\b(?:schools?|universit(?:y|ies)|colleges?|kindergartens?)\b|學校|小學|中學|大學|幼稚園|校園/iu,
  ],
  ['market', /\bmarkets?\b(?! (?:share|value|price|watch|fall|rise|rall))|市場|街市/iu],
  ['church', /\b(?:church(?:es)?|mosques?|temples?|synagogues?)\b|教堂|清真寺|寺/iu],
  ['station', /\b(?:stations?|subways?|metro)\b|車站|地鐵站|港鐵站/iu],
  ['airport', /\bairports?\b|機場/iu],
  ['bridge', /\bbridges?\b|大橋/iu],
  ['factory', /\b(?:factor(?:y|ies)|plants?|refiner(?:y|ies))\b|工廠|廠房|煉油廠/iu],
  ['home', /\b(?:nursing|care) homes?\b|安老院|護老院/iu],
  ['hotel', /\bhotels?\b|酒店/iu],
  ['prison', /\b(?:prisons?|jails?)\b|監獄/iu],
  ['ferry', /\b(?:ferr(?:y|ies)|ships?|boats?|vessels?)\b|渡輪|船/iu],
  ['train', /\btrains?\b|列車|火車/iu],
  ['plane', /\b(?:planes?|jets?|airliners?|aircraft|flights?)\b|客機|飛機|航班/iu],
  ['bus', /\b(?:bus(?:es)?|coach(?:es)?)\b|巴士/iu],
];
const OUTCOMES: readonly (readonly [string, RegExp])[] = [
  [
    'dead',
    /^[^,;.，。；]{0,24}?\b(?:dead|die[ds]?|killed|deaths?|fatalit)|^\s*(?:多|餘)?(?:人|名|死)[^，。；]{0,6}(?:死|亡|喪生|遇難)|^死/iu,
  ],
  ['hurt', /^[^,;.，。；]{0,24}?\b(?:injured|hurt|wounded)|^\s*(?:多|餘)?(?:人|名)?[^，。；]{0,4}傷/iu],
  ['missing', /^[^,;.，。；]{0,24}?\bmissing|^\s*(?:多|餘)?人?失蹤/iu],
  ['arrested', /^[^,;.，。；]{0,24}?\b(?:arrested|detained)|^\s*(?:多|餘)?(?:人|名)?[^，。；]{0,4}被捕/iu],
];
const KILLED_BEFORE =
  /\b(?:kill(?:s|ed|ing)?|death toll(?: \w+){0,3}|toll(?: [\w-]+){0,6}|leav\w+|claims?)(?: (?:at least|about|around|more than|nearly|some|up to))?\s*$|(?:死亡人數|死者|死|致|釀|奪)(?:增至|升至|達|已達)?(?:至少|最少|約|逾)?$/iu;
/** Words that reverse what another report announces. */
const UNDOES =
  /\b(?:pause[ds]?|pausing|halt(?:s|ed)?|suspend(?:s|ed)?|scrap(?:s|ped)?|drop(?:s|ped)? (?:plans?|charges?|bid|case)|cancel(?:s|led)?|call(?:s|ed)? off|withdraw(?:s|n)?|withdrew|revers(?:es?|ed)|repeal(?:s|ed)?|lift(?:s|ed)?|overturn(?:s|ed)?|den(?:y|ies|ied)|reject(?:s|ed)?|refus(?:es?|ed)|block(?:s|ed)?|delay(?:s|ed)?|postpone[ds]?|acquit(?:s|ted)?|cleared|not guilty|fails? to|no longer|won['’]?t|does(?:n['’]t| not)|did(?:n['’]t| not)|is(?:n['’]t| not)|not|never|without)\b|暫停|暫緩|擱置|取消|撤回|撤銷|推翻|否認|否決|拒絕|押後|延期|解除|無罪|不再|並非|沒有|未有|唔會|不會/iu;
/** A comma inside a number divides nothing. */
const CLAUSES = /[;:,]\s|\s[–—-]\s|[；：，。]|\s(?=\p{Script=Han})/u;
/** Words of a development. */
const DEVELOPS =
  /\b(?:days? after|weeks? after|hours? after|a (?:day|week|month|year) after|after|following|in the wake of|aftermath|update|latest|rises? to|climbs? to|jumps? to|grows? to|increases? to|toll|now|later|again|second|further|more|responds?|reacts?|reaction|respon[ds]e|charged?|charges|sentenced|jailed|convicted|appears? in court|pleads?|funeral|mourn\w*|vigil|inquiry|investigat\w+|probe|arrested over|identified|named as|resumes?|reopens?|recover\w*|anniversary)\b|增至|升至|增加至|其後|翌日|事後|最新|再有|再度|回應|被控|提堂|判囚|判監|定罪|認罪|悼念|喪禮|調查|身份|恢復|重開|重啟|落案/iu;

/** The features of a report. @param rest its text after the title; the first 500 characters count. */
export function happeningOf(title: string, rest: string): Happening {
  const text = `${title}\n${rest.slice(0, 500)}`;
  return {
    title,
    text,
    tokens: new Set(concepts(text)),
    titleTokens: new Set(concepts(title)),
    names: nameWords(title, rest.slice(0, 500)),
    numbers: numbersIn(text).filter(({ time, value, unit }) => !time && (unit !== '' || value > 2)),
    places: new Set(PLACES.flatMap(([place, pattern]) => (pattern.test(title) ? [place] : []))),
    tolls: tollsIn(text),
    undone: new Set(
      title
        .split(CLAUSES)
        .filter((clause) => UNDOES.test(clause))
        .flatMap(concepts),
    ),
    develops: DEVELOPS.test(title),
  };
}

function tollsIn(text: string): Toll[] {
  return numbersIn(text)
    .filter(({ unit, time }) => unit === '' && !time)
    .flatMap(({ start, end, value }) => {
      const outcome = OUTCOMES.find(([, pattern]) => pattern.test(text.slice(end, end + 40)))?.[0];
      const before = KILLED_BEFORE.test(text.slice(Math.max(0, start - 40), start)) ? 'dead' : undefined;
      const found = before ?? outcome;
      return found === undefined ? [] : [{ outcome: found, value }];
    });
}

/** A headline in Title Case shows no names, but its acronyms count. */
function nameWords(title: string, rest: string): Set<string> {
  const words = new Set<string>();
  const telling = (title.match(/[\p{L}][\p{L}'’-]*/gu) ?? []).filter(
    (word) => !isStopWord(word.toLowerCase()),
  );
  const capitals = telling.filter((word) => /^\p{Lu}/u.test(word)).length;
  const isTitleCase = telling.length >= 4 && capitals / telling.length > 0.7;
  for (const text of isTitleCase ? [rest] : [title, rest])
    for (const name of namesIn(text))
      for (const token of cjkLength(name) > 0 ? [name] : name.split(/[\s-]+/)) {
        const word = stem(token.toLowerCase().replace(/['’]s?$/u, ''));
        if (word.length > 1 && !isStopWord(word)) words.add(word);
      }
  for (const acronym of title.match(/\b\p{Lu}{2,6}\b/gu) ?? [])
    if (!isTitleCase || capitals < telling.length) words.add(acronym.toLowerCase());
  // A title's first word is a name if it occurs as one in the rest.
  const first = /^\P{L}*(\p{Lu}[\p{L}'’-]+)/u.exec(title)?.[1];
  if (first !== undefined && !isTitleCase && !isStopWord(first.toLowerCase()))
    words.add(stem(first.toLowerCase()));
  return words;
}
