/**
 * Whether the sources, which have a sentence's figure or date, tell it of something else: of another happening, of what stands
 * beside it, or for each of something else. For figures and dates that were found; those worked out stand nowhere.
 */
import type { RawClaim } from './claims.ts';
import { isOfAnother, type HomeTerms } from './home-passage.ts';
import { isPerAnother } from './per-unit.ts';
import { swappedFigures } from './swapped.ts';

/** Longer than any sentence of a story: each figure of it would be held against all others. */
const LONGEST_SENTENCE = 600;

/** For one sentence: asks each of its claims. */
export function saidDifferently(sentence: string, terms: HomeTerms): (raw: RawClaim) => boolean {
  if (sentence.length > LONGEST_SENTENCE) return () => false;
  const { passages, cited, others } = terms;
  const sources = cited.length > 0 ? cited : others;
  // What stands there word for word is told as it was.
  if (sources.some(({ source }) => source.text.includes(sentence.trim()))) return () => false;
  const swapped = new Set(swappedFigures(sentence, sources, passages).map(({ start }) => start));
  return (raw) => {
    if (raw.kind === 'name' || raw.kind === 'quotation') return false;
    if (raw.kind !== 'number') return isOfAnother(raw, sentence, terms);
    return (
      swapped.has(raw.start) ||
      isPerAnother(raw.readings, sentence, sources) ||
      isOfAnother(raw, sentence, terms)
    );
  };
}
