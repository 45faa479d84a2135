/**
 * Splits English and Chinese prose into sentences, with their places in the text.
 *
 * - A line break always ends a sentence, because prose here has one paragraph per line.
 * - A quotation that closes within its paragraph is not split, unless it is longer than `QUOTATION_MAX`.
 * - Only white space lies between two sentences; `text === whole.slice(start, end)`.
 *
 * Intl.Segmenter ends sentences after "Mr.", "The U.S." and "3 p.m.", so it is not used.
 */
import { endsInAbbreviation } from './abbreviations.ts';

export interface Sentence {
  readonly text: string;
  /** UTF-16 offsets into the whole text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

const QUOTATION_MAX = 400;
/** The maximum length of an ending word or run of end marks; limits the cost of hostile text. */
const LONGEST_ENDING = 40;
const CLOSERS = /["'”’」』）)\]】》〕]/u;
const OPENERS: Readonly<Record<string, string>> = { '“': '”', '「': '」', '『': '』', '（': '）', '(': ')' };
const SAYS = /^\s+(?:\p{Lu}[\p{L}.'’-]*\s+){1,4}(?:said|says|told|asked|added|wrote|shouted|replied)\b/u;
const SPEAKS = /^[^。！？，、\n]{0,14}?(?:說|説|表示|指出|稱|问|問|道|強調|回應|喊|補充|話)/u;

/** The sentences of a text, trimmed. Abbreviations and decimals don't end one. */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    for (const [from, to] of spans(line)) {
      const raw = line.slice(from, to);
      const start = lineStart + from + (raw.length - raw.trimStart().length);
      const trimmed = raw.trim();
      if (trimmed !== '') found.push({ text: trimmed, start, end: start + trimmed.length });
    }
    lineStart += line.length + 1;
  }
  return found;
}

function* spans(line: string): Generator<readonly [number, number]> {
  const closed = quotedUntil(line);
  const lineEnd = line.trimEnd().length;
  let start = 0;
  for (let at = 0; at < line.length; at++) {
    const end = endOfSentence(line, at, lineEnd);
    if (end === undefined) continue;
    const quotationEnds = closed[at];
    // Within a quotation the sentence continues, unless this mark is the quotation's last.
    if (quotationEnds !== undefined && quotationEnds >= end) continue;
    yield [start, end];
    start = end;
    at = end - 1;
  }
  if (start < line.length) yield [start, line.length];
}

/** The end of the sentence whose end mark is at `at`, closing quotes and brackets included. */
function endOfSentence(line: string, at: number, lineEnd: number): number | undefined {
  const mark = line.charAt(at);
  const chinese = /[。！？]/u.test(mark);
  if (!chinese && !/[.!?…]/u.test(mark)) return undefined;
  const furthest = at + LONGEST_ENDING;
  let end = at + 1;
  while (end < furthest && /[.!?…。！？]/u.test(line.charAt(end))) end++;
  const afterMarks = end;
  while (end < furthest && CLOSERS.test(line.charAt(end))) end++;
  if (end >= lineEnd) return line.length;
  const rest = line.slice(end);
  if (chinese) return end > afterMarks && SPEAKS.test(rest) ? undefined : end;
  if (/^[\p{Script=Han}]/u.test(rest) && mark !== '.') return mark === '…' ? undefined : end;
  if (!/^\s/u.test(rest)) return undefined;
  const next = rest.trimStart();
  if (/^\p{Ll}/u.test(next) || (end > afterMarks && SAYS.test(rest))) return undefined;
  if (
    mark === '.' &&
    afterMarks === at + 1 &&
    endsInAbbreviation(line.slice(Math.max(0, at - LONGEST_ENDING), at + 1), next)
  )
    return undefined;
  return end;
}

/** For each offset inside a quotation or bracket, the offset of its closing mark. */
function quotedUntil(line: string): (number | undefined)[] {
  const closed = new Array<number | undefined>(line.length).fill(undefined);
  const fill = (from: number, to: number) => closed.fill(to, from, to);
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    const closer = char === '"' ? '"' : OPENERS[char];
    if (closer === undefined) continue;
    const within = line.slice(at + 1, at + 1 + QUOTATION_MAX).indexOf(closer);
    if (within === -1) continue;
    const to = at + 1 + within;
    fill(at, to);
    at = to;
  }
  return closed;
}
