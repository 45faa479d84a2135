/**
 * Questions about the desk itself, and orders to all of it: the one table of what they are called, which slash command
 * serves each, and the words that people say them with in English and Chinese. The `desk` tool and the desk model read it.
 *
 * A message is one of them when every word of it is known here: small words, and those of one request, of which something is
 * said for each of its needs. Whatever else is spoken of, quoted or told makes it another message.
 */
import { SMALL, foldPlain, inAnyScript, plainWords, readTo, vocabulary } from './plain-form.ts';

export type DeskRequestName =
  | 'waiting'
  | 'paused'
  | 'cost'
  | 'feeds'
  | 'left_out'
  | 'failed'
  | 'batch'
  | 'status'
  | 'pause'
  | 'resume'
  | 'undo';

export interface DeskRequest {
  readonly request: DeskRequestName;
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
  /** Each must be found in what is said. */
  readonly needs: readonly RegExp[];
  /** Beside these only small words may be said. */
  readonly words: string;
}

const STORIES =
  'story stories draft drafts post posts article articles piece pieces news 報道 報導 稿 稿件 新聞 新聞稿 草稿 文章 消息';
const WORK =
  'job jobs automation automations schedule schedules task tasks work runs scheduled 工作 任務 排程 定時工作 自動化';
const JOBS = `${WORK} reminder reminders planner planners 提醒`;
/** "Stop all reminders" is about some of the work. */
const ALL_WORDS = `everything all whole the our of it desk ${WORK} 所有 全部 一切 晒 成個 整個 嘅 的 嘢 東西 都 編輯台 desk`;
const ALL =
  /\b(?:everything|posting|publishing|all|whole|the desk|the schedule|(?:scheduled )?(?:work|jobs|runs|tasks))\b|所有|全部|一切|晒|成個|整個|編輯台|定時工作|發佈|發布|[出發]稿/iu;
const POLITE =
  'please pls kindly hey ok okay and so also then now just sorry can could would will you we i like to thanks thank again for me us 唔該 唔該晒 麻煩 麻煩你 請 請你 幫手 幫我 幫我哋 可唔可以 可不可以 可以 你 謝謝 多謝 好嗎 得唔得 可以嗎 先 將 把 咗 住 了 返 吖 啦 呀 吧 執行 運作';

/** How people ask: a message without it tells or orders. */
const ASKS =
  '\\b(?:what|which|how|any|anything|something|are|is|was|were|did|why|show|list|tell)\\b|有冇|有沒有|有無|[咩乜邊哪幾嗎點]|什麼|什么|甚麼|多少|為何|為什麼|為甚麼|是否|列出|顯示|睇下';
const asksOr = (noun: string) => new RegExp(`${ASKS}|${noun}`, 'iu');
const asks = new RegExp(ASKS, 'iu');

