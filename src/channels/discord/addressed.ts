import type { Message } from 'discord.js';
import type { Place } from './place.ts';

/** A mention of a role or of everyone, whether or not it notifies them. */
const TO_MANY = /@(?:everyone|here)\b|<@&\d+>/u;

/** Whether it mentions the desk, by its name or its role. */
export function isCalled({ mentions: { users, roles } }: Message, me: string): boolean {
  return users.has(me) || roles.some((role) => role.tags?.botId === me);
}

/**
 * Whether a person's message is for the desk: it mentions or replies to the desk, or it is in a direct message or
 * in one of the desk's own threads. In a thread, a message that replies to or mentions somebody else, a role or
 * everyone, and not the desk, is not for the desk.
 */
export function isAddressed(message: Message, place: Place, me: string): boolean {
  const { author, content, mentions } = message;
  const { users, repliedUser } = mentions;
  if (place.origin.kind === 'dm' || repliedUser?.id === me) return true;
  if (isCalled(message, me)) return true;
  const isOther = ({ id }: { readonly id: string }) => id !== author.id;
  const toSomebodyElse =
    (repliedUser !== null && isOther(repliedUser)) || users.some(isOther) || TO_MANY.test(content);
  return place.own && !toSomebodyElse;
}
