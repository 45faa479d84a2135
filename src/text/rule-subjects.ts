/** Interprets the subject of a rule: categories when the words name one, otherwise subjects. */
import { sectionNames } from './section-names.ts';
import { stem } from './stem.ts';

export interface RuleCategory {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Marker words of the category's stories; one that is a section's usual name names the category too. */
  readonly words?: readonly string[];
}

interface RuleSubjects {
  readonly categories: readonly string[];
  readonly subjects: readonly string[];
}

const LEADING =
  /^(?:(?:no|any|anything|everything|all|some|more|any more|of|the|that|those|these|this|our|about|on|with|regarding|concerning|related to|to do with|such|other|further|another|a|an|stuff|things|up|out)\s+)+/i;
const LEADING_NEWS =
  /^(?:stories|story|news|posts?|articles?|coverage|items?|pieces?|reports?)\s+(?:about|on|of|regarding|related to|from)\s+/i;
const TRAILING =
  /(?:\s+(?:stories|story|news|posts?|articles?|coverage|content|stuff|items?|pieces?|reports?|headlines?|updates?|please|pls|at all|any ?more|again|ever|for now|now|for a while|thanks|either|then|ok|okay))+$/i;
const HAN_TRAILING =
  /(?:嘅|的)?(?:(?:都|亦|也)(?:唔好|不要|唔要)|新聞|消息|文章|報道|報導|稿件|稿|故事|貼文|內容|嘢|東西|住|啦|喇|了)+$/u;
const HAN_LEADING = /^(?:關於|有關|任何|所有|啲|同|嗰啲)+/u;

const AT = '(?:on|at|in|during|over|after|before|between|from|until|till|past|by)';
const DAY =
  '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week-?ends?|weekdays?|mornings?|afternoons?|evenings?|nights?|nighttime|overnight|midnight|noon|midday|lunch ?time)';
const CLOCK = "\\d{1,2}(?:[:.]\\d{2})?\\s*(?:[ap]\\.?m\\.?|o['’]clock|h)?";
/** "No posts on Sunday", "stop posting after 10pm": when something is posted is no subject. */
const TIMES = new RegExp(
  `^(?:(?:stories|news|posts?|articles?|reports?|anything)\\s+)?(?:${AT}\\s+)?(?:(?:the|every|each|any)\\s+)*(?:${DAY}|(?<=${AT}\\s+)${CLOCK})(?:\\s*(?:and|or|to|until|till|–|-)\\s*(?:the\\s+)?(?:${DAY}|${CLOCK}))*$`,
  'iu',
);
const HAN_TIMES =
  /^(?:逢|每)?(?:個)?(?:(?:星期|禮拜|週|周)[一二三四五六日天末]|夜晚|夜間|晚上|深夜|凌晨|朝早|早上|晏晝|下晝|下午|(?:\d{1,2}|[一兩二三四五六七八九十]{1,3})點(?:半)?(?:之後|以後|後|之前|以前|前))$/u;

/** Interpret a rule's object. A phrase that is an alias is taken whole; others are divided. */
export function ruleSubjects(what: string, categories: readonly RuleCategory[]): RuleSubjects {
  const named: string[] = [];
  const subjects: string[] = [];
  const sort = (phrase: string, divide: boolean): void => {
    const plain = bare(phrase);
    if (plain === '' || TIMES.test(plain) || HAN_TIMES.test(plain)) return;
    const found = categoriesOf(phrase, plain, categories);
    if (found.length > 0) named.push(...found);
    else if (divide && divided(plain, categories).length > 1)
      divided(plain, categories).forEach((part) => sort(part, false));
    else if (plain.length > 1) subjects.push(plain.toLowerCase(), ...singular(plain));
  };
  sort(what, true);
  return { categories: [...new Set(named)], subjects: [...new Set(subjects)] };
}

/** The phrase without articles, "anything about", "stories" and the like. */
function bare(phrase: string): string {
  let plain = phrase.replace(/["“”'‘’「」]/gu, '').trim();
  for (let before = ''; before !== plain;) {
    before = plain;
    plain = plain.replace(LEADING_NEWS, '').replace(LEADING, '').replace(TRAILING, '').trim();
    plain = plain
      .replace(HAN_LEADING, '')
      .replace(HAN_TRAILING, '')
      .replace(/[,，、.。!！]+$/u, '')
      .trim();
  }
  return /^(?:anything|any|stories|story|news|posts?|articles?|coverage|it|them|that|this|everything|something|today|now|新聞|嘢)$/iu.test(
    plain,
  )
    ? ''
    : plain;
}

/**
 * "Politics" means every category whose name ends with it: "Politics" and "UK Parliament / Politics". A category's
 * words count only when they are a section's usual name: 加密貨幣 is one, 地震 is a topic.
 */
function categoriesOf(phrase: string, plain: string, categories: readonly RuleCategory[]): string[] {
  const meant = sectionNames(plain);
  const wanted = new Set([phrase.replace(LEADING, ''), plain, ...meant].map(key));
  const saysNews = key(phrase) !== key(plain);
  const is = (name: string) =>
    wanted.has(key(name)) || (saysNews && wanted.has(key(name.replace(/\s*(?:news|新聞)$/i, ''))));
  const exact = categories.filter(
    ({ name, aliases, words = [] }) =>
      [name, ...aliases].some(is) || (meant.length > 0 && words.some((word) => key(word) === key(plain))),
  );
  const part = categories.filter(({ name }) => namesPart(name, wanted));
  return [...new Set([...exact.slice(0, 1), ...part])].map(({ name }) => name);
}

/** A part of the name between slashes, or the last words of one. */
function namesPart(name: string, wanted: ReadonlySet<string>): boolean {
  return name
    .split('/')
    .map(key)
    .some((part) =>
      [...wanted].some((one) => one !== '' && one !== 'new' && (part === one || part.endsWith(` ${one}`))),
    );
}

/** "Fires" also matches "fire". Names keep their letters. */
function singular(plain: string): string[] {
  const last = /[a-z]{4,}$/u.exec(plain)?.[0];
  if (last === undefined || new RegExp(`\\p{Lu}${last}$`, 'u').test(plain) || !/[^suis']s$/.test(last))
    return [];
  if (/^(?:series|species|news|means|physics|politics|economics|athletics)$/.test(last)) return [];
  const one = /(?:[sxz]|ch|sh)es$/.test(last)
    ? last.slice(0, -2)
    : /[^aeiou]ies$/.test(last) && !/^(?:movies|zombies|cookies)$/.test(last)
      ? `${last.slice(0, -3)}y`
      : last.slice(0, -1);
  return [`${plain.slice(0, -last.length)}${one}`.toLowerCase()];
}

/** "Search and rescue" stays whole; "crypto and stocks" and "Trump and Musk" are two things. */
function divided(plain: string, categories: readonly RuleCategory[]): string[] {
  const parts = plain
    .split(/\s*(?:,|;|，|、|；|\s(?:or|nor)\s|\s&\s|\/|或者|或|以及)\s*(?:and\s+|or\s+)?/u)
    .filter((part) => part !== '');
  return parts.flatMap((part) => {
    const pair = part.split(/\s+and\s+|同埋|同|和|與|及/u);
    const clear =
      pair.some((one) => categoriesOf(one, bare(one), categories).length > 0) ||
      pair.every((one) => /^\p{Lu}/u.test(one));
    return pair.length > 1 && clear ? pair : [part];
  });
}

function key(phrase: string): string {
  return phrase
    .toLowerCase()
    .trim()
    .split(/[\s-]+/)
    .map(stem)
    .join(' ');
}
