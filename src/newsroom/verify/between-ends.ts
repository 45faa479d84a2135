/** Whether a movement is confirmed by its two ends, whatever words the sources use: 由1.6%下調至1.1%. */
import type { Direction } from '../../text/directions.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { exactHitsFor } from './look-up.ts';
import { endsOf, movementOf } from './movements.ts';
import type { Spot } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

/** The place of the end value; undefined unless the sources have both ends and never the opposite direction. */
export function betweenEnds(
  direction: Direction,
  figures: readonly Figure[],
  sentence: string,
  cited: readonly SourceIndex[],
): Spot | undefined {
  const ends = endsOf(direction, figures, sentence).map((end) =>
    cited.flatMap((source) => exactHitsFor(end, source).map((hit) => ({ source, ...hit }))),
  );
  if (ends.length === 0 || ends.some((hits) => hits.length === 0)) return undefined;
  const isOtherwise = ends
    .flat()
    .some(
      ({ source, at, figure }) =>
        movementOf(figure, source.figuresAt(at), source.places[at]?.text ?? '') === -direction.sign,
    );
  const [last] = ends.at(-1) ?? [];
  return isOtherwise ? undefined : last;
}
