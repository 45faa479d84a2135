/**
 * Splits English and Chinese prose into sentences, with their places in the text.
 *
 * - A line break always ends a sentence, because prose here has one paragraph per line.
 * - A quotation that closes within its paragraph is not split, unless it is longer than `QUOTATION_MAX`.
 * - Only white space lies between two sentences; `text === whole.slice(start, end)`.
 *
 * Intl.Segmenter ends sentences after "Mr.", "The U.S." and "3 p.m.", so it is not used.
 */

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

/** Always followed by a name. */
const TITLES = new Set(
  'mr mrs ms mx dr prof rev fr sr st gen lt col sgt capt maj cmdr adm gov sen rep hon pres supt insp messrs vs v eg ie e.g i.e cf approx'.split(
    ' ',
  ),
);
/** Followed by a number: "No. 10", "Nov. 3", "pp. 4". */
const BEFORE_NUMBERS = new Set(
  'no nos jan feb mar apr jun jul aug sep sept oct nov dec p pp vol fig art sec ch para'.split(' '),
);
/** These may end a sentence. They do when a typical first word follows. */
const MAYBE = new Set('inc ltd co corp plc etc jr sr dept est al bros'.split(' '));

const FIRST_WORDS =
  /^["“‘'(]?(?:The|A|An|He|She|It|They|We|I|You|His|Her|Its|Their|Our|My|This|That|These|Those|There|In|On|At|By|For|From|After|Before|When|While|If|But|And|Or|So|As|With|What|Who|Why|How|Some|Many|Most|Police|However|Meanwhile|Officials|According|No|Not|Now|Since|Under|One|Two|Three|Both|Each|Last)\b/;

/**
 * Whether the full stop at the end of `before` belongs to an abbreviation or an initial, so that the sentence
 * continues with `next` (which has no leading white space).
 */
function endsInAbbreviation(before: string, next: string): boolean {
  const word = /([\p{L}][\p{L}.]*)\.$/u.exec(before)?.[1];
  if (word === undefined) return false;
  const plain = word.toLowerCase();
  if (TITLES.has(plain)) return true;
  if (BEFORE_NUMBERS.has(plain)) return /^\d/.test(next);
  const dotted = /^(?:\p{L}\.)+\p{L}$/u.test(word); // U.S., p.m., J.K.
  if (dotted || MAYBE.has(plain)) return !FIRST_WORDS.test(next);
  // A single capital is an initial when a name follows: "John F. Kennedy", but not "plan B. The".
  return /^\p{Lu}$/u.test(word) && !FIRST_WORDS.test(next);
}
