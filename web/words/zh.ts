/** The console's words in Traditional Chinese, as Hong Kong writes it. */
import type { Words } from './en.ts';
import { automations } from './automations.ts';
import { chat } from './chat.ts';
import { charts } from './charts.ts';
import { feeds } from './feeds.ts';
import { settings } from './settings.ts';
import { board } from './board.ts';
import { newsletter } from './newsletter.ts';
import { conversation } from './conversation.ts';
import { story } from './story.ts';
import { setup } from './setup.ts';

export const zh: Words = {
  dates: 'zh-HK',
  lang: 'zh-Hant-HK',

  app: {
    skip: '跳到輸入欄',
    channels: '頻道',
    sides: '自動工作與備忘',
    close: '關閉',
    tryAgain: '再試一次',
    loading: '載入中 …',
  },

  gate: {
    welcome: '歡迎使用 Nightdesk',
    wrong: '這個權杖不正確',
    about: '控制台屬於營運編輯台的人。',
    refused: '編輯台不接受這個權杖，可能已經重新產生。',
    where: ['權杖在 ', '，也在編輯台啟動時顯示的網址內。'],
    token: '權杖',
    paste: '貼上權杖',
    open: '開啟控制台',
  },

  connection: { connecting: '連線中 …', open: '已連線', lost: '重新連線中 …', refused: '未登入' },
  line: {
    lost: '與編輯台的連線已中斷。',
    away: '未連接編輯台。',
    late: (method) => `編輯台沒有及時回應 ${method}。`,
  },

  rail: {
    conversations: '對話',
    threadsOf: (channel) => `${channel} 的討論串`,
    showAll: (count) => `顯示全部（${count}）`,
    showFewer: '顯示較少',
    unread: '未讀',
    working: 'Nightdesk 處理中',
    system: '系統',
    log: '編輯台記錄',
    none: '暫時沒有頻道，請建立第一個。',
    find: '搜尋 …',
    preferences: '偏好設定',
  },

  newChannel: {
    title: '新頻道',
    name: '名稱',
    example: '國際新聞',
    hint: '發出第一則訊息後便會在編輯台開設。',
    agree: '建立頻道',
    badName: '請使用文字和數字，而且不要太長。',
  },

  dialog: { cancel: '取消', empty: '請輸入內容。', dismiss: '關閉' },

  jobs: {
    title: '自動工作',
    none: '這裡沒有排程工作。',
    hint: '用 /cron add 新增，或直接請編輯台安排。',
    pause: '暫停',
    resume: '恢復',
    remove: '移除',
    message: '內容',
    running: '已執行 ',
    waiting: (since) => `自 ${since} 起等候進行中的對話`,
    paused: '已暫停',
    pausedWithDesk: '隨編輯台暫停',
    next: '下次執行：',
    again: '再試：',
    noNext: '不會再執行',
    last: (when, how) => `上次執行 ${when}：${how}`,
    lastHow: (how) => `上次執行：${how}`,
    endings: {
      ok: '正常',
      quiet: '沒有事情要報告',
      failed: '失敗',
      error: '失敗',
      timed_out: '超過時限',
      skipped: '略過',
      interrupted: '中斷',
    },
    removeTitle: (name) => `移除「${name}」？`,
    removeBody: '工作會停止，並從清單移除；已發佈的內容會保留。',
  },

  notes: {
    title: '備忘',
    none: '沒有備忘。',
    hint: '告訴編輯台要記住甚麼：「今日不要再報加密貨幣」。',
    until: (when) => `至 ${when}`,
    forget: '刪去備忘',
    forgetThis: (note) => `刪去備忘：${note}`,
  },

  deletion: {
    title: (name) => `刪除「${name}」？`,
    body: '對話及其討論串會移到一旁，編輯台不再記得其內容。',
    agree: '刪除',
    done: (name) => `已刪除「${name}」。`,
    kept: '編輯台保留了對話。',
    jobs: (count) => `這裡有 ${count} 項工作`,
    jobsBody: '刪除後，這些工作便沒有地方匯報。要連同頻道一併刪除嗎？',
    paused: '已暫停',
    agreeAll: '刪除工作和頻道',
    keep: '保留',
  },

  desk: {
    title: '編輯台',
    asking: '查詢編輯台中 …',
    running: '編輯台運作中',
    paused: '排程工作已暫停',
    pause: '暫停排程工作',
    resume: '恢復排程工作',
    model: '模型',
    today: '今日',
    edition: '版本',
    desks: '編輯台',
    roles: { newsroom: '報道', schedule: '排程', platforms: '平台' } as Record<string, string>,
    next: '下次',
    noModel: '內置模型，沒有語言模型',
    calls: (count) => `${count} 次呼叫`,
    failed: (count) => `${count} 次失敗`,
    tokens: (count) => `${count} 個 token`,
    estimated: (count) => `估計約 ${count} 個 token`,
    unpriced: (count) => `${count} 次價錢不詳`,
    models: '模型',
    leftAlone: '暫不使用',
    leftAloneUntil: (when) => `暫不使用，至 ${when}`,
    resting: '休息中',
    restingUntil: (when) => `休息至 ${when}`,
    triedAgain: '即將再試',
    keysResting: (resting, all) => `${all} 條金鑰中有 ${resting} 條休息中`,
    waiting: '等候中',
    waitsSince: (when) => `自 ${when} 起等候進行中的對話`,
    feeds: (all, failing) => `${all} 個消息來源，${failing ? `${failing} 個失敗` : '全部正常'}`,
    newOf: (fresh, all) => `${all} 則中有 ${fresh} 則新`,
  },

  time: {
    now: '現在',
    in: (span) => `${span}後`,
    ago: (span) => `${span}前`,
    seconds: (count) => `${count} 秒`,
    minutes: (count) => `${count} 分鐘`,
    hours: (count) => `${count} 小時`,
    days: (count) => `${count} 日`,
    today: '今日',
    yesterday: '昨日',
  },

  schedule: {
    once: (when) => `一次，${when}`,
    other: '按排程',
    cron: (expression) => `Cron ${expression}`,
    everySpan: (span) => `每 ${span}`,
    everyDays: (count) => (count === 1 ? '每日' : `每 ${count} 日`),
    everyHours: (count) => (count === 1 ? '每小時' : `每 ${count} 小時`),
    everyMinutes: (count) => (count === 1 ? '每分鐘' : `每 ${count} 分鐘`),
    hourlyAt: (minute) => `每小時的 :${minute}`,
    everyHoursAt: (count, minute) => `每 ${count} 小時的 :${minute}`,
    dailyAt: (times) => `每日 ${times}`,
    weekdaysAt: (times) => `平日 ${times}`,
    daysAt: (days, times) => `逢${days} ${times}`,
    monthlyAt: (day, times) => `每月 ${day} 日 ${times}`,
    until: (times, end) => `${times}，至 ${end} 止`,
    separator: '、',
    weekdays: ['週日', '週一', '週二', '週三', '週四', '週五', '週六'],
  },

  preferences: {
    title: '偏好設定',
    name: '你的名稱',
    nameHint: '與你的訊息一同顯示。',
    theme: '外觀',
    themes: { system: '跟隨系統', light: '淺色', dark: '深色' },
    language: '語言',
    languages: { system: '跟隨系統', en: 'English', zh: '繁體中文' },
    done: '完成',
  },

  shortcuts: {
    title: '鍵盤快捷鍵',
    find: '搜尋對話與指令',
    help: '顯示這個清單',
    write: '撰寫訊息',
    board: '編採板',
    feeds: '消息來源',
    jobs: '自動工作',
    settings: '設定',
    back: '返回對話',
    channel: '新頻道',
    previous: '上一個對話',
    next: '下一個對話',
    theme: '切換淺色與深色',
    close: '關閉已開啟的視窗',
  },

  automations: automations.zh,

  chat: chat.zh,
  feeds: feeds.zh,
  story: story.zh,
  ...conversation.zh,
  newsletter: newsletter.zh,
  board: board.zh,
  settings: settings.zh,
  setup: setup.zh,
  charts: charts.zh,

  finder: {
    title: '搜尋',
    placeholder: '報道、對話、指令 …',
    results: '結果',
    chats: '對話',
    pages: '頁面',
    commands: '指令',
    actions: '控制台',
    none: (query) => `找不到「${query}」。`,
    busy: '搜尋中 …',
    failed: '搜尋失敗。',
    keys: '↑ ↓ 選擇 · Enter 開啟 · Esc 關閉',
    threadIn: (channel) => `在 ${channel}`,
  },
};
