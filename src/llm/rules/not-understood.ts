/**
 * The reply to a sentence that is neither a question nor a known order: that it wasn't understood, what the desk
 * can do, and similar sentences that would be understood.
 */
import type { Locale } from '../../time/locale.ts';
import { shortLine } from '../../text/shorten.ts';

const MOST_EXAMPLES = 3;
const MOST_QUOTED = 160;

interface Example {
  /** Words that suggest this example. */
  readonly near: RegExp;
  readonly en: string;
  readonly zh: string;
}

/** Each is understood as written; a test checks them. */
export const EXAMPLES: readonly Example[] = [
  {
    near: /\b(?:remind|every|daily|weekday|tomorrow|tonight|monday|tuesday|wednesday|thursday|friday|\d{1,2}(?::\d\d| ?[ap]m))\b|提醒|每日|每個|逢星期|聽日|明天|\d點|點半/iu,
    en: 'remind us every weekday at 7:30 to check the diary',
    zh: '每個平日早上七點半提醒我們看日程',
  },
  {
    near: /\b(?:stor(?:y|ies)|piece|article|approve|publish|hold|withdraw|embargo|lead|first|front)\b|報道|報導|嗰篇|稿|批准|撤|暫緩|頭條/iu,
    en: 'hold the harbour story until 6pm',
    zh: '暫緩碼頭嗰篇報道到下午六點',
  },
  {
    near: /\b(?:write|cover|report|more|about)\b|寫|報|多啲|關於/iu,
    en: 'write a story about the harbour tunnel',
    zh: '寫一篇關於海底隧道的報道',
  },
  {
    near: /\b(?:less|fewer|no|not|stop|without|ignore|avoid|enough)\b|唔好|不要|少啲|停/iu,
    en: 'no more crypto until Friday',
    zh: '星期五之前唔好再出加密貨幣',
  },
  {
    near: /\b(?:rule|note|remember|forget|again|allow)\b|記|規則|可以/iu,
    en: 'what did I ask you to remember?',
    zh: '我叫你記住咩？',
  },
];

const USUAL = {
  en: ['How many people were hurt?', 'no more crypto this week', 'what have you posted?'],
  zh: ['有幾多人受傷？', '本週不要體育新聞', '最近發過什麼？'],
} as const;

/** That nothing was done, with similar examples. */
export function sayNotUnderstood(language: Locale, said: string): string {
  const near = EXAMPLES.filter((example) => example.near.test(said)).map((example) => example[language]);
  const examples = [...new Set([...near, ...USUAL[language]])].slice(0, MOST_EXAMPLES);
  const quoted = shortLine(said, MOST_QUOTED);
  return language === 'zh'
    ? `我看不懂「${quoted}」，所以沒有做任何事。我沒有使用語言模型，只懂直接的句子：提問、選題規則、提醒，以及報道的處理。例如：\n${examples.map((one) => `- ${one}`).join('\n')}`
    : `I didn't understand "${quoted}", so I did nothing about it. I work without a language model and know plain sentences only: questions, rules on what to leave out, reminders, and what to do with a story. For example:\n${examples.map((one) => `- ${one}`).join('\n')}`;
}

const QUESTION =
  /[?？]\s*$|[嗎么呢]$|^(?:(?:and|so|but|ok(?:ay)?|well|now|then|also|please|hey)[,\s]+)*(?:who(?:se|m)?|what|when|where|which|why|how|is|are|was|were|did|does|do (?:you|we|they|i|any|people|most|all|both|some|the sources|sources|officials|police)|has|have|had|will|would|can|could|should|any(?:thing|one)?|tell (?:me|us) (?:about|more|what|who|when|where|why|how|which|if|whether)|explain|quote|summari[sz]e|sum up|tl;?dr|give me (?:a|the) (?:summary|gist)|i(?:['’]d| would) like to know)\b|(?:咩|乜|什麼|甚麼|邊|哪|誰|幾時|何時|幾多|多少|幾錢|幾耐|多久|點解|為何|為什麼|為甚麼|點樣|如何|怎|有冇|有沒有|有無|係咪|是否|是不是|原因|講下|話我知|總結|概括)/iu;

/** Whether a text is a question, by its punctuation and first words, in English or Chinese. */
export function isAsking(text: string): boolean {
  return QUESTION.test(text.trim());
}

const PLEASE =
  /^(?:(?:and|also|but|so|ok(?:ay)?|then|now|please|pls|kindly|just|hey|could you|can you|would you|will you|i(?:['’]d| would) like you to|i want you to|let['’]s|you should|we should|make sure (?:you|to|that you))[,\s]+)*/i;
const VERBS =
  "put|lead|move|place|rank|order|sort|pin|push|bump|prioriti[sz]e|focus|favou?r|prefer|promote|feature|highlight|make|change|set|use|switch|turn|add|insert|give|get|keep|let|start|stop|begin|run|post|publish|write|send|email|mail|message|ping|call|ring|tell|say|sing|read|show|open|close|check|look|find|search|book|buy|fetch|bring|take|do|don['’]?t|draft|prepare|create|build|delete|remove|edit|update|mention|tag|invite|ban|mute|link|attach|upload|download|translate|print|play|watch|try|go|come|wait|increase|decrease|raise|lower|reduce|limit|double|cut|skip|drop|cover|report|hold|kill|approve|release|withdraw|follow|remind|schedule|cancel|pause|resume|ask|answer|reply|ignore|forget|remember|allow|merge|split|rename|less|fewer";
const ORDER = new RegExp(`^(?:${VERBS})\\s+\\S`, 'i');
const HAN_ORDER =
  /^(?:請|麻煩|唔該|幫(?:手|我|我哋)|將|把|講(?:個|多)|說個|唱|打電話|訂|買|傳|轉發|置頂|頂上|優先|排(?:頭|第一|先|好)|放(?:頭|喺|在|上)|擺|改|換|加|調|搵|整|做|畫|去|唔好|不要|少啲|減少|增加|(?:批准|核准|放行|發佈|暫緩|押後|撤回|撤銷|重試|重寫|跟進)(?:晒|咗)?(?:所有|全部|一切|成個))|(?:先出|排頭|排第一|放頭條|做頭條|擺頭|置頂|優先處理)/u;

/** Whether a text has the form of an order. */
export function isOrdering(text: string): boolean {
  const plain = text.trim();
  const bare = plain.replace(PLEASE, '').replace(/[?？]+$/u, '');
  // "Can you order a pizza?" requests an action; "can you say how many were hurt?" is a question.
  if (/\b(?:can|could|would|will) you\b/i.test(plain.slice(0, plain.length - bare.length)))
    return ORDER.test(bare) && !/\b(?:who|what|when|where|which|why|how|whether|if)\b/i.test(bare);
  if (isAsking(plain)) return false;
  return HAN_ORDER.test(plain) || ORDER.test(bare);
}
