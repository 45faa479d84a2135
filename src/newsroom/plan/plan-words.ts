/** Texts about a planner's choice for the batch's record, which editors read: in the edition's language. */
import type { Edition } from '../edition/edition.ts';

interface PlanWords {
  /** For candidates left out without a reason. */
  readonly notPicked: string;
  readonly pickedAlready: string;
  readonly noAnchor: string;
  readonly unsupported: string;
  /** Excluded by an editor's note, whose text may belong to another desk channel. */
  readonly excluded: string;
  full(atMost: number): string;
  older(hours: number): string;
  asked(by: string, text: string): string;
  /** No candidate has this number. */
  unknown(i: number): string;
  candidate(i: number): string;
  fewer(picked: number, atMost: number, unexplained: number): string;
}

const ENGLISH: PlanWords = {
  notPicked: 'not picked',
  pickedAlready: 'it was picked already',
  noAnchor: 'it has no concrete anchor',
  unsupported: 'no other outlet supports it',
  excluded: "an editor's note excludes it",
  full: (atMost) => `the run is full: at most ${atMost} stories`,
  older: (hours) => `it is older than ${hours} hours`,
  asked: (by, text) => `${by} asked: "${text}"`,
  unknown: (i) => `the inputs have no candidate ${i}`,
  candidate: (i) => `candidate ${i}`,
  fewer: (picked, atMost, unexplained) => {
    const left = unexplained === 1 ? '1 candidate was' : `${unexplained} candidates were`;
    return `picked ${picked} of ${atMost} stories; ${left} left without a reason`;
  },
};

const CHINESE: PlanWords = {
  notPicked: '未獲選用',
  pickedAlready: '已經選用',
  noAnchor: '沒有可核實的具體事實',
  unsupported: '沒有其他媒體佐證',
  excluded: '按編輯的要求略去',
  full: (atMost) => `這批報道已滿：最多${atMost}篇`,
  older: (hours) => `超過${hours}小時前的舊聞`,
  asked: (by, text) => `${by}要求：「${text}」`,
  unknown: (i) => `候選資料沒有第${i}則`,
  candidate: (i) => `第${i}則候選`,
  fewer: (picked, atMost, unexplained) =>
    `${atMost}篇報道只選了${picked}篇；${unexplained}則候選沒有說明原因便略去`,
};

export function planWords(language: Edition['language']): PlanWords {
  return language === 'en' ? ENGLISH : CHINESE;
}
