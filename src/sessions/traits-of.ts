/** What the rooms ask of the channel that a session is in. */
import { allChannels, channelNamed } from './channel-traits.ts';
import type { ChannelTraits } from './channel-traits.ts';
import { channelOf, chatIdOf, keyOf, sessionKey } from './key.ts';
import type { Channel, SessionKey } from './key.ts';

/** Undefined for what is no chat: the desk's own session, isolated jobs, workers. */
export function traitsOf(session: SessionKey): ChannelTraits | undefined {
  return channelNamed(channelOf(session));
}

/** Whether people talk there. */
export function isChat(session: SessionKey): boolean {
  return traitsOf(session) !== undefined;
}

/** The channels where people talk. */
export function chatChannels(): Channel[] {
  return allChannels().map(({ name }) => name);
}

/** Whether the session's channel has servers (guilds); false for sessions without a channel. */
export function hasServers(session: SessionKey): boolean {
  return traitsOf(session)?.has.servers ?? false;
}

/** The session as a link in its channel's texts; undefined where they have none. */
export function linkTo(session: SessionKey): string | undefined {
  return traitsOf(session)?.writes.chat?.(chatIdOf(session));
}

/** The thread that hangs on a message of a session's channel, where that can be known. */
export function threadOn(session: SessionKey, message: string): SessionKey | undefined {
  const traits = traitsOf(session);
  return traits?.has.threadsOfMessages ? keyOf(traits.name, message) : undefined;
}

const LONGEST_MESSAGE = 2_000;
const ROOM = 0.95;

/** The most characters that the desk puts into a message there: a platform adds some, and nobody likes longer ones. */
export function roomIn(session: SessionKey): number {
  return Math.floor(ROOM * Math.min(traitsOf(session)?.limits.message ?? LONGEST_MESSAGE, LONGEST_MESSAGE));
}

/** The chat that an edition or another program names: by a key, or by an id alone. */
export function chatNamed(written: string): SessionKey | undefined {
  const colon = written.indexOf(':');
  const id = written.slice(colon + 1);
  const traits = colon < 0 ? bareIds() : channelNamed(written.slice(0, colon));
  return traits?.ids.named?.form.test(id) ? sessionKey(traits.name, id) : undefined;
}

/** The chat that a person means by what they write: its id, or as its channel shows it. */
export function chatWritten(channel: string, written: string): SessionKey | undefined {
  return keyOf(channel, channelNamed(channel)?.ids.read?.(written.trim()) ?? written);
}

/** Whose ids those are that name no channel. */
export function bareIds(): ChannelTraits | undefined {
  return allChannels().find(({ ownsBareIds }) => ownsBareIds);
}

/** The prefixes of keys, in words: "console: and terminal:". */
export function prefixes(channels: readonly ChannelTraits[] = allChannels()): string {
  const names = channels.map(({ name }) => `${name}:`);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** How a text calls people on one of the channels; undefined where it calls nobody. */
export function callOf(text: string): string | undefined {
  return allChannels().find(({ calls }) => calls?.form.test(text))?.calls?.says;
}
