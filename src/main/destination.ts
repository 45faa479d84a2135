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
 * main session is no chat, it is the chat in which a person wrote last.
 */
export async function destinationOf(
  provider: string,
  to: string | undefined,
  deps: DestinationDeps,
): Promise<SessionKey | undefined> {
  const { mainSession, stores, flush } = deps;
  if (provider !== 'last')
    return to === undefined ? undefined : (await knownSession(`${provider}:${to}`, stores.sessions))?.key;
  if (!CHATS.includes(channelOf(mainSession))) return stores.sessions.lastSpokenIn(CHATS);
  await flush(mainSession);
  for await (const entry of stores.transcripts.backwards(mainSession))
    if (entry.role === 'user' && entry.author !== undefined) return mainSession;
  return undefined;
}

async function knownSession(key: string, sessions: Stores['sessions']) {
  try {
    return await sessions.get(parseSessionKey(key));
  } catch {
    return undefined; // no key at all
  }
}
