/** Showing a reply: where it stands depends on what was answered, and on what was sent already. */
import { MessageFlags } from 'discord.js';
import type { ButtonInteraction, ChatInputCommandInteraction, StringSelectMenuInteraction } from 'discord.js';
import type { ReplyPiece } from './reply-payload.ts';

/** Something under a message that was pressed, or picked from. */
export type Pressed = ButtonInteraction | StringSelectMenuInteraction;

/** First answer, edited answer or further ones, whatever was sent already. */
export async function show(
  interaction: ChatInputCommandInteraction | Pressed,
  pieces: readonly ReplyPiece[],
  ephemeral: boolean,
  deferredEphemeral: boolean,
): Promise<void> {
  const flags = ephemeral ? ({ flags: MessageFlags.Ephemeral } as const) : {};
  const [first, ...rest] = pieces;
  if (!first) return;
  if (interaction.deferred && ephemeral && !deferredEphemeral) {
    // Deferred for all to see, and then it is for the asker alone.
    await interaction.deleteReply();
    await interaction.followUp({ ...first, ...flags });
  } else if (interaction.deferred) await interaction.editReply({ components: [], ...first });
  else if (interaction.isMessageComponent() && isQuestion(interaction))
    await interaction.update({ components: [], ...first });
  else await interaction.reply({ ...first, ...flags });
  for (const piece of rest) await interaction.followUp({ ...piece, ...flags });
}

/** It was asked of one person only: the answer takes its place. */
export function isQuestion({ message }: Pressed): boolean {
  return message.flags.has(MessageFlags.Ephemeral);
}
