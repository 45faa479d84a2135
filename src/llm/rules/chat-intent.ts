/** What somebody wants of the desk, by rule, in English and Chinese. Anything unrecognized is a question. */
import { parseRule } from '../../text/editor-rule.ts';
import { briefTopic } from '../../text/brief-request.ts';
import { pastDaysIn } from '../../text/past-days.ts';
import { liftedBy } from '../../text/rule-lift.ts';
import { deskRequest } from '../../text/desk-request.ts';
import type { DeskRequest } from '../../text/desk-request.ts';
import type { ToolSpec } from '../chat-model.ts';
import { beyondMe } from './beyond-me.ts';
import type { BeyondMe } from './beyond-me.ts';
import { isNo, isYes } from '../../text/yes.ts';
import { asksWhyLeftOut } from './explain.ts';
import type { JobOrder } from './job-order.ts';
import { isAsking, isOrdering } from './not-understood.ts';
import { jobOrder } from './read-job-order.ts';
import { storyOrder } from './read-story-order.ts';
import { searchRequest } from './search-request.ts';
import type { Searched } from './search-request.ts';
import type { StoryOrder } from './story-order.ts';

export type ChatIntent =
  /** `rule`: a plain order to leave something out, not a free-text note. */
  | { readonly kind: 'remember'; readonly text: string; readonly rule: boolean }
  /** `all`: every note that leaves this out, because the subject is allowed again. */
  | {
      readonly kind: 'forget';
      readonly id?: string;
      readonly text?: string;
      readonly last?: true;
      readonly all?: true;
    }
  /** An action on a story, or a question about one. */
  | { readonly kind: 'story'; readonly order: StoryOrder }
  | { readonly kind: 'explain'; readonly text: string }
  /** An order about the channel's automations. */
  | { readonly kind: 'job'; readonly order: JobOrder }
  | { readonly kind: 'beyond'; readonly request: BeyondMe }
  /** A question about the desk, or an order to the whole desk. */
  | { readonly kind: 'desk'; readonly request: DeskRequest }
  /** A question that a tool answers by itself. */
  | { readonly kind: 'tool'; readonly tool: string; readonly args: unknown }
  /** A request for what was reported on a topic. */
  | { readonly kind: 'brief'; readonly topic: string }
  /** A search for something posted or said, on any day. */
  | ({ readonly kind: 'search' } & Searched)
  /** "What does [2] say?" */
  | { readonly kind: 'source'; readonly n: number }
  /** "Yes" or "no" alone. */
  | { readonly kind: 'answer' }
  /** `when`: of these days, as it was said. */
  | { readonly kind: 'stories'; readonly when?: string }
  | { readonly kind: 'notes' | 'jobs' | 'greeting' | 'thanks' | 'help' }
  /** What time or day it is. */
  | { readonly kind: 'clock' }
  | { readonly kind: 'farewell' }
  | { readonly kind: 'question'; readonly text: string }
  /** An order that the desk doesn't know. */
  | { readonly kind: 'unknown'; readonly text: string };

/** Common names of categories, used only to recognise a rule. The edition's own categories decide what it binds. */
const USUAL_CATEGORIES = [
  {
    name: 'usual',
    aliases:
      'crypto cryptocurrency bitcoin sports sport football politics uk-politics entertainment celebrity stocks markets finance gold metals ai tech technology business world weather property 加密貨幣 虛擬貨幣 虛擬資產 比特幣 英國 香港 體育 足球 政治 娛樂 美股 股票 股市 財經 黃金 貴金屬 科技 人工智能 國際 港聞 地產 天氣'.split(
        ' ',
      ),
  },
];

