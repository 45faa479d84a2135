/** What a bot without the MessageContent intent reads: own, direct and mentioning messages only; the rest is blank. */
import type { APIMessage } from 'discord-api-types/v10';

/** The message with its contents taken out where the bot may not read them. */
export function blanked<M extends APIMessage>(message: M, botId: string, isDirect: boolean): M {
  const isReadable =
    isDirect || message.author.id === botId || message.mentions.some(({ id }) => id === botId);
  const referenced = message.referenced_message;
  return {
    ...message,
    ...(!isReadable && { content: '', embeds: [], attachments: [], components: [] }),
    ...(referenced && { referenced_message: blanked(referenced, botId, isDirect) }),
  };
}
