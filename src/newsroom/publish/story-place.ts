/**
 * Where a story is posted: the channel that the edition names for it, else the desk channel that ordered it.
 *
 * A story is never lost for want of a place: a channel that is gone, or that its platform has not told of yet, leaves
 * it in the desk channel. And servers stay apart: a desk that somebody set up in one server posts to no other; only
 * the edition's own desk, which its operator has named, may.
 */
import type { SessionKey } from '../../sessions/key.ts';
import { hasServers } from '../../sessions/traits-of.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import { deskChannel, storyChannel } from '../edition/edition-channels.ts';
import type { Edition } from '../edition/edition.ts';

export interface StoryPlace {
  readonly session: SessionKey;
  /** Each story is a post of its own; else it is a message with a thread on it. */
  readonly isForum: boolean;
  /** Why it isn't the channel that the edition names. */
  readonly because?: string;
}

/** The server that a session belongs to; undefined for those of no server, and those that nobody knows. */
export type GuildOf = (session: SessionKey) => Promise<string | undefined>;

interface Places {
  readonly edition: Pick<Edition, 'desk' | 'categories'>;
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly guildOf: GuildOf;
}

/** Where a story goes: the channel of its category, or the desk's where that one cannot take it, with the reason. */
export async function placeOfStory(category: string, desk: SessionKey, places: Places): Promise<StoryPlace> {
  const named = storyChannel(places.edition, category);
  const because = named === undefined || named === desk ? undefined : await objectionTo(named, desk, places);
  const session = named === undefined || because !== undefined ? desk : named;
  const kind = (await places.sessions.get(session))?.origin.kind;
  return { session, isForum: kind === 'forum', ...(because !== undefined && { because }) };
}

async function objectionTo(
  named: SessionKey,
  desk: SessionKey,
  { edition, sessions, guildOf }: Places,
): Promise<string | undefined> {
  const known = await sessions.get(named);
  if (!known) return `${named} is gone`;
  // Only its platform knows whether it takes messages or posts of a forum.
  if (known.origin.kind === undefined) return `nothing is known of ${named} yet`;
  if (desk === deskChannel(edition) || !hasServers(desk)) return undefined;
  return (await guildOf(desk)) === (await guildOf(named)) ? undefined : `${named} is in another server`;
}
