/** Repairs without a writer: adds missing citations, and removes unsupported sentences. */
import type { CitedSentence } from '../../text/cited-sentences.ts';
import { isHeading } from './claims.ts';
import type { CheckedClaim, CheckedStory } from './verify-claims.ts';

/** Openings that refer to the sentence before, and make no sense without it. */
const POINTS_BACK =
  /^["“‘]?(?:He|She|It|They|His|Her|Hers|Its|Their|Theirs|This|That|These|Those|Such|Both|The (?:two|three|pair|duo|former|latter))\b|^[「（]?(?:他|她|它|牠|這|此|該|其(?!他|中)|兩人|二人|三人|後者|前者|上述)/u;
const ENDING = /[.!?。！？…]+[”"’」』)）]*\s*$/u;
const CITATIONS = /\s?\[\d{1,2}\]/g;

/** The body with citations added for claims that uncited sources support; the same body when nothing is missing. */
export function citeSupport(body: string, { sentences, claims }: CheckedStory): string {
  const missing = new Map<number, Set<number>>();
  for (const { claim, miscited } of claims) {
    if (miscited === undefined) continue;
    missing.set(claim.sentence, (missing.get(claim.sentence) ?? new Set()).add(miscited));
  }
  return rewritten(body, sentences, (sentence, at) => {
    const numbers = [...(missing.get(at + 1) ?? [])].sort((a, b) => a - b);
    // Keep the sources that it cited through the next sentence.
    const inherited = sentence.cites.length === 0 ? sentence.standsOn : [];
    return numbers.length === 0
      ? undefined
      : withCitations(body.slice(sentence.start, sentence.end), [...inherited, ...numbers]);
  });
}

interface Pruned {
  readonly body: string;
  /** The removed sentences, without citations, in order. */
  readonly removed: readonly string[];
}

/**
 * The body without sentences that have a doubted claim, and without what makes no sense then (a sentence that begins
 * with "It …", an empty section's heading). Their citations are kept for preceding sentences that relied on them.
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

/** The claims that are doubted or contradicted. */
export function doubted(claims: readonly CheckedClaim[]): CheckedClaim[] {
  return claims.filter(({ claim }) => claim.verdict === 'doubted' || claim.verdict === 'contradicted');
}

/** `change` returns a sentence's new text, citations included; undefined keeps it. */
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

/** Add citations to existing ones, or before the end mark. */
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

/** Remove gaps, and headings without text. */
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
