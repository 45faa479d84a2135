/** Modals: what Discord takes as one, and what a person's client sends of it. */
import { ComponentType, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { ComponentLike } from './components.ts';
import { countCharacters } from './check-message.ts';
import { invalidForm } from './discord-error.ts';

interface Input extends ComponentLike {
  readonly value?: string;
  readonly required?: boolean;
  readonly min_length?: number;
  readonly max_length?: number;
}

const MOST_INPUT = 4_000;

/** Throws Discord's refusal of a modal that is beyond its bounds. */
export function checkModal({
  title,
  custom_id: id,
  components,
}: Partial<APIModalInteractionResponseCallbackData>): void {
  checkLength('title', title, 1, 45);
  checkLength('custom_id', id, 1, 100);
  const count = components?.length ?? 0;
  if (count < 1 || count > 5)
    throw invalidForm('data.components', 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 5 in length.');
  const inputs = (components as ComponentLike[]).map((it) => inputOf(it));
  const ids = inputs.map((it) => it.custom_id);
  if (new Set(ids).size < ids.length)
    throw invalidForm(
      'data.components',
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    );
}

/** The one input of a label, or of a row as older modals have it. */
function inputOf(row: ComponentLike): Input {
  const isLabel = row.type === ComponentType.Label;
  const inner = isLabel ? row.component : row.components?.length === 1 ? row.components[0] : undefined;
  if ((!isLabel && row.type !== ComponentType.ActionRow) || inner?.type !== ComponentType.TextInput)
    throw invalidForm(
      'data.components',
      'UNION_TYPE_CHOICES',
      'Value of field "type" must be one of (1, 18).',
    );
  const input = inner as Input;
  // In a label its words stand on the label, in a row on the input.
  checkLength('label', (isLabel ? row : input).label, 1, 45);
  if (isLabel && input.label !== undefined)
    throw invalidForm('data.components.label', 'BASE_TYPE_INVALID', 'A text input in a label has no label.');
  if (isLabel && 'description' in row) checkLength('description', row.description as string, 1, 100);
  checkLength('custom_id', input.custom_id, 1, 100);
  const { max_length: most = MOST_INPUT, min_length: least = 0, value } = input;
  if (most < 1 || most > MOST_INPUT || least < 0 || least > most)
    throw invalidForm(
      'data.components.max_length',
      'NUMBER_TYPE_MAX',
      'int value should be between 1 and 4000.',
    );
  if (value !== undefined) checkLength('value', value, least, most);
  return input;
}

function checkLength(place: string, text: string | undefined, least: number, most: number): void {
  const length = countCharacters(text ?? '');
  if (length < least || length > most)
    throw invalidForm(
      `data.${place}`,
      'BASE_TYPE_BAD_LENGTH',
      `Must be between ${least} and ${most} in length.`,
    );
}

/**
 * A modal's components as a client sends them: each input with what was written, what stood in it already, or nothing.
 * Throws where a client would not let it be sent.
 */
export function filledModal(
  { title, components }: APIModalInteractionResponseCallbackData,
  fields: Readonly<Record<string, string>>,
): object[] {
  const rows = components as ComponentLike[];
  const inputs = rows.map((row) => inputOf(row));
  const unknown = Object.keys(fields).find((id) => !inputs.some((it) => it.custom_id === id));
  if (unknown !== undefined) throw new Error(`“${title}” has no input “${unknown}”`);
  return rows.map((row, at) => {
    const { custom_id: id = '', type, value: there = '', required = true, max_length: most } = inputs[at]!;
    const value = fields[id] ?? there;
    if (required && value === '') throw new Error(`“${title}” needs “${id}”`);
    if (value.length > (most ?? MOST_INPUT)) throw new Error(`“${id}” takes ${most} characters`);
    const sent = { type, id: 2 * at + 2, custom_id: id, value };
    const outer = { type: row.type, id: 2 * at + 1 };
    return row.type === ComponentType.Label
      ? { ...outer, component: sent }
      : { ...outer, components: [sent] };
  });
}
