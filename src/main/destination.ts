import type { Destination } from '../cron/cron-house.ts';
import { channelOf, parseSessionKey } from '../sessions/key.ts';
import type { Channel, SessionKey } from '../sessions/key.ts';
import type { Stores } from './stores.ts';

interface DestinationDeps {
  readonly mainSession: SessionKey;
  readonly stores: Pick<Stores, 'sessions' | 'transcripts'>;
  /** Bring a session's transcript up to what was said. */
  readonly flush: (session: SessionKey) => Promise<void>;
}

/** Where people write and can be written to. */
const CHATS: readonly Channel[] = ['discord', 'console', 'terminal'];

/**
 * Where a delivery goes: to a session that there is. `last` is the main session, once a person wrote there; where the
 * main session is no chat, it is the chat in which a person wrote last, unless that could be another server's.
 */
export async function destinationOf(
  provider: string,
  to: string | undefined,
  deps: DestinationDeps,
): Promise<Destination> {
  const { mainSession, stores, flush } = deps;
  if (provider !== 'last') {
    if (to === undefined || to === '')
      return { because: `a delivery by ${provider} needs "to": the channel or the chat that it goes to` };
    const known = await knownSession(`${provider}:${to}`, stores.sessions);
    return known ?? { because: `there is no session ${provider}:${to} to deliver to` };
  }
  if (!CHATS.includes(channelOf(mainSession))) return lastSpoken(stores.sessions);
  await flush(mainSession);
  for await (const entry of stores.transcripts.backwards(mainSession))
    if (entry.role === 'user' && entry.author !== undefined) return { key: mainSession };
  return NOBODY;
}

/** What is said on one server of Discord is no other's business: with several, `last` names none of them. */
async function lastSpoken(sessions: Stores['sessions']): Promise<Destination> {
  const key = await sessions.lastSpokenIn(CHATS);
  if (key === undefined) return NOBODY;
  if (channelOf(key) !== 'discord') return { key };
  const servers = (await sessions.list()).map(({ origin }) => origin.guildId);
  return new Set(servers.filter((guild) => guild !== undefined)).size > 1 ? SEVERAL : { key };
}

const NOBODY: Destination = {
  because:
    'there is nobody to deliver to yet: no person has written to the desk where its main session is; name provider and to',
};
const SEVERAL: Destination = {
  because:
    'the desk is on several servers, and its main session is in none of them: nobody can say whose last person is meant; name provider and to',
};

async function knownSession(key: string, sessions: Stores['sessions']) {
  try {
    return await sessions.get(parseSessionKey(key));
  } catch {
    return undefined; // no key at all
  }
}
