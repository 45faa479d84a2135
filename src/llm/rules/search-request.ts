/**
 * The words to search for: "Find the story about the ferry", 「搵返輪船嗰篇報道」; and in the question whether something was
 * posted: "Have we covered the ferry?", 「我哋有冇報過輪船？」.
 */
import { isStopWord } from '../../text/stop-words.ts';

const OPENING =
  /^(?:(?:please|pls|ok|okay|and|also|hey|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like(?: you)? to|i (?:want|need)(?: you)? to)[,\s]+)+/iu;
const FIND =
  "(?:find|search(?: for)?|look(?: for| up)|locate|dig (?:up|out)|where(?: is|['’]s| are| was| were)|get|give|show|list)";
const WHOSE =
  '(?:(?:me|us|the|an?|any|all|our|your|that|those|which|every|old|older|earlier|past|previous|posted) )*';
const THING = '(?:stor(?:y|ies)|posts?|articles?|reports?|pieces?|threads?|coverage|messages?|passages?)';
const SAYING =
  '(?:(?:(?:that|which) )?(?:(?:we|you) (?:ran|wrote|posted|did|had|published) )?(?:about|on|of|with|where|mentioning|mentions?|mentioned|called|titled|saying|says|said))';
const ENGLISH: readonly RegExp[] = [
  new RegExp(`^${FIND} ${WHOSE}${THING}:? ${SAYING} (?<words>.+)$`, 'isu'),
  /^(?:show|open|give|send|get)(?: me| us)? (?:the )?(?:link|url|address|thread) (?:to|of|for) (?:the |that |our |your )?(?<words>.+?) (?:story|post|article|piece|thread)$/isu,
  /^(?:show|open|give|get)(?: me| us)? (?:the|that|our|your) (?<words>.+?) (?:story|post|article|piece|thread)$/isu,
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
const NOTHING =
  /^(?:it|this|that|these|those|them|here|today|(?:(?:latest|last|newest|recent|most|new|next|top|biggest|best|posted|whole|full|first|other) ?)+|(?:the )?(?:\w+ )?(?:\w+day|weekend|week|morning|afternoon|evening|month|year)s?|佢|它|這個|呢個|今日|今天|最新|最近|.*(?:[咩乜誰邊哪]|幾多|多少|什麼|甚麼).*)$/iu;

const US = '(?:we|you|the desk|nightdesk|any(?:one|body)|some(?:one|body))';
const RAN = '(?:posted|post|ran|run|written|wrote|write|published|publish|reported|report)';
const ANY =
  '(?: (?:an?|any|some|one|the|anything|something|nothing|stor(?:y|ies)|posts?|articles?|pieces?|reports?|coverage|yet|already|else))*';
const YET = '(?:[,\\s]+(?:already|yet|before|so far|at all|ever|lately|recently|here))*$';
const WHETHER_POSTED: readonly RegExp[] = [
  new RegExp(
    `^(?:have|has|had|did|do) ${US} (?:already |ever |even )*cover(?:ed)? (?<words>.+?)${YET}`,
    'isu',
  ),
  new RegExp(
    `^(?:(?:have|has|had|did|do) ${US}|what(?: else)?(?: have| has| had| did)? ${US}(?:['’]ve)?) (?:already |ever |even |just )*${RAN}${ANY} (?:about|of|on|regarding|concerning) (?<words>.+?)${YET}`,
    'isu',
  ),
  new RegExp(
    `^what(?:['’]s| is| was| has been)?(?: been)? (?:posted|published|written|reported) (?:about|regarding|concerning) (?<words>.+?)${YET}`,
    'isu',
  ),
  new RegExp(
    `^(?:(?:do ${US} have|have ${US} got|is there|are there|got) (?:(?:an?|any|some|the) )*|(?:any|some) )(?:stor(?:y|ies)|posts?|articles?|pieces?|coverage|thing) (?:about|of|on) (?<words>.+?)${YET}`,
    'isu',
  ),
  new RegExp(
    `^(?:(?:is|are) there |do ${US} have |have ${US} got |got )?(?:(?:any|some)(?: (?:new|more|latest|fresh))* (?:news|updates?|developments?)|anything new) (?:about|on|regarding|concerning) (?<words>.+?)${YET}`,
    'isu',
  ),
  new RegExp(
    `^(?:when|what time) (?:was|were|did ${US} (?:post|publish|run)) (?:the |that |our |your )?(?<words>.+?) (?:story|post|article|piece)(?: (?:posted|published|out|up))?$`,
    'isu',
  ),
];
const OUR = '(?:我哋|我們|你哋|你們|你|編輯台|之前|以前|最近|今日|今天|已經|，|\\s)*';
const REPORTED = '(?:報道|報導|報|出|寫|發|登|刊登|講)(?:過|咗|了)';
const NEWS = '(?:嘅|的|呢|嗰|那)?(?:單|篇|件)?(?:報道|報導|新聞|文章|稿|消息|嘢|事)?';
const WHETHER_POSTED_CHINESE: readonly RegExp[] = [
  new RegExp(
    `^${OUR}有(?:冇|沒有|無)(?:任何)?(?:關於|有關)(?<words>.+?)(?:嘅|的)?(?:報道|報導|新聞|文章|稿|消息)[呀啊呢㗎嗎]*$`,
    'su',
  ),
  new RegExp(
    `^${OUR}(?:有冇|有沒有|有無|是否)(?:已經)?${REPORTED}(?:關於|有關)?(?<words>.+?)${NEWS}[呀啊呢㗎嗎]*$`,
    'su',
  ),
  new RegExp(
    `^${OUR}${REPORTED}(?:啲|些)?(?:咩|乜|什麼|甚麼|哪些)?(?:關於|有關)(?<words>.+?)${NEWS}[呀啊呢㗎嗎]*$`,
    'su',
  ),
  new RegExp(`^${OUR}${REPORTED}(?<words>.+?)${NEWS}(?:未呀|未|沒有|嗎)$`, 'su'),
  new RegExp(
    `^(?<words>.+?)(?:呢|嗰|那|這)(?:單|篇|件)(?:新聞|嘢|事)?${OUR}${REPORTED}(?:未呀|未|沒有|嗎)$`,
    'su',
  ),
];

export interface Searched {
  readonly words: string;
  /** The question is whether something was posted: only stories answer it. */
  readonly posted?: true;
}

/** Undefined where there is nothing to search for. */
export function searchRequest(said: string): Searched | undefined {
  const plain = said.replace(/[\s.!?。！？]+$/u, '').trim();
  const posted =
    named(first(WHETHER_POSTED, plain.replace(OPENING, ''))) ?? named(first(WHETHER_POSTED_CHINESE, plain));
  if (posted !== undefined) return { words: posted, posted: true };
  const words =
    named(first(ENGLISH, plain.replace(OPENING, ''))) ??
    named(first(CHINESE, plain.replace(CHINESE_OPENING, '')));
  return words === undefined ? undefined : { words };
}

function named(words: string | undefined): string | undefined {
  const told = words === undefined ? '' : telling(words).trim();
  return told === '' || NOTHING.test(told) ? undefined : told;
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
