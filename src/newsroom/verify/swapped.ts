/**
 * Whether two figures of a sentence are exchanged: "phones 58 per cent, servers 27" where the source has it the other way
 * round. What stands with each figure, here and there, says which is whose.
 */
import type { Figure } from '../../text/figures/figure.ts';
import { figuresIn } from '../../text/figures/figures-in.ts';
import { hitsFor } from './look-up.ts';
import type { Passages } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

const LONGEST_STRETCH = 40;

/** The later of two figures of `sentence` that one passage has exchanged, for each such pair. */
export function swappedFigures(
  sentence: string,
  sources: readonly SourceIndex[],
  passages: Passages,
): Figure[] {
  const own = firstReadings(
    figuresIn(sentence).filter(({ loose, dimension }) => !loose && dimension !== 'ordinal'),
  );
  return own.flatMap((later, at) => {
    const earlier = own[at - 1];
    // What goes from one to the other is for its word of direction.
    const isMovement = /(?:\bfrom|\bto|[由從至到])\s?$/iu.test(sentence.slice(0, later.start));
    // A score is for whoever compares scores.
    const isScore = /^(?:比|[-–])$/u.test(sentence.slice(earlier?.end, later.start));
    if (
      isMovement ||
      isScore ||
      earlier === undefined ||
      earlier.dimension !== later.dimension ||
      earlier.value === later.value
    )
      return [];
    return sources.some((source) => isSwappedIn(source, [earlier, later], { sentence, own, passages }))
      ? [later]
      : [];
  });
}

interface Told {
  readonly sentence: string;
  readonly own: readonly Figure[];
  readonly passages: Passages;
}

function isSwappedIn(
  source: SourceIndex,
  [one, other]: readonly [Figure, Figure],
  { sentence, own, passages }: Told,
): boolean {
  const seconds = hitsFor(other, source);
  return hitsFor(one, source).some(({ at, figure }) => {
    const rest = seconds.filter((hit) => hit.at === at && hit.figure.start !== figure.start);
    const [second] = rest;
    const text = source.places[at]?.text ?? '';
    const figures = firstReadings(source.figuresAt(at));
    if (second === undefined || rest.length > 1) return false;
    const stretch = {
      one: stretchOf(one, own, sentence),
      other: stretchOf(other, own, sentence),
      first: stretchOf(figure, figures, text),
      second: stretchOf(second.figure, figures, text),
    };
    const straight =
      passages.shared(stretch.one, stretch.first) + passages.shared(stretch.other, stretch.second);
    const crossed =
      passages.shared(stretch.one, stretch.second) + passages.shared(stretch.other, stretch.first);
    const both =
      passages.shared(stretch.one, stretch.second) > 0 && passages.shared(stretch.other, stretch.first) > 0;
    return straight === 0 && (both || (one.dimension === 'percent' && crossed > 0));
  });
}

/** What stands with a figure: behind the last mark or figure in front of it, up to the next. */
function stretchOf({ start, end }: Figure, figures: readonly Figure[], text: string): string {
  const before = figures.findLast((figure) => figure.end <= start)?.end ?? 0;
  const after = figures.find((figure) => figure.start >= end)?.start ?? text.length;
  const border = /[，。；、：]|[,;:]\s|\b(?:and|but|while|whereas)\b|[及和而]/gu;
  const head = text.slice(Math.max(before, start - LONGEST_STRETCH), start);
  const tail = text.slice(end, Math.min(after, end + LONGEST_STRETCH));
  const from = [...head.matchAll(border)].at(-1);
  const to = [...tail.matchAll(border)][0];
  return `${from === undefined ? head : head.slice(from.index + from[0].length)} ${to === undefined ? tail : tail.slice(0, to.index)}`;
}

function firstReadings(figures: readonly Figure[]): Figure[] {
  return figures.filter(({ start }, at) => start !== figures[at - 1]?.start);
}
