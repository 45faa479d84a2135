/**
 * Who may see a newsletter, and who may act on it. Servers hear nothing of each other, and direct messages nothing of
 * servers. In a server those see it who see its chat, and those act on it who manage that chat.
 */
import type { Actor } from '../sessions/actor.ts';
import type { GuildOf } from '../sessions/guilds.ts';
import type { SessionKey } from '../sessions/key.ts';
import { hasServers } from '../sessions/traits-of.ts';

/** Who asks, and in which chat, where it is in one. */
export interface Viewer {
  readonly actor: Pick<Actor, 'guild'> & Partial<Actor>;
  readonly session?: SessionKey | undefined;
}

type PlacesOf = (actor: Actor, places: readonly SessionKey[]) => Promise<ReadonlySet<SessionKey>>;

export interface Reach {
  readonly guildOf: GuildOf;
  /** Those of the places that somebody can see; absent where no platform knows. */
  readonly sees?: PlacesOf | undefined;
  /** Those that somebody can see and where they may manage jobs. */
  readonly manages?: PlacesOf | undefined;
}

/** The operator sees all: without a chat, where chats have no servers, and by right. */
export async function maySee(viewer: Viewer, place: SessionKey, { guildOf, sees }: Reach): Promise<boolean> {
  const { actor, session } = viewer;
  const { guild, rights = [] } = actor;
  if (place === session) return true;
  if (guild === undefined) {
    if (session === undefined || !hasServers(session) || rights.includes('desk')) return true;
    return isOf(await guildOf(session), place, guildOf);
  }
  return (await isOf(guild, place, guildOf)) && isAmong(viewer, place, sees);
}

/** Of somebody who may see it, and may act in the chat where they ask. */
export async function mayAct(viewer: Viewer, place: SessionKey, { manages }: Reach): Promise<boolean> {
  return place === viewer.session || isAmong(viewer, place, manages);
}

/** The first of the viewer's own chat, else the first that they may see. */
export async function firstSeen<One extends { readonly place: SessionKey }>(
  all: readonly One[],
  viewer: Viewer,
  reach: Reach,
): Promise<One | undefined> {
  const own = all.find(({ place }) => place === viewer.session);
  if (own) return own;
  const hidden = new Set<SessionKey>();
  for (const one of all) {
    if (hidden.has(one.place)) continue;
    if (await maySee(viewer, one.place, reach)) return one;
    hidden.add(one.place);
  }
  return undefined;
}

/** The operator, and who manages the server, have all of its places. */
async function isAmong({ actor }: Viewer, place: SessionKey, of: PlacesOf | undefined): Promise<boolean> {
  const { guild, rights = [] } = actor;
  if (guild === undefined || rights.includes('desk') || of === undefined) return true;
  return (await of({ kind: 'person', name: '', ...actor, rights }, [place])).has(place);
}

async function isOf(guild: string | undefined, place: SessionKey, guildOf: GuildOf): Promise<boolean> {
  return guild !== undefined && (await guildOf(place)) === guild;
}
