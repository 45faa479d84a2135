/**
 * Extracts what a person asks for in their own words: without quotations, names they use, things they only want to
 * know, and what others did or said. Works by forms of English and Chinese sentences. Doubtful cases are left out, so
 * that the desk asks back.
 */
import { hasHan } from './chinese/has-han.ts';
import { scriptless } from './chinese/scripts.ts';
import { quotationsIn } from './quotations.ts';
import { withShortRuns } from './short-runs.ts';

/** The sentences, or their beginnings, that may ask for an action; one per line. */
export function requestsIn(said: string): string {
  return sentencesOf(withoutIntroduced(withoutMarkedQuotations(withoutNames(withoutQuotedLines(said)))))
    .map((sentence) => ownPart(sentence))
    .filter((sentence) => sentence !== '')
    .join('\n');
}

/** Remove block quotations: quoted lines, everything after `>>>`, code blocks, spoilers. */
export function withoutQuotedLines(said: string): string {
  return withShortRuns(said)
    .replace(/```[\s\S]*?(?:```|$)/gu, ' ')
    .replace(/^[ \t]*>>>[\s\S]*$/mu, ' ')
    .replace(/^[ \t]*[>＞].*$/gmu, ' ')
    .replace(/\|\|[\s\S]*?\|\|/gu, ' ');
}

