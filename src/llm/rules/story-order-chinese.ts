/** Orders about stories in Chinese, written or spoken. */
import type { StoryOrder } from './story-order.ts';

const OPENING =
  /^(?:請(?:你)?|麻煩(?:你)?|唔該|幫(?:手|我|我哋)|同埋|另外|仲有|跟住|然後|先|可唔可以|可以|你|，|\s)+/u;
const COUNT = '(?:篇|單|則|宗|條|段)';
const NOUN = '(?:報道|報導|新聞|稿|文章|故事)';
/** 呢篇, 這則報道; 渡輪嗰篇, 關於渡輪的報道, 渡輪報道. */
const THIS = `(?:(?:呢|這|此|嗰|那)(?:一)?(?:${COUNT}|件事)?${NOUN}?|${NOUN}|佢|它)`;
const NAMED = `(?:關於|有關)?(?<name>.+?)(?:嘅|的|嗰|呢|這|那)?(?:一)?(?:${COUNT}${NOUN}?|${NOUN})`;
const WHICH = `(?:${THIS}|${NAMED})`;
/** A demonstrative makes it one story; 「不要發加密貨幣的報道」 is a rule. */
const NAMED_ONE = `(?:關於|有關)?(?<name>.+?)(?:嘅|的)?(?:呢|這|此|嗰|那)(?:一)?${COUNT}${NOUN}?`;
const ONE = `(?:(?:呢|這|此|嗰|那)(?:一)?${COUNT}${NOUN}?|${NAMED_ONE})`;
const KEEP_BACK = '(?:暫時|住)?(?:不要|唔好|不好|別|咪)(?:發佈|發布|刊登|出街|發|出)(?:住|先)?';
const NO_MORE = '(?:停止|不再|唔使再?|唔好再?|不要再?|無須再?)';
const UNTIL = '(?:[，,]?(?:直到|直至|至到|等到|等|到|至)(?<until>.+?)(?:先|再|才)?(?:發佈|發布|發|出)?)?';
/** A colon between digits belongs to a time. */
const WHY = '(?:(?:[，,]?因為|[，,]原因係|[，,]原因是|(?<!\\d)[:：]|[:：](?!\\d))(?<why>.+))?';

const FAILED = '失敗|寫[唔不]到|寫[唔不]成|出[唔不]到';

const ACTIONS: readonly (readonly [RegExp, StoryOrder['action']])[] = [
  [new RegExp(`^(?:批准|放行|通過)(?:發佈|發布|刊登)?${WHICH}(?:發佈|發布|出街|刊登)?$`, 'u'), 'approve'],
  [/^(?:批准|核准|放行|出得|發得|出街|發佈|發布)$/u, 'approve'],
  [/^撤回$/u, 'kill'],
  [new RegExp(`^(?:暫緩|押後)(?:發佈|發布|刊登|出)?${WHICH}?${UNTIL}${WHY}$`, 'u'), 'hold'],
  [new RegExp(`^${KEEP_BACK}${ONE}(?:住|先)?${UNTIL}${WHY}$`, 'u'), 'hold'],
  [new RegExp(`^(?<until>.{1,14}?)(?:之前|以前|前)[，,]?${KEEP_BACK}${ONE}$`, 'u'), 'hold'],
  [new RegExp(`^(?:撤回|撤銷|撤走|抽起|取消|刪除)${WHICH}${WHY}$`, 'u'), 'kill'],
  [new RegExp(`^(?:重試|重寫|再試|重新寫)${WHICH}$`, 'u'), 'retry'],
  [new RegExp(`^(?:恢復|還原|重發)${ONE}$`, 'u'), 'retry'],
  [new RegExp(`^${NO_MORE}(?:跟進|追蹤)${WHICH}?$`, 'u'), 'unfollow'],
  [new RegExp(`^${NO_MORE}(?:跟進|追蹤)(?<name>.{2,16})$`, 'u'), 'unfollow'],
  [new RegExp(`^(?:繼續)?(?:跟進|追蹤)(?:住)?${WHICH}?${UNTIL}$`, 'u'), 'follow'],
  [new RegExp(`^(?:更正|改正)${NAMED}[:：](?<text>.+)$`, 'su'), 'correct'],
  [
    new RegExp(
      `^(?:列出|睇下|顯示|畀我睇)?${WHICH}(?:(?:嘅|的)(?:來源|出處)(?:係|是|有)?(?:咩|乜|邊啲|邊個|什麼|甚麼|哪些)?|(?:有|用(?:咗|了)?)(?:啲|些)?(?:咩|乜|邊啲|什麼|甚麼|哪些)(?:來源|出處))$`,
      'u',
    ),
    'sources',
  ],
  [
    /^(?:呢|這)?(?:個|啲|些)?(?:消息|資料|嘢)?(?:係|是)?(?:邊度|哪裡|哪裏)(?:嚟|來|得返嚟|得來)(?:嘅|的|㗎)?$|^(?:邊啲|哪些|邊間|哪家)(?:媒體|報紙|傳媒)(?:有)?(?:報|講|說)(?:過|咗|了)?$/u,
    'sources',
  ],
  [
    /^(?:(?:邊個|誰|哪個|哪家|邊間)(?:話|講|說)(?:嘅|的|㗎)?|(?:呢|這)?(?:篇|單|則)?(?:報道|新聞|稿)?(?:你)?(?:用|引用|根據)(?:了|咗)?(?:啲)?(?:咩|乜|什麼|甚麼|邊啲|哪些|幾多個?|多少個?)(?:來源|出處|資料)|(?:來源|出處)(?:有|係|是)?(?:咩|乜|什麼|甚麼|邊啲|哪些|邊度|哪裡)?|有(?:幾多|多少)個?(?:來源|出處)|(?:有冇|[畀俾給](?:我)?)(?:條|個|啲)?(?:link|連結|網址)(?:我)?(?:睇|看)?|原文(?:link|連結|喺邊度?|在哪裡?)?)$/iu,
    'sources',
  ],
  [new RegExp(`^(?:點解|為什麼|為甚麼|為何)(?:會)?(?:揀|選|寫|出|發)(?:咗|了)?${NAMED}$`, 'u'), 'why'],
  [
    new RegExp(
      `^${NAMED_ONE}(?:點解|為什麼|為甚麼|為何)(?:會)?(?:俾人|被)?(?:撤回|暫緩|揀|選|更正|改|出|發|${FAILED})(?:咗|了|的|嘅)*$`,
      'u',
    ),
    'why',
  ],
  [new RegExp(`^(?:點解|為什麼|為甚麼|為何)${NAMED_ONE}(?:會)?(?:${FAILED})(?:咗|了|的|嘅)*$`, 'u'), 'why'],
  [
    new RegExp(`^(?:寫)?${NAMED_ONE}(?:一共|總共)?(?:使|用|花)(?:咗|了)?(?:幾多|多少)(?:錢|費用)?$`, 'u'),
    'why',
  ],
  [
    new RegExp(
      `^${NAMED}(?:係|是)?(?:邊個|誰|邊位|哪位)(?:批|批准|寫|改|更正|暫緩|撤回|發|出)(?:咗|了|的|嘅|㗎)*$`,
      'u',
    ),
    'why',
  ],
  [
    /^(?:邊個|誰|邊位|哪位)(?:批|批准|寫|改|更正|暫緩|發|出)(?:咗|過|了|的|嘅|㗎)*$|^(?:(?:呢|這|嗰|那)(?:篇|單|則)(?:報道|報導|新聞|稿)?)?(?:有冇|有沒有|有無|係咪|是否)(?:更正|改|修改)(?:過|咗|了)?(?:咩|乜|嘢|什麼|甚麼)?$|^(?:更正|改|修改)(?:過|咗|了)(?:啲)?(?:咩|乜|什麼|甚麼)(?:嘢)?$/u,
    'why',
  ],
  [
    new RegExp(`^(?:寫|出|做|整)(?:一)?${COUNT}?(?:關於|有關|講)(?<topic>.+?)(?:(?:嘅|的)${NOUN})?$`, 'u'),
    'write',
  ],
  [
    new RegExp(
      `^(?:寫|出|做|整)(?:一)?${COUNT}?(?:關於|有關|講)?(?<topic>.{2,30}?)(?:嘅|的)?(?<update>更新)(?:版|報道|報導|稿)?$`,
      'u',
    ),
    'write',
  ],
];

