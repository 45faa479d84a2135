/** The words to search for: "Find the story about the ferry", 「搵返輪船嗰篇報道」. */
import { isStopWord } from '../../text/stop-words.ts';

const OPENING =
  /^(?:(?:please|pls|ok|okay|and|also|hey|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like(?: you)? to|i (?:want|need)(?: you)? to)[,\s]+)+/iu;
const FIND =
  "(?:find|search(?: for)?|look(?: for| up)|locate|dig (?:up|out)|where(?: is|['’]s| are| was| were)|get|give|show)";
const WHOSE =
  '(?:(?:me|us|the|an?|any|all|our|your|that|those|which|every|old|older|earlier|past|previous|posted) )*';
const THING = '(?:stor(?:y|ies)|posts?|articles?|reports?|pieces?|threads?|coverage|messages?|passages?)';
const SAYING =
  '(?:(?:(?:that|which) )?(?:(?:we|you) (?:ran|wrote|posted|did|had|published) )?(?:about|on|of|with|where|mentioning|mentions?|mentioned|called|titled|saying|says|said))';
const ENGLISH: readonly RegExp[] = [
  new RegExp(`^${FIND} ${WHOSE}${THING}:? ${SAYING} (?<words>.+)$`, 'isu'),
  new RegExp(`^(?:which|what) ${THING} (?:is|was|were|are) (?:about|on) (?<words>.+)$`, 'isu'),
  /^search(?: the (?:desk|archive|transcripts?|stories|chats?))?(?: for|:) (?<words>.+)$/isu,
  /^(?:find|look for) (?<words>"[^"]+"|“[^”]+”)$/isu,
];
const CHINESE_OPENING =
  /^(?:請(?:你)?|麻煩(?:你)?|唔該|幫(?:手|我|我哋|我們)?|可唔可以|可以|想|我想|你|，|\s)+/u;
const ABOUT = '(?:關於|有關|講|提到|提及)';
const SUCH = '(?:的|嘅|嗰篇|那篇|這篇|呢篇|嗰段|那段|所有|全部)*';
const CHINESE: readonly RegExp[] = [
  new RegExp(
    `^(?:搵|找|尋找|查找|搜尋|搜索)(?:返|番|回|一下|下|出|到|一篇|篇)*${ABOUT}?(?<words>.+?)${SUCH}(?:報道|報導|新聞|文章|故事|討論串|帖文|對話|訊息)$`,
    'su',
  ),
  new RegExp(`^(?:搜尋|搜索)(?:一下|下)?[：:\\s]*${ABOUT}?(?<words>.+)$`, 'su'),
];
/** Words that name nothing to search for. */
const NOTHING = /^(?:it|this|that|these|those|them|here|today|佢|它|這個|呢個|今日|今天|最新|最近)$/iu;

/** Undefined where there is nothing to search for. */
export function searchedWords(said: string): string | undefined {
  const plain = said.replace(/[\s.!?。！？]+$/u, '').trim();
  const english = first(ENGLISH, plain.replace(OPENING, ''));
  const found = english === undefined ? first(CHINESE, plain.replace(CHINESE_OPENING, '')) : telling(english);
  return found === undefined || found.trim() === '' || NOTHING.test(found.trim()) ? undefined : found.trim();
}

/** Without words that are only grammatical; phrases are kept. */
function telling(words: string): string {
  const kept = (words.match(/"[^"]+"|“[^”]+”|\S+/gu) ?? []).filter(
    (word) => /^["“]/u.test(word) || !isStopWord(word.toLowerCase().replace(/[,;:]$/u, '')),
  );
  return kept.length > 0 ? kept.map((word) => word.replace(/[,;:]$/u, '')).join(' ') : words;
}

function first(forms: readonly RegExp[], text: string): string | undefined {
  for (const form of forms) {
    const words = form.exec(text)?.groups?.['words'];
    if (words !== undefined) return words;
  }
  return undefined;
}
