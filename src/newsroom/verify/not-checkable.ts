/** Why a claim that no source has is not doubted: the sources could not contain it, or not in these words. */
import type { Claim } from '../model/claim.ts';
import type { RawClaim } from './claims.ts';
import { mayBeInWords } from './foreign-numbers.ts';
import { isAlmostBrand, isAlmostNamed, isSurnameAlone } from './namesakes.ts';
import type { Passages } from './passages.ts';
import type { SourceIndex } from './source-index.ts';
import { hasOtherOriginal } from './translated-names.ts';
import { isWorkedOut } from './worked-out.ts';

interface NotFoundTerms {
  readonly passages: Passages;
  /** All of the pack's sources: those that the sentence cites, and the others. */
  readonly sources: readonly SourceIndex[];
  readonly cited: readonly SourceIndex[];
  readonly others: readonly SourceIndex[];
}

/** Undefined when the sources could have supported it. */
export function whyNotCheckable(
  raw: RawClaim,
  sentence: string,
  { passages, sources, cited, others }: NotFoundTerms,
): Claim['because'] | undefined {
  const standsOn = cited.length > 0 ? cited : others;
  const isInWords = (one: Parameters<typeof mayBeInWords>[0]) =>
    standsOn.some((source) => source.isForeign && mayBeInWords(one, source));
  switch (raw.kind) {
    case 'number':
      if (isInWords(raw)) return 'untranslatable';
      return isWorkedOut(raw, sentence, { passages, sources: standsOn }) ? 'loose' : undefined;
    case 'date':
    case 'time': {
      if (raw.read.kind === 'relative') return 'undated';
      if (isInWords(raw)) return 'untranslatable';
      return raw.read.kind === 'weekday' && standsOn.some(({ source }) => source.publishedAtMs === undefined)
        ? 'undated'
        : undefined;
    }
    case 'name':
    case 'quotation': {
      // A translated name can be compared if its original is given.
      const compared = raw.kind === 'name' ? (raw.alias ?? raw.text) : raw.text;
      if (raw.kind === 'name' && (isAlmostNamed(compared, sources) || isAlmostBrand(compared, sources)))
        return undefined;
      if (raw.kind === 'name' && raw.alias && hasOtherOriginal(raw.text, raw.alias, sources))
        return undefined;
      if (!standsOn.every((source) => source.speaks(compared))) return 'untranslatable';
      if (raw.kind !== 'name') return undefined;
      if (isSurnameAlone(raw.text, [...cited, ...others])) return 'loose';
      if (raw.firm) return undefined;
      const word = raw.text.toLowerCase();
      return !raw.opens && standsOn.some((source) => source.almostHas(word)) ? undefined : 'loose';
    }
  }
}
