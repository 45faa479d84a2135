/**
 * Questions whose wording differs from that of their answers: "Who runs …?" is answered by a director, "Is it
 * open?" by "closed", 「幾多層」 by 「18層」. Such words are removed from what an answer must mention. Instead the
 * sentence must match a pattern, and there are extra words to search for.
 */

export interface AskedFor {
  /** A pattern that the sentence must match. */
  readonly needs: RegExp;
  /** The question's words that the sentence doesn't need. */
  readonly instead: readonly string[];
  /** Extra words to search for, as sources use them. */
  readonly search: string;
  /** Matching the pattern suffices, whatever kind of answer the question's first word expects. */
  readonly suffices?: true;
}

const LEADERS =
  '\\b(?:director|head|chief executive|chairman|chairwoman|chair|boss|president|leader|manager|commissioner|governor|principal|runs|leads|heads|led by|run by|headed by)\\b';

const WORDINGS: readonly (readonly [RegExp, AskedFor])[] = [
  [
    /\bwhere (?:did|does|do|is|was|were|are) (?!.*\d)(?!.*\b(?:information|figures?|numbers?|quotes?|claims?)\b).+ (?:come|sail|travel|fly|coming|sailing|travelling|flying) from\b/i,
    {
      needs: /\bfrom (?:the )?\p{Lu}/u,
      instead: ['come', 'sail', 'travel', 'fly', 'coming', 'sailing', 'travelling', 'flying'],
      search: 'from sailed left',
    },
  ],
  [
    /\bwho(?:'s|’s)? (?:runs?|heads?|leads?|manages?|directs?|is in charge of|is (?:the )?(?:head|boss) of)\b/i,
    {
      needs: new RegExp(LEADERS, 'i'),
      instead: ['run', 'head', 'lead', 'manage', 'direct', 'charge', 'boss'],
      search: 'director head chief executive chairman president leader',
    },
  ],
  [
    /\bwhere (?:is|are|was) .+ (?:based|located|headquartered)\b|\bwhere (?:is|are) .+(?:'s|’s) (?:office|headquarter|base)/i,
    {
      needs: /\b(?:based|headquarter\w*|offices?)\b/i,
      instead: ['based', 'located', 'headquartered', 'office', 'headquarters'],
      search: 'based offices headquarters',
    },
  ],
  [
    /^(?:is|are|was|were|has|have|did|will|does)\b.*\b(?:open|opened|closed?|shut|reopen(?:ed)?)\b/i,
    {
      needs: /\b(?:clos(?:e[ds]?|ing|ure)|shut|open(?:ed|s|ing)?|reopen(?:ed|s|ing)?|resum\w+)\b/i,
      instead: ['open', 'opened', 'closed', 'shut', 'reopened', 'again', 'yet', 'still'],
      search: 'open closed reopened shut',
    },
  ],
  [
    /\b(?:when|what time) (?:did|was) .*\b(?:happen|occur|take place|strike|hit)\b/i,
    {
      needs:
        /\b(?:struck|hits?|happened|occurred|began|shook|burst|broke out|took place|crashed|exploded|started)\b/i,
      instead: ['happen', 'occur', 'place', 'take', 'strike', 'hit'],
      search: 'struck hit happened began early morning dawn night',
    },
  ],
  [
    /\bwhere (?:did|was|is) .*\b(?:happen|occur|take place|strike|hit|centred|centered)\b/i,
    {
      needs:
        /\b(?:struck|hit|happened|occurred|shook|burst|broke out|took place|crashed|exploded|centred|centered)\b.*\p{Lu}|\bin (?:the )?\p{Lu}/u,
      instead: ['happen', 'occur', 'place', 'take', 'strike', 'hit', 'centred', 'centered'],
      search: 'struck hit happened occurred',
    },
  ],
  [
    /\bhow (?:strong|powerful|big|large|bad|violent) .*(?:quake|aftershock|tremor)|\bhow (?:strong|powerful|violent) (?:was|is) (?:it|this|that)\b/i,
    {
      needs: /\bmagnitude (?:of )?\d|\d-magnitude/i,
      instead: ['strong', 'powerful', 'bad', 'violent'],
      search: 'magnitude',
      suffices: true,
    },
  ],
  [
    /\bhow deep\b|\b(?:what|which) depth\b|幾深|多深|深度/iu,
    {
      needs:
        /\bdepths? of\b|\b(?:kilomet(?:re|er)s?|met(?:re|er)s?|miles|feet|km|m|ft) (?:deep|down|below|beneath|underground|underwater)\b|深(?:度|約|達|至|逾)*[\d.,一二三四五六七八九十百]+|(?:公里|里|米|呎)深/iu,
      instead: ['deep', 'depth', '幾深', '多深', '深度'],
      search: 'depth deep 深度',
      suffices: true,
    },
  ],
  [
    /(?:幾多|多少|幾)(?:樓)?層|樓高|幾高層/u,
    {
      needs: /\d層|[一二三四五六七八九十]層/u,
      instead: ['建', '層', '興建', '大樓', '樓層'],
      search: '層高 層樓 樓高 大樓',
      suffices: true,
    },
  ],
  [
    /(?:誰|邊個|邊間|哪間|哪家|邊位).*(?:興建|承建|建造|起樓|施工)/u,
    {
      needs: /承建商|承建|由.{2,8}(?:興建|建造|負責)|批予|判予/u,
      instead: ['負責', '責興', '興建', '承建', '建造', '施工'],
      search: '承建商 承建 工程 合約 取得',
      suffices: true,
    },
  ],
  [/最低|最平/u, { needs: /低至|最低|最少|由[\d,]+.{0,3}至|元起|至少/u, instead: [], search: '低至' }],
  [
    /幾歲|年紀|多大年/u,
    { needs: /\d歲|[一二三四五六七八九十]歲/u, instead: ['歲'], search: '年僅 歲', suffices: true },
  ],
];

/** What a sentence needs to answer such a question ("who runs …": an office), for known wordings. */
export function askedFor(text: string): AskedFor | undefined {
  return WORDINGS.find(([asks]) => asks.test(text))?.[1];
}

/** Offices that must match exactly: a deputy is not the head, a chief scientist not the chief executive. */
const OFFICES: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:chief executive|ceo)\b/i, /\b(?:chief executive|ceo|boss)\b/i],
  [/\bchief scientist\b/i, /\bchief scientist\b/i],
  [/\bchair(?:man|woman|person)?\b/i, /(?<!(?:deputy|vice)[ -])\bchair(?:man|woman|person)?\b/i],
  [/\bdirector\b/i, /(?<!(?:deputy|assistant)[ -])\bdirector\b/i],
  ...'局長 署長 主席 會長 院長 部長 校長 司長 處長 行長 總裁 市長 總理 首相 總統 經理'
    .split(' ')
    .map((office): [RegExp, RegExp] => [
      new RegExp(`(?<!副)${office}`, 'u'),
      new RegExp(`(?<!副|助理|前)${office}`, 'u'),
    ]),
];

