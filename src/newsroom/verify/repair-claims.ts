/** What is done about claims without a writer: citations that are missing are added, what nobody bears out is taken out. */
import type { CitedSentence } from '../../text/cited-sentences.ts';
import { isHeading } from './claims.ts';
import type { CheckedClaim, CheckedStory } from './verify-claims.ts';

/** What points back at the sentence before it, and dangles without it. */
const POINTS_BACK =
  /^["“‘]?(?:He|She|It|They|His|Her|Hers|Its|Their|Theirs|This|That|These|Those|Such|Both|The (?:two|three|pair|duo|former|latter))\b|^[「（]?(?:他|她|它|牠|這|此|該|其(?!他|中)|兩人|二人|三人|後者|前者|上述)/u;
const ENDING = /[.!?。！？…]+[”"’」』)）]*\s*$/u;
const CITATIONS = /\s?\[\d{1,2}\]/g;

/** The body with the sources that bear out its claims cited where they are; the same body when all are. */
export function citeSupport(body: string, { sentences, claims }: CheckedStory): string {
  const missing = new Map<number, Set<number>>();
  for (const { claim, miscited } of claims) {
    if (miscited === undefined) continue;
    missing.set(claim.sentence, (missing.get(claim.sentence) ?? new Set()).add(miscited));
  }
  return rewritten(body, sentences, (sentence, at) => {
    const numbers = [...(missing.get(at + 1) ?? [])].sort((a, b) => a - b);
    // What it stood on by the next sentence's citation it goes on standing on.
    const inherited = sentence.cites.length === 0 ? sentence.standsOn : [];
    return numbers.length === 0
      ? undefined
      : withCitations(body.slice(sentence.start, sentence.end), [...inherited, ...numbers]);
  });
}

interface Pruned {
  readonly body: string;
  /** The sentences that are gone, without citations, in their order. */
  readonly removed: readonly string[];
}

/**
 * The body without the sentences that have a doubted claim, without what dangles then (a sentence that begins with
 * "It …", a heading over nothing), and with their citations kept for those sentences before them that leaned on them.
 */
export function withoutDoubted(body: string, { sentences, claims }: CheckedStory): Pruned {
  const gone = new Set(doubted(claims).map(({ claim }) => claim.sentence - 1));
  gone.delete(-1);
  if (gone.size === 0) return { body, removed: [] };
  sentences.forEach((sentence, at) => {
    const before = sentences[at - 1];
    if (gone.has(at - 1) && before?.line === sentence.line && POINTS_BACK.test(sentence.text)) gone.add(at);
  });
  const kept = rewritten(body, sentences, (sentence, at) => {
    if (gone.has(at)) return '';
    const { cites, standsOn } = sentence;
    const next = sentences[at + 1];
    const leaned =
      cites.length === 0 && standsOn.length > 0 && next?.line === sentence.line && gone.has(at + 1);
    return leaned ? withCitations(body.slice(sentence.start, sentence.end), standsOn) : undefined;
  });
  return { body: tidied(kept), removed: sentences.filter((_, at) => gone.has(at)).map(({ text }) => text) };
}

/** The claims that no source bears out, as far as anybody can tell. */
export function doubted(claims: readonly CheckedClaim[]): CheckedClaim[] {
  return claims.filter(({ claim }) => claim.verdict === 'doubted' || claim.verdict === 'contradicted');
}

/** `change` says what a sentence with its citations becomes; undefined leaves it. */
function rewritten(
  body: string,
  sentences: readonly CitedSentence[],
  change: (sentence: CitedSentence, at: number) => string | undefined,
): string {
  let written = '';
  let from = 0;
  sentences.forEach((sentence, at) => {
    const text = change(sentence, at);
    if (text === undefined) return;
    written += body.slice(from, sentence.start) + text;
    from = sentence.end;
  });
  return written + body.slice(from);
}

/** With further citations beside those it has, else before its end mark. */
export function withCitations(sentence: string, numbers: readonly number[]): string {
  const marks = numbers
    .filter((n) => !sentence.includes(`[${n}]`))
    .map((n) => `[${n}]`)
    .join('');
  if (marks === '') return sentence;
  const last = [...sentence.matchAll(CITATIONS)].at(-1);
  const end = ENDING.exec(sentence);
  if (last) {
    const at = last.index + last[0].length;
    return `${sentence.slice(0, at)}${marks}${sentence.slice(at)}`;
  }
  const at = end?.index ?? sentence.trimEnd().length;
  return `${sentence.slice(0, at)} ${marks}${sentence.slice(at)}`;
}

/** Without the holes that were left, and without headings over nothing. */
export function tidied(body: string): string {
  const lines = body.split('\n').map((line) => line.replace(/[ \t]{2,}/g, ' ').trim());
  const filled = lines.filter((line) => line !== '');
  const orphans = new Set(
    filled.filter(
      (line, at) => isHeading(line) && (filled[at + 1] === undefined || isHeading(filled[at + 1] ?? '')),
    ),
  );
  return lines
    .filter((line) => !orphans.has(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
