import type { Actor, Right } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';

/** What has to be asked of the platform where places are. Each answers with nothing where it can't be known now. */
export interface PlacePlatform {
  /**
   * The places of a server where this person may manage jobs and the desk can post: what was beside the place that the
   * jobs come from first, then those that have jobs, each by name.
   */
  offers(actor: Actor, guildId: string, from: SessionKey): Promise<readonly OfferedPlace[]>;
  /**
   * What this person may do in a place, as of now: at least `talk` for those who are on its server. Nothing where the
   * place can't be seen.
   */
  rightsAt(actor: Actor, session: SessionKey): Promise<readonly Right[]>;
  /**
   * What this person may do somewhere on a server, as of now; nothing for those who are not on it. Undefined where the
   * desk itself is no longer on it: then nobody can say.
   */
  rightsOn(actor: Actor, guildId: string): Promise<readonly Right[] | undefined>;
}

/** Those of the sessions whose places somebody can see on their platform, as far as that can be known now. */
export type SeesPlaces = (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;

export interface OfferedPlace {
  readonly name: string;
  /** A session key. */
  readonly value: string | number;
}
