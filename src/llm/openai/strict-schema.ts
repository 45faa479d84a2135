/**
 * Converts a JSON Schema to one that a server can enforce (`strict`): all objects closed, all properties required,
 * only keywords that OpenAI documents.
 */
type Schema = Readonly<Record<string, unknown>>;

const KEYWORDS = new Set(
  (
    'type properties required additionalProperties items enum const anyOf title description $defs $ref ' +
    'minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern'
  ).split(' '),
);

/** @returns the schema with its objects closed; undefined when that would change what it allows. */
export function strictSchema(schema: Schema): Schema | undefined {
  if (schema['type'] !== 'object') return undefined;
  try {
    return closed(schema);
  } catch (error) {
    if (error instanceof NotStrict) return undefined;
    throw error;
  }
}

/** The schema without `$schema`, which some servers take for a property. */
export function plainSchema(schema: Schema): Record<string, unknown> {
  const { $schema: _, ...plain } = schema;
  return plain;
}

class NotStrict extends Error {}

function closed(schema: Schema): Schema {
  const plain = plainSchema(schema);
  for (const keyword of Object.keys(plain)) if (!KEYWORDS.has(keyword)) throw new NotStrict(keyword);
  const copy: Record<string, unknown> = { ...plain };
  if (plain['type'] === 'object') {
    const properties = (plain['properties'] ?? {}) as Record<string, Schema>;
    const required = new Set((plain['required'] ?? []) as string[]);
    if (Object.keys(properties).some((name) => !required.has(name))) throw new NotStrict('optional');
    if ((plain['additionalProperties'] ?? false) !== false) throw new NotStrict('open');
    copy['properties'] = each(properties);
    copy['required'] = [...required];
    copy['additionalProperties'] = false;
  }
  if (plain['items'] !== undefined) copy['items'] = closed(plain['items'] as Schema);
  if (plain['anyOf'] !== undefined) copy['anyOf'] = (plain['anyOf'] as Schema[]).map(closed);
  if (plain['$defs'] !== undefined) copy['$defs'] = each(plain['$defs'] as Record<string, Schema>);
  return copy;
}

function each(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]));
}