const ADDRESS = /^(?:(?:hey|hi|hello|ok|okay)[,!]?\s+)?(?:@?nightdesk|desk|bot)\b[,:]?\s*/i;
const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|morning|yo|你好|您好|你好嗎|哈囉|早晨|早安|午安|hello there|hi there|(?:are )?you (?:there|awake|around|here)|anybody there|anyone there|喺度(?:嗎|未)|你(?:喺唔喺|在不在|係咪喺)度?)[\s!.,?！。？~]*$/iu;
const THANKS =
  /^(?:ok(?:ay)?,? )?(?:many )?(?:thanks|thank you|thx|cheers|ta|(?:good|great|nice|excellent) (?:job|work|one|stuff)|well done|what an? (?:\w+ )?(?:story|piece|read|find|scoop)|great|nice|perfect|got it|做得(?:好|唔錯|不錯)|好嘢|唔該晒?|多謝晒?|謝謝|好的|收到)(?![a-z])(?:[\s\w,]|(?<=\bthat)['’]s\b){0,30}(?:[，,\s]*(?:[冇無]嘢|[冇沒]事|夠|辛苦(?:晒|你)?)[喇啦嘞了]*)?[\s!.！。]*$/iu;
/** Courtesies before a request: "great, hold it", 「唔該 kill this」. */
const COURTESIES =
  /^(?:(?:(?:many )?(?:thanks|thank you|thx|cheers|great|nice|perfect|got it|hi|hello|hey|good (?:morning|afternoon|evening)|morning)(?=[\s,.!])|唔該晒?|多謝晒?|謝謝|好的|收到|你好|早晨)[\s,.!，。！]+)+(?<rest>\S.*)$/iu;
const FAREWELL =
  /^(?:good ?night|night|bye(?:[- ]?bye)?|goodbye|see you(?: (?:later|tomorrow|soon|around))?|cya|ttyl|再見|拜拜|早唞|晚安)[\s!.,~！。]*$/iu;
const PRAISE = /^keep (?:it|going|up)\b/i;
const HELP =
  /^(?:help|\?|what (?:can|do) you do(?: for (?:me|us))?|(?:what|who) are you|what(?:['’]?s| is) your name|how do (?:you work|i use you)|are you (?:an? )?(?:real )?(?:ai|bot|robot|human|person|machine|(?:large )?language model|llm|chat ?gpt|gpt|gemini|claude)|(?:what|which) (?:(?:ai|large|language) )*(?:model|llm|ai) (?:are you|do you (?:use|run)|is (?:this|that))(?: (?:using|on|running(?: on)?))?|who (?:made|built|created|developed|trained|programmed|owns|runs) you|do you (?:use|run on|need) (?:an? |the )?(?:ai|llm|chat ?gpt|gpt|gemini|claude|openai|(?:large )?language model|key|api key|internet)s?|where (?:is|are|do (?:i|we) find|can (?:i|we) find) (?:the |your |my |our )?(?:settings?|configuration|console|dashboard|docs|documentation|manual|logs?|help)|how (?:do|can|should) (?:i|we) (?:get|connect|install|configure|set up|start|stop|restart|open|reach|log in(?:to)?|turn (?:on|off)|switch (?:on|off)) (?:you|discord|slack|telegram|gemini|the (?:bot|desk|console|settings|model)|this (?:bot|desk))\b.{0,30}|commands?|(?:what|which) commands (?:are there|do you (?:have|know))|how (?:do|can|should|would) (?:i|we) (?:approve|hold|kill|withdraw|correct|follow|add|make|create|set(?: up)?|schedule|remove|delete|cancel|pause|change|order|get|use|write) (?:an?|the|my|our|new|more|this|you)\b.{0,40}|你(?:識|可以|能|會|可)做(?:啲|些)?(?:咩|乜|什麼|甚麼)(?:嘢|事)?|點用|怎樣使用|你係邊個|你是誰|你(?:係|是)(?:咩|乜嘢?|什麼|甚麼)(?:嚟|來)?(?:嘅|的|㗎)?|你叫(?:咩|乜|什麼|甚麼)名|你(?:係唔係|係咪|是不是|是否|係|是)(?:一個)?(?:AI|人工智能|人工智慧|機械人|機器人|真人|語言模型)[嗎吗呀㗎]?|你(?:而家)?用(?:緊)?(?:咩|乜|什麼|甚麼|邊個|哪個)(?:語言)?模型|點(?:樣|先)?(?:可以)?(?:批准|核准|暫緩|撤回|更正|跟進|加入?|設定|刪除|取消|安排|寫)(?:一|呢|嗰)?(?:篇|個|條|份|單).{0,12}|如何(?:批准|核准|暫緩|撤回|更正|跟進|加入|設定|刪除|取消|安排|寫)一?(?:篇|個|條|份|則).{0,12}|幫助|說明)[\s?？!！。.]*$/iu;
const CLOCK =
  /^(?:what (?:time|day|date) is (?:it|today)|what(?:['’]?s| is) (?:the (?:current )?(?:time|date|day)|today['’]s date))(?: (?:now|today|please|there|here|right now))*[\s?!.]*$|^(?:而家|依家|現在|今日|今天)?(?:係|是)?(?:幾點(?:鐘)?|幾號|(?:星期|禮拜)幾)[呀啊呢？?。\s]*$/iu;
const NOTES =
  /\bwhat (?:do |did )?you(?:'ve|’ve| have)? (?:remember(?:ed)?|have (?:noted|on file)|noted?)|\b(?:list|show|which|what)(?: are)?(?: me)?(?: all)?(?: of)?(?: the| your| our| my)?(?: current| active)? (?:notes|rules|exclusions)\b|^(?:notes|rules)\??$|你記(?:得|住|低)(?:咗)?(?:啲)?(?:咩|什麼|甚麼|乜)|有(?:咩|什麼|甚麼|邊啲|哪些)(?:筆記|規則|備註)|(?:列出|睇下|顯示).{0,4}(?:筆記|規則|備註)/iu;
/** "What did I ask you to remember?", "what are we leaving out?" */
const ASKED_OF_DESK =
  /\bwhat (?:did|have|has|had) (?:i|we|you|they|anyone|anybody|the editors?|\p{L}+) (?:ask(?:ed)?|told|tell|order(?:ed)?)(?: you)? to (?:remember|note|keep|leave out|skip|avoid|forget|do)|\b(?:what|which) (?:are|were) (?:your|the|our)(?: standing)? (?:orders|wishes|instructions|rules|notes|exclusions)\b|^what (?:are|do) (?:we|you) (?:currently )?(?:leaving|leave|skipping|skip|excluding|exclude|not (?:writing|covering|reporting|posting|running))(?: out| about| on)?[\s?]*$|(?:我|我哋|我們|佢哋|編輯)(?:叫|要)(?:過|咗)?你(?:記|唔好|不要|略去)(?:住|低|寫|出)?(?:咗)?(?:啲|了)?(?:咩|乜|什麼|甚麼)/iu;
/** Only words about the desk itself may follow: "what is planned at sea?" asks about the news. */
const ALONE =
  '(?:,? (?:in|on|for|here|there|the|this|channel|desk|today|tonight|tomorrow|yesterday|right|now|next|again|so|far|lately|recently|yet|week|morning|afternoon|evening|please|are|is|do|does|have|you|we|i|run|runs|running|due|scheduled|planned|paused|set|up|start|come|coming))*[\\s?!.]*$';
const HAN_NEWS = '(?:新聞|報道|報導|文章|稿|嘢|東西|料)?[呀啊呢？?。\\s]*$';
const STORIES = new RegExp(
  [
    "^(?:tell|show) (?:me|us) what (?:you|we)(?:['’]ve| have)? (?:posted|published)\\b",
    "\\bwhat(?: (?:stories|posts|articles|news))?(?: (?:have|did|were))? (?:you|we)(?:['’]ve)? (?:just )?(?:posted|post|published|publish|run)\\b",
    `\\bwhat(?:['’]?s| is| has| have| was| were)? (?:been )?(?:just )?(?:posted|published|new|out today|run today)${ALONE}`,
    '\\bwhat new (?:stories|posts|news)\\b',
    `^what(?:['’]?s| is) (?:in|making) the (?:news|headlines)${ALONE}`,
    `^(?:show|list|give)(?: me)? (?:all )?(?:the |our |today['’]s )*corrections${ALONE}`,
    "\\b(?:latest|recent|today['’]s) (?:stories|posts|news)\\b(?! (?:conference|agency))",
    '\\b(?:list|show)(?: me)? (?:all )?(?:of )?(?:the |your |our )?(?:latest |recent )?(?:(?:stories|posts)\\b|(?<=latest |recent )(?:story|post)$)',
    '\\bwhich stories\\b',
    '^(?:when|what time) (?:was (?:this|it|that|(?:the|this) (?:story|post|article)) (?:posted|published)|did (?:you|we) (?:post|publish|run) (?:this|it|that|(?:the|this) (?:story|post|article)))[\\s?!.]*$',
    `^(?:what(?:['’]?s| is| are| was| were)? |(?:show|give|tell|read)(?: me| us)? )?(?:the |our |your |today['’]s )*(?:(?:biggest|top|main|lead|latest|breaking) )*(?:headlines?|(?<=(?:biggest|top|main|lead|latest|breaking) )(?:story|stories|news)|(?<=the |our |your |^|today['’]s )(?:news|stories|posts))${ALONE}`,
    `^(?:is there |are there |do (?:you|we) have |got )?any (?:(?:breaking|big|new|fresh|urgent|latest|recent) )*(?:news|headlines)${ALONE}`,
    `^how many (?:(?:stories|posts|articles|pieces|reports) ?)?(?:(?:have|did|were|has) )?(?:(?:(?:(?:you|we|the desk)(?:['’]ve)?(?: (?:just|already))?|been)(?: been)? )?(?:posted|post|published|publish|run|ran|put out|written|write)|(?<=(?:stories|posts|articles|reports) )(?:so far|today|this week|yesterday|tonight|this morning|are there))${ALONE}`,
    `(?:出|發|寫|刊登|報道|報導)(?:咗|了|過)?(?:幾多|多少)(?:篇|單|條|則)?${HAN_NEWS}`,
    `(?:出|發|post)咗(?:啲)?(?:咩|乜)${HAN_NEWS}`,
    '^(?:今日|今天|而家|最新|有冇|有無|有沒有|有咩|睇下|列出|嘅|的|啲)*(?:頭條|突發|要聞|新聞|報道|報導)(?:新聞|消息)?[呀啊呢嗎？?。\\s]*$',
    '最近(?:發|出|報)(?:佈|布|道)?(?:過|了|咗)?(?:啲|些)?(?:咩|乜|什麼|甚麼|哪|邊)',
    '^(?:今日|今天|最近|而家|現在|呢度|你(?:哋|們)?|仲|還|，|\\s)*有(?:咩|什麼|甚麼|乜)新(?:聞|嘢|消息)',
    `(?:發|刊登|報導|報道)(?:了|過)(?:什麼|甚麼|哪些)${HAN_NEWS}`,
    `今[日天](?:有|出)(?:咗|了)?(?:啲|些)?(?:咩|什麼|甚麼)${HAN_NEWS}`,
  ].join('|'),
  'iu',
);
/** Where nothing writes one, the list of what was posted. */
const SUMMARY_OF_DAY =
  /^(?:(?:post|give|send|write|make|prepare|share|do)(?: me| us| everyone| everybody)? )?(?:an?|the|our)? ?(?:(?:daily|short|quick|brief) )*(?:summary|round-?up|recap|overview|list) of (?:all )?(?:the |our |your |today['’]s |yesterday['’]s )*(?:day|week|stories|news|posts|headlines|what (?:we|you|was) (?:have |has been )?(?:posted|published))(?: (?:today|yesterday|this week|last week|so far|of the (?:day|week)))*[\s.!?]*$|^(?:總結|撮要|概括|匯報|列出)(?:一下|下)?(?:今日|今天|本日|尋日|昨日|今個?星期|本週)(?:嘅|的)?(?:新聞|報道|報導|稿)[\s。！]*$/iu;
/** "And yesterday?" */
const OF_DAYS =
  /^(?:and|what about|how about) (?:yesterday|(?:last|this) week|(?:on )?(?:last )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)[\s?]*$|^(?:咁)?(?:尋日|昨日|昨天|琴日|前日|上個?(?:星期|禮拜)|上週|今個?(?:星期|禮拜))呢[？?\s]*$/iu;
const JOBS = new RegExp(
  [
    `\\bwhat(?:['’]s| is| are)? (?:scheduled|planned|coming up|next|(?:next )?on(?: for)? (?:the |our |your |today['’]s )*(?:schedule|agenda|plan|rota|today|tomorrow|tonight))${ALONE}`,
    `^(?:what(?:['’]s| is) )?(?:the |our |your |today['’]s )*(?:schedule|agenda)${ALONE}`,
    `^what(?:['’]s| is| have| has| do)?(?: (?:i|we|you|been))?(?: (?:got|have))? set up${ALONE}`,
    '\\b(?:what|which|any) (?:automations|reminders|scheduled (?:jobs|tasks|runs|posts|turns|reminders|work))\\b',
    `^(?:list|show)(?: me)? (?:the |all |our )?(?:schedule|automations)${ALONE}`,
    `\\bwhen(?:['’]s| is| will| does) (?:the |your |our )?(?:(?:next )?(?:(?:daily|hourly) )?(?:run|job|planner|reminder|automation|newsletter|brief|report)|(?:next|daily|hourly|next daily|next hourly)(?: (?:plan|update|one))?)${ALONE}`,
    `^(?:what(?:['’]s| is) )?(?:the |your |our )?next (?:run|job|plan|update)${ALONE}`,
    `\\b(?:which|what|list|show|see)(?: me)?(?: are)?(?: the| your| my| our| all)*(?: scheduled)? (?:jobs?|schedules?|reminders?|cron)${ALONE}`,
    '^(?:my |our )?(?:jobs|reminders)\\??$|^how many (?:jobs|automations|reminders)\\b',
    `^(?:what|which (?:job|reminder|one)) (?:runs|comes|goes off|is (?:due|running)) next${ALONE}`,
    `^what(?:['’]?ll| will| are| do| is)? (?:you|we|the desk)(?:['’](?:ll|re))? (?:going to |planning to |about to )?(?:post|write|publish|run|cover|do)(?:ing)? next${ALONE}`,
    '^(?:你(?:哋|們)?)?(?:下一|跟住)(?:篇|個|單|輪)?(?:會)?(?:寫|出|報|發|做)(?:咩|乜|什麼|甚麼)[呀啊呢？?。\\s]*$',
    '排咗(?:啲)?(?:咩|乜)',
    '^(?:你(?:哋|們)?)?(?:幾時|何時|幾點)(?:會)?(?:再)?(?:計劃|選題|更新|出稿|出新聞|再出|再寫|執行|運行)[呀啊呢？?。\\s]*$',
    '^(?:今日|今天|聽日|明天|跟住|等陣|，)*(?:有|要)(?:啲|些)?(?:咩|乜|什麼|甚麼)(?:嘢|事)?(?:要)?做[呀啊呢？?。\\s]*$',
    '(?:有|排)(?:啲)?(?:咩|乜|什麼|甚麼|邊啲|哪些)(?:排程|提醒|提示|鬧鐘|任務)',
    '^(?:我(?:哋)?)?(?:set|設|設定|加|整|校|較)(?:咗|過)(?:啲)?(?:咩|乜|什麼|甚麼|邊啲|哪些)(?:嘅|的)?(?:提醒|提示|鬧鐘|任務|工作)',
    '^(?:列出|顯示|睇下|睇睇)(?:我(?:哋)?)?(?:所有|全部)?(?:嘅|的)?(?:提醒|提示|鬧鐘)[呀啊。\\s]*$',
    '^(?:你(?:哋|們)?)?下(?:一)?(?:次|個|輪)(?=.*(?:執行|運行|任務|排程|出稿|幾時|何時|幾點))(?:執行|運行|任務|排程|出稿|工作|更新|選題)?(?:係|是|會|喺)?(?:幾時|何時|幾點|咩|什麼|甚麼)?(?:執行|運行|出稿|更新|選題|計劃)?[？?。\\s]*$',
    '(?:邊啲|哪些|咩|什麼|甚麼|列出).{0,4}(?:任務|排程|工作)(?:要|會|喺度|在此|執行|運行)*[呀啊呢？?。\\s]*$',
    '^(?:啲|你(?:哋|們)?(?:嘅|的)?)?(?:任務|排程)(?:係|是|會)?(?:幾時|何時)',
  ].join('|'),
  'iu',
);
const FORGET =
  /^(?:please |pls )?(?:can you |could you )?(?:please )?(?:forget|un-?remember|delete|remove|cancel|drop)\s+(?:about\s+)?(?<what>.+?)[.!?]*$/iu;
const FORGET_HAN =
  /^(?:請|麻煩|唔該)?(?:忘記|忘掉|唔使再?記住?|取消|刪除|剷走|唔好再記住?)(?<what>.+?)[。！]*$/u;
/** Refers to the newest note, whatever it says. */
const LAST =
  /^(?:(?:the |that |your |my )?(?:(?:very )?(?:last|latest|newest|previous|most recent)(?: (?:one|note|rule|thing|request|wish|order))?|one|note|rule)|that|this|it|that (?:again|please)|(?:剛才|啱啱|頭先|之前)?(?:上|最後|最新|嗰|這|呢|那)(?:一)?(?:個|條|項|句)?(?:規則|筆記|備註|要求|話)?|佢|它)$/iu;
const SOURCE =
  /^(?:what (?:does|did|do|is|'s)|show(?: me)?|quote|which is|what about)\b.{0,20}(?:\[(?<n>\d{1,2})\]|\b(?:source|reference|footnote|citation|number) (?<m>\d{1,2})\b).{0,12}$|(?:\[(?<o>\d{1,2})\]|來源\s?(?<p>\d{1,2})|第(?<q>\d{1,2})個來源).{0,4}(?:講|說|寫|係|是|話).{0,4}(?:咩|乜|什麼|甚麼)/iu;
const REMEMBER =
  /^(?:please |pls )?(?:can you |could you )?(?:please )?(?:remember|note|keep in mind|bear in mind|make a note|take note|for the record)(?:\s+(?:that|this|to|of))?\s*[:,]?\s+(?<what>.+)$/isu;
const REMEMBER_HAN = /^(?:請|麻煩|唔該)?(?:記住|記低|記得|緊記|謹記|備註)[：:，,\s]*(?<what>.+)$/su;

/** Who serves questions about the desk: `desk`, its own; `tools`, those of features. */
export interface Serving {
  readonly desk: boolean;
  readonly tools: readonly Pick<ToolSpec, 'name' | 'asked'>[];
}

const DESK_ALONE: Serving = { desk: true, tools: [] };

/** The intent of a message, by its wording. */
export function intentOf(message: string, serving = DESK_ALONE): ChatIntent {
  return read(message, serving, true);
}

/** @param courteous whether courtesies may come first; once, so that the time stays bounded. */
function read(message: string, serving: Serving, courteous: boolean): ChatIntent {
  const said = message.replace(/<[@#][^>]*>/g, ' ').trim();
  const text = said.replace(/\s+/g, ' ').trim();
  const plain = text.replace(ADDRESS, '').trim() || text;
  if (plain === '' || GREETING.test(plain)) return { kind: 'greeting' };
  if (HELP.test(plain)) return { kind: 'help' };
  const rest = (courteous && COURTESIES.exec(plain)?.groups?.['rest']) || '';
  const request = rest === '' || PRAISE.test(rest) ? undefined : read(rest, serving, false);
  if (request !== undefined && isMore(request, plain)) return request;
  if (THANKS.test(plain)) return { kind: 'thanks' };
  if (isYes(plain) || isNo(plain)) return { kind: 'answer' };
  const ofDesk = askedOfDesk(plain, serving);
  if (ofDesk !== undefined) return ofDesk;
  if (NOTES.test(plain) || ASKED_OF_DESK.test(plain)) return { kind: 'notes' };
  if (FAREWELL.test(plain)) return { kind: 'farewell' };
  if (CLOCK.test(plain)) return { kind: 'clock' };
  const order = jobOrder(said.replace(ADDRESS, ''));
  const beyond = beyondMe(plain);
  // Before rules and notes: what is skipped or run again here is an automation, and a place is no note.
  if (order === undefined && beyond !== undefined && ['run', 'skip', 'place'].includes(beyond.request))
    return { kind: 'beyond', request: beyond };
  const lifted = liftedBy(plain);
  if (lifted !== undefined) return { kind: 'forget', text: lifted, all: true };
  const topic = order === undefined ? briefTopic(plain) : undefined;
  if (topic !== undefined) return { kind: 'brief', topic };
  const onStory = storyOrder(said.replace(ADDRESS, ''));
  if (onStory !== undefined) return { kind: 'story', order: onStory };
  if (order !== undefined) return { kind: 'job', order };
  const search = searchRequest(plain);
  if (search !== undefined) return { kind: 'search', ...search };
  const forget = (FORGET.exec(plain) ?? FORGET_HAN.exec(plain))?.groups?.['what'];
  if (
    forget !== undefined &&
    (/^(?:please )?(?:can you |could you )?(?:please )?forget/i.test(plain) ||
      FORGET_HAN.test(plain) ||
      LAST.test(forget) ||
      /\b(?:note|rule)\b/i.test(plain))
  ) {
    return forgetting(forget);
  }
  const source = SOURCE.exec(plain)?.groups;
  const n = source === undefined ? undefined : Object.values(source).find((one) => one !== undefined);
  if (n !== undefined) return { kind: 'source', n: Number(n) };
  if (asksWhyLeftOut(plain)) return { kind: 'explain', text: plain };
  if (isRule(plain)) return { kind: 'remember', text: plain, rule: true };
  const remember = (REMEMBER.exec(plain) ?? REMEMBER_HAN.exec(plain))?.groups?.['what'];
  if (remember !== undefined && !/[?？嗎]\s*$/u.test(plain))
    return { kind: 'remember', text: remember.trim(), rule: false };
  if (SUMMARY_OF_DAY.test(plain)) return { kind: 'stories', ...daysIn(plain) };
  if (beyond !== undefined) return { kind: 'beyond', request: beyond };
  if (JOBS.test(plain)) return { kind: 'jobs' };
  if (STORIES.test(plain) || OF_DAYS.test(plain)) return { kind: 'stories', ...daysIn(plain) };
  return { kind: isOrdering(plain) ? 'unknown' : 'question', text: plain };
}

/** "Today" is among the last two days, which are listed in any case. */
function daysIn(said: string): { readonly when?: string } {
  const when = pastDaysIn(said);
  return when === undefined || /today|今[日天]/iu.test(when) ? {} : { when };
}

/** Whether a courtesy is followed by more than a courtesy. A place may be called Nice. */
function isMore(intent: ChatIntent, said: string): boolean {
  if (intent.kind === 'question') return THANKS.test(said) && isAsking(intent.text);
  return !['greeting', 'thanks', 'answer'].includes(intent.kind);
}

/** A question about the desk, or about what a feature has; undefined where nobody serves it. */
export function askedOfDesk(
  said: string,
  { desk, tools }: Serving = DESK_ALONE,
): Extract<ChatIntent, { kind: 'desk' | 'tool' }> | undefined {
  const request = desk ? deskRequest(said) : undefined;
  if (request !== undefined) return { kind: 'desk', request };
  for (const { name, asked } of tools) {
    const args = asked?.(said);
    if (args !== undefined) return { kind: 'tool', tool: name, args };
  }
  return undefined;
}

function isRule(text: string): boolean {
  return parseRule(text, { categories: USUAL_CATEGORIES, nowMs: 0, zone: 'UTC' }) !== undefined;
}

/** "note n3" and "n3" name a note; other words are searched in the notes' texts. */
function forgetting(what: string): ChatIntent {
  if (LAST.test(what.trim())) return { kind: 'forget', last: true };
  const plain = what
    .replace(
      /^(?:what|everything|that) (?:i|we|you|they|\w+) (?:said|told you|asked|wrote|noted|want(?:ed)?)(?: (?:about|on|of))?\s+/i,
      '',
    )
    .replace(/^(?:我|我哋|我們)?(?:講|說|話)(?:過|咗)?(?:嘅|的|關於)?/u, '')
    .replace(/^(?:the |that |my |our )?(?:note|rule|筆記|規則)s?\s*(?:about|on|of|關於|：|:)?\s*/iu, '')
    .replace(/^(?:the|that|my|our)\s+/i, '')
    .replace(/\s+(?:note|rule|one|thing)s?$/i, '')
    .replace(
      /(?:嘅|的|嗰|呢|這|那)?(?:一)?(?:條|個|項)?(?:筆記|規則)$|(?:嘅|的)?[嗰呢這那](?:條|個|項)$/u,
      '',
    )
    .trim();
  return /^#?(?=[\w-]*\d)[\w-]+$/.test(plain)
    ? { kind: 'forget', id: plain.replace('#', '') }
    : { kind: 'forget', text: plain || what };
}
