/**
 * Recognizes an answer that says of itself that it did something at the desk: "I've scheduled the summary for 18:00", 「已經幫你
 * 暫停咗選題」. In doubt an answer says no such thing: what stands in the text of an answer, or was done earlier, is left alone.
 */
import { requestsIn } from '../text/requests.ts';
import { sentences } from '../text/sentences.ts';

const I_HAVE =
  "^(?:.{0,40}\\b(?:and|so|then)\\s+)?i(?:['’]ve| have| just)(?:\\s+(?:now|just|also|successfully|gone ahead and))*\\s+";
/** Done to automations and stories, and to nothing else. */
const ORDERS =
  '(?:(?:re-?|un)?scheduled|set up|paused|un-?paused|resumed|cancell?ed|approved|withdrawn|retracted|embargoed|unfollowed)\\b';
/** Done to texts as well: what is changed has to be named. */
const CHANGES =
  '(?:created|added|removed|deleted|changed|updated|moved|edited|renamed|skipped|stopped|started|disabled|enabled|switched off|turned off)\\b[^:]*\\b(?:jobs?|reminders?|automations?|schedules?|planners?|alarms?|tasks?|rules?|notes?|feeds?)\\b';
const SENDS =
  '(?:held|killed|released|corrected|ordered|posted|published|sent)\\b[^:]*\\b(?:stor(?:y|ies)|newsletters?|briefs?|corrections?)\\b';
const ENGLISH = new RegExp(`${I_HAVE}(?:${ORDERS}|${CHANGES}|${SENDS})`, 'iu');
/** "Done! The summary runs every day at 18:00." */
const DONE =
  /^(?:done|all (?:done|set))(?:[.!]*$|[\s.!,:;—–-]+(?:i(?:['’]ve| have)\b|(?:the|your|it|that|this)\b.*\b(?:will|is now|has been|runs)\b))/iu;
const ZH_NOW = '(?:已經?|(?:啱啱|剛剛|剛)已?)(?:成功)?';
/** 「已安排居民入住」 is said of others: it is the desk's own only with 我, or where it is done for somebody here. */
const CHINESE = new RegExp(
  `^(?:好的?|收到|冇問題|沒問題|完成)?[，,。！!\\s]*(?:我(?:而家|現在)?${ZH_NOW}|${ZH_NOW}(?=[幫為替](?:你|大家)))(?:[幫為替](?:你|大家))?[^，。]{0,30}?` +
    '(?:排程|設定|設好|較好|新增|加入|建立|安排|暫停|停用|停咗|恢復|取消|刪除|移除|改為|改到|改做|批准|撤回|暫緩|略過)',
  'u',
);

/**
 * @param text what a language model wants to answer
 * @param said what it was told: who only asks may be told of what was done earlier
 */
export function claimsDone(text: string, said: string): boolean {
  if (requestsIn(said).trim() === '') return false;
  return DONE.test(text) || sentences(text).some((one) => ENGLISH.test(one.text) || CHINESE.test(one.text));
}
