/**
 * Interactions: slash commands, autocomplete, and what is under messages.
 *
 * Discord waits three seconds for a first answer: what takes longer is deferred, as ephemeral as the command is.
 * A refusal is for the asker alone, whatever the command. What can no longer be answered (10062, 50027) is let go;
 * a fault of the house becomes a sentence.
 */
import { DiscordAPIError, MessageFlags } from 'discord.js';
import type {
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  CommandInteractionOption,
  Interaction,
  RepliableInteraction,
  StringSelectMenuInteraction,
} from 'discord.js';
import type { CommandContext, Locale, Options, Reply } from '../../commands/command.ts';
import { sessionKey } from '../../sessions/key.ts';
import { readSignedId } from './component-ids.ts';
import type { DiscordHouse } from './discord-house.ts';
import { KeptOptions } from './kept-options.ts';
import { actorOf } from './person.ts';
import { placeOf } from './place.ts';
import type { Place } from './place.ts';
import { DISMISS, replyPieces } from './reply-payload.ts';
import type { ReplyPiece } from './reply-payload.ts';

/** Something under a message that was pressed, or picked from. */
type Pressed = ButtonInteraction | StringSelectMenuInteraction;

/** After so long a command that still works is acknowledged; Discord allows three seconds. */
const DEFER_AFTER_MS = 1_500;

/** Questions live for ten minutes. */
const MOST_ANSWERED = 1_000;

export class Interactions {
  readonly #house: DiscordHouse;
  readonly #key: Buffer;
  readonly #marked: (place: Place, id: string) => void;
  readonly #kept = new KeptOptions();
  readonly #running = new Set<Promise<void>>();
  /** Questions that were answered, by their messages: a second press that was on its way does nothing. */
  readonly #answered = new Set<string>();

  /**
   * @param key what the ids of components are signed with.
   * @param marked a command was given in this place; ids grow with time.
   */
  constructor(house: DiscordHouse, key: Buffer, marked: (place: Place, id: string) => void) {
    this.#house = house;
    this.#key = key;
    this.#marked = marked;
  }

  arrived(interaction: Interaction): void {
    const work = this.#answer(interaction).catch((error: unknown) => this.#lost(interaction, error));
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #answer(interaction: Interaction): Promise<void> {
    if (interaction.isAutocomplete()) return this.#complete(interaction);
    if (interaction.isChatInputCommand()) return this.#command(interaction);
    if (interaction.isButton() || interaction.isStringSelectMenu()) return this.#pressed(interaction);
    // A form, a menu, a list of another kind: this desk has none.
    if (interaction.isRepliable()) return this.#refuse(interaction, 'unknown');
  }

