/** Finds the server (guild) that a session is in. */
import { parseSessionKey } from './key.ts';
import type { SessionKey } from './key.ts';
import type { SessionIndex } from './session-index.ts';

/** The server that a session belongs to; undefined if it has none or it isn't known. */
export type GuildOf = (session: SessionKey) => Promise<string | undefined>;

/** A thread without a recorded server is in its parent's. */
const DEEPEST = 4;

/** Looks servers up in the session index, through the parents of threads. */
export function guildsIn(sessions: Pick<SessionIndex, 'get'>): GuildOf {
  return async (session) => {
    let key: SessionKey | undefined = session;
    for (let depth = 0; key !== undefined && depth < DEEPEST; depth++) {
      const origin: { guildId?: string; parent?: string } | undefined = (await sessions.get(key))?.origin;
      if (origin?.guildId !== undefined) return origin.guildId;
      key = origin?.parent === undefined ? undefined : parseSessionKey(origin.parent);
    }
    return undefined;
  };
}
