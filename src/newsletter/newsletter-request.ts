/**
 * What somebody's own words order of newsletters, now: "make today's newsletter", "stop the newsletter", 「幫我發送通訊」. Who only speaks of one,
 * asks about one, or says when or whether it is to be sent, orders nothing: a page could do the rest. Pure.
 */
import { scriptless } from '../text/chinese/scripts.ts';
import { requestsIn } from '../text/requests.ts';

export type NewsletterRequest = 'run' | 'send' | 'stop';

/** Whether these words order it. What is in doubt is no order. */
export function ordersNewsletter(said: string, request: NewsletterRequest): boolean {
  return ordersIn(said, request).some((sentence) => request !== 'send' || !TO_SOMEBODY.test(sentence));
}

/** Whether these words order to send it, to somebody only whom they name. */
export function sendsToSomebody(said: string): boolean {
  return ordersIn(said, 'send').some((sentence) => TO_SOMEBODY.test(sentence));
}

/** Whether an order to make one is to go on with one that stopped. */
export function resumesNewsletter(said: string): boolean {
  return ordersIn(said, 'run').some((sentence) => RESUMES.test(sentence));
}

const RESUMES =
  /\b(?:resume|continue|go on with|carry on with|retry|re-try|try\b.*\bagain)\b|繼續|继续|重試|重试/iu;

/** The sentences that order it. */
function ordersIn(said: string, request: NewsletterRequest): string[] {
  const sentences = requestsIn(said)
    .split('\n')
    .map((sentence) => sentence.replace(/\s+/gu, ' '));
  return sentences.filter((sentence, at) => {
    // "The newsletter looks good. Send it."
    const around = at === 0 ? sentence : `${sentences[at - 1]} ${sentence}`;
    return (
      isOrder(sentence, ENGLISH[request]) ||
      isOrder(around, POINTED[request]) ||
      isChineseOrder(sentence, request)
    );
  });
}

/**
 * "Send the newsletter to ann@example.org", "to my boss": it goes to all whom the edition names and can't be called back, so
 * one person's copy is no order.
 */
const TO_SOMEBODY =
  /\S@\S|\b(?:newsletter(?:_\w+)?|digest|it)(?: out| off)?(?:,? (?:please|now|only|just))* to (?!(?:only |just )?(?:every(?:one|body)\b|all\b|us\b|press\b|print\b|(?:the |our |its |your )?(?:whole |entire |mailing |e-?mail )*(?:subscribers?|readers?|readership|recipients?|list|audience|public|channel|people|members|team|staff|newsroom|world|press)\b))/iu;

function isOrder(sentence: string, forms: readonly RegExp[]): boolean {
  return forms.some((form) => {
    const found = form.exec(sentence);
    if (!found) return false;
    const before = sentence.slice(0, found.index);
    const rest = `${before} ${found.groups?.['asks'] ?? ''} ${sentence.slice(found.index + found[0].length)}`;
    return !OF_OTHERS.test(before) && !LATER.test(rest) && !isAboutAbility(found[0], sentence);
  });
}

/** "Can you make a newsletter?" */
function isAboutAbility(order: string, sentence: string): boolean {
  return /\b(?:can|could|would) you\b.*\ban? /iu.test(order) && !/\b(?:please|pls)\b/iu.test(sentence);
}

const VERBS: Readonly<Record<NewsletterRequest, string>> = {
  run: '(?:make|run|re-?try|try(?=\\s.{3,60}\\sagain\\b)|prepare|write|create|build|produce|draft|compile|generate|start|begin|resume|restart|rerun|re-run|redo|continue(?: with)?|go on with|carry on with|finish|complete|put together|kick off)',
  send: '(?:(?:re-?)?send(?: out| off)?|publish|approve|release|deliver|post|issue|ship|e-?mail(?: out)?|mail(?: out)?)',
  stop: '(?:stop|halt|abort|pause|suspend|interrupt)(?: (?:making|writing|preparing|producing|sending|mailing|work on|the work on))?',
};
const DONE: Readonly<Record<NewsletterRequest, string>> = {
  run: '(?:made|run|prepared|written|created|built|produced|drafted|compiled|generated|started|going|finished|done)',
  send: '(?:sent(?: out| off)?|out|published|approved|released|delivered|posted|issued|shipped|e-?mailed|mailed)',
  stop: '(?:stopped|halted|aborted|paused|suspended|interrupted)',
};
const NAME = 'newsletter_\\w+';
/** The newsletter, with what it is called: "our new weekly AI newsletter", not "the story about the newsletter". */
const NO_PART_OF_IT =
  '(?!(?:make|about|on|in|into|from|that|which|to|for|of|with|by|at|before|after|if|when|and|or|who|what|why|how|not|like|is|are|was|than|as|any|other|no|me|us|them|him|her|you)\\b)';
