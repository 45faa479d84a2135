/** Showing a reply: where it stands depends on what was answered, and on what was sent already. */
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

/** Something under a message that was pressed, or picked from. */
export type Pressed = ButtonInteraction | StringSelectMenuInteraction;

/** Whatever invokes a command. */
export type Invoking =
  ChatInputCommandInteraction | MessageContextMenuCommandInteraction | ModalSubmitInteraction | Pressed;

/** First answer or edited answer, whatever was sent already. */
export async function show(
  interaction: Invoking,
  message: ReplyPiece,
  ephemeral: boolean,
  deferredEphemeral: boolean,
): Promise<void> {
  const flags = ephemeral ? ({ flags: MessageFlags.Ephemeral } as const) : {};
  if (interaction.deferred && ephemeral && !deferredEphemeral) {
    // Deferred for all to see, and then it is for the asker alone.
    await interaction.deleteReply();
    await interaction.followUp({ ...message, ...flags });
  } else if (interaction.deferred) await interaction.editReply({ components: [], ...message });
  else if (isAnswer(interaction)) await interaction.update({ components: [], ...message });
  else await interaction.reply({ ...message, ...flags });
}

/** Give the command more time. What answers a question takes its place, so that it can't be pressed twice. */
export async function defer(interaction: Invoking, ephemeral: boolean): Promise<void> {
  if (isAnswer(interaction)) await interaction.deferUpdate();
  else await interaction.deferReply(ephemeral ? { flags: MessageFlags.Ephemeral } : {});
}

/** What was asked of one person only was pressed, or a form was sent that was opened from there. */
export function isAnswer(interaction: Invoking): interaction is Pressed | ModalMessageModalSubmitInteraction {
  const isUnder =
    interaction.isMessageComponent() || (interaction.isModalSubmit() && interaction.isFromMessage());
  return isUnder && interaction.message.flags.has(MessageFlags.Ephemeral);
}
