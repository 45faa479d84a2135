/** Finds figures or months on which two sources of a pack differ: 12 injured here, 14 there. */
import { wordCount } from '../../text/cjk.ts';
import { sentences } from '../../text/sentences.ts';
import { sourceConflicts } from '../../text/source-conflicts.ts';
import type { SourceConflict } from '../model/claim.ts';
import type { Source, SourcePack } from '../model/source-pack.ts';

/** Longer lines are not prose. */
const LONGEST_LINE = 2_000;
const LONGEST_SENTENCE = 60;

/**
 * Strict, because a false alarm is worse than a missed conflict. Market snapshots have their own times and are left
 * out.
 */
export function conflictsOf(pack: SourcePack): SourceConflict[] {
  const told = pack.sources.filter(({ usable, kind }) => usable && kind !== 'market').flatMap(sentencesOf);
  return sourceConflicts(told).map(({ a, b }) => ({ sides: [side(a), side(b)] }));
}

interface SourceSentence {
  readonly source: Source;
  readonly start: number;
  readonly text: string;
  readonly quotable: boolean;
}

function sentencesOf(source: Source): SourceSentence[] {
  const cut = source.text
    .split('\n')
    // The same length, so that offsets stay valid.
    .map((line) => (line.length > LONGEST_LINE ? ' '.repeat(line.length) : line))
    .join('\n');
  return sentences(cut).map(({ text, start }) => ({
    source,
    start,
    text,
    quotable: !/[?？]["”」]?$/u.test(text) && wordCount(text) <= LONGEST_SENTENCE,
  }));
}

function side({
  sentence: { source, start, text },
  value,
}: {
  sentence: SourceSentence;
  value: string;
}): SourceConflict['sides'][0] {
  return { value, passage: { n: source.n, offset: start, length: text.length, quote: text } };
}