const IT = `(?:${NAME}|(?:${NO_PART_OF_IT}[\\p{L}\\p{N}'’&-]+\\s+){0,5}(?:newsletter(?: ${NAME})?|digest))`;
/** What is about it, behind it: not "make the newsletter shorter", "post the newsletter story". */
const END =
  '(?=\\s*(?:$|[.,;!?…)]|[–—-]\\s)|\\s+(?:please|pls|now|right|today|tonight|again|anew|out|off|for|to|from|with|in|of|and|then|but|where|at once|at last|straight|immediately|asap|thanks|thank|here|this|that is|once more)\\b)';
const ASKED =
  "(?<asks>(?:(?:please|pls|kindly|now|just|also|then|so|ok(?:ay)?|yes|good|great|fine|right|well|hey|hi|hello|desk|nightdesk|bot|go ahead(?: and)?|feel free to|let['’]?s|time to|it['’]?s time to|you (?:can|may)|(?:can|could|would) you|will you please|i(?:['’]d| would) like you to|i (?:want|need) you to)[\\s,!:]+)*)";
const CLAUSE = '(?:^|(?<=[,;.!–—]\\s)|(?<=\\b(?:and|then|so|but)\\s))';
const CAUSE = "(?:have|get|i(?:['’]d| would) like|(?:i|we) (?:want|need))";
const form = (source: string) => new RegExp(source, 'iu');

const formsOf = (request: NewsletterRequest): readonly RegExp[] => [
  // "Send me the newsletter" sends nobody else anything.
  form(`${CLAUSE}${ASKED}${VERBS[request]}${request === 'run' ? '(?:\\s+(?:me|us))?' : ''}\\s+${IT}${END}`),
  form(`${CLAUSE}${ASKED}${CAUSE}\\s+${IT}\\s+${DONE[request]}${END}`),
];
const ENGLISH: Readonly<Record<NewsletterRequest, readonly RegExp[]>> = {
  run: formsOf('run'),
  stop: formsOf('stop'),
  send: [
    ...formsOf('send'),
    form(`^${ASKED}${IT}\\s+(?:can|may|should)\\s+(?:now\\s+)?(?:go out|be ${DONE.send})${END}`),
  ],
};
/** "Make the newsletter and send it", "the newsletter looks good, send it". */
const POINTED: Readonly<Record<NewsletterRequest, readonly RegExp[]>> = {
  run: [],
  stop: [],
  send: [
    form(
      `${CLAUSE}${ASKED}${VERBS.run}\\s+${IT},?\\s+(?:and|then|and then)\\s+${VERBS.send}\\s+it(?: out| off)?(?: now| please)?\\s*[.!]*$`,
    ),
    form(
      `^${ASKED}${IT}\\s+(?:is|looks|reads|seems)\\s+(?!not\\b)[\\p{L} ]{1,30}[,;.!–—]\\s*${ASKED.replace('<asks>', '<more>')}${VERBS.send}\\s+it(?: out| off)?(?:,? now|,? please)?\\s*[.!]*$`,
    ),
  ],
};