/** False where the question names an office and the sentence has a lower one, or none. */
export function hasOffice(sentence: string, question: string): boolean {
  if (
    !/\bwho(?:'s|’s)?\b|\bwhat (?:did|does|has|had|do) .+ (?:say|said|think|claim|argue|announce|promise|tell|warn)|誰|邊個|邊位|哪位|點講|點睇|說了|講咗|回應/iu.test(
      question,
    )
  )
    return true;
  return OFFICES.every(([asked, has]) => !asked.test(question) || has.test(sentence));
}

const DOERS: readonly (readonly [RegExp, string])[] = [
  [/\bwho (?:has |had )?audited\b/i, 'auditor auditors'],
  [/\bwho (?:has |had )?designed\b/i, 'designer architect'],
  [/\bwho (?:has |had )?directed\b/i, 'director'],
  [/\bwho (?:has |had )?founded\b/i, 'founder'],
  [/\bwho (?:has |had )?(?:built|is building)\b/i, 'builder contractor'],
  [/\bwho (?:has |had )?organi[sz]ed\b/i, 'organiser'],
];

/** Words for the doer, to search for: "Who audited it?" is answered by "auditor Ann Lee". */
export function doerOf(text: string): string {
  return DOERS.find(([asks]) => asks.test(text))?.[1] ?? '';
}
