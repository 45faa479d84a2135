/**
 * Moves jobs whose place disappeared to another one, or removes them: what a notice's buttons do.
 *
 * - People who may manage jobs there decide about jobs created by themselves or by nobody on the platform; people
 *   who manage the server decide about all. "There" is the new place; for removal it is the place itself, and if
 *   that is gone, anywhere on its server. Where the desk is no longer on the server, rights can't be checked: then
 *   people decide about their own jobs.
 * - Servers are strictly apart: no job leaves its own.
 * - Jobs that somebody has changed since, and jobs of the system, stay as they are.
 */
import { CronError } from '../cron/cron-error.ts';
import type { Cron } from '../cron/cron.ts';
import { isProtected } from '../cron/job.ts';
import type { Job } from '../cron/job.ts';
import type { Actor, Right } from '../sessions/actor.ts';
import { channelOf, chatIdOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { GonePlace } from '../sessions/place-book.ts';
import type { SessionIndex, SessionInfo } from '../sessions/session-index.ts';
import type { Clock } from '../time/clock.ts';
import { jobsOf } from './place-family.ts';
import type { OfferedPlace, PlacePlatform } from './place-platform.ts';
import type { Places } from './places.ts';

export interface RebindDeps {
  readonly cron: Cron;
  readonly places: Pick<Places, 'find' | 'isDeleting'>;
  readonly sessions: Pick<SessionIndex, 'get' | 'open'>;
  readonly clock: Clock;
  /** Undefined while there is no connection. */
  readonly platform: () => PlacePlatform | undefined;
}

/** Why nothing can be done. */
export type NotDone =
  | { readonly kind: 'nothing left' }
  | { readonly kind: 'other server' }
  | { readonly kind: 'not allowed' }
  | { readonly kind: 'no such place' };

export interface Moved {
  readonly kind: 'moved';
  readonly to: SessionInfo;
  /** In their new state. Jobs that were paused before their place disappeared still are. */
  readonly jobs: readonly Job[];
  /** Jobs that would never run again there and stay paused: the reason by id. */
  readonly because: ReadonlyMap<string, CronError>;
  readonly left: readonly Job[];
}

export interface Dropped {
  readonly kind: 'dropped';
  readonly jobs: readonly Job[];
  readonly left: readonly Job[];
}

export interface Offered {
  readonly kind: 'offered';
  readonly jobs: number;
  readonly places: readonly OfferedPlace[];
}

/** A person's rights; `unknowable` where the desk is no longer on the server. */
type KnownRights = readonly Right[] | 'unknowable';

/** The jobs without a place: those that this person decides about, and the others. */
interface Sorted {
  readonly kind: 'sorted';
  readonly theirs: readonly Job[];
  readonly left: readonly Job[];
}

export class Rebind {
  readonly #deps: RebindDeps;

  constructor(deps: RebindDeps) {
    this.#deps = deps;
  }

  /** Where the jobs of a place that disappeared may move. */
  async offer(from: SessionKey, actor: Actor): Promise<Offered | NotDone> {
    const place = await this.#lostPlace(from, actor);
    if (!('because' in place)) return place;
    const offers = await this.#offers(actor, place);
    const places = offers.filter(({ value }) => !place.family.some((key) => key === value));
    const held = await this.#rightsThere(place, actor);
    // People who may manage jobs in a place may move there the jobs that they decide about.
    const rights: KnownRights = held !== 'unknowable' && places.length > 0 ? ['jobs', ...held] : held;
    const sorted = await this.#sort(place, actor, rights);
    return sorted.kind === 'sorted' ? { kind: 'offered', jobs: sorted.theirs.length, places } : sorted;
  }

  /** Bind them to another place. Those paused by the disappearance run there. */
  async move(from: SessionKey, to: SessionKey, actor: Actor): Promise<Moved | NotDone> {
    const place = await this.#lostPlace(from, actor);
    if (!('because' in place)) return place;
    const rights = await this.#rightsAt(to, actor);
    if (!rights.includes('jobs') && !rights.includes('desk')) return { kind: 'not allowed' };
    const target = await this.#target(to, place, actor);
    if (!target) return { kind: 'no such place' };
    if (target.origin.guildId !== place.origin.guildId) return { kind: 'other server' };
    const sorted = await this.#sort(place, actor, rights);
    if (sorted.kind !== 'sorted') return sorted;
    const because = new Map<string, CronError>();
    const jobs: Job[] = [];
    for (const job of sorted.theirs) jobs.push(await this.#rebind(job, place, to, because));
    return { kind: 'moved', to: target, jobs, because, left: sorted.left };
  }

  /** Remove them. */
  async drop(from: SessionKey, actor: Actor): Promise<Dropped | NotDone> {
    const place = await this.#lostPlace(from, actor);
    if (!('because' in place)) return place;
    const sorted = await this.#sort(place, actor, await this.#rightsThere(place, actor));
    if (sorted.kind !== 'sorted') return sorted;
    const jobs: Job[] = [];
    for (const job of sorted.theirs)
      if (await this.#deps.cron.remove(job.id, { by: actor.name })) jobs.push(job);
    // Another press was faster.
    return jobs.length > 0 ? { kind: 'dropped', jobs, left: sorted.left } : { kind: 'nothing left' };
  }

  async #rebind(job: Job, place: GonePlace, to: SessionKey, because: Map<string, CronError>): Promise<Job> {
    const { cron } = this.#deps;
    const payload = { sessionKey: to };
    if (job.state.pausedBecause !== place.because) return cron.update(job.id, { payload });
    try {
      return await cron.update(job.id, { payload, enabled: true });
    } catch (error) {
      if (!(error instanceof CronError)) throw error;
      // It can't run any more, for example because its time has passed: it is moved and stays paused.
      because.set(job.id, error);
      return cron.update(job.id, { payload });
    }
  }

  async #lostPlace(from: SessionKey, actor: Actor): Promise<GonePlace | NotDone> {
    const place = await this.#deps.places.find(from);
    if (!place) return { kind: 'nothing left' };
    return actor.guild === undefined || actor.guild === place.origin.guildId
      ? place
      : { kind: 'other server' };
  }

  async #sort(place: GonePlace, actor: Actor, rights: KnownRights): Promise<Sorted | NotDone> {
    const all = await jobsOf(this.#deps.cron, place.family);
    const untouched = all.filter((job) => !job.enabled && job.updatedAtMs <= place.atMs && !isProtected(job));
    if (untouched.length === 0) return { kind: 'nothing left' };
    const theirs = untouched.filter((job) => mayDecide(job, actor, rights));
    if (theirs.length === 0) return { kind: 'not allowed' };
    return { kind: 'sorted', theirs, left: all.filter((job) => !theirs.includes(job)) };
  }

  /** Notices are pressed later and elsewhere, so the platform's current state counts. */
  async #rightsThere({ key, origin }: GonePlace, actor: Actor): Promise<KnownRights> {
    const { guildId } = origin;
    if (actor.kind !== 'person') return actor.rights;
    // The platform has just reported these rights, for the whole server.
    if (actor.rights.includes('desk') && actor.guild !== undefined && actor.guild === guildId)
      return actor.rights;
    const there = await this.#rightsAt(key, actor);
    if (there.length > 0 || guildId === undefined) return there;
    const platform = this.#deps.platform();
    return platform ? ((await platform.rightsOn(actor, guildId)) ?? 'unknowable') : [];
  }

  async #rightsAt(session: SessionKey, actor: Actor): Promise<readonly Right[]> {
    if (actor.kind !== 'person') return actor.rights;
    return (await this.#deps.platform()?.rightsAt(actor, session)) ?? [];
  }

  /** A place that jobs can be bound to. An offered place that the desk doesn't know yet is opened. */
  async #target(to: SessionKey, from: GonePlace, actor: Actor): Promise<SessionInfo | undefined> {
    const { sessions, places, clock } = this.#deps;
    const { guildId } = from.origin;
    if ((await places.isDeleting(to)) || (await places.find(to))) return undefined;
    const known = await sessions.get(to);
    if (known?.origin.guildId !== undefined || guildId === undefined) return known;
    const offered = (await this.#offers(actor, from)).find(({ value }) => value === to);
    if (!offered) return known;
    const origin = {
      kind: 'channel',
      ...known?.origin,
      channel: channelOf(to),
      chatId: chatIdOf(to),
      guildId,
    } as const;
    await sessions.open({ key: to, origin, title: offered.name }, clock.now());
    const opened = await sessions.get(to);
    return opened && { ...opened, origin };
  }

  async #offers(actor: Actor, { key, origin }: GonePlace): Promise<readonly OfferedPlace[]> {
    const { guildId } = origin;
    return guildId === undefined ? [] : ((await this.#deps.platform()?.offers(actor, guildId, key)) ?? []);
  }
}

function mayDecide({ createdBy }: Job, actor: Actor, rights: KnownRights): boolean {
  if (rights !== 'unknowable') {
    if (rights.includes('desk')) return true;
    if (!rights.includes('jobs')) return false;
  }
  const isByPerson = createdBy?.kind === 'person' || createdBy?.kind === 'agent';
  if (!isByPerson || createdBy.id === undefined) return rights !== 'unknowable';
  return createdBy.id === actor.id;
}
