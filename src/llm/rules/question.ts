/** A parsed question: what it is about, what kind of answer it expects, and its language. */
import { cjkLength } from '../../text/cjk.ts';
import { namesIn } from '../../text/names.ts';
import { numbersIn } from '../../text/numbers.ts';
import type { NumberMention } from '../../text/numbers.ts';
import { askedFor } from './asked-for.ts';
import type { AskedFor } from './asked-for.ts';
import { concepts, withoutKinds } from './concepts.ts';
import type { Locale } from '../../time/locale.ts';

type Expected =
  | 'count'
  | 'money'
  | 'percent'
  | 'duration'
  | 'measure'
  | 'person'
  | 'time'
  | 'place'
  | 'cause'
  | 'statement'
  | 'summary'
  | 'anything';

export interface Question {
  readonly text: string;
  readonly language: Locale;
  readonly expected: Expected;
  /** What an answer must mention. */
  readonly focus: ReadonlySet<string>;
  /** What "how many …" counts, when that is more than people; it must be adjacent to the number. */
  readonly counted: ReadonlySet<string>;
  /** Names and numbers in the question, which an answer must contain. */
  readonly names: readonly string[];
  readonly numbers: readonly NumberMention[];
  /** What the sentence must contain in place of the question's own words. */
  readonly askedFor?: AskedFor;
}

