/**
 * JSON Schema as Gemini takes it: the keywords that its documentation names and no others.
 *
 * Unions are `anyOf`, a constant is an `enum` of one, and what can't be said as a keyword is said in the description,
 * so that the model still reads it. Whoever asked validates the whole schema afterwards: this only loosens.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Kept as they are. */
const PLAIN = new Set('type title description minItems maxItems minimum maximum required'.split(' '));
/** Hold a schema, a list of schemas, or schemas by name. */
const ONE = new Set(['items', 'additionalProperties']);
const MANY = new Set(['anyOf', 'prefixItems']);
const NAMED = new Set(['properties', '$defs']);
const FORMATS = new Set(['date-time', 'date', 'time']);
/** Told in words, in the order in which they are found. */
const TOLD = new Set(
  'format pattern minLength maxLength exclusiveMinimum exclusiveMaximum multipleOf uniqueItems const enum'.split(
    ' ',
  ),
);

/** A JSON schema in the keywords that Gemini accepts; what it has no keyword for is told in the description. */
export function geminiSchema(schema: JsonSchema): JsonSchema {
  // Beside a reference nothing else may stand.
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

/** Whether its object has anything to fill in: a function without parameters declares none. */
export function hasParameters(schema: JsonSchema): boolean {
  return Object.keys(schema['properties'] ?? {}).length > 0 || isSchema(schema['additionalProperties']);
}

/** `allOf` is what its parts say together, as far as they don't contradict each other. */
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

/** The bounds of whole numbers that generators of schemas add by themselves. */
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

/** An enum holds words and numbers only. */
function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number');
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
