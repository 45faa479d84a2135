/**
 * Whether an opening says what the stories say. Verification looks up names, figures, days and quotations; a claim without any
 * ("the director was arrested") has only its words: each part of a sentence has to have enough of them in one story.
 *
 * Words that announce ("in this issue", "read on") claim nothing. A part with fewer than two other words claims too little
 * to be held to anything.
 */
import { readsAsCjk } from '../../text/cjk.ts';
import { sentences } from '../../text/sentences.ts';
import { tokens } from '../../text/tokens.ts';

/** Of the words of a part, so many stand in the story that has most of them. Characters in pairs share less than words. */
const LEAST = { words: 0.5, cjk: 0.35 };
const LEAST_WORDS = 2;
const PARTS =
  /[,;:—–()，；：、（）]|\b(?:and|or|while|whereas|even as|although|though|as well as|but|to (?=an?\b|the\b))\b|而(?!且)|同時|此外/giu;

/** What introduces, joins and praises, in openings of newsletters. */
const ANNOUNCING = new Set(
  tokens(
    `good morning afternoon evening welcome hello dear reader readers here today tonight yesterday week weeks weekly month
    day days last seven past recent latest this issue edition newsletter digest letter story stories news headline headlines
    read reading on below inside also plus elsewhere meanwhile closer home abroad first finally next start begin end look
    looks looking bring brings bringing round rounds roundup wrap cover covers covering matter mattered matters shape shaped
    know should need tell detail details more full together busy quiet rough bruising dramatic mood come comes follow follows
    catch find top lead leads mix big biggest key update updates developments attention eye eyes spotlight focus dominate
    dominated busy usual always still leave leaves left see saw seen make made take takes took get just only even set one
    two three few many several other others`,
  ),
);
const ANNOUNCING_CJK =
  /各位讀者|讀者|大家好|早晨|早安|你好|歡迎|今期|本期|今日|昨日|本周|本週|今周|上周|一周|過去七日|過去一星期|星期|通訊|專題|欄目|焦點|重點|新聞|消息|報道|故事|另外|此外|與此同時|同時|以及|包括|還有|我們|為你|帶來|整理|回顧|關注|值得留意|留意|一文|看清|詳情|請看|下文|以下|內容|方面|至於|先看|再看|最後|當中|其中|多宗|多項|一連串|值得/gu;

/** The sentences that say something which no story says. */
export function unsaid(opening: string, stories: readonly string[]): string[] {
  const told = stories.map((story) => new Set(tokens(story)));
  return sentences(opening).flatMap(({ text }) =>
    partsOf(text).some((part) => isNew(part, told)) ? [text] : [],
  );
}

function partsOf(sentence: string): string[] {
  return sentence.split(PARTS);
}

function isNew(part: string, told: readonly ReadonlySet<string>[]): boolean {
  const isCjk = readsAsCjk(part);
  const words = new Set(tokens(part.replace(ANNOUNCING_CJK, ' ')).filter((word) => !ANNOUNCING.has(word)));
  if (words.size < (isCjk ? 2 : 1) * LEAST_WORDS) return false;
  const most = Math.max(0, ...told.map((story) => [...words].filter((word) => story.has(word)).length));
  return most / words.size < LEAST[isCjk ? 'cjk' : 'words'];
}
