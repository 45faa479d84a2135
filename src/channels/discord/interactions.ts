/**
 * Interactions: slash commands, autocomplete, and controls under messages.
 *
 * Discord waits three seconds for a first answer, so a longer command is deferred, as ephemeral as the command is.
 * A refusal is always ephemeral. Expired interactions (10062, 50027) are dropped; a fault of the desk becomes a
 * sentence.
 */
import { DiscordAPIError, MessageFlags } from 'discord.js';
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Interaction,
  Message,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  RepliableInteraction,
} from 'discord.js';
import type { ChosenMessage, CommandContext, Options, Reply } from '../../feature/command.ts';
import { splitMessage } from '../../text/split-message.ts';
import type { ChineseNames } from '../../commands/chinese-names.ts';
import { AnsweredQuestions } from './answered-questions.ts';
import { contextOf, invoked, placeIn } from './asker.ts';
import { readPressedId } from './card-menu.ts';
import { chosenMessage } from './chosen-message.ts';
import { isSignedId } from './component-ids.ts';
import type { DiscordDeps } from './discord-deps.ts';
import { FORM_MS, REOPEN, formLeft, modalOf, quotingBack, reopened, typedIn } from './forms.ts';
import type { Reopened, Typed } from './forms.ts';
import { SAID, localeOf } from './interaction-words.ts';
import { KeptOptions } from './kept-options.ts';
import type { Place } from './place.ts';
import { Pages, TURN } from './pages.ts';
import { DISMISS, fittingId, replyMessage } from './reply-payload.ts';
import { safeText } from './safe-text.ts';
import { defer, isAnswer, show } from './show-reply.ts';
import type { Invoking, Pressed } from './show-reply.ts';

/** When a running command is acknowledged; Discord allows three seconds. */
const DEFER_AFTER_MS = 1_500;

/** Discord's limit for a message, in characters. */
const MOST = 2_000;

/** The invoked command, and how it was invoked. */
interface Invocation {
  readonly name: string;
  readonly options: Options;
  /** Whether only the asker sees the deferral. */
  readonly ephemeral: boolean;
  readonly via?: CommandContext['via'];
  readonly message?: ChosenMessage;
  /** The submitted form. */
  readonly sent?: Reopened;
  /** The values of a form that is opened again. */
  readonly typed?: Typed;
}

export class Interactions {
  readonly #deps: DiscordDeps;
  readonly #key: Buffer;
  readonly #names: ChineseNames;
  readonly #marked: (place: Place, id: string) => void;
  readonly #kept = new KeptOptions();
  readonly #pages: Pages;
  readonly #running = new Set<Promise<void>>();
  readonly #answered = new AnsweredQuestions();

  /**
   * @param terms.key the key for signing component ids.
   * @param terms.names the commands that an answer may name.
   * @param marked called when a command was given in a place; ids grow with time.
   */
  constructor(
    deps: DiscordDeps,
    { key, names }: { readonly key: Buffer; readonly names: ChineseNames },
    marked: (place: Place, id: string) => void,
  ) {
    this.#deps = deps;
    this.#key = key;
    this.#names = names;
    this.#pages = new Pages(key);
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
    if (interaction.isMessageContextMenuCommand()) return this.#onMessage(interaction);
    if (interaction.isButton() || interaction.isStringSelectMenu()) return this.#pressed(interaction);
    if (interaction.isModalSubmit()) return this.#filledIn(interaction);
    // Another kind of control, which this desk doesn't have.
    if (interaction.isRepliable()) return this.#refuse(interaction, 'unknown');
  }

  async #complete(interaction: AutocompleteInteraction): Promise<void> {
    const { name, options } = invoked(interaction);
    const { name: option, value } = interaction.options.getFocused(true);
    const context = contextOf(interaction, this.#deps.settings);
    const choices = context
      ? await this.#deps.commands.complete(name, option, String(value), options, context)
      : [];
    await interaction.respond(
      choices.slice(0, 25).map((choice) => ({ name: choice.name, value: choice.value })),
    );
  }

