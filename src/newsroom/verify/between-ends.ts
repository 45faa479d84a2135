/** Whether a move is shown by its two ends, whatever words the sources have for it: 由1.6%下調至1.1%. */
import type { Direction } from '../../text/directions.ts';
import type { Figure } from '../../text/figures/figure.ts';
import { exactHitsFor } from './look-up.ts';
import { endsOf, movementOf } from './movements.ts';
import type { Spot } from './passages.ts';
import type { SourceIndex } from './source-index.ts';

/** Where the sources have the one it went to; undefined unless they have both, and nowhere going the other way. */
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
