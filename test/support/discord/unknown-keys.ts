/** Misspelt keys: the contract lets any key pass, Discord ignores it, and what was meant never happens. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/**
 * What discord.js sends and Discord takes or ignores, though the document is silent: `type` of a thread on a
 * message, nonces of forum posts and answers, and what old clients knew of commands.
 */
const SILENT = new Set([
  'dm_permission',
  'default_permission',
  'nsfw',
  'tts',
  'nonce',
  'enforce_nonce',
  'type',
]);

/** Keys that none of the schemas' alternatives knows, as sentences with their place. */
export function unknownKeys(
  value: unknown,
  schemas: readonly Schema[],
  named: Readonly<Record<string, Schema>>,
  place = '',
): string[] {
  const alternatives = schemas.flatMap((schema) => resolved(schema, named));
  if (Array.isArray(value)) {
    const items = alternatives.flatMap((it) => it.items ?? []);
    return items.length ? value.flatMap((it, n) => unknownKeys(it, items, named, `${place}/${n}`)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const objects = alternatives.filter((it) => it.properties);
  // A map of anything, or a thing of which the contract says nothing.
  if (!objects.length || alternatives.some((it) => it.additionalProperties)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = objects.flatMap((it) => it.properties?.[key] ?? []);
    if (known.length) return unknownKeys(inner, known, named, `${place}/${key}`);
    return SILENT.has(key) ? [] : [`${place || 'the body'} has “${key}”, which the contract does not know`];
  });
}

const plain = new WeakMap<Schema, Schema[]>();

/** A schema as the plain ones that it may mean; the document never changes, so the answer doesn't either. */
function resolved(schema: Schema, named: Readonly<Record<string, Schema>>): Schema[] {
  const known = plain.get(schema) ?? meanings(schema, named);
  plain.set(schema, known);
  return known;
}

function meanings(schema: Schema, named: Readonly<Record<string, Schema>>): Schema[] {
  const referred = schema.$ref && named[schema.$ref.replace('#/components/schemas/', '')];
  const further = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [
    schema,
    ...(referred ? resolved(referred, named) : []),
    ...further.flatMap((it) => resolved(it, named)),
  ];
}
