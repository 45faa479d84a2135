/** What people do with the bot's commands, buttons, selects and modals; each returns the interaction as a handle. */
import {
  ComponentType,
  InteractionType,
  MessageFlags,
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  type APIUser,
} from 'discord-api-types/v10';
import { randomUUID } from 'node:crypto';
import { componentsOf, type ComponentLike } from './components.ts';
import { composeMessage } from './compose-message.ts';
import { commandData, menuData, type Options } from './command-options.ts';
import { Interaction } from './interaction.ts';
import { whereFrom } from './interaction-place.ts';
import { filledModal } from './modal.ts';
import { Moderation } from './moderation.ts';
import { permissionsIn } from './permissions.ts';
import type { Channel } from './world.ts';

export interface Speaking {
  /** The person's language. */
  readonly locale?: string;
}

export class Interacting extends Moderation {
  /** `/cron add`, with its options by name. Only what was registered can be sent, unless `unregistered`. */
  slash(
    person: APIUser,
    channel: Channel,
    path: string,
    options: Options = {},
    { locale, unregistered }: Speaking & { unregistered?: boolean } = {},
  ): Interaction {
    const data = commandData(this.realm.world, this.guildOf(channel), { path, options, unregistered });
    const type = InteractionType.ApplicationCommand;
    return this.interact(person, channel, { type, data, locale, name: path });
  }

  /** Use the command of that name (in English) from the menu of a message. */
  useOn(person: APIUser, message: APIMessage, name: string, { locale }: Speaking = {}): Interaction {
    const channel = this.realm.world.channel(message.channel_id);
    const data = menuData(this.realm.world, this.guildOf(channel), name, this.live(message));
    return this.interact(person, channel, { type: InteractionType.ApplicationCommand, data, locale, name });
  }

  /** What the bot offers for the option that the person is typing. */
  async autocomplete(
    person: APIUser,
    channel: Channel,
    path: string,
    { focused, options = {}, locale }: Speaking & { focused: string; options?: Options },
  ): Promise<readonly APIApplicationCommandOptionChoice[]> {
    const line = { path, options: { [focused]: '', ...options }, focused };
    const data = commandData(this.realm.world, this.guildOf(channel), line);
    const type = InteractionType.ApplicationCommandAutocomplete;
    return (await this.interact(person, channel, { type, data, locale }).reply).choices ?? [];
  }

  /** Press the button of that label or custom id, under a message or an ephemeral answer. */
  press(person: APIUser, message: APIMessage, labelOrId: string, { locale }: Speaking = {}): Interaction {
    const source = this.live(message);
    const button = componentsOf(source.components as ComponentLike[]).find(
      (it) => it.type === ComponentType.Button && (it.label === labelOrId || it.custom_id === labelOrId),
    );
    if (!button?.custom_id) throw new Error(`there is no button “${labelOrId}” to press`);
    if (button.disabled) throw new Error(`the button “${labelOrId}” is disabled`);
    const data = { custom_id: button.custom_id, component_type: ComponentType.Button };
    const channel = this.realm.world.channel(message.channel_id);
    return this.interact(person, channel, {
      type: InteractionType.MessageComponent,
      data,
      locale,
      source,
    });
  }

  /** Choose values in the string select of that custom id. */
  choose(
    person: APIUser,
    message: APIMessage,
    customId: string,
    values: readonly string[],
    { locale }: Speaking = {},
  ): Interaction {
    const source = this.live(message);
    const select = componentsOf(source.components as ComponentLike[]).find((it) => it.custom_id === customId);
    if (!select) throw new Error(`there is no select “${customId}” to choose from`);
    const offered = 'options' in select ? (select.options as { value: string }[]) : undefined;
    const missing = offered && values.find((value) => !offered.some((option) => option.value === value));
    if (missing !== undefined) throw new Error(`“${missing}” is not on offer`);
    const data = { custom_id: customId, component_type: select.type, values };
    const channel = this.realm.world.channel(message.channel_id);
    return this.interact(person, channel, {
      type: InteractionType.MessageComponent,
      data,
      locale,
      source,
    });
  }

  /** Send the modal that an interaction was answered with; fields by custom id, others stay as they stand in it. */
  async submit(
    person: APIUser,
    opener: Interaction,
    fields: Readonly<Record<string, string>>,
    { locale }: Speaking = {},
  ): Promise<Interaction> {
    const { modal } = await opener.reply;
    if (!modal) throw new Error('this interaction opened no modal');
    const data = { custom_id: modal.custom_id, components: filledModal(modal, fields) };
    const type = InteractionType.ModalSubmit;
    return this.interact(person, opener.channel, { type, data, locale, source: opener.source });
  }

  /** A component interaction with any custom id, whether such a component exists or not. */
  forge(
    person: APIUser,
    channel: Channel,
    {
      customId,
      values,
      message,
      locale,
    }: Speaking & { customId: string; values?: string[]; message?: APIMessage },
  ): Interaction {
    const component_type = values ? ComponentType.StringSelect : ComponentType.Button;
    const data = { custom_id: customId, component_type, ...(values && { values }) };
    const source = message ?? channel.history.newest ?? this.unseen(channel);
    return this.interact(person, channel, { type: InteractionType.MessageComponent, data, locale, source });
  }

  /** Make an interaction older: by default past the quarter of an hour that its token lives. */
  expire(interaction: Interaction, ageMs = 16 * 60_000): void {
    interaction.atMs = this.realm.now() - ageMs;
  }

  /** Send an interaction of any kind and data. */
  interact(
    person: APIUser,
    channel: Channel,
    {
      type,
      data,
      locale = 'en-US',
      source,
      name,
    }: {
      type: InteractionType;
      data: object;
      locale?: string | undefined;
      source?: APIMessage | undefined;
      name?: string;
    },
  ): Interaction {
    const { world } = this.realm;
    const token = Buffer.from(`interaction:${randomUUID()}`).toString('base64url');
    const atMs = this.realm.now();
    const interaction = new Interaction({
      id: world.nextId(),
      token,
      type,
      person,
      channel,
      source,
      atMs,
      name,
    });
    this.realm.interactions.set(token, interaction);
    const told = {
      id: interaction.id,
      application_id: world.application.id,
      type,
      data,
      token,
      version: 1,
      ...whereFrom(world, person, channel),
      ...(source && { message: source }),
      app_permissions: String(permissionsIn(world, world.bot.id, channel)),
      locale,
      entitlements: [],
      attachment_size_limit: 10_485_760,
    };
    this.realm.announce('INTERACTION_CREATE', told, { guildId: channel.guildId });
    return interaction;
  }

  /** A message of the bot that stands nowhere: what a forgery pretends to hang on. */
  private unseen(channel: Channel): APIMessage {
    const body = { content: 'forged', flags: MessageFlags.Ephemeral };
    return composeMessage(this.realm, { channel, author: this.realm.world.bot, body, files: [] }).message;
  }

  /** The message as it stands now; an ephemeral one stands nowhere else. */
  private live(message: APIMessage): APIMessage {
    return this.realm.world.channel(message.channel_id).history.get(message.id) ?? message;
  }

  private guildOf(channel: Channel) {
    return channel.guildId === undefined ? undefined : this.realm.world.guild(channel.guildId);
  }
}
