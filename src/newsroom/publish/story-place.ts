/**
 * Where a story is posted: the channel that the edition names for it, or else the desk channel that ordered it.
 *
 * No story is lost for want of a channel: if the channel is gone or still unknown, the desk channel is used. Servers
 * stay separate: only the edition's own desk channel may post to another server, because the operator configured
 * that.
 */
import type { SessionKey } from '../../sessions/key.ts';
import { hasServers } from '../../sessions/traits-of.ts';
import type { SessionIndex } from '../../sessions/session-index.ts';
import { deskChannel, storyChannel } from '../edition/edition-channels.ts';
import type { Edition } from '../edition/edition.ts';

export interface StoryPlace {
  readonly session: SessionKey;
  /** Whether each story is a forum post; otherwise it is a message with a thread. */
  readonly isForum: boolean;
  /** Why it isn't the channel that the edition names. */
  readonly because?: string;
}

/** The server of a session; undefined when it has none or it isn't known. */
export type GuildOf = (session: SessionKey) => Promise<string | undefined>;

interface Places {
  readonly edition: Pick<Edition, 'desk' | 'categories'>;
  readonly sessions: Pick<SessionIndex, 'get'>;
  readonly guildOf: GuildOf;
}

/** The channel for a story's category, or the desk channel with the reason why that one can't be used. */
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
  // Only its platform knows whether it takes messages or forum posts.
  if (known.origin.kind === undefined) return `nothing is known of ${named} yet`;
  if (desk === deskChannel(edition) || !hasServers(desk)) return undefined;
  const guild = await guildOf(desk);
  // What is ordered in a direct message is on no server.
  const isSame = guild !== undefined && guild === (await guildOf(named));
  return isSame ? undefined : `${named} is in another server`;
}
