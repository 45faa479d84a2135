import { InteractionType, MessageFlags, MessageType, type APIMessage } from 'discord-api-types/v10';
import type { SentFile } from './call.ts';
import { checkDraft, composeMessage, type MessageBody } from './compose-message.ts';
import type { Interaction } from './interaction.ts';
import { keep, recordPings } from './messages.ts';
import type { Realm } from './realm.ts';

/** Write an answer; an ephemeral one stands in no history and nobody else hears of it. */
export function writeAnswer(
  realm: Realm,
  interaction: Interaction,
  body: MessageBody,
  files: readonly SentFile[],
): APIMessage {
  const { world } = realm;
  const { person, channel } = interaction;
  const isFirst = interaction.original === undefined;
  const user = { id: interaction.id, type: interaction.type, user: person };
  const given = {
    type:
      interaction.type === InteractionType.ApplicationCommand && isFirst
        ? MessageType.ChatInputCommand
        : MessageType.Default,
    webhook_id: world.application.id,
    application_id: world.application.id,
    interaction_metadata: { ...user, authorizing_integration_owners: {} },
    ...(interaction.name !== undefined && { interaction: { ...user, name: interaction.name } }),
  } as Partial<APIMessage>;
  if (!((body.flags ?? 0) & MessageFlags.Loading)) checkDraft({ author: world.bot, body, files });
  const { message, mentions } = composeMessage(realm, { channel, author: world.bot, body, files, given });
  interaction.messages.set(message.id, message);
  if ((message.flags ?? 0) & MessageFlags.Ephemeral) return message;
  keep(realm, channel, message);
  recordPings(realm, message, mentions);
  return message;
}
