/** Checks whether the bot can mention the alert role, at start and in the doctor. */
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { plainLabel } from './plain-label.ts';

export interface AlertRole {
  readonly name: string;
  readonly server: string;
  /** Everybody may mention it. */
  readonly mentionable: boolean;
  /** The bot's permissions on the server. */
  readonly mine: bigint;
}

const MAY_MENTION = PermissionFlagsBits.MentionEveryone | PermissionFlagsBits.Administrator;

/** What is wrong, and how to fix it; undefined where alerts reach the role. */
export function alertTrouble({ name, server, mentionable, mine }: AlertRole) {
  if (mentionable || (mine & MAY_MENTION) !== 0n) return undefined;
  return {
    text: `The role ${plainLabel(name)} on ${plainLabel(server)} can't be mentioned by the bot: alerts call nobody.`,
    remedy: 'Allow anyone to @mention it (Server Settings → Roles), or give the bot Mention Everyone.',
  };
}