function withoutMarkedQuotations(said: string): string {
  let own = '';
  let from = 0;
  for (const { text, start, end } of quotationsIn(said)) {
    if (!isPassage(text)) continue;
    own += `${said.slice(from, start - 1)} `;
    from = end + 1;
  }
  own += said.slice(from);
  return own
    .replace(/`[^`\n]*`/gu, ' ')
    .replace(/[“„‟][^“”„‟]*[“”‟]|‹[^‹›]*›|《[^《》]*》|〈[^〈〉]*〉|〝[^〝〞〟]*[〞〟]/gu, ' ')
    .replace(/[“「『«《﹁﹃][^”」』»》﹂﹄]*$/u, ' ');
}

/** What is to be done with a text that follows, and whose words follow. */
const INTRODUCES = new RegExp(
  [
    '(?<![\\p{L}\\p{N}])(?:translate|summari[sz]e|sum up|explain|proof-?read|paraphrase|rephrase|fact-?check|transcribe|pasted|forwarded(?: (?:by|from) [^:\\n]{1,60})?|fwd|fw)(?![\\p{L}\\p{N}])[^:：\\n]{0,80}[:：](?!\\d)',
    // "From Ben: …", and not "from today on: …".
    '(?<![\\p{L}\\p{N}])from (?!(?:now|then|today|tonight|tomorrow|this|next|noon|midnight|(?:the )?\\d\\S*|(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)(?![\\p{L}\\p{N}]))[^:\\n]{1,60}[:：](?!\\d)',
    "(?<!\\b(?:i|we|you|i['’]ve|we['’]ve|which|that|it|should|to)\\s)\\b(?:says|said|writes|wrote|asks|asked(?! (?:you|us|me))|replied|posted|claims|claimed|reads)\\b[^:：.!?\\n]{0,40}[:：](?!\\d)",
    '^[ \\t]*\\[?\\d{1,2}:\\d{2}(?::\\d{2})?(?: ?[ap]m)?(?:, [\\d/.-]+)?\\] ?[^:：\\n]{1,40}[:：]',
    '(?:翻譯|翻译|總結|总结|撮要|解釋|解释|校對|校对|核實|核实|朗讀|讀出|轉述|轉發|转发)[^:：。\\n]{0,20}[:：](?!\\d)',
    '(?:佢|他|她|有人|記者|网页|網頁|文章)[^:：。，\\n]{0,12}(?:話|話道|說|说|寫|写|問|问|稱|称)[^:：。\\n]{0,6}[:：](?!\\d)',
  ].join('|'),
  'imu',
);

/** Without what is said to be somebody else's text: "Translate: …", "[10:32] Ben: …", "the page says: …". */
function withoutIntroduced(own: string): string {
  const found = INTRODUCES.exec(own);
  return found ? own.slice(0, found.index + found[0].length) : own;
}

/** A single word in quotation marks may be a name or a value. */
function isPassage(text: string): boolean {
  return /\S\s+\S|\p{Script=Han}{3}|\p{Script=Han}[\p{L}\p{N}]*[a-z]/iu.test(text);
}

const NAME = '(?:“[^“”\\n]{0,100}”|[\\p{L}\\p{M}\\p{N}_-]+)';
const NAMES = new RegExp(`[@#]${NAME}|:[a-z_]\\w+:`, 'giu');
const PEOPLE = new RegExp(`@${NAME}|:[a-z_]\\w+:`, 'giu');
/** A name of one word says nothing; longer ones may read as a sentence. Addresses have no names in them. */
const LONG_NAMES =
  /[@#]“[^“”\n]{0,100}”|(?<![\p{Script=Latin}\p{N}/.])[@#](?=[\p{L}\p{M}\p{N}]+[_-]|\p{Script=Han}{5})[\p{L}\p{M}\p{N}_-]+|:[a-z\d]*_\w+:/giu;

/** Names of mentioned people and channels, and those of emoji, are other people's words. */
export function withoutNames(said: string): string {
  return said.replace(NAMES, ' ');
}

/** As `withoutNames`, with the names of channels: a thread is called as its story is. */
export function withoutPeople(said: string): string {
  return said.replace(PEOPLE, ' ');
}

/** What a person wrote themselves, with their quotations of a few words: no block quotations, no names that others chose. */
export function ownWords(said: string): string {
  return withoutQuotedLines(said).replace(LONG_NAMES, ' ');
}

/** The names that `ownWords` leaves out, as a model repeats them: "Ben Smith" of "remind @“Ben Smith” to file". */
export function namesLeftOut(said: string): string[] {
  const names: readonly string[] = withoutQuotedLines(said).match(LONG_NAMES) ?? [];
  const own = ownWords(said);
  return names.map((name) => name.replaceAll(/^[@#]|[“”]/gu, '')).filter((name) => !own.includes(name));
}

function sentencesOf(own: string): string[] {
  return own
    .split(/(?<=[!?。！？；;])|(?<=\.)(?=\s|$)|\n/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

const FILLERS =
  /^(?:[\s,;:–—-]+|(?:hey|hi|hello|ok(?:ay)?|so|and|but|also|then|now|well|right|thanks?|thank you|sorry|good (?:morning|evening|afternoon)|night ?desk|desk|bot|please|pls|just|actually|however|by the way|btw)\b)+/iu;
const TAG = /,\s*(?:ok(?:ay)?|right|please|(?:will|can|would|could) you|yes)\s*\?$/iu;
const AUXILIARY =
  "(?!do(?:n['’]?t| not)\\b)(?:is|are|was|were|am|do|does|did|has|have|had|will|would|can|could|shall|should|may|might|must)(?:n['’]?t)?";
const QUESTION = new RegExp(
  `^(?:what(?! (?:we|i|you) (?:need|want))|who(?:m|se)?|which|(?:${AUXILIARY}|when|where|why|how)\\b(?=.*\\?$)|${AUXILIARY} (?!not\\b)|(?:when|where|why|how) (?:${AUXILIARY}|many|much|long|often|far|old)\\b|any (?:idea|news|word)|is it)\\b`,
  'iu',
);
/** Questions that ask for an action. */
const ASKS_FOR_IT =
  /^(?:(?:(?:can|could|would|will) (?:you|some(?:one|body)|any(?:one|body))|(?:can|could|shall|may) (?:we|i))(?: not)?|can['’]?t you|would it be possible|is it possible to|how about|why (?:don['’]?t (?:you|we)|not)|(?:do|would) you mind|let['’]?s|(?:can|could|may|should) (?:this|that|it|the [\p{L}\p{N} ]{1,40}) (?:please )?be|(?:can|could) (?:this|that|it|the [\p{L}\p{N} ]{1,40}) (?:please )?(?:take|have|go|come|run|rest|wait)|(?:maybe|perhaps) (?:just )?(?:pause|stop|hold|skip|remove|cancel|move|drop|resume|kill|post|approve|write|cover))\b/iu;
const TIME = '\\b(?:every|each|daily|hourly|weekly|tomorrow|tonight|in \\d+ \\w+)\\b';
/** "Can you tell me whether …", "show us what …", "I wonder if …"; "check every day what …" is to be scheduled. */
const WANTS_TO_KNOW = new RegExp(
  "^(?:(?:(?:can|could|would|will|do) (?:you|we|i)|i(?:['’]d| would)? (?:like|want|need) (?:you )?to|i)\\s+(?:please |also |just |quickly )*)?" +
    '(?:tell|explain|say|show|find|check|see|look|list|describe|know|confirm|wonder(?:ed)?|ask(?:ed)?|understand|recall|verify|summari[sz]e|sum up|give)\\b' +
    `(?:(?!${TIME}).)*?\\b(?:whether|if|(?:what|who(?:m|se)?|when|where|why|which|how|about)\\b(?!.*${TIME}))\\b`,
  'iu',
);
/** What others did or said. */
const OTHERS_SAID =
  /(?<!\b(?:i|we|you|i['’]ve|we['’]ve)\s)\b(?:says|said|writes|wrote|claims|claimed|reports|reported|told|asks|wants|announced|decided|voted|according to|i (?:read|heard|saw|hear|see) that)\b/iu;
const OTHERS_DID =
  /^(?:the|an?|this|these|those|its|their|his|her|they|he|she|it|there|\p{Lu}[\p{L}\p{N}'’-]+)\b(?:(?!\b(?:i|we|you)\b)[^,:])*?\b(?:will|would|has|have|had|was|were|did|does|might|plans?|going to)\b/u;

const CHINESE_QUESTION = inAnyScript(
  /係咪|是不是|是否|有冇|有沒有|有無|會唔會|會不會|邊(?:個|間|度|啲|位)|誰|咩|乜|甚麼|什麼|點解|為什麼|為甚麼|為何|點樣|怎樣|怎麼|幾時|何時|幾多|多少/u,
);
const CHINESE_ASKS_FOR_IT = inAnyScript(
  /可唔可以|可不可以|可否|能否|能不能|可以.{0,60}嗎|得唔得|好嗎|好唔好|好不好|幫|請(?!問)|麻煩|唔該|勞煩/u,
);
const CHINESE_WANTS_TO_KNOW = inAnyScript(/話我知|話俾我知|告訴我|講俾我|解釋|想知|請問/u);
/** Something scheduled or to be reminded of is not a question about now. */
const CHINESE_TIMES = inAnyScript(/^(?!.*請問).*(?:每|逐|聽日|明天|今晚|提醒|定時)/u);
const CHINESE_OTHERS_SAID = inAnyScript(
  /(?:佢哋?|他們?|她們?|文章?|網頁|報道|報導|新聞|有人|政府|議會)[^，,。]{0,6}?(?:話[^俾畀給]|說|講|稱|寫|叫|要求|會|已)/u,
);

/** Makes a pattern match both scripts of Chinese. */
function inAnyScript({ source, flags }: RegExp): RegExp {
  return new RegExp(scriptless(source), flags);
}

/** The sentence up to the point where it reports others' words; empty when it only asks to know. */
function ownPart(sentence: string): string {
  const opening = FILLERS.exec(sentence)?.[0] ?? '';
  const plain = sentence.slice(opening.length).replace(TAG, '').trim();
  const own = hasHan(plain) ? chinesePart(plain) : englishPart(plain);
  return own === '' ? '' : opening + own;
}

function englishPart(sentence: string): string {
  if (WANTS_TO_KNOW.test(sentence)) return '';
  const asksForIt = ASKS_FOR_IT.test(sentence);
  if (!asksForIt && (QUESTION.test(sentence) || (sentence.endsWith('?') && !/\bplease\b/iu.test(sentence))))
    return '';
  if (!asksForIt && OTHERS_DID.test(sentence)) return '';
  return before(sentence, sentence.search(OTHERS_SAID));
}

function chinesePart(sentence: string): string {
  const plain = scriptless(sentence);
  if (CHINESE_WANTS_TO_KNOW.test(plain) && !CHINESE_TIMES.test(plain)) return '';
  if (CHINESE_ASKS_FOR_IT.test(plain)) return sentence;
  if (/[?？]\s*$|[嗎吗]\s*$/u.test(sentence)) return '';
  const known = before(plain, plain.search(CHINESE_QUESTION));
  return before(sentence, before(known, known.search(CHINESE_OTHERS_SAID)).length);
}

function before(sentence: string, at: number): string {
  return at < 0 ? sentence : sentence.slice(0, at).trim();
}
