/** The longest default name of a job, in characters; cut at a word. */
const LONGEST = 48;

const TELLS =
  /(?<=\p{Script=Han}|[\p{L}\p{N}])[\s，,、]*(?:然後|之後|再|並|同埋|跟住)?(?:話|講|告訴|報告)(?:畀|俾|給)?(?:我哋|我們|我|大家|各位)(?:知|聽)?[\s。！]*$/u;

/** A job's name from what it is to do, on one line. */
export function jobName(what: string): string {
  const plain = what
    // 「每日九點睇日程話我知」: that somebody is to be told is no part of what it is called.
    .replace(TELLS, '')
    // "< 20%" is no mention.
    .replace(/["“”「」`*_@#]|<(?!=? ?\d)|(?<! )>|>(?!=? ?\d)/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if ([...plain].length <= LONGEST) return plain;
  const cut = [...plain].slice(0, LONGEST).join('');
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`;
}
