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
 * it is the chat in which the operator wrote last, or on the desk's only server somebody who may manage jobs. Such a job may
 * tell of everything: its answer follows neither a member into their channel, nor anybody into their direct messages.
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
    // A right that was given on a server ends with it.
    const counts = (actor: Actor) =>
      actor.guild === undefined ? may(actor, 'desk') : servers.size < 2 && may(actor, 'jobs');
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
    'there is nobody to deliver to yet: neither its operator nor anybody who may manage jobs has written to it where its main session is; name provider and to',
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
