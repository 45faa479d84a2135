/** Why the desk model picks or skips a candidate: for the editors' record, in the language of the stories. */
import type { PlanInputs } from './plan-shapes.ts';

interface PlanWords {
  readonly comma: string;
  readonly full: string;
  readonly oneOutlet: string;
  readonly noAnchor: string;
  readonly undated: string;
  readonly noCandidates: string;
  readonly nonePicked: string;
  readonly flags: Readonly<Record<string, string>>;
  older(hours: number): string;
  same(title: string): string;
  enough(most: number, category: string): string;
  finance(most: number): string;
  /** Finance, in hourly runs. */
  readonly fallback: string;
  outlets(count: number): string;
  minutesOld(minutes: number): string;
  hoursOld(hours: number): string;
  /** Reported only in the other language. */
  readonly foreign: string;
  refused(why: string): string;
  notWritten(why: string): string;
}

const ENGLISH: PlanWords = {
  comma: ', ',
  full: 'the run is full',
  oneOutlet: 'only one outlet tells it',
  noAnchor: 'no number, name or date to anchor it',
  undated: 'undated',
  noCandidates: 'no candidates',
  nonePicked: 'no candidate could be picked',
  flags: {},
  older: (hours) => `older than ${hours === 6 ? 'six' : hours} hours`,
  same: (title) => `tells the same as "${title}"`,
  enough: (most, category) => `already ${most} of ${category}`,
  finance: (most) => `already ${most} finance stories`,
  fallback: 'finance only where nothing else qualifies',
  outlets: (count) => `${count} ${count === 1 ? 'outlet' : 'outlets'}`,
  minutesOld: (minutes) => `${minutes} minutes old`,
  hoursOld: (hours) => `${hours} hours old`,
  foreign: 'it needs a language model: it is told in Chinese only',
  refused: (why) => `the run was refused: ${why}`,
  notWritten: (why) => `No story this time: the run could not be written (${why}).`,
};

const CHINESE: PlanWords = {
  comma: '，',
  full: '這批報道已滿',
  oneOutlet: '只有一家媒體報道',
  noAnchor: '沒有數字、名稱或日期可供核實',
  undated: '沒有日期',
  noCandidates: '沒有候選',
  nonePicked: '沒有候選可以選用',
  flags: { breaking: '突發', developing: '發展中' },
  older: (hours) => `超過${hours}小時前的舊聞`,
  same: (title) => `與「${title}」相同`,
  enough: (most) => `同類報道已有${most}篇`,
  finance: (most) => `財經報道已有${most}篇`,
  fallback: '沒有其他合適的報道時才選財經',
  outlets: (count) => `${count}家媒體`,
  minutesOld: (minutes) => `${minutes}分鐘前`,
  hoursOld: (hours) => `${hours}小時前`,
  foreign: '需要語言模型：只有英文報道',
  refused: (why) => `訂稿未獲接納：${why}`,
  notWritten: (why) => `今次沒有可發的報道：訂稿未能寫下（${why}）。`,
};

/** The texts for the language of the stories. */
export function planWords(language: PlanInputs['language']): PlanWords {
  return language === 'zh-Hant-HK' ? CHINESE : ENGLISH;
}
