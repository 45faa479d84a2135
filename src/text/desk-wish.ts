/**
 * Questions about the desk itself, and orders to all of it: the one table of what they are called, which slash command
 * serves each, and how people say it in English and Chinese. The `desk` tool and the desk model both read it.
 *
 * Each wording is the whole of a message: what is quoted, or said of somebody else's affairs, is none.
 */
import { scriptless } from './chinese/scripts.ts';

export type DeskWishName = 'waiting' | 'paused' | 'cost' | 'feeds' | 'left_out' | 'pause' | 'resume' | 'undo';

export interface DeskWish {
  readonly wish: DeskWishName;
  /** Of a pause: how long, or until when, as it was said. */
  readonly until?: string;
}

interface Served {
  /** What it is, for a model. */
  readonly about: string;
  readonly command: string;
  readonly options?: Readonly<Record<string, string>>;
  /** What the person's own words must ask for; absent for what only looks. */
  readonly change?: 'pause' | 'resume' | 'undo';
  readonly said: readonly RegExp[];
}

const STORIES = '(?:stor(?:y|ies)|drafts?|posts?|articles?|pieces?)';
const ANY = '(?:any(?:thing|where)?|something|everything)';
const JOBS =
  '(?:jobs?|automations?|reminders?|planners?|schedules?|tasks?|scheduled (?:work|jobs?|tasks?|runs?))';
const FEEDS = '(?:(?:news |rss )?(?:feeds?|sources?))';
const ALL = `(?:everything|all(?: of it)?|all (?:the |our |of the )?(?:${JOBS}|work)|the (?:whole )?desk|the schedule|(?:all )?scheduled (?:work|jobs|runs|tasks))`;
const NOW = '(?: (?:now|here|today|still|at the moment|right now|currently|at present))*';
const FAILING =
  "(?:fail(?:s|ed|ing)?|broken|down|dead|erroring|(?:have|has|with|had) (?:errors?|problems?|trouble)|not work(?:ing)?|don[’']?t work|out of order)";
const HAN_STORY = '(?:報道|稿件?|新聞稿|草稿|嘢|東西|文章)';
const HAN_WHAT = '(?:咩|乜嘢?|什麼|什么|甚麼|邊(?:啲|篇|單|個|幾個)|哪(?:些|篇|個|幾個)|有冇|有沒有|有無)';
const HAN_FEED = '(?:新聞)?(?:來源|消息來源|feeds?|訂閱源)';
const HAN_ALL =
  '(?:(?:所有|全部|一切|晒|成個|整個)(?:嘅|的)?(?:嘢|東西|工作|任務|排程|定時工作|自動化|編輯台|desk)?|編輯台|定時工作)';
const HAN_END = '(?:呀|呢|嗎|㗎|啊|啦|喇|吖|未)*';

