import type { Actor, Right } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';

/** Questions to the platform of a place. Each answer is empty where it can't be known now. */
export interface PlacePlatform {
  /**
   * The places of a server where this person may manage jobs and the desk can post: first those near the place that
   * the jobs come from, then those with jobs, each by name.
   */
  offers(actor: Actor, guildId: string, from: SessionKey): Promise<readonly OfferedPlace[]>;
  /**
   * A person's current rights in a place: at least `talk` for members of its server. Empty where the place can't be
   * seen.
   */
  rightsAt(actor: Actor, session: SessionKey): Promise<readonly Right[]>;
  /**
   * A person's current rights anywhere on a server; empty for people who aren't on it. Undefined where the desk
   * itself is no longer on it, because nobody can say.
   */
  rightsOn(actor: Actor, guildId: string): Promise<readonly Right[] | undefined>;
}

/** Those of the sessions whose places somebody can see on their platform, as far as that is known now. */
export type SeesPlaces = (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;

export interface OfferedPlace {
  readonly name: string;
  /** A session key. */
  readonly value: string | number;
}
