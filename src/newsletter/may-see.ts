/** Who may see a newsletter: servers hear nothing of each other, and direct messages nothing of servers. */
import type { Actor } from '../sessions/actor.ts';
import type { GuildOf } from '../sessions/guilds.ts';
import type { SessionKey } from '../sessions/key.ts';
import { hasServers } from '../sessions/traits-of.ts';

/** Who asks, and in which chat, where it is in one. */
export interface Viewer {
  readonly actor: Pick<Actor, 'guild'> & Partial<Pick<Actor, 'rights'>>;
  readonly session?: SessionKey | undefined;
}

/** The operator sees all: without a chat, where chats have no servers, and by right. */
export async function maySee(
  { actor: { guild, rights = [] }, session }: Viewer,
  place: SessionKey,
  guildOf: GuildOf,
): Promise<boolean> {
  if (place === session) return true;
  if (guild === undefined) {
    if (session === undefined || !hasServers(session) || rights.includes('desk')) return true;
    return isOf(await guildOf(session), place, guildOf);
  }
  return isOf(guild, place, guildOf);
}

async function isOf(guild: string | undefined, place: SessionKey, guildOf: GuildOf): Promise<boolean> {
  return guild !== undefined && (await guildOf(place)) === guild;
}
