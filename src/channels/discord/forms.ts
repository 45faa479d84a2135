/**
 * Forms as Discord's modals: labelled inputs, the first answer to an interaction and nothing later. Nothing that was
 * written in one is lost: what can't be taken is said back, with a button that opens the form again as it was sent.
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

/** The button behind which a form is opened again. */
export const REOPEN = 'form';
/** How long a form may lie open. */
export const FORM_MS = 60 * 60_000;

/** What somebody wrote into a form: its options by name. */
export type Typed = Readonly<Record<string, string>>;

/** A form that can be opened again. */
export interface Reopened {
  /** The command that answers with it, `via` a press. */
  readonly command: string;
  readonly options: Options;
  readonly typed: Typed;
}

/** @param customId where the form is sent. @param typed what stood in it when it was sent. */
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

/** What was written; inputs that were left empty are not given. */
export function typedIn({ fields }: ModalSubmitInteraction): Typed {
  const typed: Record<string, string> = {};
  for (const [name, field] of fields.fields)
    if (field.type === ComponentType.TextInput && field.value.trim() !== '') typed[name] = field.value;
  return typed;
}

/** A text with what was written quoted under it: it can be copied from there, whatever becomes of the form. */
export function quotingBack(text: string, typed: Typed, locale: Locale): string {
  const written = Object.values(typed).map((value) => `> ${value.replaceAll('\n', '\n> ')}`);
  return written.length === 0 ? text : [text, '', YOU_WROTE[locale], written.join('\n\n')].join('\n');
}

/** The form that a reply leaves to be opened; undefined where there is none. @param sent the one that it answers. */
export function formLeft({ form, refused }: Reply, sent: Reopened | undefined): Reopened | undefined {
  if (sent) return refused || form ? sent : undefined;
  return form && { command: form.name, options: form.options, typed: {} };
}

const COMMAND = '!';
const TYPED = '>';

/** What the button's id has to keep. */
export function reopening({ command, options, typed }: Reopened): Options {
  const written: Record<string, string> = {};
  for (const [name, value] of Object.entries(typed)) written[`${TYPED}${name}`] = value;
  return { ...options, ...written, [COMMAND]: command };
}

/** The command of a form that is shown again, its options, and what had been typed into its fields. */
export function reopened(kept: Options): Reopened {
  const options: Record<string, Options[string]> = {};
  const typed: Record<string, string> = {};
  for (const [name, value] of Object.entries(kept))
    if (name.startsWith(TYPED)) typed[name.slice(TYPED.length)] = String(value);
    else if (name !== COMMAND) options[name] = value;
  return { command: String(kept[COMMAND]), options, typed };
}

/** What stands on the button. */
export const REOPEN_LABEL = {
  again: { en: 'Edit and send again', zh: '修改後再送出' },
  first: { en: 'Open the form', zh: '開啟表格' },
} as const;

const YOU_WROTE = { en: 'What you wrote:', zh: '你所寫的：' } as const;