/** The first match counts. */
const KINDS: readonly (readonly [RegExp, Expected])[] = [
  [
    /^(?:what(?:'s|’s| is| was)? (?:this|it|the story|that|happening|happened|going on|the news)\b.{0,12}$|tell me (?:more|about (?:this|it))|summari[sz]e|sum up|tl;?dr|give me (?:a|the) (?:summary|gist))|^(?:發生|出)(?:了|咗)?(?:什麼|甚麼|咩)(?:事)?|(?:總結|概括|講(?:緊)?(?:啲)?(?:咩|乜)|大綱|撮要)/iu,
    'summary',
  ],
  [/\b(?:what|which) (?:percentage|per ?cent|share|proportion)|百分之幾|幾多個?巴仙|百分比/iu, 'percent'],
  [
    /(?:票房|造價|成本|費用|製作費|租金|月租|薪金|薪酬|人工|收入|利潤|盈利|虧損|罰款|賠償|市值|營業額|金額|價錢|價格|售價|票價|車資|收費|預算)(?:是|係|有|要|達|為|約)?(?:幾多|多少|幾錢)|(?:幾多|多少)(?:票房|租金|費用|罰款|賠償)/u,
    'money',
  ],
  [
    /\bhow many\b|\bdeath toll\b|幾多(?!錢|元|時間|號|點|年)|多少(?!錢|元|時間|年)|幾(?:人|個|名|輛|架|間|戶|艘|隻|份|項|部|幢|宗|家)|(?:傷亡|死傷|死亡|受傷)(?:人數|數字)/iu,
    'count',
  ],
  [/\bhow much\b.*\b(?:rise|fall|grow|rose|fell|increase|drop|decrease)/iu, 'measure'],
  [
    /\bhow much\b|\bwhat (?:does|did|will|would|is|was) .{0,40}\b(?:costs?|price|fine|salary|value|toll|fee|fare|rent)\b|幾多錢|多少錢|幾錢|幾多元|多少元/iu,
    'money',
  ],
  [/\bhow long\b|幾耐|多久|幾多年|多少年|多長時間|幾多時間|多少時間/iu, 'duration'],
  [
    /\bhow (?:old|far|high|deep|big|large|tall|fast|wide|strong|heavy)\b|幾(?:大|遠|高|深|闊|快|歲|長)|多(?:大|遠|高|深|闊|快)/iu,
    'measure',
  ],
  [
    /\b(?:when|what time|which (?:day|date|year)|what (?:day|date|year))\b|幾時|何時|(?:什麼|甚麼|咩)時候|邊日|哪天|幾點|幾月|哪年|邊年/iu,
    'time',
  ],
  [
    /\b(?:why|what(?:'s|’s)? (?:caused|led to|triggered|is the (?:reason|cause)|was the (?:reason|cause)|the (?:reason|cause))|how come|reason for|cause of)\b|點解|為什麼|為甚麼|為何|因何|原因|成因/iu,
    'cause',
  ],
  [
    /\bwhat (?:did|does|has|had|do) .+ (?:say|said|claim|think|argue|announce|promise|tell|warn)\b|(?:點講|點睇|點回應|怎麼說|怎樣說|如何回應|有何回應|說(?:了)?(?:什麼|甚麼)|講(?:咗)?(?:咩|乜))/iu,
    'statement',
  ],
  [/\bwho(?:se|m)?\b|邊個|誰|哪位|邊位/iu, 'person'],
  [/\bwhere\b|邊度|哪裡|哪裏|何處|(?:什麼|甚麼|咩)地方|邊處/iu, 'place'],
];

/** Question words, which sources don't need to contain. */
const ASKING = new Set(
  concepts(
    'money source sources outlet outlets newspaper newspapers article articles story stories tell know many much long percent percentage reported report exactly actually currently happen happened come comes came get got give make made people person anyone anybody somebody someone everyone thing things number amount figure name named reason cause caused led trigger kind old far high deep big large tall mean means total overall time day date year ago still already really now please explain there called go going did does say said claim think argue announce announced use there look take took',
  ),
);
/** Outcomes for those counted: "how many people died" counts people, and sources say "killed nine". */
const OUTCOMES = new Set(
  concepts('died injured casualties arrested rescued evacuated missing trapped stranded displaced homeless'),
);
const HAN_ASKING =
  /發生|(?:咩|什麼|甚麼|乜)事(?:情)?|[呢這][篇單則件]事?|講(?:緊)?(?:啲)?(?:咩|乜)(?:嘢)?|總結|概括|大綱|撮要|最低|最平|有冇|有沒有|有無|係咪|是不是|是否|請問|我想知|話我知|幾多錢|多少錢|幾錢|幾多|多少|幾時|何時|幾耐|多久|幾多年|多少年|多長時間|時間|什麼時候|甚麼時候|咩時候|點解|為什麼|為甚麼|為何|因何|原因|成因|邊個|邊間|邊啲|哪間|哪些|哪個|誰|哪位|邊位|邊度|哪裡|哪裏|何處|什麼地方|甚麼地方|咩地方|什麼|甚麼|咩|乜嘢|乜|點樣|點講|點回應|點睇|怎樣|怎麼|如何|有何|回應|說了|講咗|話|嗎|呢|呀|啊|幾(?=[人個名輛架間戶艘隻份項部幢宗家大遠高深闊快歲長點])|一共|總共|合共|究竟|到底|嘅|咗|喺|係|人(?=[受死被])|來源|報紙|傳媒|媒體|提到|提及|邊份|哪份|報道|新聞|呢單|呢個|這個|這宗|這次|今次|會|要|被|有|名人|個人|(?<=幾多|多少)人|(?<=[亡傷])(?:人數|數字|者|情況)/gu;

/** Parse a question by its wording. */
export function questionOf(text: string): Question {
  const plain = text.replace(/[?？]+\s*$/u, '').trim();
  const language = cjkLength(plain) >= 2 ? 'zh' : 'en';
  // "Where does the 12% come from?" asks for the sentence that has it, not for a place.
  const asksForNumber =
    /\bcome from\b|\bsource of\b|邊度嚟|哪裡來|出處|來自哪/iu.test(plain) && numbersIn(plain).length > 0;
  const expected = asksForNumber
    ? 'anything'
    : (KINDS.find(([pattern]) => pattern.test(plain))?.[1] ?? 'anything');
  const bare =
    language === 'zh' ? plain.replace(HAN_ASKING, ' ') : plain.replace(/\bdeath toll\b/gi, 'deaths');
  const asked = askedFor(plain);
  const instead = new Set((asked?.instead ?? []).flatMap(concepts));
  const focus = withoutKinds(
    concepts(bare).filter((token) => !ASKING.has(token) && !instead.has(token) && !/^\d/.test(token)),
  );
  // A single character left between question words has no meaning of its own.
  if (language === 'zh')
    for (const token of focus) if (/^\p{Script=Han}$/u.test(token) && focus.size > 1) focus.delete(token);
  const many =
    /\bhow many ((?:[a-z-]+ ?){1,3}?)(?= (?:were|was|are|is|did|do|does|have|has|had|will|would|can|could|of|in|at|on|from|to|got)\b|$)/iu.exec(
      plain,
    )?.[1] ?? '';
  const counted = new Set(concepts(many).filter((token) => !ASKING.has(token) && !OUTCOMES.has(token)));
  return {
    text: plain,
    language,
    expected:
      expected === 'anything' && asked === undefined && focus.size === 0 && numbersIn(plain).length === 0
        ? 'summary'
        : expected,
    focus,
    counted,
    // Chinese names can't be separated from the words around them in a question; the focus covers them.
    names: namesIn(plain).filter(
      (name) => cjkLength(name) === 0 && concepts(name).some((token) => focus.has(token)),
    ),
    numbers: numbersIn(plain).filter((number) => !number.time),
    ...(asked !== undefined && { askedFor: asked }),
  };
}
