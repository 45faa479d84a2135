import type { Message } from 'discord.js';
import type { Place } from './place.ts';

/** A role or everyone is called, whether or not that pings them. */
const TO_MANY = /@(?:everyone|here)\b|<@&\d+>/u;

/**
 * Whether a person's message is for the desk: it is mentioned or replied to, or it is written in a direct message
 * or in one of the desk's own threads. There, what people write to each other is theirs: a reply to somebody
 * else, or a mention of somebody else, of a role or of everyone, and not of the desk.
 */
export function isAddressed(message: Message, place: Place, me: string): boolean {
  const { users, roles, repliedUser } = message.mentions;
  if (place.origin.kind === 'dm' || repliedUser?.id === me) return true;
  if (users.has(me) || roles.some((role) => role.tags?.botId === me)) return true;
  const toSomebodyElse = repliedUser !== null || users.size > 0 || TO_MANY.test(message.content);
  return place.own && !toSomebodyElse;
}
