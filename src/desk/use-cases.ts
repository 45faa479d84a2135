/** The desk's larger use-cases, built from the kernel and the stores. */
import type { Clock } from '../time/clock.ts';
import { DeleteSession } from './delete-session.ts';
import type { DeletionDeps } from './delete-session.ts';
import { PlaceDeletion } from './place-deletion.ts';
import type { PlaceDeletionDeps } from './place-deletion.ts';
import { Places } from './places.ts';
import type { PlacesDeps } from './places.ts';
import type { UpkeepDeps } from './upkeep.ts';
import { Upkeep } from './upkeep.ts';

type KernelDeps = Pick<DeletionDeps, 'cron' | 'conductor' | 'transcriptWriter'>;

export function deletionOf(
  { cron, conductor, transcriptWriter }: KernelDeps,
  { sessions, transcripts, removal }: Pick<DeletionDeps, 'sessions' | 'transcripts' | 'removal'>,
  rest: Pick<DeletionDeps, 'clock' | 'unified'>,
): DeleteSession {
  return new DeleteSession({ cron, conductor, transcriptWriter, sessions, transcripts, removal, ...rest });
}

export function upkeepOf(
  stores: { readonly upkeep: UpkeepDeps['book']; readonly believed: UpkeepDeps['time'] },
  { keep }: Pick<UpkeepDeps, 'keep'>,
  others: UpkeepDeps['others'] = {},
): Upkeep {
  return new Upkeep({ book: stores.upkeep, time: stores.believed, keep, others });
}

export function placesOf(
  { cron, conductor, transcriptWriter }: KernelDeps,
  stores: { readonly places: PlacesDeps['book'] } & Pick<PlacesDeps, 'removal' | 'transcripts'>,
  clock: Clock,
): Places {
  const { places: book, removal, transcripts } = stores;
  return new Places({ book, removal, cron, conductor, transcriptWriter, transcripts, clock });
}

export function placeDeletionOf(
  { cron, conductor, transcriptWriter, dispatcher }: KernelDeps & Pick<PlaceDeletionDeps, 'dispatcher'>,
  stores: { readonly placeRemoval: PlaceDeletionDeps['removal'] } & Pick<
    PlaceDeletionDeps,
    'sessions' | 'transcripts' | 'ops'
  >,
  rest: Pick<PlaceDeletionDeps, 'clock' | 'failed'>,
): PlaceDeletion {
  const { sessions, transcripts, ops, placeRemoval: removal } = stores;
  const kernel = { cron, conductor, transcriptWriter, dispatcher };
  return new PlaceDeletion({ ...kernel, sessions, transcripts, ops, removal, ...rest });
}
