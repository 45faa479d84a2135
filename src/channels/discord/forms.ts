/**
 * Forms as Discord's modals: labelled inputs. A modal must be the first answer to an interaction. Nothing that was
 * entered is lost: a refused form is quoted back, with a button that reopens it with the same values.
 */
import { ComponentType, TextInputStyle } from 'discord.js';
import type { ModalSubmitInteraction } from 'discord.js';
import type {
  APILabelComponent,
  APIModalInteractionResponseCallbackData,
  APITextInputComponent,
} from 'discord-api-types/v10';
import type { Form, FormField, Locale, Options, Reply } from '../../feature/command.ts';
import { shortLine } from '../../text/shorten.ts';
import { safeText } from './safe-text.ts';
import { DISCORD } from './traits.ts';

const MOST_TITLE = DISCORD.limits.title;
const MOST_LABEL = 45;
const MOST_HINT = 100;
const MOST_INPUT = 4_000;
const MOST_FIELDS = 5;

/** The command of the button that reopens a form. */
export const REOPEN = 'form';
/** How long a form may stay open. */
export const FORM_MS = 60 * 60_000;

/** The values entered into a form, by option name. */
export type Typed = Readonly<Record<string, string>>;

/** A form that can be opened again. */
export interface Reopened {
  /** The command that opens it, pressed as a button. */
  readonly command: string;
  readonly options: Options;
  readonly typed: Typed;
}

/** @param customId the id under which the form is submitted. @param typed its initial values. */
export function modalOf(
  form: Form,
  customId: string,
  typed: Typed = {},
): APIModalInteractionResponseCallbackData {
  return {
    title: shortLine(safeText(form.title), MOST_TITLE),
    custom_id: customId,
    components: form.fields.slice(0, MOST_FIELDS).map((field) => labelOf(field, typed[field.option])),
  };
}

function labelOf(field: FormField, typed: string | undefined): APILabelComponent {
  const { option, label, hint, long, required = false } = field;
  const most = Math.min(field.most ?? MOST_INPUT, MOST_INPUT);
  const value = (typed ?? field.value ?? '').slice(0, most);
  const input: APITextInputComponent = {
    type: ComponentType.TextInput,
    custom_id: option,
    style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required,
    max_length: most,
    ...(value !== '' && { value }),
  };
  return {
    type: ComponentType.Label,
    label: shortLine(label, MOST_LABEL),
    ...(hint !== undefined && { description: shortLine(hint, MOST_HINT) }),
    component: input,
  };
}

/** The entered values, without empty inputs. */
export function typedIn({ fields }: ModalSubmitInteraction): Typed {
  const typed: Record<string, string> = {};
  for (const [name, field] of fields.fields)
    if (field.type === ComponentType.TextInput && field.value.trim() !== '') typed[name] = field.value;
  return typed;
}

/** A text with the entered values quoted under it, so that they can be copied. */
export function quotingBack(text: string, typed: Typed, locale: Locale): string {
  const written = Object.values(typed).map((value) => `> ${value.replaceAll('\n', '\n> ')}`);
  return written.length === 0 ? text : [text, '', YOU_WROTE[locale], written.join('\n\n')].join('\n');
}

/** The form that a reply offers; undefined where there is none. @param sent the submitted form that it answers. */
export function formLeft({ form, refused }: Reply, sent: Reopened | undefined): Reopened | undefined {
  if (sent) return refused || form ? sent : undefined;
  return form && { command: form.name, options: form.options, typed: {} };
}

const COMMAND = '!';
const TYPED = '>';

/** The options of the button's id. */
export function reopening({ command, options, typed }: Reopened): Options {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(typed)) written[`${TYPED}${name}`] = value;
  return { ...options, ...written, [COMMAND]: command };
}

/** The form to show again: its command, its options, and the values entered before. */
export function reopened(kept: Options): Reopened {
  const options: Record<string, Options[string]> = {};
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries(kept))
    if (name.startsWith(TYPED)) typed[name.slice(TYPED.length)] = String(value);
    else if (name !== COMMAND) options[name] = value;
  return { command: String(kept[COMMAND]), options, typed };
}

/** The button's label. */
export const REOPEN_LABEL = {
  again: { en: 'Edit and send again', zh: '修改後再送出' },
  first: { en: 'Open the form', zh: '開啟表格' },
} as const;

const YOU_WROTE = { en: 'What you wrote:', zh: '你所寫的：' } as const;
