/** Shows a reply; its place depends on what it answers and on what was sent already. */
import { MessageFlags } from 'discord.js';
import type {
  ButtonInteraction,
  ChatInputCommandInteraction,
  MessageContextMenuCommandInteraction,
  ModalMessageModalSubmitInteraction,
  ModalSubmitInteraction,
  StringSelectMenuInteraction,
} from 'discord.js';
import type { ReplyPiece } from './pages.ts';

/** A control that was pressed or selected from. */
export type Pressed = ButtonInteraction | StringSelectMenuInteraction;

/** Any interaction that invokes a command. */
export type Invoking =
  ChatInputCommandInteraction | MessageContextMenuCommandInteraction | ModalSubmitInteraction | Pressed;

/** Send the first answer, or edit it if there already is one. */
export async function show(
  interaction: Invoking,
  message: ReplyPiece,
  ephemeral: boolean,
  deferredEphemeral: boolean,
): Promise<void> {
  const flags = ephemeral ? ({ flags: MessageFlags.Ephemeral } as const) : {};
  if (interaction.deferred && ephemeral && !deferredEphemeral) {
    // It was deferred publicly, but the answer is only for the asker.
    await interaction.deleteReply();
    await interaction.followUp({ ...message, ...flags });
  } else if (interaction.deferred) await interaction.editReply({ components: [], ...message });
  else if (isAnswer(interaction)) await interaction.update({ components: [], ...message });
  else await interaction.reply({ ...message, ...flags });
}

/** Give the command more time. An answered question is replaced, so that it can't be pressed twice. */
export async function defer(interaction: Invoking, ephemeral: boolean): Promise<void> {
  if (isAnswer(interaction)) await interaction.deferUpdate();
  else await interaction.deferReply(ephemeral ? { flags: MessageFlags.Ephemeral } : {});
}

/** Whether a private question was answered, or a form was submitted that was opened from one. */
export function isAnswer(interaction: Invoking): interaction is Pressed | ModalMessageModalSubmitInteraction {
  const isUnder =
    interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
  return isUnder && interaction.message.flags.has(MessageFlags.Ephemeral);
}
