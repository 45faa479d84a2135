import { PermissionFlagsBits as Can } from 'discord-api-types/v10';

/** What @everyone may do in a new guild. */
export const EVERYONE =
  Can.ViewChannel |
  Can.SendMessages |
  Can.ReadMessageHistory |
  Can.EmbedLinks |
  Can.AttachFiles |
  Can.AddReactions |
  Can.MentionEveryone |
  Can.CreatePublicThreads |
  Can.SendMessagesInThreads |
  Can.UseApplicationCommands;

/** What the bot's own role gives it unless a test says otherwise. */
export const BOT = 326_417_632_256n | Can.ManageChannels;
