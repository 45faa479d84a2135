/**
 * Reads requests for a brief: "A brief on AI regulation", 「寫一份關於人工智能監管的簡報」. The topic is returned in the person's own
 * words.
 */

const OPENING =
  /^(?:(?:please|pls|kindly|ok|okay|and|also|now|then|so|hey|just|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like(?: you to)?|i (?:want|need)(?: you to)?|(?:can|could|may) (?:i|we)(?: please)? (?:have|get)|let['’]s have)[,\s]+)+/iu;
const ABOUT = '(?:on|about|of|regarding|concerning|covering)';
const MAKING =
  '(?:write|do|draft|prepare|make|give|get|send|compile|put together|produce)(?: me| us)?(?: up)?';
const SORT = '(?:(?:short|quick|new|news|research|daily|latest|one[- ]paragraph|\\d{2,3}[- ]word) )*';
const READERS = '(?:the team|the desk|everyone|everybody|me|us)';
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `^(?:${MAKING} )?(?:an?|the|another|one) ${SORT}brief(?:ing)?(?: for ${READERS})?(?: ${ABOUT}|:) (?<topic>.+)$`,
    'isu',
  ),
  new RegExp(`^brief(?: ${READERS})? ${ABOUT} (?<topic>.+)$`, 'isu'),
  new RegExp(`^${SORT}brief(?:ing)?(?: ${ABOUT}|:) (?<topic>.+)$`, 'isu'),
  new RegExp(
    `^${MAKING} an? ${SORT}(?!(?:press|short|quick|new|news|daily) brief)(?<topic>(?:(?!\\b(?:for|of|in|to|from|with|that|the|and)\\b).)+?) brief(?:ing)?$`,
    'isu',
  ),
];
const CHINESE_OPENING =
  /^(?:請(?:你)?|请(?:你)?|麻煩(?:你)?|唔該|幫(?:手|我|我哋|我們)|帮我|可唔可以|可以|想要|我想要|我要|我哋要|我們要|我需要|你|，|\s)+/u;
const MAKE =
  '(?:(?:撰?寫|撰?写|做|整|出|準備|准备|提供|發|发|要|來|来)(?:返|番)?|(?:給|给|畀|俾)(?:我哋|我們|我们|我)?)';
const COUNT = '(?:一)?(?:份|篇|個|个|則|则)';
const ABOUT_IT = '(?:關於|关于|有關|有关)';
const BRIEF = '(?:新聞|新闻)?(?:簡報|简报)';
const CHINESE: readonly RegExp[] = [
  new RegExp(`^(?:${MAKE}?(?:${COUNT})?)?(?:${ABOUT_IT}|講|讲)(?<topic>.+?)(?:的|嘅)?${BRIEF}$`, 'su'),
  new RegExp(`^(?:${MAKE}${COUNT}|一?份)(?<topic>.+?)(?:的|嘅)?${BRIEF}$`, 'su'),
  new RegExp(`^(?:${MAKE}(?:${COUNT})?)?${BRIEF}(?:[：:，,]\\s?${ABOUT_IT}?|${ABOUT_IT})(?<topic>.+)$`, 'su'),
  new RegExp(`^${MAKE}${COUNT}${BRIEF}(?:講|讲)(?<topic>.+)$`, 'su'),
];
/** "an AI regulation brief": an order only where somebody says please or that they want it. */
const REQUESTED = new RegExp(
  `^(?:an|a|another|one) ${SORT}(?!(?:press|short|quick|new|news|daily|very|more|less|better|good|great|nice|fuller|longer|shorter|fresh|proper|different|second|third|similar|detailed) brief)(?<topic>(?:(?!\\b(?:for|of|in|to|from|with|that|the|and|is|are|was|were|on|about)\\b).)+?) brief(?:ing)?$`,
  'isu',
);
const PLEA =
  /^(?:(?:ok|okay|hey|hi|so|then|and|also|now|just)[,\s]+)*(?:please|pls|kindly|i(?:['’]d| would) like|i (?:want|need)|(?:can|could|may) (?:i|we)(?: please)? (?:have|get)|let['’]s have)\b|[,\s](?:please|pls)[\s.!]*$/iu;
/** 「金價簡報」 as a whole message. What reads, changes or speaks of a brief begins or goes on in other words. */
const TITLE = new RegExp(
  '^(?!上|下|呢|這|这|那|嗰|該|该|今|昨|聽日|每|早|晚|晨|新|最新|舊|旧|本|我|你|佢|他|她|它|邊|哪|冇|有|無|没|沒|唔|不|' +
    '睇|看|讀|读|刪|删|寄|搵|找|等|撤|取|要|俾|畀|給|给|請|请|讚|謝|谢|聽(?!證)|收(?:到|咗|唔|埋|藏)|停(?:咗|止)|問(?:下|吓|問)|查看|' +
    '發(?:送|佈|布|出)|发(?:送|布|出)|傳送|轉發|分享|更新|修改|改(?:下|吓|咗|寫)|重寫|重新|檢查|批准|訂閱|暫停|預覽|' +
    '關於|关于|有關|有关|記者|传媒|傳媒|新聞|新闻|一|兩|幾|多謝|份|篇)' +
    `(?<topic>(?:(?!的|嘅|了|咗|過|喺|係|是|份|篇|個|个|則|簡報|简报|[，,。：:；;！!？?、「」“”\\n]).){2,16})(?:簡報|简报)$`,
  'su',
);
const ASKED = /[?？]|[嗎吗呢未][。.!！\s]*$/u;
/** Words that name no topic. */
const NO_TOPIC = /^(?:it|this|that|these|those|them|here|呢個|呢件事|這個|這件事|佢|它|新聞|新闻|新)$/iu;

/** The topic; undefined when no brief is asked for, or none on a named topic. */
export function briefTopic(said: string): string | undefined {
  const english = bare(said.replace(/\s+/gu, ' ').trim().replace(OPENING, ''));
  const chinese = bare(said.trim().replace(CHINESE_OPENING, ''));
  const found =
    first(ENGLISH, english) ??
    (PLEA.test(said.trim()) ? first([REQUESTED], english) : undefined) ??
    first(CHINESE, chinese) ??
    (ASKED.test(said) ? undefined : first([TITLE], chinese));
  const topic = found?.replace(/^["“「『]([^"”」』]*)["”」』]$/u, '$1').trim();
  return topic === undefined || topic === '' || NO_TOPIC.test(topic) ? undefined : topic;
}

/** Whether a text mentions a brief at all. */
export function namesBrief(said: string): boolean {
  return /\bbrief(?:s|ing|ings)?\b|簡報|简报/iu.test(said);
}

function first(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const topic = pattern.exec(text)?.groups?.['topic'];
    if (topic !== undefined) return topic;
  }
  return undefined;
}

function bare(text: string): string {
  return text
    .replace(/[\s.!?。！？]+$/u, '')
    .replace(/,? (?:please|pls|thanks|thank you)$/iu, '')
    .replace(/[，,]?(?:唔該晒?|謝謝|多謝|啦|喇|吖|呀|嗎|吗)$/u, '')
    .replace(/(?<=簡報|简报)[，,]?[畀俾給给]?(?:我哋|我們|我们|大家|我)$/u, '');
}
