/**
 * Which desk channel a conversation may ask about. A story's thread is about the desk channel that ordered the story.
 * That channel may be private although the thread is not: whoever can't see it is told only of what is shown in the
 * thread's own channel.
 */
import type { StoryBook } from '../model/story-book.ts';
import { may } from '../../sessions/actor.ts';
import type { Actor, Asker } from '../../sessions/actor.ts';
import type { GuildOf } from '../../sessions/guilds.ts';
import type { SessionKey } from '../../sessions/key.ts';
import { hasServers } from '../../sessions/traits-of.ts';

export interface DeskReach {
  readonly stories: Pick<StoryBook, 'ofThread'>;
  readonly guildOf: GuildOf;
  /** Those of the sessions whose places somebody can see. */
  readonly sees: (actor: Actor, sessions: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;
}

/** Without a platform nobody is known to see a place. */
export const seesNone: DeskReach['sees'] = async () => new Set();

/**
 * The channel whose stories a conversation is about: itself; in a story's thread its desk channel if the asker sees
 * that, otherwise the channel where it is posted.
 */
export async function deskHere(deps: DeskReach, asker: Asker): Promise<SessionKey> {
  const own = await deps.stories.ofThread(asker.session);
  if (!own) return asker.session;
  const isSeen = own.desk === own.place || (await seesDesk(deps, asker, own.desk));
  return isSeen ? own.desk : own.place;
}

/** Whether somebody may know what a desk channel has not posted. The operator, and who manages its server, always. */
export async function seesDesk(
  { guildOf, sees }: Omit<DeskReach, 'stories'>,
  { session, actor }: Asker,
  desk: SessionKey,
): Promise<boolean> {
  if (desk === session) return true;
  if (actor.guild === undefined && (may(actor, 'desk') || !hasServers(session))) return true;
  // A desk such as the console's is no channel that somebody there could see: who manages the thread's own may know.
  if (!hasServers(desk)) return may(actor, 'jobs');
  if (may(actor, 'desk') && (await guildOf(desk)) === actor.guild) return true;
  return (await sees(actor, [desk])).has(desk);
}
