/**
 * Requests that need a language model, an editor's judgement, another command or figures that the desk lacks: translating,
 * shortening, writing on demand, readers. They are separated from questions, so that they aren't answered with "the sources don't say".
 */
import type { Locale } from '../../time/locale.ts';

export interface BeyondMe {
  readonly request:
    | 'translate'
    | 'shorten'
    | 'write'
    | 'more'
    | 'readers'
    | 'run'
    | 'draw'
    | 'hours'
    | 'skip'
    | 'feeds'
    | 'wrong'
    | 'place'
    | 'doubt'
    | 'style';
}

const PLEASE =
  /^(?:(?:please|pls|kindly|and|also|hey|could you|can you|would you|will you|i(?:'d| would) like you to|i want you to|唔該|請|麻煩|可以|可唔可以|可不可以|能否|幫我|你)[\s,，]*)+/iu;
const TRANSLATE =
  /^translat(?:e|ion)\b|^(?:say|write|give me|repeat|answer|put) (?:it|this|that|the \w+)\b.{0,20}\b(?:in|into) (?:chinese|cantonese|english|mandarin|french|german|spanish|japanese)\b|翻譯|譯成|譯做|譯為/iu;
const SHORTEN =
  /^(?:make|keep) (?:it|this|that|the (?:story|text|post|article)) (?:\w+ )?(?:shorter|longer|simpler|brief\w*|concise|punchier|clearer)\b|^(?:shorten|rewrite|rephrase|reword|simplify|expand|edit|summari[sz]e|sum up|condense)\b|^(?:give|write|make)(?: me)? (?:a|the|an?other)\s?(?:\w+ )?(?:summary|gist|headline|title)\b|^tl;?dr\b|^(?:(?:much|a bit|a little) )?(?:shorter|longer|simpler)(?: version)?$|^in (?:short|brief|one (?:line|sentence|word))$|(?:短|長|簡短|精簡)(?:一)?(?:啲|點|些)|縮短|改寫|重寫|總結|概括|撮要|^摘要/iu;
const WRITE =
  /^(?:post|write|publish|draft|create|make|run|do|prepare)(?: me| us)? (?:a|an|another|one|the|some)?\s?(?:\w+ ){0,2}(?:story|stories|article|articles|piece|report|post|brief|update)\b|^(?:寫|出|發|發布|發佈|報道|報導|整)(?:一|多|返|番)?(?:篇|則|段|條|單)/iu;
const DRAW =
  /^(?:make|create|draw|generate|produce|give|show|add|design|build)(?: (?:me|us))?(?: (?:a|an|the|another|some|bar|line|pie|simple|nice|quick))* (?:charts?|graphs?|pictures?|images?|illustrations?|photos?|drawings?|maps?|infographics?|polls?|memes?|logos?)\b|^(?:畫|整|做|製作|生成)(?:一)?(?:張|幅|個)(?:圖|相|插圖|地圖|漫畫)/iu;
const MORE =
  /^(?:no more than|at most|(?:a )?maximum(?: of)?|only|limit (?:it |this |yourself |them )?to) (?:\d+|one|two|three|four|five|six) (?:stor(?:y|ies)|posts?)\b|^(?:also )?(?:cover|report(?: on)?|post|write|publish|add|include|do|run|bring|find|show)(?: about| on)?(?: some| a bit| much)? more\b(?! than)|^(?:less|fewer|more) (?!than\b)[\p{L} ]{2,40}$|^(?:start|begin) (?:covering|reporting|posting)\b|^(?:post|publish|write)(?: about)? (?:less|fewer|more)(?: often$| stories\b|$)|^(?:we|i)(?:['’]d| would)? (?:want|need|like)(?: to (?:see|have|read|get))? (?:more|less|fewer) (?:stories|news|coverage|posts|articles|pieces)\b|^(?:prefer|favou?r|prioriti[sz]e|focus (?:more )?on|concentrate on) (?!it\b)|^(?:also )?(?:cover|add|include) (?!it\b)[\p{L} ]{2,30} (?:too|as well|also)$|^(?:多|少)(?:啲|些|點|一點|報|出|寫|發)/iu;

/** When stories are planned. */
const HOURS =
  /^(?:only |just )(?:post|publish|write|run|plan)(?: stories| news)? (?:between|from|during|in the|on|at|after|before)\b|^(?:(?:stop|don['’]?t|do not|no)(?: more)? (?:post(?:ing|s)?|publish(?:ing)?|stories|news)(?: stories| anything| news)?|nothing) (?:at night|overnight|in the (?:night|evening|morning)|at weekends?|on (?:the )?weekends?|on \w+days?|at the weekend|(?:after|before|between) \d.*)$|^(?:夜晚|深夜|凌晨|週末|周末|星期[六日])(?:唔好|不要)(?:再)?(?:出|發|post)(?:稿|新聞|嘢)?$/iu;

const READERS =
  /^(?:(?:which|what)(?: (?:stor(?:y|ies)|posts?|articles?|pieces?|one|ones))? (?:was|is|were|are|got|gets|had|has|did) (?:the |our |your )?(?:most|best)[- ](?:read|viewed|popular|clicked|views|clicks|readers)\b|which (?:story|post|article|piece|one) (?:was|is|got|did) .{0,20}(?:read|viewed|clicked|views|clicks)(?: the)? most\b|(?:what(?:['’]s| is| was| are| were)|show(?: me)?) (?:the|our|your) (?:most|best)[- ](?:read|viewed|popular|clicked)\b|how many (?:page ?views|views|clicks|readers)\b)|(?:邊篇|哪篇|邊條|哪條)(?:報道|新聞|稿)?(?:係|是)?(?:最)(?:多人|受歡迎|熱門|高)|點擊率|閱讀量|瀏覽量|幾多人睇過|最(?:多人|受歡迎|熱門)(?:睇|看|讀)?(?:嘅|的)?(?:係|是)?(?:邊|哪)(?:篇|條|單)/iu;

const JOB =
  '(?:jobs?|planners?|runs?|automations?|tasks?|reminders?|brief(?:ing)?s?|newsletters?|summar(?:y|ies)|digests?|stand-?ups?|meetings?)';
const RUN = new RegExp(
  `^(?:re-?run|run|start|trigger|fire|execute|kick off|launch)(?: \\S+){0,4} ${JOB}(?:[\\s,]+(?:now|again|once|immediately|at once|right (?:now|away)|manually|early|today|please|a second time))*$|^(?:即刻|馬上|立即|而家|現在)?(?:執行|運行|開跑)(?:一次|返|多次)?[^，。]{0,8}(?:選題|排程|任務|工作|早報|planner)(?:一次|先|啦|吖|呀)?$`,
  'iu',
);
/** "Don't remind us tomorrow", 「聽日唔使提我」: once, so the automation stays. */
const NOT_THEN =
  "^(?:don['’]?t|do not|no need to) remind (?:me|us)\\b.{0,60}\\b(?:today|tomorrow|tonight|this time|this week)$|^(?:[今聽][日晚朝]|今天|明[天晚早]|下次|[今呢]次)(?:就)?(?:先)?(?:唔使|唔好|唔需要|不用|不要|毋須|無需)(?:再)?(?:提醒|提(?=我|大家|各位))";
const SKIP = new RegExp(
  `${NOT_THEN}|^(?:skip|cancel) (?:(?:the |our )?(?:next|this|that) (?:one|time|occurrence)|(?:the |our )?next (?!\\S*(?:stor|article|post|piece|item))\\S+|(?:\\S+ ){0,4}${JOB})(?:[\\s,]+(?:today|tomorrow|tonight|please|this time|this week|on \\w+day))*$|^(?:略過|跳過)(?:下一?次|(?:聽日|明天|今晚|今日|今天)(?:嘅|的)?[^，。]{0,8}(?:提醒|任務|排程|工作|簡報|總結|例會|會議|通訊|選題))`,
  'iu',
);
const WRONG =
  /^(?:(?:no,? )?(?:that|this|it|(?:the|your) (?:headline|title|story|text|figure|number|name|date|quote|lead|intro)s?)(?:['’]?s| is| was| are| were) (?:wrong|incorrect|false|not (?:right|true|correct)|a mistake|an error|a typo)(?:[,.;:–-].{0,80})?$|(?:fix|correct|change|amend) (?:the |that |a |your )?(?:headline|title|typo|mistake|error|figure|number|name|lead|intro|text)s?\b|(?:there(?:['’]s| is|['’]re| are)|you(?:['’]ve| have)? (?:made|got)) (?:an? |some )?(?:mistakes?|errors?|typos?)\b|you (?:misspelled|misspelt|misquoted|got .{1,40} wrong$)|typo in\b|(?:the |that |this )?(?:\S+ ){0,4}(?:story|article|piece|report|headline|title|text|lead) should (?:say|read|have|be)\b)|^[^？?，。]{0,8}(?:寫|報|打|講|搞)錯(?:咗|了|字)[^？?]{0,20}$/iu;
const PLACE =
  /^(?:delete|remove|close|archive|lock) (?:this|the|that) (?:thread|channel|conversation|chat)$|^(?:刪除|刪走|移除|關閉)(?:呢|這|此|嗰|那)(?:個|條)?(?:討論串|頻道|對話)$/iu;
const DOUBT =
  /^(?:is|are|was|were) (?:this|that|it|these|those|(?:this|that|the) (?:\S+ ){0,3}(?:story|news|report|article|claim|figures?|numbers?)) (?:really |actually |all )?(?:true|real|accurate|reliable|correct|right|confirmed|verified|credible|trustworthy|fake|false)(?: or (?:not|false|fake|made up))?$|^(?:can|should) (?:i|we) (?:trust|believe|rely on) (?:this|that|it|the (?:story|report|article|figures?))$|^how (?:reliable|accurate|credible|trustworthy|sure) (?:is|are) (?:this|that|it|the (?:story|report|article|figures?))$|^(?:係咪|是不是|是否)?(?:呢|這)?(?:單|篇|則|件|個|宗)?(?:嘢|事|新聞|報道|報導|消息)?(?:係|是)?(?:真唔真|真定假|真定係假|真的假的|真係|真嘅|真的|真|可信|可靠|屬實|準確)(?:嘅|的|㗎|嗎|呀|咩|啊)*[?？]*$|^(?:信唔信得過|可唔可信|可不可信|靠唔靠得住)/iu;
const STYLE =
  /^(?:post|write|publish|report)(?: (?:stories|everything|them|all))* (?:only )?in (?:chinese|cantonese|english|mandarin|french|german|spanish|japanese)\b|^(?:make|keep|write|use) (?:(?:the|your|our|all|more|less) )*(?:\w+er |short |long )?(?:headlines?|titles?|stories|posts|articles)(?: (?:a bit|a little|much|more|less|\w+er|short|long|simple|formal|neutral|punchy))*$|^(?:標題|報道|報導|文章|稿)(?:要|寫)?(?:短|長|簡單|精簡)(?:啲|些|一點)?$|^(?:用|改用)(?:中文|英文|廣東話|書面語)(?:寫|出|報道)/iu;
const FEEDS =
  /^(?:add|subscribe(?: to)?|include|use|remove|drop|delete|unsubscribe(?: from)?|read)\b.*\b(?:feeds?|rss|sources?)\b|^(?:stop|start) reading\b|^unsubscribe\b|^(?:加入?|增加|訂閱|刪除|移除|停止讀取|唔好再(?:睇|讀)|不要再讀).{0,40}(?:來源|訂閱源|feed|RSS)/iu;

/** Undefined for requests that the desk model can handle. */
export function beyondMe(text: string): BeyondMe | undefined {
  const plain = text
    .replace(PLEASE, '')
    .replace(/[\s.!?。！？]+$/u, '')
    .replace(/[,，]?\s*(?:please|pls|thanks|thank you)$/i, '');
  const request = FORMS.find(([, form]) => form.test(plain))?.[0];
  return request === undefined ? undefined : { request };
}

/** In the order in which they are tried. */
const FORMS: readonly (readonly [BeyondMe['request'], RegExp])[] = [
  ['translate', TRANSLATE],
  ['draw', DRAW],
  ['hours', HOURS],
  ['run', RUN],
  ['skip', SKIP],
  ['shorten', SHORTEN],
  ['feeds', FEEDS],
  ['more', MORE],
  ['wrong', WRONG],
  ['place', PLACE],
  ['doubt', DOUBT],
  ['style', STYLE],
  ['readers', READERS],
  ['write', WRITE],
];

const ASK = {
  en: 'Ask me what a source says, and I quote the sentence with its link.',
  zh: '你可以問來源怎樣寫，我會引用原句並附連結。',
} as const;

/** What the desk can't do, and what it can do instead. */
export function sayBeyondMe(language: Locale, request: BeyondMe): string {
  const zh = language === 'zh';
  switch (request.request) {
    case 'translate':
      return zh
        ? `我不會翻譯：我沒有使用語言模型，只會引用原文。${ASK.zh}`
        : `I can't translate: I work without a language model and quote sources in their own language. ${ASK.en}`;
    case 'shorten':
      return zh
        ? `我不會撮要或改寫：我沒有使用語言模型，只會引用原句。${ASK.zh}`
        : `I can't summarise, shorten or rewrite: I work without a language model and only quote. ${ASK.en}`;
    case 'write':
      return zh
        ? '要寫什麼？請說出題目或網址，例如：「寫一篇關於海底隧道的報道」，或用指令 `/story write`。'
        : 'About what? Name the topic or the page: "write a story about the harbour tunnel", or use `/story write`.';
    case 'readers':
      return zh
        ? '我看不到報道有多少人讀。編輯的讚好與不讚可用 `/story feedback` 查看。'
        : "I don't see how often a story is read. What editors liked and disliked is in `/story feedback`.";
    case 'run':
      return zh
        ? '定時工作只按排程執行，不能即時執行；`/cron list` 列出何時執行。想即刻有一篇，可以說：「寫一篇關於海底隧道的報道」。'
        : 'Automations run on their schedules only; `/cron list` shows when. For a story at once: "write a story about the harbour tunnel".';
    case 'draw':
      return zh
        ? '我不能應要求畫圖：報道的圖表按版面設定附上，編輯台的數字在 `/desk report`。'
        : 'I draw nothing on request: charts come with stories as the edition says, and the figures of the desk are in `/desk report`.';
    case 'hours':
      return zh
        ? '何時選題和寫稿由定時策劃的排程決定：可以說「將 planner 改到九點」，或用 `/cron edit`；要全部停一陣，可以說「暫停到聽日九點」。'
        : 'When stories are planned is the planner\'s schedule: "move the planner to 9:00", or `/cron edit`. "Pause everything until tomorrow 9:00" stops all for a while.';
    case 'skip':
      return zh
        ? '要略過下一次執行，請用指令 `/cron skip`。'
        : 'To skip the next run of an automation, use `/cron skip`.';
    case 'feeds':
      return zh
        ? '讀取哪些來源由版面設定決定：在編輯台網頁的設定中更改，或用 `nightdesk newsroom feeds`。'
        : "What I read is set in the edition: in the console's settings, or with `nightdesk newsroom feeds`.";
    case 'wrong':
      return zh
        ? '要更正已發的報道，可以說：「更正海底隧道嗰篇：係64架車，唔係63架」，或在它的討論串用 `/story correct`。'
        : 'To correct a posted story: "correct the tunnel story: it was 64 vehicles, not 63", or `/story correct` in its thread.';
    case 'place':
      return zh
        ? '刪除討論串用 `/thread delete`，刪除頻道用 `/channel delete`：會先說明連帶刪去哪些定時工作。'
        : '`/thread delete` deletes a thread and `/channel delete` a channel: both first say which automations go with it.';
    case 'doubt':
      return zh
        ? '真假要由編輯判斷：我沒有使用語言模型，只會引用原文。在報道的討論串問「用了哪些來源？」，就看到是誰說的。'
        : 'Whether it is true is for editors to judge: I work without a language model and only quote. "Which sources did you use?" in a story\'s thread shows who says it.';
    case 'style':
      return zh
        ? '報道用什麼語言和怎樣寫，由版面設定決定：在編輯台網頁的設定中更改。'
        : "How stories are written, and in which language, is set in the edition: in the console's settings.";
    case 'more':
      return zh
        ? '我不能增加或減少某類報道：選題的數目由版面設定決定。我可以略去：例如「今日不要體育新聞」；或寫一篇：例如「寫一篇關於海底隧道的報道」。'
        : 'I can\'t cover more or less of something: how many stories of a kind are picked is set in the edition. What I can do is leave things out, "no more sports today", or write one, "write a story about the harbour tunnel".';
  }
}
