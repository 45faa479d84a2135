/**
 * Reduces JSON Schema to the keywords that Gemini documents.
 *
 * Unions become `anyOf`, a constant an `enum` with one value, and anything without a keyword goes into the
 * description, where the model still reads it. The result only loosens the schema; callers validate the original.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Kept unchanged. */
const PLAIN = new Set('type title description minItems maxItems minimum maximum required'.split(' '));
/** Keywords that hold a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties']);
const MANY = new Set(['anyOf', 'prefixItems']);
const NAMED = new Set(['properties', '$defs']);
const FORMATS = new Set(['date-time', 'date', 'time']);
/** Put into words, in order of appearance. */
const TOLD = new Set(
  'format pattern minLength maxLength exclusiveMinimum exclusiveMaximum multipleOf uniqueItems const enum'.split(
    ' ',
  ),
);

/** A schema in Gemini's keywords. */
export function geminiSchema(schema: JsonSchema): JsonSchema {
  // No other keyword may stand beside a reference.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const kept: Record<string, unknown> = {};
  const told: string[] = [];
  for (const [keyword, value] of Object.entries(merged(schema))) {
    if (isNoise(keyword, value)) continue;
    if (PLAIN.has(keyword)) kept[keyword] = value;
    else if (ONE.has(keyword)) kept[keyword] = isSchema(value) ? geminiSchema(value) : value;
    else if (MANY.has(keyword)) kept[keyword] = (value as JsonSchema[]).map(geminiSchema);
    else if (NAMED.has(keyword)) kept[keyword] = eachNamed(value as Record<string, JsonSchema>);
    else if (keyword === 'oneOf') kept['anyOf'] = (value as JsonSchema[]).map(geminiSchema);
    else if (keyword === 'format' && FORMATS.has(String(value))) kept['format'] = value;
    else if (keyword === 'enum' && isPlainList(value)) kept['enum'] = value;
    else if (keyword === 'const' && isPlainList([value])) kept['enum'] = [value];
    else if (TOLD.has(keyword)) told.push(`${keyword}: ${said(value)}`);
    if (keyword === 'const') kept['type'] ??= typeOf(value);
  }
  if (told.length > 0) {
    const { description } = kept;
    kept['description'] =
      `${typeof description === 'string' ? `${description} ` : ''}(${told.join(', ')})`.trim();
  }
  return kept;
}

/** Whether a function has parameters; one without declares none. */
export function hasParameters(schema: JsonSchema): boolean {
  return Object.keys(schema['properties'] ?? {}).length > 0 || isSchema(schema['additionalProperties']);
}

/** Merge the parts of `allOf`, as far as they don't contradict each other. */
function merged(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  return (allOf as JsonSchema[]).map(merged).reduce(
    (whole, part) => ({
      ...part,
      ...whole,
      ...together('properties', whole, part, (a, b) => ({ ...(b as object), ...(a as object) })),
      ...together('required', whole, part, (a, b) => [...new Set([...(a as string[]), ...(b as string[])])]),
    }),
    rest,
  );
}

function together(
  keyword: string,
  a: JsonSchema,
  b: JsonSchema,
  join: (a: unknown, b: unknown) => unknown,
): JsonSchema {
  return a[keyword] !== undefined && b[keyword] !== undefined
    ? { [keyword]: join(a[keyword], b[keyword]) }
    : {};
}

/** Integer bounds that schema generators add by themselves. */
function isNoise(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' || keyword === 'maximum') && Math.abs(value as number) >= Number.MAX_SAFE_INTEGER
  );
}

function eachNamed(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, geminiSchema(schema)]));
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An enum may contain only words and numbers. */
function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
