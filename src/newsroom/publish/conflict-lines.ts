/** The warning above a story when its sources differ and it gives only one of the values. */
import { givesValue } from '../../text/source-conflicts.ts';
import type { SourceConflict } from '../model/claim.ts';
import type { SourcePack } from '../model/source-pack.ts';
import type { Wording } from '../edition/wording.ts';

/** One line per conflict; none when the story gives both values or neither. */
export function conflictLines(
  body: string,
  conflicts: readonly SourceConflict[],
  { sources }: SourcePack,
  wording: Pick<Wording, 'sourcesDiffer'>,
): string[] {
  const outletOf = (n: number) => sources.find((source) => source.n === n)?.outlet ?? '';
  return conflicts
    .filter(
      ({ sides }) =>
        sides.filter(({ value, passage }) => givesValue(body, value, passage.quote)).length === 1,
    )
    .map(({ sides }) =>
      wording.sourcesDiffer(
        sides.map(({ value, passage: { n } }) => ({ outlet: outletOf(n), n, value: value.trim() })),
      ),
    );
}
