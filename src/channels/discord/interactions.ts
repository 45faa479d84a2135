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
  ChatInputCommandInteraction,
  Interaction,
  RepliableInteraction,
} from 'discord.js';
import type { Options, Reply } from '../../commands/command.ts';
import { contextOf, invoked, placeIn } from './asker.ts';
import { readSignedId } from './component-ids.ts';
import type { DiscordHouse } from './discord-house.ts';
import { SAID, localeOf } from './interaction-words.ts';
import { KeptOptions } from './kept-options.ts';
import type { Place } from './place.ts';
import { DISMISS, replyPieces } from './reply-payload.ts';
import { isQuestion, show } from './show-reply.ts';
import type { Pressed } from './show-reply.ts';

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
    const context = contextOf(interaction, this.#house.settings);
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
    const context = contextOf(interaction, this.#house.settings);
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