/** In the order in which they are tried. */
export const DESK_REQUESTS: Readonly<Record<DeskRequestName, Served>> = {
  waiting: {
    about: 'which stories wait for approval, are on hold or under an embargo',
    command: 'story waiting',
    needs: [
      asksOr('^(?:the |our )?(?:approval queue|approvals|pending)'),
      /\b(?:wait|await|pending|needs? approv|approv|held|on hold|embargo)|[要未需應].{0,4}批|[等待]|審|暫緩|核准/iu,
    ],
    words: `${STORIES} wait waits waiting await awaits awaiting pending approval approvals approve approved approving queue held back hold
      editor editors sign-off review decision embargo under left require requires
      等 等緊 等待 等候 等住 待 待批 待審 正 正在 需要 批 批准 審批 審核 批核 核准 決定 未批 暫緩 發佈`,
  },
  paused: {
    about: 'whether scheduled work, or an automation of this conversation, is paused',
    command: 'desk status',
    options: { about: 'paused' },
    needs: [
      new RegExp(`${ASKS}|係咪`, 'iu'),
      /\b(?:paused?|suspended|disabled|(?:switched|turned) off|on pause)\b|停/iu,
    ],
    words: `${JOBS} pause paused suspended disabled switched turned off anyone anybody someone somebody 係咪 是不是 是否 暫停 停 停咗 停緊`,
  },
  cost: {
    about: 'what language models cost today',
    command: 'desk status',
    options: { about: 'cost' },
    needs: [
      asksOr('^(?:today|今日|今天)'),
      /\b(?:cost|spen[dt]|used?|bill|expense|come to)|[使用花洗駛]|成本|費用|開支|花費|使費|支出/iu,
      /\b(?:today|you|we|desk|models?|tokens?|gemini|llms?|ai|far)\b|今日|今天|到而家|到現在|你|我哋|我們|編輯台|模型|AI/iu,
    ],
    words: `cost costs costed spend spent spending use used bill expense expenses total come money high model models token tokens ai gemini
      llm llms up 到而家 到現在 為止 一共 總共 合共 使 使咗 用 用咗 花 花咗 花費 洗 洗咗 駛 駛咗 費 錢 費用 成本 開支 使費 支出 總 模型`,
  },
  feeds: {
    about: 'which feeds are read, which fail, and why',
    command: 'desk status',
    options: { about: 'feeds' },
    needs: [
      asksOr('^(?:failing|broken|dead)'),
      /\b(?:feeds?|sources?)\b|來源|訂閱源/iu,
      /^(?:which|what|how many|list|show|tell).*\bfeeds?\b|\bdo (?:you|we) (?:use|have|follow|monitor|check)\b|\b(?:read|fail|broken|down|dead|error|problem|trouble|not work|don['’]?t work|out of order|doing|ok(?:ay)?|well|fine|work|healthy)|[讀睇]|有(?:咩|乜|什麼|甚麼|邊啲|哪些)(?:新聞|消息)*來源|失敗|出錯|壞|讀[唔不]到|問題|死|[唔用連]得?[唔不]?到|唔得|失效|正常/iu,
    ],
    words: `feed feeds source sources rss news fail fails failed failing broken down dead error errors erroring problem problems trouble
      not don't work works working order doing well fine healthy read reads reading watch use follow monitor check 讀 讀取 睇 新聞 來源 消息來源 訂閱源 失敗 出錯 壞 壞咗 讀唔到 讀不到 問題 死咗 唔得 用唔到 連唔到 出問題 失效 正常 係咪`,
  },
  left_out: {
    about: 'what was left out of the last plans, and why',
    command: 'story left',
    needs: [
      asks,
      /\b(?:leav\w*|left)\b.*\bout\b|\b(?:skip|drop|reject|omit|exclud|cut)|\bpass\w* (?:\w+ )?over\b|(?:n['’]t|\bnot|\bnever|\bnothing|\bno)\b.*\b(?:pick|post|publish|cho|select|run|use|writ|cover|make|out)|[略跳]|剔|篩|捨棄|放棄|走漏|[冇無沒未唔不](?:有|俾你|被)?(?:揀|選|出|發|寫|用|要|報|刊|採)/iu,
    ],
    words: `${STORIES} candidate candidates leave leaves left skip skipped skipping pass passed passing drop dropped reject rejected
      omit omitted exclude excluded cut didn't wasn't weren't haven't hasn't don't aren't isn't not never nothing no get gets got hour morning pick picked post posted publish
      published choose chose chosen select selected use used write written cover covered make made reason reasons planner
      略 略去 略過 跳過 剔除 剔走 剔咗 篩走 捨棄 放棄 走漏 漏 漏咗 冇 無 沒 沒有 未 唔 不 揀 選 選用 出 發 發佈 寫 用 採用 報 刊登 唔要 不要 入 晒`,
  },
  failed: {
    about: 'which stories were ordered lately and not posted, and why',
    command: 'story failed',
    needs: [
      // All of them can't be ordered anew at once: the list says how each is.
      asksOr(
        '^(?:(?:the|our|any|all) )*(?:fail|error|stor|draft)|\\b(?:re-?try|redo|re-?run|re-?order|try)\\b.*\\b(?:stories|drafts|posts|articles|pieces)\\b',
      ),
      /\b(?:fail\w*|errors?|gone wrong|went wrong|go wrong)\b|失敗|出錯|[寫出][唔不]到/iu,
      // By itself "what failed?" may ask about the news.
      /\b(?:stor(?:y|ies)|drafts?|posts?|articles?|pieces?|anything|any|failures|errors|batch|run|planner|today|overnight|lately|recently)\b|報道|報導|稿|新聞|文章|[篇單則]|有冇|有無|有沒有|邊啲|哪些|今日|今天|批|輪/iu,
      /^(?!.*\b(?:feeds?|sources?)\b)/iu,
    ],
    words: `${STORIES} fail fails failed failing failure failures error errors wrong went gone go get batch batches run runs planner
      reason reasons overnight night morning hour retry re-try redo rerun re-run reorder re-order try again 失敗 失敗咗 出錯 出錯咗 錯 寫唔到 寫不到 出唔到 出不到 一批 一輪 批 輪 上 昨晚 尋晚`,
  },
  batch: {
    about: 'how the last batch of stories went: what was picked, is written, was posted or not',
    command: 'story batch',
    needs: [
      asks,
      /\bbatch(?:es)?\b|\b(?:last|latest|previous|current) (?:planner |planning |daily |hourly )?(?:run|plan|round)\b|\bbeing written\b|\b(?:you|we|desk|reporters?) (?:currently |now )?writing\b|\bplanner\b.*\b(?:pick|cho[os]|select)|上一?(?:[次輪批]|個批次)|寫緊|撰寫中|[揀選][咗了]/iu,
      /^(?!.*(?:n['’]t|\bnot\b|\bwhy\b|[唔冇無不未]|點解|為何|為什麼|為甚麼|今日|今天))/iu,
    ],
    words: `${STORIES} batch batches previous current planner planning planned daily hourly run runs round go going went gone was done being write writing written
      reporter reporters pick picked choose chose chosen select selected 's morning hour night 上一次 上次 上一輪 上輪 上一批 上批 批次 輪 批 成 點 點樣 怎樣 如何
      寫 寫緊 寫成 寫得 撰寫 撰寫中 揀 揀咗 選 選了 選咗 選題 正在 情況 結果`,
  },
  status: {
    about: 'how the desk is doing: who answers, what runs and comes next, how the feeds are',
    command: 'desk status',
    needs: [
      asksOr('^(?:the )?(?:desk )?(?:status|health)|狀[態況]|正常|忙唔忙|未[呀啊呢]?$'),
      /\b(?:status|health|doing|working|busy|alive|online|up to|going|done|finished|ready)\b|狀[態況]|情況|做|忙|正常|搞掂/iu,
      /\b(?:desk|nightdesk|you|it|planners?|status|health|everything|things|(?:the|your) (?:language )?(?:model|llm|ai))\b|你|編輯台|狀|一切|忙|模型|^(?:而家|依家|現在|現時|目前)?(?:仲)?做緊|^(?:搞掂|做完|做好)/iu,
    ],
    words: `status health healthy model language llm ai gemini planner planners doing done finished ready yet working busy alive online up going how how's everything things well fine alright to
      狀態 狀況 情況 模型 語言模型 做 做緊 做完 做好 搞掂 未 忙 唔忙 忙唔忙 運作 正常 一切 如何 點 點樣 怎樣 怎麼樣 工作 好`,
  },
  pause: {
    about: 'stop all scheduled work, for good or for a while',
    command: 'desk pause',
    change: 'pause',
    // "Hold all stories" is about those that are written.
    needs: [
      /\b(?:pause|stop|halt|suspend|hold|freeze|rest|quiet)\b|暫停|停/iu,
      new RegExp(`${ALL.source}|^(?:please )?(?:be|go|keep|stay) quiet`, 'iu'),
      /^(?!.*\b(?:stories|news)\b)|\b(?:posting|publishing)\b/iu,
    ],
    words: `${ALL_WORDS} anything posting publishing stories news pause stop halt suspend hold freeze rest quiet be go stay put keep on 發佈 發布 出稿 發稿 暫停 停止 停 停咗 停晒`,
  },
  resume: {
    about: 'start all scheduled work again',
    command: 'desk resume',
    change: 'resume',
    needs: [
      /^(?:.*\b)?(?:resume|un-?pause|carry on|go on|continue|re-?enable|re-?start|start)\b|恢復|繼續|重新開始|重開|開返|重啟/iu,
      // By itself it can only mean what is paused.
      /\b(?:resume|un-?pause|carry on|go on|continue)\b|恢復|繼續|\b(?:again|back up|re-?\w+)\b|重|返/iu,
    ],
    words: `${ALL_WORDS} posting publishing resume unpause un-pause carry go on continue reenable re-enable restart re-start start again back up 發佈 發布 出稿 發稿 恢復 繼續 重新開始 重開 開返 重啟`,
  },
  undo: {
    about: 'take back what this person changed last in this conversation',
    command: 'desk undo',
    change: 'undo',
    needs: [
      /\b(?:undo|revert|reverse|roll (?:it |that |this )?back|(?:take|put|change) (?:it |that |this )?back)\b|還原|復原|還返|收返|(?:撤銷|取消)(?:上一|剛才|啱啱|頭先)/iu,
    ],
    words: `undo revert reverse roll take put change back it that this the last latest my your one thing action command step what i we
      you did pause 還原 復原 還返 收返 撤銷 取消 佢 它 剛才 啱啱 頭先 上一步 上一個 嗰個 那個 嘅 的 改動 操作 動作 指令`,
  },
};

/** Undefined for whatever is no such question or order. */
export function deskRequest(said: string): DeskRequest | undefined {
  const plain = plainWords(said);
  if (plain === undefined) return undefined;
  const folded = foldPlain(plain);
  for (const [request, { needs }] of Object.entries(DESK_REQUESTS) as [DeskRequestName, Served][]) {
    const end = readTo(folded, wordsOf(request));
    const until = request === 'pause' ? timeIn(plain.slice(end)) : '';
    if (until === undefined || (end < plain.length && request !== 'pause')) continue;
    const read = folded.slice(0, end);
    if (needs.every((need) => inAnyScript(need).test(read)))
      return { request, ...(until !== '' && { until }) };
  }
  return undefined;
}

/** What follows "pause everything …" is a time, or the message means something else. */
function timeIn(rest: string): string | undefined {
  const time = rest.trim().replace(/^[,，]?\s*(?:for\s+)?/iu, '');
  return time === '' || TIME.test(time) ? time : undefined;
}

/** Nothing but small words comes before it: all of what is to pause was named before. */
const TIME =
  /^(?:(?:until|till?|up to|over|about|around|another|(?:rest|end) of|the|next|this|at|on)\s+|[直到至下個今等]+)*(?:\d|[一二兩两三四五六七八九十半]|\b(?:an?|half|one|two|three|four|five|six|seven|eight|nine|ten|tomorrow|tonight|noon|midnight|\w*day|week(?:end)?|morning|evening)\b|聽日|听日|明天|今?晚|星期|禮拜|礼拜)/iu;

const vocabularies = new Map<DeskRequestName, ReadonlySet<string>>();

function wordsOf(request: DeskRequestName): ReadonlySet<string> {
  const known = vocabularies.get(request);
  if (known) return known;
  const { words, change } = DESK_REQUESTS[request];
  const made = vocabulary(`${words} ${change === undefined ? SMALL : POLITE}`);
  vocabularies.set(request, made);
  return made;
}
