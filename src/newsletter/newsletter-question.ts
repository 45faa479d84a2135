/** What somebody asks about newsletters in plain words, in English and Chinese. Pure. */
import { foldPlain, inAnyScript, plainForm, plainWords, speaksOf } from '../text/plain-form.ts';
import { ordersNewsletter, resumesNewsletter, sendsToSomebody } from './newsletter-request.ts';

export interface NewsletterQuestion {
  /** `status`: how far it is, whether it went out and to whom. `contents`: what is in it. `left`: what it did not take. */
  readonly action: 'status' | 'contents' | 'left' | 'run' | 'send' | 'stop';
  /** Of `run`: go on with the one that stopped. */
  readonly resume?: true;
  readonly session?: string;
  /** Of its contents only what speaks of this. */
  readonly about?: string;
  /** The day of the one that is meant; absent for the newest. */
  readonly day?: 'today' | 'yesterday';
}

const NAMED = /\bnewsletter_\w+/iu;
const TODAY = /\b(?:today|tonight|this morning)\b|今日|今天|今期|今晚/iu;
const YESTERDAY = /\byesterday\b|尋日|昨日|昨天|琴日/iu;
const NOUN = /\b(?:newsletters?|digests?)\b|通訊|電子報|週報|周報/iu;
const ASKS =
  /\b(?:what|which|how|any|is|are|was|were|did|do|does|has|have|had|can|could|why|when|where|who|whom|whose|show|list|tell|give|read|preview|status|progress|contents?)\b|[咩乜邊哪幾嗎未點誰]|什麼|甚麼|多少|為何|是否|係咪|列出|顯示|睇|看|預覽|內容|進度|狀態|有冇|有沒有|讀/iu;

const WORDS = `newsletter newsletters newsletter's digest digest's issue issues edition editions letter e-mail email mail e-mails emails
  yesterday yesterday's tonight morning yet already newest previous weekly daily weekly's editorial bit content contents it's they draft drafts
  通訊 電子報 週報 周報 今期 上期 呢期 這期 今晚 尋日 昨日 昨天 琴日 一期 期 份 一份 嗰份 呢份 這份 那份 最新 草稿 初稿 電郵 已經 已 過 得 晒 嚟 來 去 出去 出嚟 咗未 係咪 是否 是不是`;
const STATUS_WORDS = `far along long going doing ready done finished complete completed progress status state stage step go gone going went goes
  sent send sends sending out mailed e-mailed emailed mail delivered deliver delivery posted post published publish receive received receives
  get gets got getting whom recipient recipients subscriber subscribers reader readers people everyone everybody anyone anybody where stuck
  stopped stop when fail failed failing error wait waits waiting approval approved approve editor being be made make making write written
  wrong started start begun begin up to who approved take takes took taken
  進度 狀態 步 步驟 做 做到 做成 做好 做完 整 整到 整成 整好 整完 製作 製作到 製作好 完成 完 好 好未 搞掂 掂 得未 發 發出 發出去 發送 發佈 發俾 發畀 發給 寄 寄出 寄出去 寄俾 寄畀 寄給 送 送出 送到
  出街 出 收 收到 收件人 訂戶 讀者 大家 誰 點 點樣 怎樣 如何 幾時 何時 停 停咗 卡住 出錯 失敗 等 等緊 批准 批 開始 去到 到邊 到哪 邊度 哪裡 哪裏 邊一步 成點 成點樣`;
const CONTENTS_WORDS = `in inside contain contains contained content contents say says said story stories article articles section sections headline headlines
  topic topics about cover covers covered covering include includes included show preview read see look like give summary summarise
  summarize sources source have has use uses used
  內容 裡面 裏面 入面 裡 裏 講 講咗 講啲 說 說了 寫 寫咗 寫了 報道 報導 新聞 文章 欄目 標題 頭條 題目 主題 睇 看 看看 預覽 讀 來源 包括 包含 給 給我 俾我 畀我 讓 讀一讀 睇一睇`;

const LEFT_WORDS = `leave leaves left leaving out skip skips skipped skipping drop drops dropped miss misses missed missing omit omits omitted reject
  rejected exclude excluded cut cuts didn't doesn't wasn't weren't isn't aren't hasn't haven't not never in into take takes took taken make made use
  uses used include includes included cover covers covered get got story stories article articles link links news reason reasons
  略 略去 略過 跳過 剔 剔除 剔走 剔咗 篩走 篩走咗 捨棄 放棄 走漏 漏 漏咗 漏了 冇 無 沒 沒有 未 唔 不 收 收錄 收入 揀 選 選用 入 入到 用 採用 寫 報 報道 寫入 放 放入 新聞 文章 報導 連結`;