/** English verbs as Chinese sentences have them: 「hold住渡輪嗰篇先」, 「kill咗呢篇」. */
const ENGLISH: Readonly<Record<string, string>> = {
  hold: '暫緩',
  kill: '撤回',
  withdraw: '撤回',
  approve: '批准',
  release: '放行',
  retry: '重試',
  follow: '跟進',
};
/** 「approve咗」 tells of what was done. */
const ENGLISH_VERB =
  /^(?:(hold)住?|(kill|withdraw)咗?|(follow)(?: ?up)?|(approve|release|retry)(?!咗))(?:\s|$|(?=\p{Script=Han}))/iu;

/** Other things that can be cancelled with the same words. */
const NO_STORY = /(?:規則|筆記|備註|提醒|任務|排程|工作|自動化)$/u;

/** News of what was passed, cancelled or deleted in the world: 「通過預算案嘅新聞」. */
const NEWS_OF = new RegExp(
  `^(?:(?:通過|撤走)(?!${THIS})|(?=.+[嘅的]新聞$)(?:批准|取消|刪除|撤銷))(?!.*(?:關於|有關|[呢這此嗰那]一?${COUNT}))`,
  'u',
);

/** The order about a story in a Chinese sentence; undefined where there is none. */
export function chineseStoryOrder(said: string): StoryOrder | undefined {
  const bare = said
    .replace(/(?<=[\p{Script=Han}，。])\s+|\s+(?=\p{Script=Han})/gu, '')
    .replace(OPENING, '')
    .replace(/[\s。.！!？?]+$/u, '')
    .replace(/[，,]?先?[，,]?(?:唔該晒?|謝謝|多謝|啦|喇|吖|呀)?$/u, '')
    .replace(ENGLISH_VERB, (...verbs: string[]) => ENGLISH[verbs.slice(1, 5).join('').toLowerCase()] ?? '');
  if (NO_STORY.test(bare) || NEWS_OF.test(bare)) return undefined;
  for (const [pattern, action] of ACTIONS) {
    const found = pattern.exec(bare);
    if (found === null) continue;
    const { name, until, why, text, topic, update } = found.groups ?? {};
    const story = name?.replace(/[「」『』]|^(?:呢|這|此|嗰|那)$/gu, '').trim();
    // In a thread, the reason is answered from the thread's own story.
    if (action === 'why' && story === '') return undefined;
    if (story !== undefined && /^(?:所有|全部|任何|啲|一切|最近|今日)/u.test(story)) return undefined;
    return {
      action,
      ...(story !== undefined && story !== '' && { story }),
      ...(until !== undefined && !/^(?:另行通知|我話|我說|批准)/u.test(until) && { until }),
      ...(why !== undefined && { why }),
      ...(text !== undefined && { text: text.trim() }),
      ...(topic !== undefined && { topic }),
      ...(update !== undefined && { update: true }),
    };
  }
  return undefined;
}
