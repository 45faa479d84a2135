import type { Destination } from './cron-deps.ts';
import { may } from '../sessions/actor.ts';
import type { Actor } from '../sessions/actor.ts';
import { channelOf } from '../sessions/key.ts';
import type { SessionKey } from '../sessions/key.ts';
import { chatChannels, chatWritten, isChat } from '../sessions/traits-of.ts';
import type { SessionIndex } from '../sessions/session-index.ts';
import type { Transcripts } from '../sessions/transcripts.ts';

type Sessions = Pick<SessionIndex, 'get' | 'list' | 'lastSpokenIn'>;

interface DestinationDeps {
  readonly mainSession: SessionKey;
  readonly stores: { readonly sessions: Sessions; readonly transcripts: Pick<Transcripts, 'backwards'> };
  /** Bring a session's transcript up to date. */
  readonly flush: (session: SessionKey) => Promise<void>;
}

/**
 * The session of a delivery. `last` is the main session if a person wrote there; if the main session is not a chat,
 * it is the chat in which somebody with the right to the whole desk wrote last. Such a job is the operator's, and may tell
 * of everything: its answer follows neither a member into their channel, nor anybody into their direct messages.
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
    const known = await sessionMeant(provider, to, stores.sessions);
    return known ?? { because: `there is no session ${provider}:${to} to deliver to` };
  }
  if (!isChat(mainSession)) {
    const known = await stores.sessions.list();
    const servers = new Set(known.flatMap(({ origin: { guildId } }) => guildId ?? []));
    // On one of several servers the right ends with that server.
    const counts = (actor: Actor) => may(actor, 'desk') && (actor.guild === undefined || servers.size < 2);
    const key = await stores.sessions.lastSpokenIn(chatChannels(), counts);
    return key === undefined ? NOBODY : { key };
  }
  await flush(mainSession);
  for await (const entry of stores.transcripts.backwards(mainSession))
    if (entry.role === 'user' && entry.author !== undefined) return { key: mainSession };
  return NOBODY;
}

const NOBODY: Destination = {
  because:
    'there is nobody to deliver to yet: nobody with the right to the whole desk has written to it where its main session is; name provider and to',
};

/** By its id as the channel shows it, or by its name there (`#news`) if that is unique. */
async function sessionMeant(channel: string, written: string, sessions: Sessions) {
  const key = chatWritten(channel, written);
  const known = key && (await sessions.get(key));
  if (known || !written.startsWith('#')) return known;
  const named = (await sessions.list()).filter(
    ({ key: other, title }) => channelOf(other) === channel && title === written,
  );
  return named.length === 1 ? named[0] : undefined;
}
