/** The longest default name of a job, in characters; cut at a word. */
const LONGEST = 48;

/** A job's name from what it is to do, on one line. */
export function jobName(what: string): string {
  const plain = what
    // "< 20%" is no mention.
    .replace(/["“”「」`*_@#]|<(?!=? ?\d)|(?<! )>|>(?!=? ?\d)/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if ([...plain].length <= LONGEST) return plain;
  const cut = [...plain].slice(0, LONGEST).join('');
  return `${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…`;
}
