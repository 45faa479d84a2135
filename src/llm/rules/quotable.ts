/** Whether a sentence may be quoted alone in a brief: third-person prose, no page furniture. */
import { cjkLength, readsAsCjk, wordCount } from '../../text/cjk.ts';

const FURNITURE =
  /\b(?:read more|click here|sign up|subscribe|newsletters?|follow us|cookies?|all rights reserved|copyright|advertisement|sponsored|related (?:articles?|stories)|share this|getty images|file photo|photograph:|photo:|image:|pictured|watch:|listen:|updated? at|this (?:article|story) (?:was|has been)|check out|top (?:\w+ ){1,4}headlines|scroll down|download (?:the|our) app|terms of (?:use|service)|privacy policy|our (?:reporter|correspondent)|contributed to this report)\b|延伸閱讀|相關新聞|點擊|訂閱|廣告|版權|下載|圖片來源|資料圖片|網上圖片|本報記者|記者獲悉|（圖|攝）|©/iu;
/** What a page says of its own mistakes. */
const CORRECTION =
  /^(?:corrections?|clarifications?)\b[^.]{0,40}:|\b(?:earlier|previous) version of this (?:article|story|report|page)\b|^(?:更正|勘誤)[:：]/iu;
const BYLINE = /^(?:by|reporting by|editing by|additional reporting|words by)\s+\p{Lu}/iu;
/** The reporter or the reader in person: a column or page furniture. */
const FIRST_PERSON =
  /(?:^|[\s(])(?:I|I'm|I’m|I've|I’ve|we|We|our|Our|us|my|My|me|You|you|Your|your)(?=[\s,.'’]|$)|我們|我哋|本報|筆者|小編/u;
const ENDED = /[.!。！][”"’'」』）)\]]*$/u;
/** A footnote of its source reads as a citation of the desk. */
const FOOTNOTE = /[[【［]\s?\^?\d{1,3}\s?[\]】］]/u;
const LEAST = { words: 6, cjk: 10 };
const MOST = { words: 60, cjk: 130 };
/** Characters. Nothing as long as this has so few words, and the patterns take a square of its length. */
const LONGEST = 1_000;

/** Quoted speech may be in the first person and may ask; the rest of the sentence may not. */
export function isQuotable(text: string): boolean {
  if (text.length > LONGEST) return false;
  const outside = text.replace(/“[^”]*”|"[^"]*"|「[^」]*」|‘[^’]*’(?!\p{L})/gu, ' ');
  if (!ENDED.test(text) || /[?？]["”’」]?$/u.test(text)) return false;
  if (
    FURNITURE.test(text) ||
    CORRECTION.test(text) ||
    BYLINE.test(text) ||
    FIRST_PERSON.test(outside) ||
    FOOTNOTE.test(text) ||
    /https?:|www\.|@\w/.test(text)
  )
    return false;
  // An unpaired quotation mark: broken or very long speech.
  if (unpaired(text, '“', '”') || unpaired(text, '「', '」') || (text.match(/"/g)?.length ?? 0) % 2 === 1)
    return false;
  const length = readsAsCjk(text)
    ? { is: cjkLength(text), least: LEAST.cjk, most: MOST.cjk }
    : { is: wordCount(text), least: LEAST.words, most: MOST.words };
  return length.is >= length.least && length.is <= length.most;
}

function unpaired(text: string, open: string, close: string): boolean {
  return text.split(open).length !== text.split(close).length;
}
