import type { Locale } from '../feature/command.ts';

/**
 * What commands and their options are called in Chinese. The English names are the ones that everything else knows: a
 * channel that shows these maps them back by itself.
 */
const COMMANDS: Readonly<Record<string, string>> = {
  cron: '定時工作',
  'cron add': '新增',
  'cron list': '列表',
  'cron show': '查看',
  'cron edit': '修改',
  'cron pause': '暫停',
  'cron resume': '恢復',
  'cron remove': '移除',
  'cron history': '記錄',
  session: '對話',
  'session status': '狀態',
  'session reset': '重新開始',
  'session notes': '備忘',
  'session remember': '記住',
  'session forget': '刪除備忘',
  desk: '編輯台',
  'desk status': '狀態',
  'desk pause': '暫停',
  'desk resume': '恢復',
  'desk report': '報告',
  channel: '頻道',
  'channel delete': '刪除',
  thread: '討論串',
  'thread delete': '刪除',
  story: '報道',
  'story write': '訂稿',
  'story sources': '來源',
  'story correct': '更正',
  'story follow': '跟進',
  'story approve': '批准',
  'story hold': '暫緩',
  'story kill': '撤銷',
  'story retry': '重試',
  'story why': '為何選用',
  'story find': '尋找',
  brief: '簡報',
  newsletter: '通訊',
  'newsletter run': '製作',
  'newsletter status': '狀態',
  'newsletter preview': '預覽',
  'newsletter send': '發送',
  help: '說明',
};

const OPTIONS: Readonly<Record<string, string>> = {
  about: '題目',
  again: '重新訂稿',
  all: '包括已暫停',
  embargo: '禁止發佈至',
  everywhere: '所有對話',
  job: '工作',
  limit: '次數',
  message: '內容',
  name: '名稱',
  note: '備忘',
  now: '立即',
  page: '頁',
  profile: '模式',
  quiet: '安靜',
  resume: '繼續',
  schedule: '時間',
  session: '通訊',
  stop: '停止',
  story: '報道',
  sure: '確定',
  text: '內容',
  topic: '題目',
  tz: '時區',
  until: '直至',
  update: '更新',
  why: '原因',
};

/** "cron" is 定時工作, "cron add" 新增: the last word alone. Undefined for what has no Chinese name. */
export function chineseCommand(name: string): string | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

export function chineseOption(name: string): string | undefined {
  return Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined;
}

/** A text in which commands and their options are named as they are called in Chinese: `/story why` is `/報道 為何選用`. */
export function withChineseNames(text: string): string {
  const named = text.replaceAll(NAMED, (whole, command: string, given: string) => {
    const [first = '', second] = command.split(' ');
    const [group, below] = [chineseCommand(first), chineseCommand(command)];
    if (group === undefined || below === undefined) return whole;
    const options = given.replaceAll(/([a-z]+):/g, (option, name: string) => {
      const chinese = chineseOption(name);
      return chinese === undefined ? option : `${chinese}:`;
    });
    return `/${second === undefined ? group : `${group} ${below}`}${options}`;
  });
  return named.replaceAll(CHOSEN, (whole, quoted: string | undefined, typed: string | undefined) => {
    const name = quoted ?? typed ?? '';
    return whole.replace(name, chineseOption(name) ?? name);
  });
}

/** A text for a reader of this language. */
export function namedFor(text: string, locale: Locale): string {
  return locale === 'zh' ? withChineseNames(text) : text;
}

/**
 * The same in the lines of a text that are written in Chinese: who reads it knows the commands by those names. What is
 * quoted, or stands in bold, doesn't count: it may be in any language.
 */
export function inItsLanguage(text: string): string {
  return text
    .split('\n')
    .map((line) => (isChinese(line.replaceAll(QUOTED, '')) ? withChineseNames(line) : line))
    .join('\n');
}

function isChinese(words: string): boolean {
  return (words.match(/\p{Script=Han}/gu) ?? []).length >= LEAST_HAN;
}

const LEAST_HAN = 2;
const QUOTED = /「[^」]*」|“[^”]*”|"[^"]*"|\*\*[^*]*\*\*/gu;
/** An option that one is told to choose, or to leave out. */
const CHOSEN = /(?<=[選填])(?:「([a-z]+)」| ([a-z]+):(?=True|true))/gu;

/** The longest names first; behind them options as they are typed. */
const NAMED = new RegExp(
  `(?<![\\w/.])/(${Object.keys(COMMANDS)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})(?![-\\w/])((?: [a-z]+:[^\\s\`，。]*)*)`,
  'gu',
);
