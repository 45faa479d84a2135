/**
 * A slash command, written once for every channel: a platform registers it, the console lists it, the terminal
 * reads it from a line. Channels parse and show; what it does is here.
 */
import type { Actor, Right } from '../sessions/actor.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Locale } from '../time/locale.ts';

export type { Locale };
/** A text in English and in Traditional Chinese. */
type Words = Readonly<Record<Locale, string>>;

/** What a command is called and takes: enough to list and to register it. */
export interface CommandDeclaration {
  /** One or two words: "help", "cron add". */
  readonly name: string;
  /** Its name in Chinese, in as many words: "定時工作 新增". None for what nobody can type. */
  readonly chinese?: string;
  /** What its group of commands is about ("cron" of "cron add"); one command of the group says it. */
  readonly group?: Words;
  readonly description: Words;
  readonly options: readonly CommandOption[];
  /** Only behind a button: neither listed nor registered. */
  readonly hidden?: true;
  /** It is used on a message, in its menu, and called so there; nobody can type it. */
  readonly onMessage?: Words;
  /** What the actor needs; checked by the registry before `run`. */
  readonly right: Right;
  /** Whether the answer is for the asker only. */
  readonly ephemeral: boolean;
}

export interface Command extends CommandDeclaration {
  /** @throws CommandRefusal, or the refusals of desk and cron: sentences for the asker. */
  run(options: Options, context: CommandContext): Promise<Omit<Reply, 'ephemeral'>>;
}

export interface CommandOption {
  readonly name: string;
  /** Its name in Chinese. */
  readonly chinese?: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: Words;
  readonly required?: boolean;
  readonly choices?: readonly Choice[];
  /** For integers, both inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** What might be meant by what was typed so far; `options` are the others that are filled in, unchecked. */
  readonly autocomplete?: (
    typed: string,
    context: CommandContext,
    options: Options,
  ) => Promise<readonly Choice[]>;
}

export interface Choice {
  readonly name: string;
  /** What it is called in Chinese, where that differs. */
  readonly chinese?: string;
  readonly value: string | number;
}

export type OptionValue = string | number | boolean;
export type Options = Readonly<Record<string, OptionValue>>;

export interface CommandContext {
  /** Where it was invoked; what it makes is bound to this session and to no other. */
  readonly session: SessionKey;
  readonly actor: Actor;
  readonly locale: Locale;
  /**
   * How the options came, where they were not typed with the command: from something that was pressed, with which nothing
   * could be written, or from a form that was filled in and sent, which is a yes to what it asked.
   */
  readonly via?: 'press' | 'form';
  /** What the platform calls this invocation. */
  readonly id?: string;
  /** The message that the command is used on. */
  readonly message?: ChosenMessage;
}

/** Material, whoever wrote it: never the words of whoever uses a command on it. */
export interface ChosenMessage {
  /** The platform's, in the session of the context. */
  readonly id: string;
  readonly author: string;
  readonly text: string;
  /** The addresses of pages in it, in order. */
  readonly links: readonly string[];
}

export interface Reply {
  readonly text: string;
  readonly ephemeral: boolean;
  /** Nothing was done, and the text says why: whoever filled in a form may mend it. */
  readonly refused?: true;
  /** A button that does it: invoke this command with these options. `keep` is on the one that leaves all as it is. */
  readonly confirm?: {
    readonly label: string;
    readonly name: string;
    readonly options: Options;
    readonly keep?: string;
  };
  /** A list to pick from: invoke this command with these options and, as `option`, what was picked. */
  readonly choose?: {
    readonly label: string;
    readonly name: string;
    readonly options: Options;
    readonly option: string;
    readonly choices: readonly Choice[];
  };
  /**
   * What only a person can write is missing: where forms can be shown this one is, in place of all else; elsewhere the
   * text says what to type.
   */
  readonly form?: Form;
}

/** Inputs to fill in. Sent, it invokes this command with these options and those that were filled in, `via` a form. */
export interface Form {
  readonly title: string;
  readonly name: string;
  /** With these alone, `via` a press, the command answers with this form again. */
  readonly options: Options;
  readonly fields: readonly FormField[];
}

export interface FormField {
  /** The text option that it fills in. */
  readonly option: string;
  readonly label: string;
  /** What is understood, in a few words. */
  readonly hint?: string;
  /** Several lines. */
  readonly long?: true;
  readonly required?: true;
  /** What stands in it already. */
  readonly value?: string;
  /** The most characters that it takes. */
  readonly most?: number;
}

/** A sentence for whoever asked, about why nothing was done. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}