  async #complete(interaction: AutocompleteInteraction): Promise<void> {
    const { name, options } = invoked(interaction);
    const { name: option, value } = interaction.options.getFocused(true);
    const context = this.#contextOf(interaction);
    const choices = context
      ? await this.#house.commands.complete(name, option, String(value), options, context)
      : [];
    await interaction.respond(
      choices.slice(0, 25).map((choice) => ({ name: choice.name, value: choice.value })),
    );
  }

  async #command(interaction: ChatInputCommandInteraction): Promise<void> {
    const { name, options } = invoked(interaction);
    const command = this.#house.commands.list().find((one) => one.name === name);
    if (!command) return this.#refuse(interaction, 'unknown');
    await this.#invoke(interaction, name, options, command.ephemeral);
  }

  async #pressed(interaction: Pressed): Promise<void> {
    const { channelId, user, customId } = interaction;
    const presser = { channel: channelId, user: user.id };
    const read = readSignedId(this.#key, customId, presser, this.#house.clock.now());
    if (read.kind !== 'ok') return this.#refuse(interaction, read.kind);
    const { command } = read;
    if (isQuestion(interaction) && !this.#isFirst(interaction)) return this.#refuse(interaction, 'answered');
    if (command === DISMISS) return this.#dismiss(interaction);
    const options = this.#kept.read(read.options, this.#house.clock.now());
    if (!options) return this.#refuse(interaction, 'forgotten');
    const { '?': option, ...given } = options;
    const [picked] = interaction.isStringSelectMenu() ? interaction.values : [];
    const whole =
      option !== undefined && picked !== undefined ? { ...given, [String(option)]: picked } : given;
    await this.#invoke(interaction, command, whole, true);
  }

  /** Whether a question is answered by this press, and not by one before. */
  #isFirst({ message }: Pressed): boolean {
    if (this.#answered.has(message.id)) return false;
    this.#answered.add(message.id);
    const [oldest] = this.#answered;
    if (this.#answered.size > MOST_ANSWERED && oldest !== undefined) this.#answered.delete(oldest);
    return true;
  }

  async #dismiss(interaction: Pressed): Promise<void> {
    const content = SAID.kept[localeOf(interaction)];
    await interaction.update({ content, components: [] });
  }

  async #invoke(
    interaction: ChatInputCommandInteraction | Pressed,
    name: string,
    options: Options,
    ephemeral: boolean,
  ): Promise<void> {
    const context = this.#contextOf(interaction);
    if (!context) return this.#refuse(interaction, interaction.inGuild() ? 'not here' : 'no direct messages');
    const { commands, clock } = this.#house;
    const stop = new AbortController();
    let isGone = false;
    const late = clock
      .until(clock.now() + DEFER_AFTER_MS, stop.signal)
      .then(
        async () => {
          // An answer to a press takes the place of the question, so that it can't be pressed twice.
          if (interaction.isMessageComponent() && isQuestion(interaction)) await interaction.deferUpdate();
          else await interaction.deferReply(ephemeral ? { flags: MessageFlags.Ephemeral } : {});
        },
        () => {},
      )
      .catch((error: unknown) => {
        // What the command does, it does; there is no longer anybody to answer.
        isGone = true;
        this.#lost(interaction, error);
      });
    const reply = await this.#openAnd(interaction, () => commands.invoke(name, options, context)).catch(
      (error: unknown): Reply => {
        this.#house.log.error({ err: error, command: name }, 'a command failed');
        return { text: SAID.failed[context.locale], ephemeral: true, refused: true };
      },
    );
    stop.abort(new Error('answered'));
    await late;
    if (isGone) return;
    if (!reply) return this.#refuse(interaction, 'unknown');
    const { channelId, user } = interaction;
    const audience = { channel: channelId, ...(reply.ephemeral && { user: user.id }) };
    const { locale } = context;
    const pieces = replyPieces(reply, {
      key: this.#key,
      audience,
      nowMs: clock.now(),
      locale,
      kept: this.#kept,
    });
    await show(interaction, pieces, reply.ephemeral, ephemeral);
    // Another question took the place of the one that was answered.
    if (interaction.isMessageComponent() && (reply.confirm ?? reply.choose))
      this.#answered.delete(interaction.message.id);
  }

  /** The session of the channel is there, with its name and its place, before a command works in it. */
  async #openAnd<T>(interaction: RepliableInteraction, work: () => Promise<T>): Promise<T> {
    const place = placeIn(interaction);
    if (place) {
      await this.#house.open(place.session, place.origin, place.title);
      this.#marked(place, interaction.id);
    }
    return work();
  }

  /** Who asks, where, in which language; undefined where the desk doesn't answer. */
  #contextOf(interaction: Interaction): CommandContext | undefined {
    const { channelId, user, member, guildId, memberPermissions } = interaction;
    if (channelId === null) return undefined;
    const held = member?.roles;
    const roles = held === undefined ? [] : Array.isArray(held) ? held : [...held.cache.keys()];
    const name = member && 'displayName' in member ? member.displayName : user.displayName;
    const actor = actorOf(
      { id: user.id, name, permissions: memberPermissions, roles, ...(guildId !== null && { guildId }) },
      this.#house.settings,
    );
    const asker =
      actor ?? (isOurs(interaction) ? { kind: 'person', id: user.id, name, rights: TALK } : undefined);
    return (
      asker && { session: sessionKey('discord', channelId), actor: asker, locale: localeOf(interaction) }
    );
  }

  async #refuse(interaction: RepliableInteraction, why: keyof typeof SAID): Promise<void> {
    const content = SAID[why][localeOf(interaction)];
    if (interaction.deferred || interaction.replied)
      await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    else await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  }

  #lost(interaction: Interaction, error: unknown): void {
    const { log } = this.#house;
    const gone = error instanceof DiscordAPIError && TOO_LATE.includes(Number(error.code));
    const note = { err: error, interaction: interaction.id };
    if (gone) log.debug(note, 'an interaction can no longer be answered');
    else log.warn(note, 'an interaction was not answered');
  }
}

