/**
 * A slash command, written once for all channels: platforms register it, the console lists it, the terminal parses it
 * from a line.
 */
import type { Actor, Right } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Locale } from '../time/locale.ts';

export type { Locale };
/** A text in English and in Traditional Chinese. */
type Words = Readonly<Record<Locale, string>>;

/** A command's name and options: enough to list and register it. */
export interface CommandDeclaration {
  /** One or two words: "help", "cron add". */
  readonly name: string;
  /** Its name in Chinese, in as many words: "定時工作 新增". Absent for commands that can't be typed. */
  readonly chinese?: string;
  /** What its group is about ("cron" of "cron add"); given by one command of the group. */
  readonly group?: Words;
  readonly description: Words;
  readonly options: readonly CommandOption[];
  /** Only used by buttons: neither listed nor registered. */
  readonly hidden?: true;
  /**
   * Behind buttons that owners of jobs get by direct message, whom the desk need not answer otherwise. The command
   * checks their rights itself.
   */
  readonly forOwners?: true;
  /** For a command in a message's menu: its name there. */
  readonly onMessage?: Words;
  /** The emoji that invokes it as a reaction to a message, and as a reaction that is taken back. */
  readonly onReaction?: string;
  /** The right that the actor needs; checked before `run`. */
  readonly right: Right;
  /** Whether only the asker sees the answer. */
  readonly ephemeral: boolean;
}

export interface Command extends CommandDeclaration {
  /** What it did is the person's last change, for `/desk undo`; so is what names its undo. */
  readonly changes?: true;
  /** @throws CommandRefusal, or refusals of desk and cron: sentences for the asker. */
  run(options: Options, context: CommandContext): Promise<Done>;
}

export interface CommandOption {
  readonly name: string;
  /** Its name in Chinese. */
  readonly chinese?: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: Words;
  readonly required?: boolean;
  readonly choices?: readonly Choice[];
  /** For integers; both inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** Suggestions for what was typed so far; `options` are the other options, unvalidated. */
  readonly autocomplete?: (
    typed: string,
    context: CommandContext,
    options: Options,
  ) => Promise<readonly Choice[]>;
}

export interface Choice {
  readonly name: string;
  /** Its Chinese name, if different. */
  readonly chinese?: string;
  readonly value: string | number;
}

export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue>>;

/** A command with its options. */
export interface Invocation {
  readonly command: string;
  readonly options: Options;
}

export interface CommandContext {
  /** Where it was invoked; what it creates is bound to this session. */
  readonly session: SessionKey;
  readonly actor: Actor;
  readonly locale: Locale;
  /**
   * How the options came, if not typed: from a button or menu (`press`), or from a form that was filled in and sent,
   * which also confirms (`form`); or from a reaction to `message`, or one that is taken back.
   */
  readonly via?: 'press' | 'form' | 'reacted' | 'unreacted';
  /** The platform's id of this invocation. */
  readonly id?: string;
  /** Commands and groups that the platform doesn't show to the actor here. */
  readonly notShown?: readonly string[];
  /** The message on which the command is used. */
  readonly message?: ChosenMessage;
}

/** A message used as material; its words are not the user's. */
export interface ChosenMessage {
  /** The platform's id, in the session of the context. */
  readonly id: string;
  readonly author: string;
  readonly text: string;
  /** The URLs in it, in order. */
  readonly links: readonly string[];
}

export interface Reply {
  readonly text: string;
  readonly ephemeral: boolean;
  /** Nothing was done, and the text says why; a form may be corrected. */
  readonly refused?: true;
  /** A button that invokes this command with these options. `keep` labels the one that changes nothing. */
  readonly confirm?: {
    readonly label: string;
    readonly name: string;
    readonly options: Options;
    readonly keep?: string;
  };
  /** A list to pick from: invokes this command with these options and the choice as `option`. */
  readonly choose?: {
    readonly label: string;
    readonly name: string;
    readonly options: Options;
    readonly option: string;
    readonly choices: readonly Choice[];
  };
  /** Asks for missing input: shown as a form if the channel has forms; otherwise the text says what to type. */
  readonly form?: Form;
}

/** What a command answers, and how `/desk undo` takes back what it changed; without `undo` there is no way back. */
export interface Done extends Omit<Reply, 'ephemeral'> {
  /** It names things by their ids: by then others may have their names. */
  readonly undo?: Invocation;
}

/** A form. When sent, it invokes this command with these options and the filled-in ones, `via` a form. */
export interface Form {
  readonly title: string;
  readonly name: string;
  /** With only these options, `via` a press, the command returns this form again. */
  readonly options: Options;
  readonly fields: readonly FormField[];
}

export interface FormField {
  /** The text option that it fills in. */
  readonly option: string;
  readonly label: string;
  /** A hint about accepted input. */
  readonly hint?: string;
  /** Whether it has several lines. */
  readonly long?: true;
  readonly required?: true;
  /** Its initial value. */
  readonly value?: string;
  /** The maximum number of characters. */
  readonly most?: number;
}

/** Why nothing was done: a sentence for the asker. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}
