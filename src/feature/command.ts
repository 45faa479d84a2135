/**
 * A slash command, written once for all channels: platforms register it, the console lists it, the terminal parses it
 * from a line.
 */
import { z } from 'zod';
import type { Given } from '../text/given.ts';
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

const choiceSchema = z.strictObject({
  name: z.string(),
  /** Its Chinese name, if different. */
  chinese: z.string().exactOptional(),
  value: z.union([z.string(), z.number()]),
});
export type Choice = Given<z.output<typeof choiceSchema>>;

/** An option in a listing, in one language. */
export const optionSchema = z.strictObject({
  name: z.string(),
  type: z.enum(['string', 'integer', 'boolean']),
  description: z.string(),
  required: z.boolean().exactOptional(),
  choices: z.array(choiceSchema).exactOptional(),
  /** For integers; both inclusive. */
  min: z.number().exactOptional(),
  max: z.number().exactOptional(),
  autocomplete: z.literal(true).exactOptional(),
});

export interface CommandOption extends Omit<
  Given<z.output<typeof optionSchema>>,
  'description' | 'autocomplete'
> {
  /** Its name in Chinese. */
  readonly chinese?: string;
  readonly description: Words;
  /** Suggestions for what was typed so far; `options` are the other options, unvalidated. */
  readonly autocomplete?: (
    typed: string,
    context: CommandContext,
    options: Options,
  ) => Promise<readonly Choice[]>;
}

const optionsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
export type Options = Given<z.output<typeof optionsSchema>>;
export type OptionValue = Options[string];

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

const fieldSchema = z.strictObject({
  /** The text option that it fills in. */
  option: z.string(),
  label: z.string(),
  /** A hint about accepted input. */
  hint: z.string().exactOptional(),
  /** Whether it has several lines. */
  long: z.literal(true).exactOptional(),
  required: z.literal(true).exactOptional(),
  /** Its initial value. */
  value: z.string().exactOptional(),
  /** The maximum number of characters. */
  most: z.number().exactOptional(),
});
export type FormField = Given<z.output<typeof fieldSchema>>;

/** A form. When sent, it invokes this command with these options and the filled-in ones, `via` a form. */
const formSchema = z.strictObject({
  title: z.string(),
  name: z.string(),
  /** With only these options, `via` a press, the command returns this form again. */
  options: optionsSchema,
  fields: z.array(fieldSchema),
});
export type Form = Given<z.output<typeof formSchema>>;

const invokes = { label: z.string(), name: z.string(), options: optionsSchema };

export const replySchema = z.strictObject({
  text: z.string(),
  ephemeral: z.boolean(),
  /** Nothing was done, and the text says why; a form may be corrected. */
  refused: z.literal(true).exactOptional(),
  /** A button that invokes this command with these options. `keep` labels the one that changes nothing. */
  confirm: z.strictObject({ ...invokes, keep: z.string().exactOptional() }).exactOptional(),
  /** A list to pick from: invokes this command with these options and the choice as `option`. */
  choose: z.strictObject({ ...invokes, option: z.string(), choices: z.array(choiceSchema) }).exactOptional(),
  /** Asks for missing input: shown as a form if the channel has forms; otherwise the text says what to type. */
  form: formSchema.exactOptional(),
});
export type Reply = Given<z.output<typeof replySchema>>;

/** What a command answers, and how `/desk undo` takes back what it changed; without `undo` there is no way back. */
export interface Done extends Omit<Reply, 'ephemeral'> {
  /** It names things by their ids: by then others may have their names. */
  readonly undo?: Invocation;
}

/** Why nothing was done: a sentence for the asker. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}