const isLeft = plainForm({
  needs: [
    NOUN,
    ASKS,
    /\b(?:leav\w*|left)\b.*\bout\b|\b(?:skip|drop|omit|reject|exclud|miss)\w*|\bcuts?\b|(?:n't|\bnot|\bnever)\b.*\b(?:take|took|taken|use|in|into|include|cover|make|made|get|got)|[略跳]|剔|篩|捨棄|放棄|漏|[冇無沒未唔不](?:有|俾|被)?(?:收|用|揀|選|入|寫|報|採|放)/iu,
  ],
  words: `${WORDS} ${LEFT_WORDS}`,
});
const isStatus = plainForm({
  needs: [
    NOUN,
    ASKS,
    /\b(?:(?:is|was) there an?|any newsletters?|long .*(?:takes?|took|taken)|far|along|going|doing|ready|done|finished|completed?|progress|status|stage|step|go|gone|went|sent|send|sending|mailed|e-?mailed|delivered|delivery|posted|published?|receiv\w+|got|get|gets|whom|who|recipients?|subscribers?|when|where|stuck|stop|stopped|fail\w*|error|wait\w*|wrong|approv\w+|made|written|started|begun)\b|進度|狀態|步|[做整製]|完|好未|得未|搞掂|[發寄送收]|出街|邊個|誰|幾時|何時|停|卡|錯|敗|等|批|點樣|怎樣|如何|開始/iu,
  ],
  words: `${WORDS} ${STATUS_WORDS}`,
});
const isContents = plainForm({
  needs: [
    NOUN,
    ASKS,
    /\b(?:in|inside|contain\w*|contents?|say|says|said|stor(?:y|ies)|articles?|sections?|headlines?|topics?|about|cover\w*|include\w*|show|preview|read|see|look|give|summar\w+|sources?)\b|內容|篇|[裡裏]|入面|[講說寫睇看讀]|預覽|報道|報導|新聞|文章|欄目|標題|頭條|題|來源|包|[咩乜]|什麼|甚麼|邊幾|哪幾/iu,
  ],
  words: `${WORDS} ${CONTENTS_WORDS}`,
});

const OPENING = '^(?:(?:and|so|ok(?:ay)?|please|hey|hi|desk|nightdesk)[, ]+)*';
/** "What does the newsletter say about the harbour?" */
const ABOUT: readonly RegExp[] = [
  new RegExp(
    `${OPENING}(?:what|does|did|is|was|has|have|which|how|anything)\\b[^.?!]{0,40}\\b(?:newsletter|digest)\\b(?:'s)?(?: \\w+){0,3}? (?:about|on|mention(?:s|ed|ing)?|cover(?:s|ed|ing)?|reporting|report(?:s|ed)?)(?: on| anything on| anything about)? (?<about>[^.?!]{2,80})$`,
    'iu',
  ),
  /^[^，。？！]{0,12}(?:通訊|電子報|週報|周報)(?:裡面|裏面|入面|裡|裏|有冇|有沒有|有無|有|是否|點樣|怎樣|如何|[裡裏中嘅的])*(?:講|說|提|報道|報導|寫)(?:到|過|及|咗|了|起)?(?:關於|有關)?(?<about>[^，。？！]{2,40}?)(?:嘅|的)?(?:嘢|事|啲咩|咩|乜|什麼|甚麼|嗎|呀|未|新聞|報道)*$/iu,
];

const FOR_ME = new RegExp(
  `${OPENING}(?:send|get|bring|give|show) (?:me|us) (?:(?:the|our|your|today's|yesterday's|this week's|latest|last|newest) )*(?:newsletter|digest)$`,
  'iu',
);

/** "Did Ann get the newsletter?" */
const ARRIVED = new RegExp(
  `${OPENING}(?:did|has|have|had) [^?!]{1,60} (?:gets?|got|gotten|receive|received|been (?:sent|mailed|e-?mailed)) (?:(?:the|our|your|a|today's|yesterday's|this week's|latest|last|newest) )*(?:newsletter|digest)(?: yet| already| by e-?mail)*$`,
  'iu',
);

/** What is asked or ordered in a message that speaks of nothing else. */
export function newsletterQuestion(said: string): NewsletterQuestion | undefined {
  const plain = plainWords(said);
  if (plain === undefined || !(NAMED.test(plain) || speaksOf(NOUN, plain))) return undefined;
  const session = NAMED.exec(plain)?.[0].toLowerCase();
  const named = session === undefined ? {} : { session };
  const asked = askedIn(plain.replace(NAMED, 'newsletter'));
  if (asked === undefined || ['run', 'send', 'stop'].includes(asked.action))
    return asked && { ...asked, ...named };
  const day = speaksOf(TODAY, plain) ? 'today' : speaksOf(YESTERDAY, plain) ? 'yesterday' : undefined;
  return { ...asked, ...(session === undefined && day !== undefined && { day }), ...named };
}

function askedIn(plain: string): Pick<NewsletterQuestion, 'action' | 'about' | 'resume'> | undefined {
  if (ordersNewsletter(plain, 'run'))
    return { action: 'run', ...(resumesNewsletter(plain) && { resume: true }) };
  if (ordersNewsletter(plain, 'stop')) return { action: 'stop' };
  // Which refuses it, and says why.
  if (ordersNewsletter(plain, 'send') || sendsToSomebody(plain)) return { action: 'send' };
  if (FOR_ME.test(plain)) return { action: 'contents' };
  if (isLeft(plain)) return { action: 'left' };
  if (isStatus(plain) || ARRIVED.test(foldPlain(plain))) return { action: 'status' };
  if (isContents(plain)) return { action: 'contents' };
  const about = aboutIn(plain);
  return about === undefined ? undefined : { action: 'contents', about };
}

/** In the person's own words. */
function aboutIn(plain: string): string | undefined {
  for (const form of ABOUT) {
    const { groups, indices } = new RegExp(inAnyScript(form), 'diu').exec(foldPlain(plain)) ?? {};
    const at = groups && indices?.groups?.['about'];
    if (at) return plain.slice(...at).trim();
  }
  return undefined;
}
