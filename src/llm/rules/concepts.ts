/** Tokens with common synonyms merged, so that "killed" in a question matches "died" in a source. */
import { stem } from '../../text/stem.ts';
import { tokens } from '../../text/tokens.ts';

const SYNONYMS: readonly (readonly string[])[] = [
  'die dead death deaths died killed kill fatal fatality fatalities perish'.split(' '),
  'injure injured injury injuries hurt wounded wound'.split(' '),
  'casualties casualty victim victims'.split(' '),
  'arrest arrested detained detain custody'.split(' '),
  'cost costs price priced worth'.split(' '),
  'increase increased rise rose risen grow grew climb climbed jump jumped gain gained'.split(' '),
  'decrease decreased fall fell fallen drop dropped decline declined slump sink sank'.split(' '),
  'start started begin began begun'.split(' '),
  'close closed closure shut shutdown'.split(' '),
  'reopen reopened reopening'.split(' '),
  'buy bought purchase purchased acquire acquired'.split(' '),
  'resign resigned resignation quit'.split(' '),
  'win won winner winning'.split(' '),
  'apologise apologize apologised apologized apology'.split(' '),
  'company firm business'.split(' '),
  'boss chief ceo executive'.split(' '),
  'car cars vehicle vehicles'.split(' '),
  'household households homes'.split(' '),
  'rescue rescued rescuer rescuers'.split(' '),
  'investigate investigation inquiry probe investigating'.split(' '),
  'fire blaze'.split(' '),
  'earthquake quake'.split(' '),
  'strand stranded stranding trap trapped trapping'.split(' '),
  'suspend suspended suspension halt halted'.split(' '),
  'evacuate evacuated evacuation'.split(' '),
  'steal stole stolen theft'.split(' '),
  'owner own owns owned belong belongs'.split(' '),
  'pipe main'.split(' '),
  'compensate compensation'.split(' '),
  'vote votes voted'.split(' '),
  'pupil pupils student students'.split(' '),
  'carry carrying carried aboard board onboard'.split(' '),
  'damage damaged'.split(' '),
  'warn warned warning'.split(' '),
  'delay delayed delays'.split(' '),
  'award awards prize prizes trophy'.split(' '),
  'audit audited auditor auditors auditing'.split(' '),
  'shortfall gap hole deficit'.split(' '),
  'design designed designer'.split(' '),
];
const CANON = new Map(
  SYNONYMS.flatMap((group) => group.map((word): [string, string] => [stem(word), stem(group[0] ?? word)])),
);

const HAN_SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/傷亡|死傷/gu, '死傷'],
  [
    /人死(?![亡傷於了咗者])|(?<!\p{Script=Han})死(?!\p{Script=Han})|身亡|喪生|遇難|死者|死咗|死了|亡者|罹難|死於|(?<!死)亡(?=，|。)/gu,
    '死亡',
  ],
  [/傷者|傷勢|人傷|傷咗/gu, '受傷'],
  [/拘捕|被捕|被拘|拉咗|落網/gu, '拘捕'],
  [/道歉|致歉|謝罪/gu, '道歉'],
  [/恢復通車|重新開放|重開/gu, '重開'],
  [/爆裂|爆咗|破裂|爆(?=了|$)/gu, '爆裂'],
  [/汽車|車輛|架車|輛車/gu, '車輛'],
  [/住戶|戶食水|家庭/gu, '住戶'],
  [/費用|成本|造價|價錢/gu, '費用'],
  [/封閉|關閉|封咗|停開/gu, '封閉'],
  [/辭職|請辭|下台/gu, '辭職'],
  [/獲得|贏得|奪得|奪|攞咗|贏咗/gu, '奪得'],
  [/月租|租金/gu, '租金'],
  [/送去|送到|送院|送至/gu, '送往'],
  [/落成|完工|竣工/gu, '完成'],
];

/** Chinese synonyms of words in `text`, for searching: sources also write 致歉 for 道歉. */
export function hanSynonyms(text: string): string[] {
  return HAN_SYNONYMS.filter(([pattern, word]) => text.includes(word) || text.search(pattern) >= 0).flatMap(
    ([pattern, word]) => [word, ...pattern.source.split('|')].filter((one) => /^\p{Script=Han}+$/u.test(one)),
  );
}

/** A word for several kinds of something, by each kind: the dead and the injured are casualties. */
const KINDS_OF = new Map(
  [
    ['die', 'casualties'],
    ['injure', 'casualties'],
  ].map(([kind = '', whole = '']): [string, string] => [stem(kind), stem(whole)]),
)
  .set('死亡', '死傷')
  .set('受傷', '死傷');

/** The concepts of a text, with the words for their kinds: who asks about casualties is told of the dead. */
export function conceptsWithKinds(text: string): string[] {
  return concepts(text).flatMap((token) => {
    const whole = KINDS_OF.get(token);
    return whole === undefined ? [token] : [token, whole];
  });
}

/** The same, and the kinds of such words: "no casualties" speaks of the dead and of the injured. */
export function conceptsAndKinds(text: string): string[] {
  const said = concepts(text);
  const kinds = [...KINDS_OF].flatMap(([kind, whole]) => (said.includes(whole) ? [kind] : []));
  return [...conceptsWithKinds(text), ...kinds];
}

/** One word for their kinds, where all of them are asked about: "killed or hurt" asks about casualties. */
export function withoutKinds(asked: Iterable<string>): Set<string> {
  const all = new Set(asked);
  for (const whole of new Set(KINDS_OF.values())) {
    const kinds = [...KINDS_OF].flatMap(([kind, of]) => (of === whole ? [kind] : []));
    if (!kinds.every((kind) => all.has(kind))) continue;
    for (const kind of kinds) all.delete(kind);
    all.add(whole);
  }
  return all;
}

/** In the order of the text. */
export function concepts(text: string): string[] {
  const plain = HAN_SYNONYMS.reduce(
    (changed, [pattern, word]) => changed.replace(pattern, ` ${word} `),
    // The unit of time isn't the ordinal "second".
    text.replace(/\bseconds\b/gi, ' '),
  );
  return tokens(plain).map((token) => CANON.get(token) ?? token);
}