/** In the order in which they are tried. */
export const DESK_WISHES: Readonly<Record<DeskWishName, Served>> = {
  waiting: {
    about: 'which stories wait for approval, are on hold or under an embargo',
    command: 'story waiting',
    said: [
      new RegExp(
        `^(?:what(?:['’]s| is| else is| all is)?|which (?:ones|${STORIES})(?: are| is)?|(?:is|are) (?:there )?${ANY}(?: (?:${STORIES}|else))?|${ANY}(?: ${STORIES})?|how many ${STORIES}(?: are)?|(?:show|list|tell)(?: me| us)? (?:what(?:['’]s| is)?|(?:the |all )?${STORIES}(?: that(?: are)?)?))${NOW} (?:waits?|waiting|pending|needs?|requires?|awaits?|awaiting|held(?: back)?|on hold|left)(?: (?:for|on|to|be|my|our|your|an?|the))*(?: (?:approvals?|approved?|approving|editors?|me|us|sign-?off|ok(?:ay)?|review|decision))?${NOW}$`,
        'i',
      ),
      new RegExp(
        `^(?:what|which ${STORIES}) (?:do|should|must|can) (?:i|we) (?:(?:need|have) to )?approve${NOW}$`,
        'i',
      ),
      /^(?:(?:show|list)(?: me| us)? )?(?:the |our |any )?(?:approval queue|pending (?:stories|drafts|approvals)|approvals(?: pending)?|stories (?:on hold|waiting))$/i,
      new RegExp(
        `^(?:而家|依家|現在|現時|仲|還|請問)*(?:有)?${HAN_WHAT}${HAN_STORY}?(?:係|是|仲|還|正|正在|要)*(?:等緊|等待|等候|等住|等|待|需要|要|未)(?:我|我哋|我們|編輯|人)?(?:批准|審批|審核|批核|核准|批|決定)(?:嘅|的|㗎)?${HAN_STORY}?${HAN_END}$`,
        'u',
      ),
      new RegExp(
        `^(?:有)?${HAN_WHAT}?(?:待批|待審|未批|暫緩)(?:准|核|發佈)?(?:嘅|的)?${HAN_STORY}?(?:有${HAN_WHAT})?${HAN_END}$`,
        'u',
      ),
    ],
  },
  paused: {
    about: 'whether scheduled work, or an automation of this conversation, is paused',
    command: 'desk status',
    options: { about: 'paused' },
    said: [
      new RegExp(
        `^(?:(?:is|are) (?:there )?${ANY}(?: (?:else|${JOBS}))?|what(?:['’]s| is| are)?|(?:which|what|any) (?:of (?:the|our) )?${JOBS}(?: are| is)?|(?:is|are) (?:the desk|we|you|(?:the |our |all )?${JOBS}))${NOW} (?:paused|suspended|on pause|switched off|turned off|disabled)${NOW}$`,
        'i',
      ),
      /^(?:(?:have|did|has) (?:you|we|anyone|anybody|someone|somebody)) paused? (?:anything|something|the desk)$/i,
      new RegExp(
        `^(?:而家|依家|現在|現時|請問)*(?:有)?${HAN_WHAT}(?:嘢|東西|工作|任務|排程|定時工作)?(?:係|是|被|俾人)*(?:暫停|停)(?:緊|咗|住|了|中)?(?:嘅|的)?(?:嘢|東西|工作|任務|排程)?${HAN_END}$`,
        'u',
      ),
      new RegExp(`^${HAN_ALL}(?:係咪|是否|是不是|有冇|有沒有)(?:被)?暫停(?:咗|了|緊)?${HAN_END}$`, 'u'),
    ],
  },
  cost: {
    about: 'what language models cost today',
    command: 'desk status',
    options: { about: 'cost' },
    said: [
      /^(?:what|how much) (?:did|does|has|have|will) (?:today|the day|you|it all|everything|this desk|the desk|the models?|all this|we) (?:all )?(?:cost(?:ed)?|spen[dt]|use[d]?|come to)(?: (?:us|so far|today|in total|up to now|on (?:models?|tokens|ai|gemini|llms?)))*$/i,
      /^how much (?:money )?(?:did|have) (?:we|you) (?:spen[dt]|used?)(?: (?:so far|today|on (?:models?|tokens|ai|gemini|llms?)))*$/i,
      /^(?:what(?:['’]s| is| are| was| were)?|how (?:high|much) (?:is|are|was|were)|show(?: me| us)?|tell (?:me|us)) (?:(?:the|our|your|today['’]?s) )+(?:total |model )?(?:costs?|spend(?:ing)?|bill|expenses?)(?: (?:so far|today|for today|of today|of (?:the )?models?))*$/i,
      /^(?:today['’]?s )(?:costs?|spend(?:ing)?|bill)$/i,
      /^(?:今日|今天|到而家|到現在)(?:為止)?(?:一共|總共|合共|你|我哋|我們|編輯台)*(?:使|用|花|洗|駛)(?:咗|了|費)?(?:幾多|多少)(?:錢|費用|token|tokens)?(?:呀|呢|㗎)?$/u,
      /^(?:今日|今天)(?:嘅|的)?(?:總|模型|AI)?(?:成本|費用|開支|花費|使費|支出)(?:係|是|有)?(?:幾多|多少)?(?:錢)?(?:呀|呢|㗎)?$/u,
      /^(?:(?:你|編輯台|模型|AI)(?:今日|今天)|(?:今日|今天)(?:你|編輯台|模型|AI))(?:使|用|花|洗|駛)(?:咗|了)?(?:幾多|多少)(?:錢)?(?:呀|呢)?$/u,
    ],
  },
  feeds: {
    about: 'which feeds fail, and why',
    command: 'desk status',
    options: { about: 'feeds' },
    said: [
      new RegExp(
        `^(?:(?:which|what|any|how many)(?: of)?(?: (?:the|our|your))?|(?:is|are)(?: there)?(?: any| all)?(?: of)?(?: (?:the|our|your))?) ?${FEEDS}(?: (?:that )?(?:is|are|do|does))? ${FAILING}${NOW}$`,
        'i',
      ),
      new RegExp(`^(?:(?:are|is) there )?(?:any )?(?:failing|broken|dead) ${FEEDS}${NOW}$`, 'i'),
      new RegExp(
        `^(?:how (?:are|do) (?:the|our|your) feeds(?: (?:doing|do))?|(?:are|do) (?:all )?(?:the|our|your) feeds (?:ok(?:ay)?|well|fine|work(?:ing)?|healthy))${NOW}$`,
        'i',
      ),
      new RegExp(`^(?:show|list)(?: me| us)? (?:the |our |all )?(?:failing|broken) ${FEEDS}$`, 'i'),
      new RegExp(
        `^(?:而家|依家|現在|請問)*${HAN_WHAT}(?:係|是)?${HAN_FEED}(?:係|是)?(?:失敗|出錯|壞咗?|讀唔到|讀不到|有問題|死咗|唔得|用唔到|連唔到|出問題|失效)(?:咗|了)?${HAN_END}$`,
        'u',
      ),
      new RegExp(`^${HAN_FEED}(?:有冇|有沒有|有無|係咪)(?:問題|失敗|出錯|壞|正常)${HAN_END}$`, 'u'),
    ],
  },
  left_out: {
    about: 'what was left out of the last plans, and why',
    command: 'story left',
    said: [
      new RegExp(
        `^(?:(?:what|which ${STORIES}) (?:did|have|has) (?:you|we|the desk|the planner) (?:leave|left|skip(?:ped)?|pass(?:ed)?|drop(?:ped)?|reject(?:ed)?|omit(?:ted)?|exclud(?:e|ed)|not (?:picked?|posted?|chosen?|choose))(?: (?:out|over))?|(?:what|which ${STORIES}) (?:was|were|is|are|got|has been|have been) (?:left out|skipped|passed over|dropped|rejected|omitted|excluded|not (?:picked|posted|chosen)))(?: (?:today|lately|this time|last time|so far|of the (?:last )?(?:plan|run)))?(?:,? (?:and|&) (?:why|for what reasons?|what for|how come))?$`,
        'i',
      ),
      /^(?:今日|今天|今次|上次|你|你哋|你們|請問)*(?:略去|略過|跳過|剔除|捨棄|放棄|唔要|冇揀|冇出|沒有選|沒有發|冇發)(?:咗|了)?(?:啲)?(?:咩|乜嘢?|什麼|甚麼|邊啲|哪些)(?:新聞|報道|稿|嘢)?[，,、。？?]?(?:同埋|和|又)?(?:係)?(?:點解|為什麼|為甚麼|為何|原因(?:係|是)?(?:咩|乜|什麼|甚麼)?)?(?:呀|呢)?$/u,
      /^(?:有)?(?:咩|乜嘢?|什麼|甚麼|邊啲|哪些)(?:新聞|報道|稿)?(?:係|是)?(?:俾你|被)?(?:略去|略過|剔除|跳過|冇揀|冇出|沒有選|沒有發)(?:咗|了)?[，,、。？?]?(?:同埋|和|又)?(?:點解|為什麼|為甚麼|為何)?(?:呀|呢)?$/u,
    ],
  },
  pause: {
    about: 'stop all scheduled work, for good or for a while',
    command: 'desk pause',
    change: 'pause',
    said: [
      new RegExp(
        `^(?:pause|stop|halt|suspend|hold|freeze|rest) ${ALL}(?:,? (?:for (?<for>.+)|(?<until>(?:until|till) .+)))?$`,
        'i',
      ),
      new RegExp(
        `^(?:put|keep) ${ALL} on (?:hold|pause)(?: (?:for (?<for>.+)|(?<until>(?:until|till) .+)))?$`,
        'i',
      ),
      new RegExp(`^(?:將|把)?(?:暫停|停止|停)(?:咗|住|晒|埋)?${HAN_ALL}[，,]?(?<for>.+)?$`, 'u'),
      new RegExp(`^(?:將|把)?${HAN_ALL}(?:都)?(?:暫停|停止|停)(?:咗|住|晒)?[，,]?(?<for>.+)?$`, 'u'),
    ],
  },
  resume: {
    about: 'start all scheduled work again',
    command: 'desk resume',
    change: 'resume',
    said: [
      new RegExp(`^(?:resume|un-?pause|re-?start|continue|re-?enable) ${ALL}(?: again)?$`, 'i'),
      new RegExp(`^start ${ALL} (?:again|back up)$`, 'i'),
      new RegExp(`^(?:恢復|繼續|重新開始|重開|開返|重啟)${HAN_ALL}$`, 'u'),
      new RegExp(`^(?:將|把)?${HAN_ALL}(?:都)?(?:恢復|繼續|重開)(?:返|執行|運作)?$`, 'u'),
    ],
  },
  undo: {
    about: 'take back what this person changed last in this conversation',
    command: 'desk undo',
    change: 'undo',
    said: [
      /^(?:undo|revert|reverse|roll back|take back)(?: (?:it|that|this|(?:the|my|your) last (?:one|thing|change|action|command|step)|what (?:i|we|you) (?:just )?did|the pause))?(?: again)?$/i,
      /^(?:take|put|roll|change) (?:it|that|this) back$/i,
      /^(?:還原|復原|還返|收返)(?:佢|它|剛才|啱啱|上一步|上一個|頭先)?(?:嗰個|那個|嘅|的)?(?:改動|操作|動作|指令)?$/u,
      /^(?:撤銷|取消)(?:上一步|上一個|剛才|啱啱|頭先)(?:嗰個|那個|嘅|的)?(?:改動|操作|動作|指令)?$/u,
    ],
  },
};

const OPENING =
  /^(?:(?:please|pls|kindly|hey|ok(?:ay)?|and|so|also|then|now|just|sorry|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like you to|(?:can|could) we)[,\s]+)+/i;
const CLOSING = /,?\s+(?:please|pls|thanks|thank you|again please|would you|will you)$/i;
const HAN_OPENING =
  /^(?:唔該晒?|麻煩(?:你|晒)?|請(?!問)(?:你)?|幫(?:手|我|我哋|我們)|可唔可以|可不可以|可以|你可以|，|,|\s)+/u;
const HAN_CLOSING = /[，,\s]*(?:唔該晒?|謝謝|多謝|好嗎|得唔得|可以嗎|先)$/u;

/** Longer messages tell of something. */
const LONGEST = 120;

/** Undefined for whatever is no such question or order. */
export function deskWish(said: string): DeskWish | undefined {
  const plain = said
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[\s.!?。！？…]+$/u, '');
  if (plain === '' || plain.length > LONGEST) return undefined;
  const english = plain.replace(OPENING, '').replace(CLOSING, '');
  const chinese = plain
    .replace(HAN_OPENING, '')
    .replace(HAN_CLOSING, '')
    .replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1');
  for (const [wish, { said: forms }] of Object.entries(DESK_WISHES) as [DeskWishName, Served][])
    for (const form of forms) {
      const inEnglish = form.exec(english);
      const found = inEnglish ?? inAnyScript(form).exec(scriptless(chinese));
      if (!found) continue;
      const { for: span = '', until: end = span } = found.groups ?? {};
      if (end === '') return { wish };
      // A time is what the wording ends with; taken from what was said, not from its folded form.
      const until = (inEnglish ? english : chinese).slice(-end.length).trim();
      if (TIME.test(until)) return { wish, until };
    }
  return undefined;
}

/** What follows "pause everything for …" is a time, or the message means something else. */
const TIME =
  /\d|[一二兩两三四五六七八九十半]|\b(?:an?|half|one|two|three|four|five|six|seven|eight|nine|ten|tomorrow|tonight|noon|midnight|\w+day|morning|evening)\b|聽日|听日|明天|今晚|星期|禮拜|礼拜/iu;

const scripted = new Map<RegExp, RegExp>();

/** What scripts of Chinese tell apart is one here. */
function inAnyScript(form: RegExp): RegExp {
  const known = scripted.get(form);
  if (known) return known;
  const made = new RegExp(scriptless(form.source), form.flags);
  scripted.set(form, made);
  return made;
}
