import type { Destination } from '../cron/cron-deps.ts';
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
): Promise<Destination> {
  const { mainSession, stores, flush } = deps;
  if (provider !== 'last') {
    if (to === undefined || to === '')
      return { because: `a delivery by ${provider} needs "to": the channel or the chat that it goes to` };
    const known = await knownSession(`${provider}:${to}`, stores.sessions);
    return known ?? { because: `there is no session ${provider}:${to} to deliver to` };
  }
  if (!CHATS.includes(channelOf(mainSession))) {
    const key = await stores.sessions.lastSpokenIn(CHATS);
    return key === undefined ? NOBODY : { key };
  }
  await flush(mainSession);
  for await (const entry of stores.transcripts.backwards(mainSession))
    if (entry.role === 'user' && entry.author !== undefined) return { key: mainSession };
  return NOBODY;
}

const NOBODY: Destination = {
  because:
    'there is nobody to deliver to yet: no person has written to the desk where its main session is; name provider and to',
};

async function knownSession(key: string, sessions: Stores['sessions']) {
  try {
    return await sessions.get(parseSessionKey(key));
  } catch {
    return undefined; // no key at all
  }
}