  async #command(interaction: ChatInputCommandInteraction): Promise<void> {
    const { name, options } = invoked(interaction);
    const command = this.#deps.commands.list().find((one) => one.name === name);
    if (!command) return this.#refuse(interaction, 'unknown');
    await this.#invoke(interaction, { name, options, ephemeral: command.ephemeral });
  }

  async #onMessage(interaction: MessageContextMenuCommandInteraction): Promise<void> {
    const { commandName, targetMessage } = interaction;
    const command = this.#deps.commands.onMessages().find(({ onMessage }) => onMessage?.en === commandName);
    if (!command) return this.#refuse(interaction, 'unknown');
    const message = chosenMessage(targetMessage as Message);
    await this.#invoke(interaction, { name: command.name, options: {}, ephemeral: true, message });
  }

  async #pressed(interaction: Pressed): Promise<void> {
    const read = this.#read(interaction);
    if (read.kind !== 'ok') return this.#refuse(interaction, read.kind);
    const { command, options } = read;
    if (command === TURN) return this.#turn(interaction, options ?? {});
    const asked = isAnswer(interaction);
    if (asked && this.#isAnswered(interaction, command)) return this.#refuse(interaction, 'answered');
    if (command === DISMISS) return this.#dismiss(interaction);
    if (!options) return this.#refuse(interaction, 'forgotten');
    if (command === REOPEN) return this.#reopen(interaction, reopened(options));
    const { '?': option, ...given } = options;
    const [picked] = interaction.isStringSelectMenu() ? interaction.values : [];
    const whole =
      option !== undefined && picked !== undefined ? { ...given, [String(option)]: picked } : given;
    await this.#invoke(interaction, {
      name: command,
      options: whole,
      ephemeral: true,
      ...(!asked && { via: 'press' }),
    });
  }

  #reopen(interaction: Pressed, { command: name, options, typed }: Reopened): Promise<void> {
    return this.#invoke(interaction, { name, options, ephemeral: true, via: 'press', typed });
  }

  async #filledIn(interaction: ModalSubmitInteraction): Promise<void> {
    const typed = typedIn(interaction);
    if (!isSignedId(interaction.customId)) return this.#refuse(interaction, 'unknown', typed);
    const read = this.#read(interaction);
    if (read.kind !== 'ok')
      return this.#refuse(interaction, read.kind === 'expired' ? 'old form' : read.kind, typed);
    const { command, options } = read;
    if (!options) return this.#refuse(interaction, 'forgotten', typed);
    await this.#invoke(interaction, {
      name: command,
      options: { ...options, ...typed },
      ephemeral: true,
      via: 'form',
      sent: { command, options, typed },
    });
  }

  async #turn(interaction: Pressed, options: Options): Promise<void> {
    const turned = this.#pages.turn(options, localeOf(interaction));
    if ('page' in turned) await interaction.update(turned.page);
    else {
      const content = this.#names.for(turned.gone, localeOf(interaction));
      await interaction.reply({ content, flags: MessageFlags.Ephemeral });
    }
  }

  /** The meaning of an id; no options once they are forgotten. */
  #read(pressed: Pressed | ModalSubmitInteraction) {
    const { channelId, user } = pressed;
    const presser = { channel: channelId ?? '', user: user.id };
    const nowMs = this.#deps.clock.now();
    const read = readPressedId(this.#key, pressed, presser, nowMs);
    return read.kind === 'ok' ? { ...read, options: this.#kept.read(read.options, nowMs) } : read;
  }

  /** Whether a question was already answered; if not, this press answers it, unless it only reopens a form. */
  #isAnswered({ message }: Pressed, command: string): boolean {
    if (this.#answered.has(message.id)) return true;
    if (command === REOPEN) return false;
    this.#answered.add(message.id);
    return false;
  }

  async #dismiss(interaction: Pressed): Promise<void> {
    const content = SAID.kept[localeOf(interaction)];
    await interaction.update({ content, components: [] });
  }

  async #invoke(interaction: Invoking, asked: Invocation): Promise<void> {
    const { name, options, ephemeral, via, message, sent, typed } = asked;
    const { commands, clock, settings } = this.#deps;
    const context = contextOf(interaction, settings, commands.isForOwners(name));
    if (!context)
      return this.#refuse(
        interaction,
        interaction.inGuild() ? 'not here' : 'no direct messages',
        sent?.typed,
      );
    const stop = new AbortController();
    let isGone = false;
    const late = clock
      .until(clock.now() + DEFER_AFTER_MS, stop.signal)
      .then(
        () => defer(interaction, ephemeral),
        () => {},
      )
      .catch((error: unknown) => {
        // The command continues, but there is nobody left to answer.
        isGone = true;
        this.#lost(interaction, error);
      });
    const more = { id: interaction.id, ...(via && { via }), ...(message && { message }) };
    const work = () => commands.invoke(name, options, { ...context, ...more });
    const reply = await this.#openAnd(interaction, work).catch((error: unknown): Reply => {
      this.#deps.log.error({ err: error, command: name }, 'a command failed');
      return { text: SAID.failed[context.locale], ephemeral: true, refused: true };
    });
    stop.abort(new Error('answered'));
    await late;
    if (isGone) return;
    if (!reply) return this.#refuse(interaction, 'unknown', sent?.typed);
    const { channelId, user } = interaction;
    const audience = { channel: channelId ?? '*', ...(reply.ephemeral && { user: user.id }) };
    const { locale } = context;
    const terms = {
      key: this.#key,
      audience,
      nowMs: clock.now(),
      locale,
      kept: this.#kept,
      pages: this.#pages,
      command: name,
    };
    // The answered question was replaced by another question or a form.
    if (interaction.isMessageComponent() && (reply.confirm ?? reply.choose ?? reply.form))
      this.#answered.forget(interaction.message.id);
    if (reply.form && !interaction.isModalSubmit() && !interaction.deferred) {
      const { name: command, options: given } = reply.form;
      const id = fittingId({ command, options: given, expiresAtMs: terms.nowMs + FORM_MS }, terms);
      return interaction.showModal(modalOf(reply.form, id, typed));
    }
    const reopen = formLeft(reply, sent);
    // The entered values are quoted verbatim.
    const said = this.#names.for(reply.text, locale);
    const text = reopen ? quotingBack(said, reopen.typed, locale) : said;
    const shown = replyMessage({ ...reply, text }, { ...terms, reopen });
    await show(interaction, shown, reply.ephemeral, ephemeral);
  }

  /** Open the channel's session with its name and place before a command works in it. */
  async #openAnd<T>(interaction: RepliableInteraction, work: () => Promise<T>): Promise<T> {
    const place = placeIn(interaction);
    if (place) {
      await this.#deps.open(place.session, place.origin, place.title);
      this.#marked(place, interaction.id);
    }
    return work();
  }

  /** @param typed entered values to quote back. */
  async #refuse(interaction: RepliableInteraction, why: keyof typeof SAID, typed: Typed = {}): Promise<void> {
    const locale = localeOf(interaction);
    const pieces = splitMessage(
      safeText(quotingBack(this.#names.for(SAID[why][locale], locale), typed, locale)),
      MOST,
    );
    for (const content of pieces)
      if (interaction.deferred || interaction.replied)
        await interaction.followUp({ content, flags: MessageFlags.Ephemeral });
      else await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  }

  #lost(interaction: Interaction, error: unknown): void {
    const { log } = this.#deps;
    const gone = error instanceof DiscordAPIError && TOO_LATE.includes(Number(error.code));
    const note = { err: error, interaction: interaction.id };
    if (gone) log.debug(note, 'an interaction can no longer be answered');
    else log.warn(note, 'an interaction was not answered');
  }
}

/** Unknown interaction; invalid token; already acknowledged; unknown webhook; unknown message. */
const TOO_LATE: readonly number[] = [10062, 50027, 40060, 10015, 10008];
