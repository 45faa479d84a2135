/**
 * Reads requests for a brief: "A brief on AI regulation", 「寫一份關於人工智能監管的簡報」. The topic is returned in the person's own
 * words.
 */

const OPENING =
  /^(?:(?:please|pls|kindly|ok|okay|and|also|now|then|so|hey|just|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like(?: you to)?|i (?:want|need)(?: you to)?|let['’]s have)[,\s]+)+/iu;
const ABOUT = '(?:on|about|of|regarding|concerning|covering)';
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:write|do|draft|prepare|make|give|get|send|compile|put together|produce)(?: me| us)?(?: up)? )?(?:an?|the|another|one) (?:(?:short|quick|new|news|research|daily|latest) )*brief(?:ing)? ${ABOUT} (?<topic>.+)$`,
    'isu',
  ),
  new RegExp(`^brief(?: me| us)? ${ABOUT} (?<topic>.+)$`, 'isu'),
  new RegExp(`^(?:news )?brief(?:ing)?(?: ${ABOUT}|:) (?<topic>.+)$`, 'isu'),
];
const CHINESE_OPENING =
  /^(?:請(?:你)?|请(?:你)?|麻煩(?:你)?|唔該|幫(?:手|我|我哋|我們)|帮我|可唔可以|可以|想要|我想要|我要|你|，|\s)+/u;
const MAKE = '(?:寫|写|做|整|出|給我|给我|畀我|俾我|來|来|準備|准备)';
const COUNT = '(?:一)?(?:份|篇|個|个|則|则)';
const ABOUT_IT = '(?:關於|关于|有關|有关)';
const BRIEF = '(?:新聞|新闻)?(?:簡報|简报)';
const CHINESE: readonly RegExp[] = [
  new RegExp(`^(?:${MAKE}(?:${COUNT})?)?(?:${ABOUT_IT}|講|讲)(?<topic>.+?)(?:的|嘅)?${BRIEF}$`, 'su'),
  new RegExp(`^${MAKE}${COUNT}(?<topic>.+?)(?:的|嘅)?${BRIEF}$`, 'su'),
  new RegExp(`^(?:${MAKE}(?:${COUNT})?)?${BRIEF}(?:[：:，,]\\s?${ABOUT_IT}?|${ABOUT_IT})(?<topic>.+)$`, 'su'),
];
/** Words that name no topic. */
const NO_TOPIC = /^(?:it|this|that|these|those|them|here|呢個|呢件事|這個|這件事|佢|它)$/iu;

/** The topic; undefined when no brief is asked for, or none on a named topic. */
export function briefTopic(said: string): string | undefined {
  const english = bare(said.replace(/\s+/gu, ' ').trim().replace(OPENING, ''));
  const chinese = bare(said.trim().replace(CHINESE_OPENING, ''));
  const found = first(ENGLISH, english) ?? first(CHINESE, chinese);
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
    .replace(/[，,]?(?:唔該晒?|謝謝|多謝|啦|喇|吖|呀)$/u, '');
}
