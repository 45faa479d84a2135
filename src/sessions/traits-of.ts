/** Questions about the channel that a session is in. */
import { allChannels, channelNamed } from './channel-traits.ts';
import type { ChannelTraits } from './channel-traits.ts';
import { channelOf, chatIdOf, keyOf, sessionKey } from './key.ts';
import type { Channel, SessionKey } from './key.ts';

/** Undefined for sessions that are not chats: the desk's own, isolated jobs, workers. */
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

/** The session of the thread on a message, where its key can be derived. */
export function threadOn(session: SessionKey, message: string): SessionKey | undefined {
  const traits = traitsOf(session);
  return traits?.has.threadsOfMessages ? keyOf(traits.name, message) : undefined;
}

const LONGEST_MESSAGE = 2_000;
const ROOM = 0.95;

/**
 * The most characters that the desk puts into a message there: less than the platform's limit, because the platform
 * adds some and long messages are hard to read.
 */
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

/** The chat that a person refers to: by its id, or in its channel's form. */
export function chatWritten(channel: string, written: string): SessionKey | undefined {
  return keyOf(channel, channelNamed(channel)?.ids.read?.(written.trim()) ?? written);
}

/** The channel that ids without a channel's name belong to. */
export function bareIds(): ChannelTraits | undefined {
  return allChannels().find(({ ownsBareIds }) => ownsBareIds);
}

/** The prefixes of keys, in words: "console: and terminal:". */
export function prefixes(channels: readonly ChannelTraits[] = allChannels()): string {
  const names = channels.map(({ name }) => `${name}:`);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** What in a text would notify people on any channel; undefined where nothing does. */
export function callOf(text: string): string | undefined {
  return allChannels().find(({ calls }) => calls?.form.test(text))?.calls?.says;
}