/** Unknown interaction; its token is invalid; it was acknowledged already; its webhook is gone. */
const TOO_LATE: readonly number[] = [10062, 50027, 40060, 10015, 10008];

/** First answer, edited answer or further ones, whatever was sent already. */
async function show(
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

const TALK = ['talk'] as const;

/**
 * Something under a direct message that the desk itself has sent, to somebody who isn't on its list: whoever made
 * jobs is told there when their place is gone, and may answer that. What they may do, the command itself looks up.
 */
function isOurs(interaction: Interaction): boolean {
  return interaction.isMessageComponent() && !interaction.inGuild();
}

/** It was asked of one person only: the answer takes its place. */
function isQuestion({ message }: Pressed): boolean {
  return message.flags.has(MessageFlags.Ephemeral);
}

function placeIn(interaction: RepliableInteraction): Place | undefined {
  const { channel, client } = interaction;
  return channel ? placeOf(channel, client.user.id) : undefined;
}

/** `/cron add name:x` → "cron add" and its options. */
function invoked({ commandName, options }: ChatInputCommandInteraction | AutocompleteInteraction): {
  name: string;
  options: Options;
} {
  const words = [commandName, options.getSubcommandGroup(false), options.getSubcommand(false)];
  const given: Record<string, string | number | boolean> = {};
  const read = (all: readonly CommandInteractionOption[]): void => {
    for (const { name, value, options: inner } of all) {
      if (inner) read(inner);
      else if (value !== undefined) given[name] = value;
    }
  };
  read(options.data);
  return { name: words.filter((word) => word !== null).join(' '), options: given };
}

/** Discord knows Traditional Chinese as zh-TW; readers of zh-CN read that rather than English. */
function localeOf({ locale }: Interaction): Locale {
  return locale.startsWith('zh') ? 'zh' : 'en';
}

const SAID = {
  unknown: {
    en: 'This desk has no such command any more. /help lists those there are.',
    zh: '編輯台已沒有這個指令。/help 會列出現有指令。',
  },
  forged: {
    en: 'This button is not of this desk, or was meant for somebody else or another channel. Use the command itself.',
    zh: '這個按鈕不屬於這個編輯台，或是給其他人、其他頻道的。請直接使用指令。',
  },
  expired: {
    en: 'This question is more than ten minutes old. Use the command again.',
    zh: '這個問題已超過十分鐘，請重新使用指令。',
  },
  forgotten: {
    en: 'The desk was restarted since it asked this, and nothing was done. Use the command again.',
    zh: '編輯台提出這個問題後曾重新啟動，沒有任何改動。請重新使用指令。',
  },
  answered: {
    en: 'You have answered this already.',
    zh: '你已經回答了這個問題。',
  },
  kept: { en: 'Nothing was changed.', zh: '沒有任何改動。' },
  failed: {
    en: 'Something failed on the side of the desk. Try again; the log says more.',
    zh: '編輯台出了錯。請再試一次；詳情見記錄。',
  },
  'not here': {
    en: 'This desk does not serve this server. Ask its operator to add it to DISCORD_ALLOWED_GUILDS.',
    zh: '編輯台不服務這個伺服器。請管理人把它加入 DISCORD_ALLOWED_GUILDS。',
  },
  'no direct messages': {
    en: 'The desk answers direct messages of people on its list only (DISCORD_DM_ALLOWLIST). Use it in a channel.',
    zh: '編輯台只回覆名單上的人的私訊（DISCORD_DM_ALLOWLIST）。請在頻道中使用。',
  },
} as const satisfies Record<string, Record<Locale, string>>;
