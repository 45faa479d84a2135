/** What the bot says after its first answer to an interaction: the token lives for a quarter of an hour. */
import type { APIMessage } from 'discord-api-types/v10';
import { writeAnswer } from '../answer.ts';
import type { Call } from '../call.ts';
import type { MessageBody } from '../compose-message.ts';
import { refusal } from '../discord-error.ts';
import type { Interaction } from '../interaction.ts';
import { editMessage, removeMessage } from '../messages.ts';
import type { Realm } from '../realm.ts';
import { route } from '../router.ts';

const TOKEN_LIVES_MS = 15 * 60_000;
const open = { open: true };

export const webhookRoutes = [
  route('POST /webhooks/:application/:token', followUp, open),
  route('GET /webhooks/:application/:token/messages/@original', (realm, call) => original(realm, call), open),
  route(
    'GET /webhooks/:application/:token/messages/:message',
    (realm, call) => ofWebhook(realm, call).message,
    open,
  ),
  route('PATCH /webhooks/:application/:token/messages/@original', editOriginal, open),
  route(
    'PATCH /webhooks/:application/:token/messages/:message',
    (realm, call) => {
      const { interaction, message } = ofWebhook(realm, call);
      const edited = editMessage(realm, interaction.channel, message, call.body as MessageBody, call.files);
      interaction.edited(edited);
      return edited;
    },
    open,
  ),
  route(
    'DELETE /webhooks/:application/:token/messages/@original',
    (realm, call) => remove(realm, alive(realm, call), original(realm, call)),
    open,
  ),
  route(
    'DELETE /webhooks/:application/:token/messages/:message',
    (realm, call) => {
      const { interaction, message } = ofWebhook(realm, call);
      remove(realm, interaction, message);
    },
    open,
  ),
];

/** After a deferral the first message takes the placeholder's place, as Discord does. */
function followUp(realm: Realm, call: Call): APIMessage {
  const interaction = alive(realm, call);
  const body = call.body as MessageBody;
  if (interaction.isLoading && interaction.original) {
    const message = editMessage(realm, interaction.channel, interaction.original, body, call.files);
    interaction.edited(message);
    return message;
  }
  const message = writeAnswer(realm, interaction, body, call.files);
  interaction.followedUp(message);
  return message;
}

function editOriginal(realm: Realm, call: Call): APIMessage {
  const interaction = alive(realm, call);
  const message = original(realm, call);
  const edited = editMessage(realm, interaction.channel, message, call.body as MessageBody, call.files);
  interaction.edited(edited);
  return edited;
}

function alive(realm: Realm, call: Call): Interaction {
  const interaction = realm.interactions.get(call.part('token'));
  if (!interaction || call.part('application') !== realm.world.application.id)
    throw refusal('unknownWebhook');
  if (realm.now() - interaction.atMs > TOKEN_LIVES_MS) throw refusal('invalidToken');
  // There is nothing to follow up before the first answer.
  if (interaction.response === undefined) throw refusal('unknownWebhook');
  return interaction;
}

function original(realm: Realm, call: Call): APIMessage {
  const interaction = alive(realm, call);
  const message = interaction.original;
  if (!message || !interaction.messages.has(message.id)) throw refusal('unknownMessage');
  return message;
}

function ofWebhook(realm: Realm, call: Call): { interaction: Interaction; message: APIMessage } {
  const interaction = alive(realm, call);
  const message = interaction.messages.get(call.part('message'));
  if (!message) throw refusal('unknownMessage');
  return { interaction, message };
}

function remove(realm: Realm, interaction: Interaction, message: APIMessage): void {
  interaction.messages.delete(message.id);
  // A placeholder that was taken away is filled by nothing any more.
  if (interaction.original?.id === message.id) interaction.original = undefined;
  if (interaction.channel.history.get(message.id)) removeMessage(realm, interaction.channel, message.id);
}
