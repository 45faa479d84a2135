/** The form of an edition, made from its schema: what kind of field each is, what it allows, which may be absent. */
import { z } from 'zod';
import { deskFields } from './edition-desk.ts';
import { editionSchema } from './edition.ts';

/** A value and how it is filled in. */
export type FormKind =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly whole: boolean; readonly min?: number; readonly max?: number }
  /** True or false; `only` where just one of the two may stand there. */
  | { readonly kind: 'flag'; readonly only?: true }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** A list of words. */
  | { readonly kind: 'texts' }
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  | { readonly kind: 'list'; readonly fields: readonly FormField[] }
  /** Anything else: as JSON. */
  | { readonly kind: 'json' };

export type FormField = FormKind & {
  readonly name: string;
  readonly required: boolean;
  /** What counts where it is absent. */
  readonly fallback?: unknown;
};

/** Fields that are no question: the file's name, and what has a page of its own. */
const ELSEWHERE: ReadonlySet<string> = new Set(['name', 'sample', 'feeds']);

/** In the schema's order. */
export function editionForm(): FormField[] {
  return fieldsOf(jsonSchema(editionSchema))
    .filter(({ name }) => !ELSEWHERE.has(name))
    .map((field) =>
      field.name === 'desk'
        ? { name: 'desk', required: true, kind: 'group', fields: fieldsOf(jsonSchema(deskFields())) }
        : field,
    );
}

/** What is used of a schema. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape | false;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
}

function jsonSchema(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
}

function fieldsOf({ properties = {}, required = [] }: Shape): FormField[] {
  return Object.entries(properties).map(([name, shape]) => ({
    ...kindOf(shape),
    name,
    required: required.includes(name),
    ...(shape.default !== undefined && { fallback: shape.default }),
  }));
}

function kindOf(shape: Shape): FormKind {
  const { type, items } = shape;
  if (shape.enum) return { kind: 'choice', choices: shape.enum.map(String) };
  if (type === 'boolean') return { kind: 'flag', ...(shape.const === true && { only: true }) };
  if (type === 'string') return { kind: 'text' };
  if (type === 'integer' || type === 'number') return numberOf(shape);
  if (type === 'object' && shape.properties) return { kind: 'group', fields: fieldsOf(shape) };
  if (isTexts(shape)) return { kind: 'texts' };
  if (type === 'array' && items && items.properties) return { kind: 'list', fields: fieldsOf(items) };
  // A word stands for a list of it.
  if (shape.anyOf?.some(isTexts) && shape.anyOf.every((one) => isTexts(one) || one.type === 'string'))
    return { kind: 'texts' };
  return { kind: 'json' };
}

function isTexts({ type, items, prefixItems }: Shape): boolean {
  return (
    type === 'array' && !prefixItems && items !== undefined && items !== false && items.type === 'string'
  );
}

function numberOf({ type, minimum, exclusiveMinimum, maximum }: Shape): FormKind {
  const min = minimum ?? exclusiveMinimum;
  return {
    ...{ kind: 'number', whole: type === 'integer' },
    ...(min !== undefined && { min }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { max: maximum }),
  };
}
