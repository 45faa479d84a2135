/** Values of settings as controls show them, and what people typed as values. */
import type { EditionField } from './settings-draft.ts';

/** A value that isn't among the choices is shown as it stands. */
export function choicesOf(field: EditionField, value: unknown): string[] {
  const all =
    field.kind === 'choice'
      ? [...field.choices]
      : field.kind === 'flag' && field.only
        ? ['true']
        : ['true', 'false'];
  const own = value === undefined ? '' : sayPlain(value);
  return own === '' || all.includes(own) ? all : [...all, own];
}

const sayPlain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function chosen({ kind }: EditionField, value: string): unknown {
  if (value === '') return undefined;
  return kind === 'flag' ? value === 'true' : value;
}

/** What is no number stays what it is: the desk says what is allowed. */
export function typed({ kind, required }: EditionField, text: string): unknown {
  if (text.trim() === '') return required && kind === 'text' ? '' : undefined;
  return kind === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export function linesOf(text: string, { required }: EditionField): string[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length === 0 && !required ? undefined : lines;
}

export function jsonOf(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

export function listFor({ name }: EditionField): string | undefined {
  if (name === 'zone' || name === 'tz') return 'settings-zones';
  return name === 'category' || name === 'defaultCategory' ? 'settings-categories' : undefined;
}
