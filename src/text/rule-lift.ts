/**
 * Recognises that an editor takes a rule back: "you may cover crypto again", 「加密貨幣可以再寫」. As strict as for rules: it
 * needs "again" or similar, and questions don't count.
 */
import { cjkLength } from './cjk.ts';

const POLITE =
  /^(?:(?:and|also|but|ok|okay|so|please|pls|right|well|thanks|from (?:now|today|tomorrow) on|as of (?:now|today))[,\s]+)+/i;
const PUBLISH =
  '(?:write|post|publish|cover|run|report|include|pick|feature|bring up|do|have|use|show|mention)(?: stories| news| pieces| articles)?(?: about| on| of)?';
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `^(?:you|we)(?:(?:['’]re| are) allowed to| may| can| could| should)(?: now| again)? ${PUBLISH} (?<what>.+?) (?:again|once more|after all|as before)$`,
    'i',
  ),
  new RegExp(`^(?:you|we) (?:may|can|could|should) again ${PUBLISH} (?<what>.+)$`, 'i'),
  new RegExp(`^${PUBLISH} (?<what>.+?) (?:again|as before)$`, 'i'),
  /^(?:allow|permit) (?<what>.+?)(?: again| after all)?$/i,
  /^(?:bring back|lift the (?:ban|rule|block|embargo) on|unblock) (?<what>.+?)(?: again)?$/i,
  /^(?:resume|restart|go back to|return to) (?:writing|posting|publishing|covering|running|reporting)(?: about| on)? (?<what>.+)$/i,
  /^(?<what>.+?)(?: stories| news)? (?:is|are|['’]s) (?:(?:fine|ok|okay|allowed|welcome|permitted|possible|alright|all right|good) (?:again|now|after all)|back(?: on| in)?)(?: again)?$/i,
];

const HAN_POLITE =
  /^(?:請|麻煩|唔該|好|同埋|另外|仲有|而家|現在|由(?:而家|現在|今日|聽日)(?:起|開始)|，|\s)+/u;
const HAN_PUBLISH = '(?:寫|出|報道|報導|發佈|發布|刊登|發|揀|選|講|提)';
const HAN_AGAIN = '(?:再|重新|又)';
const CHINESE: readonly RegExp[] = [
  new RegExp(
    `^(?:你|你哋|我哋|我們)?(?:可以|得)${HAN_AGAIN}${HAN_PUBLISH}(?:返|番)?(?:關於|有關)?(?<what>.+)$`,
    'u',
  ),
  new RegExp(`^(?:你|你哋|我哋|我們)?(?:可以|得)${HAN_PUBLISH}(?:返|番)(?:關於|有關)?(?<what>.+)$`, 'u'),
  new RegExp(
    `^(?<what>[^，。]{2,14}?)(?:而家|現在)?(?:可以|得)(?:${HAN_AGAIN}${HAN_PUBLISH}|${HAN_PUBLISH}(?:返|番))(?:返|番)?$`,
    'u',
  ),
  new RegExp(`^(?:恢復|重新|照常)${HAN_PUBLISH}(?:返|番)?(?<what>.+)$`, 'u'),
  /^(?:解禁|放返|解除(?:對)?)(?<what>.+?)(?:嘅|的)?(?:限制|禁令|規則)?$/u,
];

/** The subject that may be covered again, in the editor's words; undefined unless the text plainly says so. */
export function liftedBy(text: string): string | undefined {
  const plain = text.trim();
  if (/[?？]\s*$|嗎[。！]?$|可唔可以|可不可以|能否/u.test(plain)) return undefined;
  const bare = plain
    .replace(/[\s.!。！]+$/u, '')
    .replace(/[,，]?\s*(?:please|pls|thanks|thank you|喇|啦|了|呀|吖|唔該)$/iu, '');
  const isChinese = cjkLength(bare) >= 2;
  const order = bare.replace(isChinese ? HAN_POLITE : POLITE, '');
  const patterns = isChinese ? CHINESE : ENGLISH;
  const what = patterns
    .map((pattern) => pattern.exec(order)?.groups?.['what'])
    .find((it) => it !== undefined);
  if (what === undefined) return undefined;
  // "Run the ferry story again" is about a story, not a subject.
  if (
    /\b(?:story|piece|article|report|job|reminder)$|(?:報道|報導|新聞|稿|提醒|任務)?(?:篇|單|則)/iu.test(what)
  )
    return undefined;
  const subject = what
    .replace(/^(?:about|on|the|any|all|stories about|news about|關於|有關)\s*/iu, '')
    .replace(/\s+(?:stories|story|news|coverage|articles|posts)$/i, '')
    .replace(/(?:嘅|的)?(?:新聞|消息|報道|報導|稿)$/u, '')
    .trim();
  return subject === '' ||
    /^(?:\p{Script=Han}|it|this|that|them|everything|anything|all|佢|呢個|所有|全部)$/iu.test(subject)
    ? undefined
    : subject;
}
