/** The bot's first answer to an interaction, due within `acknowledgeMs`. */
import {
  InteractionResponseType as Response,
  InteractionType,
  MessageFlags,
  type APIInteractionResponse,
  type APIMessage,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { writeAnswer } from '../answer.ts';
import type { Call, SentFile } from '../call.ts';
import type { MessageBody } from '../compose-message.ts';
import { invalidForm, refusal } from '../discord-error.ts';
import type { Interaction } from '../interaction.ts';
import { editMessage } from '../messages.ts';
import { checkModal } from '../modal.ts';
import type { Realm } from '../realm.ts';
import { route } from '../router.ts';

export const interactionRoutes = [
  route('POST /interactions/:interaction/:token/callback', callback, { open: true }),
];

function callback(realm: Realm, call: Call): unknown {
  const interaction = realm.interactions.get(call.part('token'));
  if (!interaction || interaction.id !== call.part('interaction')) throw refusal('unknownInteraction');
  const afterMs = realm.now() - interaction.atMs;
  if (interaction.response !== undefined) throw refusal('alreadyAcknowledged');
  if (afterMs > realm.acknowledgeMs) {
    interaction.refuse(afterMs);
    throw refusal('unknownInteraction');
  }
  const answer = call.body as unknown as APIInteractionResponse;
  const message = answered(realm, interaction, answer, { files: call.files, afterMs });
  if (call.query.get('with_response') !== 'true') return undefined;
  return {
    interaction: {
      id: interaction.id,
      type: interaction.type,
      response_message_id: message?.id,
      response_message_loading: interaction.isLoading,
      response_message_ephemeral: Boolean((message?.flags ?? 0) & MessageFlags.Ephemeral),
    },
    resource: { type: answer.type, ...(message && { message }) },
  };
}

/** Do what the answer says, and tell the person. */
function answered(
  realm: Realm,
  interaction: Interaction,
  answer: APIInteractionResponse,
  { files, afterMs }: { files: readonly SentFile[]; afterMs: number },
): APIMessage | undefined {
  const data = ('data' in answer ? answer.data : undefined) ?? {};
  const body = data as MessageBody;
  switch (answer.type) {
    case Response.ChannelMessageWithSource: {
      interaction.original = writeAnswer(realm, interaction, body, files);
      break;
    }
    case Response.DeferredChannelMessageWithSource: {
      const flags = (body.flags ?? 0) | MessageFlags.Loading;
      interaction.original = writeAnswer(realm, interaction, { flags }, []);
      break;
    }
    case Response.UpdateMessage:
    case Response.DeferredMessageUpdate: {
      if (!interaction.source)
        throw invalidForm('type', 'INTERACTION_TYPE_INVALID', 'There is no message to update.');
      if (isGone(interaction, interaction.source)) throw refusal('unknownMessage');
      if (answer.type === Response.UpdateMessage) {
        editMessage(realm, interaction.channel, interaction.source, body, files);
      }
      interaction.original = interaction.source;
      interaction.messages.set(interaction.source.id, interaction.source);
      break;
    }
    case Response.ApplicationCommandAutocompleteResult: {
      const choices = 'choices' in data ? (data.choices ?? []) : [];
      if (interaction.type !== InteractionType.ApplicationCommandAutocomplete) throw wrongType();
      if (choices.length > 25) {
        throw invalidForm('data.choices', 'BASE_TYPE_MAX_LENGTH', 'Must be 25 or fewer in length.');
      }
      interaction.acknowledge(answer.type, afterMs, { choices });
      return undefined;
    }
    case Response.Modal: {
      if (interaction.type === InteractionType.ModalSubmit) throw wrongType();
      const modal = data as APIModalInteractionResponseCallbackData;
      checkModal(modal);
      interaction.acknowledge(answer.type, afterMs, { modal });
      return undefined;
    }
    default:
      throw wrongType();
  }
  interaction.acknowledge(answer.type, afterMs, { message: interaction.original });
  return interaction.original;
}

function isGone({ channel }: Interaction, source: APIMessage): boolean {
  const isEphemeral = (source.flags ?? 0) & MessageFlags.Ephemeral;
  return !isEphemeral && !channel.history.get(source.id);
}

function wrongType(): Error {
  return invalidForm(
    'type',
    'INTERACTION_TYPE_INVALID',
    'Interaction callback type is invalid for the interaction type.',
  );
}
