/**
 * Whether a figure that no source has is the writer's own working: a doubt needs the figure that should stand instead.
 * A half-year told of a
 * source that has no other length of time, and no day to count from, is nobody's slip; who writes eight weeks for nine leaves
 * the nine of his source untold. Asked of rough figures only: spans, multiples, small counts in words.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import type { NumberClaim } from './claims.ts';
import { hitsFor } from './look-up.ts';
import type { Passages, RankedSpot } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

interface WorkedOutTerms {
  readonly passages: Passages;
  /** Those that the sentence stands on. */
  readonly sources: readonly SourceIndex[];
}

/** The passage shares so much of the weight of the sentence, and so many things. */
const LEAST_SHARE = 0.25;
const LEAST_SHARED = 3;
/** Those that share almost as much may be what the sentence tells as well. */
const ALSO = 0.5;

/** Whether a rough number is a sum, a share or a multiple of figures in the passage that speaks of the same. */
export function isWorkedOut(
  { readings, start, text }: NumberClaim,
  sentence: string,
  { passages, sources }: WorkedOutTerms,
): boolean {
  if (!readings.every(isRough)) return false;
  const rest = `${sentence.slice(0, start)} ${sentence.slice(start + text.length)}`;
  const ranked = passages.ranked(rest, sources, 12);
  const [home] = ranked;
  if (home === undefined || home.share < LEAST_SHARE || home.shared < LEAST_SHARED) return false;
  const told = figuresIn(sentence).filter((figure) => figure.start !== start);
  return !ranked
    .filter(({ share }) => share >= ALSO * home.share)
    .some((spot) => hasRival(readings, told, spot));
}

const ROUGH = /^(?:months|seconds|age|ratio|half-year)$/u;

/** What lasts, and small counts in words: nobody copies those figure by figure. */
function isRough({ inWords, dimension, value }: Figure): boolean {
  return ROUGH.test(dimension) || (inWords && dimension === 'count' && value < LEAST_EXACT);
}

const LEAST_EXACT = 10;

/** Whether the passage, or one beside it, has a figure of the kind that the sentence doesn't tell, or a day to count one from. */
function hasRival(readings: readonly Figure[], told: readonly Figure[], { source, at }: RankedSpot): boolean {
  const isTold = (other: Figure, near: number) =>
    told.some((figure) =>
      // The 4 of 4C is no "four".
      hitsFor(figure, source).some(
        (hit) =>
          hit.at === near &&
          hit.figure.start === other.start &&
          (figure.inWords === other.inWords || other.value >= LEAST_EXACT),
      ),
    );
  const near = [at - 1, at, at + 1];
  const isDated = source.times.some(
    (hit) => near.includes(hit.at) && /^(?:year|month|decade)$/u.test(hit.read?.kind ?? ''),
  );
  if (isDated && readings.some(({ dimension }) => /^(?:months|age)$/u.test(dimension))) return true;
  return near.some((place) =>
    source
      .figuresAt(place)
      .some(
        (other) => readings.some((reading) => familyOf(reading) === familyOf(other)) && !isTold(other, place),
      ),
  );
}

const FAMILIES: readonly RegExp[] = [
  /^(?:months|seconds|age)$/u,
  /^(?:percent|points|rate|ratio)$/u,
  /^(?:quarter|half-year)$/u,
];

function familyOf({ dimension }: Figure): string {
  return String(FAMILIES.findIndex((family) => family.test(dimension)) + 1 || dimension);
}
