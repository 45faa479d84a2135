/** Decides who is told that a place of their jobs is gone or unreachable. */
import type { SessionKey } from '../sessions/key.ts';
import type { Loss, PlaceNotice } from '../sessions/place-book.ts';
import { traitsOf } from '../sessions/traits-of.ts';
import type { Job } from './job.ts';

export interface LostPlace {
  readonly kind: Loss;
  readonly key: SessionKey;
  readonly title: string;
  readonly guildId?: string;
  readonly because: string;
  readonly atMs: number;
}

/** A notice for everybody who made one of the jobs or had it made, and one for jobs without such a person. */
export function placeNotices(lost: LostPlace, jobs: readonly Job[]): PlaceNotice[] {
  const { kind, key, title, guildId, because, atMs } = lost;
  return [...byOwner(jobs, traitsOf(key)?.ids.person)].map(([id, theirs]) => {
    const owner = id === '' ? undefined : { id, name: theirs[0]?.createdBy?.name ?? id };
    return {
      id: `${kind}:${key}:${atMs}${owner ? `:${owner.id}` : ''}`,
      kind,
      ...(owner && { owner }),
      ...(guildId !== undefined && { guildId }),
      place: { key, title },
      jobs: theirs.map((job) => ({ id: job.id, name: job.name })),
      because,
    };
  });
}

/**
 * Jobs by person id; '' for those without one.
 * @param person matches ids of people who can be told there; undefined when nobody can
 */
function byOwner(jobs: readonly Job[], person: RegExp | undefined): Map<string, Job[]> {
  const owners = new Map<string, Job[]>();
  for (const job of jobs) {
    const { kind, id = '' } = job.createdBy ?? {};
    const owner = (kind === 'person' || kind === 'agent') && person?.test(id) ? id : '';
    owners.set(owner, [...(owners.get(owner) ?? []), job]);
  }
  return owners;
}