/** Others' requests, and what is to be remembered, in front of an order's form. */
const OF_OTHERS =
  /\b(?:they|he|she|people|someone|somebody|everyone|everybody|nobody|who|which|to|not|never|without|instead|n['’]t)\b|\b\w+n['’]t\b/iu;
/** Not now, or only on a condition: that is a job's, or to be said again. */
const LATER =
  /\b(?:(?:every|each)\b|daily|weekly|monthly|tomorrow|later|soon|next|when(?:ever)?|once(?! (?:more|again))(?<!at once)|after|if|unless|until|till|before|provided|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|at \d|in (?:\d|an?|half)|by \d)/iu;

/** What scripts tell apart is one here. */
const inAnyScript = (source: string) => new RegExp(scriptless(source), 'iu');

const CHINESE_VERBS: Readonly<Record<NewsletterRequest, string>> = {
  run: '(?:(?:開始|繼續|重新|再)?(?:製作|整|做|寫|撰寫|編寫|編製|編|準備|生成|草擬|跑)(?:好|埋|返|出)?|開始|繼續|重做|重試|出(?=一|份|今|期))',
  send: '(?:發送|發出|發佈|發布|發(?![現生展覺明起言表])|寄出|寄|派發|派出|派(?!對)|批准|送出|傳送|刊出)',
  stop: '(?:暫停|停止|中止|終止|叫停|停(?:咗|住|低|了)?)(?:製作|整緊?|做緊?|寫緊?|發送)?',
};
const CHINESE_NAME = `(?:通訊(?![局社錄員業事公軟科器網行保設商])|電子報|週報|周報|newsletter(?:_\\w+)?)`;
const CHINESE_IT = `[^，。！？；、,.!?;裡裏講說話紹提問睇看改刪唔不未冇沒]{0,14}?${CHINESE_NAME}`;
const CHINESE_ASKED =
  '(?:請|並且?|及|同埋|然後|跟住|接着|順便|麻煩|勞煩|唔該|幫手|幫忙|幫我哋|幫我們|幫我|幫|你?可唔可以|你?可不可以|你?可否|你?能否|可以|我想你|我要你|我想|你|而家|現在|依家|馬上|立即|即刻|好啦|好呀|好的|好|得啦|咁|那就|就|先|ok|okay|please|desk|\\s|[，,、！!])*';
const CHINESE_CLAUSE = '(?:^|(?<=[，,；;。！!、\\s]))';
const CHINESE_END =
  '(?:(?:出去|出嚟|出來|佢|先|給|畀|俾|給我|畀我|俾我|大家|讀者|訂戶|啦|喇|吧|呀|吖|唔該晒?|謝謝|多謝|好嗎|嗎|好唔好|得唔得|可以嗎|please|\\s)*(?=$|[，,。！!？?；;]))';

const chineseForms = (request: NewsletterRequest): readonly RegExp[] => [
  inAnyScript(`${CHINESE_CLAUSE}${CHINESE_ASKED}${CHINESE_VERBS[request]}${CHINESE_IT}${CHINESE_END}`),
  inAnyScript(
    `${CHINESE_CLAUSE}${CHINESE_ASKED}(?:將|把)${CHINESE_IT}${CHINESE_VERBS[request]}${CHINESE_END}`,
  ),
];
/** 「通訊可以發送」. "The newsletter has stopped" tells of it. */
const chineseReady = (verb: string) =>
  inAnyScript(
    `^${CHINESE_ASKED}[今呢這份期本日的嘅週周]{0,4}${CHINESE_NAME}(?:可以|就|而家|現在)*(?:${verb})${CHINESE_END}`,
  );
const CHINESE: Readonly<Record<NewsletterRequest, readonly RegExp[]>> = {
  run: [...chineseForms('run'), chineseReady(`${CHINESE_VERBS.run}|重做`)],
  send: [...chineseForms('send'), chineseReady(`${CHINESE_VERBS.send}|出街`)],
  stop: chineseForms('stop'),
};
const CHINESE_LATER = inAnyScript(
  '每|逐|聽日|明天|明日|後日|下(?:星期|個?月|週|周)|遲啲|稍後|之後|以後|如果|若|等|當|定時|[點点](?:鐘|半|正)?|唔好|不要|唔使|不用|佢哋|他們|她們',
);

function isChineseOrder(sentence: string, request: NewsletterRequest): boolean {
  const plain = scriptless(sentence);
  return CHINESE[request].some((one) => {
    const found = one.exec(plain);
    if (!found) return false;
    return !CHINESE_LATER.test(
      `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`,
    );
  });
}
