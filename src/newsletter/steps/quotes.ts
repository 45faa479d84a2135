/**
 * Sentences of an article, word for word, for whoever only quotes: the best first, none that is page furniture, none that
 * says what another says. Pure.
 */
import { isQuotable } from '../../llm/rules/quotable.ts';
import { pointsBack } from '../../llm/rules/story-needs.ts';
import { cjkLength, readsAsCjk, wordCount } from '../../text/cjk.ts';
import { quotationsIn } from '../../text/quotations.ts';
import { salience } from '../../text/salience.ts';
import { sentences } from '../../text/sentences.ts';
import { shortenAtWord } from '../../text/shorten.ts';
import { cosine, jaccard, type Vector } from '../../text/similarity.ts';
import { tokens } from '../../text/tokens.ts';

export interface Quote {
  readonly text: string;
  /** Its place among the article's sentences. */
  readonly place: number;
}

/** Long pages are read so far: news tells the main thing first. */
const READ = 60;
/** From this likeness on two sentences say the same. */
const SAME = 0.6;
/** A line of a newsletter. */
const LINE = { words: 40, cjk: 80 };
/** A sentence in Chinese is about so many characters a word. */
const CHARACTERS_A_WORD = 6;
/** 【馬德里】 and "LONDON (Reuters) —" open a report; they are no part of what it says. */
const DATELINE =
  /^(?:【[^】]{1,30}】\s*|[A-Z][A-Z .,'’-]{2,40}(?:, [A-Z][\w .]{1,20})? \([^)]{2,40}\) [—–-]+ )/u;

/**
 * At most `most`, the first sentence and then the best. An article without a sentence fit to be quoted gives its first
 * ones. A sentence that needs the one before it is quoted only where nothing else is.
 */
export function bestQuotes(text: string, most: number): Quote[] {
  const all = sentences(text)
    .slice(0, READ)
    .map((sentence, place) => ({ text: sentence.text.replace(DATELINE, ''), place }));
  const fit = withoutParts(all.filter((one) => isQuotable(one.text)));
  const alone = fit.filter(({ text: one }) => !pointsBack({ text: one, quotations: spoken(one) }, []));
  const open = [alone, fit].find(({ length }) => length > 0) ?? all.filter(hasLetters);
  const scored = salience(open.map((one) => ({ ...one, document: 0 })));
  const ranked = open
    .map((quote, at) => ({ quote, ...scored[at]! }))
    .sort(
      (a, b) =>
        Number(b.quote === open[0]) - Number(a.quote === open[0]) ||
        b.score - a.score ||
        a.quote.place - b.quote.place,
    );
  const chosen: { quote: Quote; vector: Vector }[] = [];
  for (const one of ranked) {
    if (chosen.length === most) break;
    if (chosen.every(({ vector }) => cosine(vector, one.vector) < SAME)) chosen.push(one);
  }
  return chosen.map(({ quote }) => quote);
}

/** Without what another one says in full: a pulled quotation, a standfirst. */
function withoutParts(quotes: readonly Quote[]): Quote[] {
  const said = quotes.map(({ text }) => new Set(tokens(text)));
  const isPart = (at: number, of: number) =>
    (said[at]!.size < said[of]!.size || of < at) && [...said[at]!].every((token) => said[of]!.has(token));
  return quotes.filter((_, at) => !said.some((_, of) => of !== at && isPart(at, of)));
}

function spoken(text: string): string[] {
  return quotationsIn(text).map(({ text: words }) => words);
}

function hasLetters({ text }: Quote): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The quote that says most of what `told` says, of those that none of `others` says already. */
export function quoteFor(
  told: string,
  quotes: readonly Quote[],
  others: readonly string[],
): string | undefined {
  const open = quotes.filter(({ text }) => !others.some((other) => saysSame(other, text)));
  const wanted = new Set(tokens(told));
  const likeness = ({ text }: Quote) => jaccard(wanted, new Set(tokens(text)));
  return open.toSorted((a, b) => likeness(b) - likeness(a))[0]?.text;
}

/** Whether two quotations are equal, or nearly so by their tokens. */
export function saysSame(one: string, other: string): boolean {
  return one === other || jaccard(new Set(tokens(one)), new Set(tokens(other))) >= SAME;
}

/** Whether a quotation is short enough for a line: in words, or in CJK characters. */
export function fitsLine(text: string): boolean {
  return readsAsCjk(text) ? cjkLength(text) <= LINE.cjk : wordCount(text) <= LINE.words;
}

/** The first text that fits a line; else the first one, cut. */
export function lineFrom(texts: readonly string[]): string {
  const fitting = texts.find(fitsLine);
  if (fitting !== undefined) return fitting;
  const [first = ''] = texts;
  let cut = first;
  for (let most = LINE.words * CHARACTERS_A_WORD; !fitsLine(cut) && most > 20; most -= 20)
    cut = shortenAtWord(first, most);
  return cut;
}
