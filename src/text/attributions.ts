/**
 * Finds who a sentence says has spoken: "Daniel Levy, the chairman, said", "according to the Treasury", 「利維周二晚表示」,
 * 「外相藍韜文（Dominic Raab）則指」. Speakers without a name ("he", "officials", 「警方」) are left out.
 */
import { chinesePersonsIn } from './chinese/persons.ts';
import { latinNamesIn } from './names.ts';

export interface Attribution {
  /** The speaker's name as in the sentence, without title or office. */
  readonly speaker: string;
  /** The original beside a translated name: 藍韜文（Dominic Raab）. */
  readonly original?: string;
  /** The words about the speaker, verb included: UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const SAID =
  'said|says|told|adds|added|warns|warned|argues|argued|insists|insisted|replied|wrote(?=[,.:]|\\s(?:that|to|in|on|[“"])|$)|asks|asked|called|calls|claims|claimed|announced|denies|denied|confirmed|noted|notes|explained|estimates|estimated|expects|expected|believes|believed|tweeted|urged|urges|stressed|suggested|criticised|criticized|described|acknowledged|conceded|pledged|vowed|promised|declared|testified|complained|remarked|recalled|predicted|reiterated|questioned|accused|blamed|welcomed|defended|praised|condemned|hailed|attacked|dismissed|forecasts|cautioned|promises|put|refused|admitted|apologised|apologized|plans';
/** Verbs that may precede the speaker: "…, said Ann Lee", but not "…, described Ann Lee". */
const SAID_FIRST =
  'said|says|adds|added|warns|warned|argues|argued|insists|insisted|replied|wrote|asks|asked|claims|claimed|announced|confirmed|noted|notes|explained|estimates|estimated|believes|believed|tweeted|acknowledged|conceded|declared|testified|complained|remarked|recalled|predicted|reiterated|forecasts|cautioned|admitted';
const ADVERB =
  '(?:(?:also|later|then|further|however|meanwhile|previously|has|had|have|repeatedly|again|earlier|on\\s\\p{Lu}\\p{L}+|\\p{L}+ly)\\s){0,3}';
/** An apposition between commas, between a name and its verb. */
const APPOSITION = '(?:(?:,\\s(?:[^,;“”"]|["“][^"”]{1,40}["”]){2,90}){1,3},|\\s\\([^)]{1,40}\\))?';
const OF_WHERE =
  "(?:\\s(?:(?:of|from|at)\\s(?:the\\s)?)?\\p{Lu}[\\p{L}’'-]*(?:\\s\\p{Lu}[\\p{L}’'-]*){0,4})?";
const NAME_THEN_VERB = new RegExp(`^(?:\\s[QSK]C)?${OF_WHERE}${APPOSITION}\\s${ADVERB}(?:${SAID})\\b`, 'u');
/** "The governor, Ann Lee, said": here the name is the apposition. */
const IN_APPOSITION =
  /(?:^|[\s"“”])(?:[Tt]he|[Aa]n?|[Ii]ts|[Tt]heir|[Hh]is|[Hh]er|\p{Lu}[\p{L}-]*['’]s?)\s[^,;“”"]{2,60},\s$/u;
const CLOSED_THEN_VERB = new RegExp(`^,\\s${ADVERB}(?:${SAID})\\b`, 'u');
const TITLES =
  '(?:(?:Dr|Mr|Mrs|Ms|Sir|Dame|Lord|Lady|Prof|Professor|Judge|Captain|Inspector|Sergeant)\\.?\\s)?';
const VERB_THEN_NAME = new RegExp(
  `(?:[”"’']\\s|,\\s)(?:${SAID_FIRST})\\s(?!that\\s)(?:the\\s)?(?:\\p{Ll}[\\p{L}-]*,?\\s){0,4}${TITLES}$`,
  'u',
);
const ACCORDING = new RegExp(`\\b[Aa]ccording\\sto\\s(?:the\\s|a\\s)?(?:[\\p{Ll}-]+\\s){0,4}${TITLES}$`, 'u');
/** "told reporters in Port Elsin" says where, not who. */
const WHERE = /\b(?:in|at|on|near|outside|from|before|of|by)\s(?:the\s|a\s|an\s)?$/u;

/** Capitalised only because they may open a sentence. */
const ANYBODY =
  /^(?:Nobody|Everybody|Everyone|Someone|Somebody|Anyone|People|Police|Officials|Officers|Critics|Experts|Prosecutors|Residents|Witnesses|Doctors|Nurses|Others|Many|Some|One|Both|Sources|Researchers|Scientists|Analysts|Economists|Lawyers|Ministers|Campaigners|Protesters|Investors|Teachers|Parents|Fans|Supporters|Opponents|Asked|Detectives|Investigators|Judges|Reporters|Authorities|Reports|Polls|Friends|Neighbours|Neighbors|Relatives|Players|Staff|Workers|Unions|Councillors|Lawmakers|Senators|Republicans|Democrats|Conservatives|Tories|Downing Street|Government|Company|Court|Council|Statement|Report)$/u;

/** "Dominic Raab defended the party, saying": the subject of the sentence is the speaker. */
const SAYING = new RegExp(
  `,?\\s(?:saying|adding|arguing|warning|claiming|insisting|telling)\\b|\\s(?:and|but|then)\\s(?:also\\s|then\\s)?(?:${SAID})\\b`,
  'u',
);
const OPENING = 40;

const HAN_SAID =
  '表示|歡迎|分析(?=[，：:指稱說道])|(?<![燃原資飲物材塑肥飼顏布史塗香調])料(?!理)|宣佈|提出|認定|落淚說|歸咎|預測|反對|承認|指出|指責|抨擊|駁斥|透露|強調|認為|批評|質疑|解釋|補充|估計|預計|預期|預料|警告|否認|坦言|直言|提醒|形容|呼籲|宣布|宣佈|公布|公佈|回應|辯稱|重申|相信|反駁|譴責|澄清|聲稱|坦承|憶述|建議|讚揚|承諾|報道|稱(?![為號呼讚職])|(?<![食手中恒道富納期日標單創指])指(?![數定示控甲揮引標南向紋針責紋])|(?<![小傳學])[說説](?![明服法唱])';
const HAN_VERB = new RegExp(HAN_SAID, 'gu');
const BETWEEN =
  /(?:則|流淚|落淚|含淚|哽咽|苦笑|笑言|亦|也|又|還|再|並|均|都|曾|就|其後|隨後|之後|早前|此前|日前|同時|另外|周[一二三四五六日](?:[早晚]|上午|下午|晚上)?|星期[一二三四五六日]|昨日|昨晚|昨天|今日|今早|當日|當晚|\d{1,2}日|\d{1,2}月|[在於向對就接出透].{1,24}?(?:中|上|時|後|內|表|會|媒|者|前|下|問|過|事件)?|(?:求情|判刑|宣判|量刑|作供|受訪|陳詞|庭上|答辯|致辭|演講|發言|講話|總結)(?:時|後|中|上)?|一方面|多次|首次|已經?|會|先後|一直|自|未有|沒有|拒絕|隨即|即|只|公開|書面|明確|主動)+$/u;
/** Last characters of offices; a name starts after them. */
const OFFICE =
  /(?:[長員授生師官席裁者人任理練事管監士相統揆魁表督王后]|男子|女子|老翁|婦人|青年|少女|少年|主播|教練|歌手|影后|影帝|秘書|代表|先生|專家|領袖|父親|母親|律師)(?=[^長員授生師官席裁者人任理練事管監]{2,})/gu;
const NOBODY =
  /^(?:[他她它其該不亦並又].*|\d.*|有.*|對方|市場.{0,4}|雙方|當局|政府|警方|檢方|控方|辯方|官方|公司|報告|報道|文件|聲明|消息|消息人士|外界|市場|分析.*|專家.*|發言人|官員|學者|法官|律師|被告|市民|居民|家屬|業界|前者|後者|兩人|兩者|調查|數據|數字|結果|當中|其中|院方|校方|店方|球會|球隊|教練|領隊|主席|部長|局長|署長|總裁|記者|媒體|傳媒)$/u;

/** A clause with a verb of its own, not a name. */
const NO_NAME = /[不把被將令使取]|會(?!$|議|員|計)|^導致|^距離/u;

/** In the order of the text. */
export function attributionsIn(sentence: string): Attribution[] {
  return [...latinAttributions(sentence), ...hanAttributions(sentence)].sort((a, b) => a.start - b.start);
}

function latinAttributions(sentence: string): Attribution[] {
  if (!/\p{Ll}{2}/u.test(sentence)) return [];
  const found: Attribution[] = [];
  for (const { name, start } of latinNamesIn(sentence)) {
    const end = start + name.length;
    // HK$ is money.
    if (ANYBODY.test(name) || sentence.charAt(end) === '$') continue;
    // A name in another's apposition: "Ann Lee, head of Acme, said".
    if (found.some((one) => one.start <= start && end <= one.end)) continue;
    const rest = sentence.slice(end, end + 200);
    const before = sentence.slice(Math.max(0, start - 60), start);
    const verb =
      NAME_THEN_VERB.exec(rest) ?? (IN_APPOSITION.test(before) ? CLOSED_THEN_VERB.exec(rest) : null);
    const lead =
      verb || WHERE.test(before) ? undefined : (VERB_THEN_NAME.exec(before) ?? ACCORDING.exec(before));
    if (verb) found.push({ speaker: name, start, end: end + verb[0].length });
    else if (lead) found.push({ speaker: name, start: start - lead[0].length, end });
  }
  const saying = SAYING.exec(sentence);
  if (saying && !found.some(({ end }) => end <= saying.index)) {
    const [first] = latinNamesIn(sentence);
    if (first && !ANYBODY.test(first.name) && first.start < Math.min(OPENING, saying.index))
      found.push({ speaker: first.name, start: first.start, end: first.start + first.name.length });
  }
  return found;
}

function hanAttributions(sentence: string): Attribution[] {
  const found: Attribution[] = [];
  for (const verb of sentence.matchAll(HAN_VERB)) {
    const start = clauseStart(sentence, verb.index);
    const clause = sentence.slice(start, verb.index);
    const attribution = clause === '' ? subjectOf(sentence.slice(0, start)) : speakerOf(clause);
    if (attribution && !found.some((one) => one.start === start))
      found.push({ ...attribution, start, end: verb.index + verb[0].length });
  }
  return found.length > 0 ? found : hanPronoun(sentence);
}

/** 「古隆（Bishal Gurung）目擊三人跳下，他說」: the person who opens the sentence, by the original name. */
function hanPronoun(sentence: string): Attribution[] {
  const pronoun = new RegExp(`，[他她](?:[又亦也並還則]|同時|其後)?(?:${HAN_SAID})`, 'u').exec(sentence);
  if (pronoun === null) return [];
  const head = /^[^，。；：「]{0,24}?(\p{Script=Han}{2,6})[（(](\p{Lu}[\p{L}\p{M}\s.'’-]{1,60})[）)]/u.exec(
    sentence,
  );
  const [latin] = [...latinNamesIn(sentence.slice(0, pronoun.index))];
  const end = pronoun.index + pronoun[0].length;
  if (head && head[0].length <= pronoun.index)
    return [{ speaker: nameIn(head[1] ?? ''), original: (head[2] ?? '').trim(), start: pronoun.index, end }];
  return latin && latin.start < OPENING && latin.name.includes(' ')
    ? [{ speaker: latin.name, start: pronoun.index, end }]
    : [];
}

/** After the last punctuation mark before `at`, ignoring what is in brackets. */
function clauseStart(sentence: string, at: number): number {
  let depth = 0;
  for (let from = at - 1; from >= 0; from--) {
    const character = sentence.charAt(from);
    if (/[）)]/u.test(character)) depth++;
    else if (/[（(]/u.test(character)) depth--;
    else if (
      depth === 0 &&
      /[，。；：、！？「」『』【】\s,;:]/u.test(character) &&
      !/\p{Script=Latin}\s\p{Script=Latin}/u.test(sentence.slice(from - 1, from + 2))
    )
      return from + 1;
  }
  return 0;
}

/** 「分析師鄧浩然把目標價下調，料表現一般」: a verb without a subject belongs to whoever opens the sentence. */
function subjectOf(before: string): Pick<Attribution, 'speaker'> | undefined {
  if (/[。；：「」！？]/u.test(before) || !before.endsWith('，')) return undefined;
  const [first = ''] = before.split('，');
  const [person] = chinesePersonsIn(first);
  return person !== undefined && first.indexOf(person) < OPENING ? { speaker: person } : undefined;
}

function speakerOf(clause: string): Pick<Attribution, 'speaker' | 'original'> | undefined {
  const [, translated, original, behind = ''] =
    /([^（()）]+)[（(]([\p{Lu}][\p{L}\p{M}\s.'’-]{1,60})[）)](.*)$/u.exec(clause) ?? [];
  if (translated !== undefined && original !== undefined && (behind === '' || BETWEEN.test(behind)))
    return { speaker: nameIn(translated), original: original.trim() };
  const plain = clause.replace(/[（(][^）)]*[）)]/gu, '').replace(BETWEEN, '');
  const name = nameIn(plain);
  if (name === '' || NOBODY.test(name) || NO_NAME.test(name) || [...name].length > 24) return undefined;
  return { speaker: name };
}

/** 「房屋局副局長戚詠詩」 is 戚詠詩; 「維城銀行發言人」 is the bank. */
function nameIn(words: string): string {
  const plain = words
    .replace(/^(?:但|而|不過|然而|據|根據|至於|當時|同日|其中)/u, '')
    .replace(/(?:的)?(?:女|男)?(?:發言人|代表律師|代表)$/u, '')
    .trim();
  const latin = /[\p{Script=Latin}][\p{Script=Latin}\p{N}\s.&'’-]*$/u.exec(plain)?.[0];
  if (latin !== undefined && latin.length > 1) return latin.trim();
  const last = [...plain.matchAll(OFFICE)].at(-1);
  const name = last === undefined ? plain : plain.slice(last.index + last[0].length);
  // 「任職二十年的羅耀基」
  return /^.+的(\p{Script=Han}{2,4})$/u.exec(name)?.[1] ?? name;
}
