/** What the loopback Gemini takes for a request: the fields that Google documents and no others. */
import { z } from 'zod';

const part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z
    .strictObject({
      id: z.string().optional(),
      name: z.string(),
      args: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  functionResponse: z
    .strictObject({
      id: z.string().optional(),
      name: z.string(),
      response: z.record(z.string(), z.unknown()),
    })
    .optional(),
});
const content = z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(part).min(1) });

export const requestSchema = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: z.object({ parts: z.array(z.object({ text: z.string() })) }).optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({
            name: z.string().regex(/^[A-Za-z_][\w.:-]{0,127}$/),
            description: z.string(),
            parametersJsonSchema: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
      }),
    )
    .optional(),
  generationConfig: z
    .strictObject({
      temperature: z.number().min(0).max(2).optional(),
      maxOutputTokens: z.int().positive().optional(),
      thinkingConfig: z.strictObject({ thinkingBudget: z.int().min(-1).max(32_768) }).optional(),
      responseMimeType: z.enum(['application/json']).optional(),
      responseJsonSchema: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
});
export type WireRequest = z.output<typeof requestSchema>;
type WireContent = z.output<typeof content>;

const UNSIGNED = 'skip_thought_signature_validator';

/** @returns what is wrong with it, in Google's words as far as they are known. */
export function complaintAbout(
  request: WireRequest,
  signed: ReadonlyMap<string, string>,
): string | undefined {
  return (
    complaintAboutTurns(request.contents) ??
    complaintAboutSignatures(request.contents, signed) ??
    complaintAboutForm(request)
  );
}

function complaintAboutTurns(contents: readonly WireContent[]): string | undefined {
  if (contents[0]!.role !== 'user') return 'Please ensure that multiturn requests begin with a user turn.';
  for (const [n, { role, parts }] of contents.entries()) {
    const before = contents[n - 1];
    if (before?.role === role)
      return 'Please ensure that multiturn requests alternate between user and model.';
    if (parts.some((one) => Object.values(one).every((value) => value === undefined || value === '')))
      return `contents[${n}].parts: contents.parts must not be empty.`;
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    const responses = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
    if (calls.length > 0 && role !== 'model') return 'A function call is a turn of the model.';
    if (responses.length > 0 && role !== 'user') return 'A function response is a turn of the user.';
    const asked = before?.parts.flatMap(({ functionCall }) => functionCall ?? []) ?? [];
    if (asked.length !== responses.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.';
    if (asked.some((call, k) => call.name !== responses[k]!.name || call.id !== responses[k]!.id))
      return 'Please ensure that each function response has the name and the id of its function call.';
  }
  const last = contents.at(-1)!;
  if (last.role === 'model') return 'Please ensure that multiturn requests end with a user turn.';
  return undefined;
}

/** In the current turn, the first call of each step carries the signature that it was given. */
function complaintAboutSignatures(
  contents: readonly WireContent[],
  signed: ReadonlyMap<string, string>,
): string | undefined {
  const begin = contents.findLastIndex(
    ({ role, parts }) => role === 'user' && parts.some(({ text }) => text !== undefined),
  );
  for (const [n, { parts }] of contents.entries()) {
    for (const one of parts)
      if (one.thoughtSignature !== undefined && one.thoughtSignature !== UNSIGNED)
        if (signed.get(one.thoughtSignature) !== stamp(one)) return 'Corrupted thought signature.';
    const first = parts.find(({ functionCall }) => functionCall);
    if (n > begin && first && first.thoughtSignature === undefined)
      return `Function call is missing a thought_signature in functionCall parts: ${first.functionCall!.name}.`;
  }
  return undefined;
}

/** What a signature belongs to: the very part. */
export function stamp(one: { readonly text?: unknown; readonly functionCall?: unknown }): string {
  return JSON.stringify([one.text, one.functionCall]);
}

const KEYWORDS = new Set(
  (
    '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum ' +
    'anyOf oneOf properties additionalProperties required propertyOrdering'
  ).split(' '),
);

function complaintAboutForm({ tools, generationConfig }: WireRequest): string | undefined {
  const { responseJsonSchema, responseMimeType } = generationConfig ?? {};
  if (responseJsonSchema && !responseMimeType) return 'response_json_schema needs a response_mime_type.';
  if (tools && responseMimeType)
    return "Function calling with a response mime type: 'application/json' is unsupported";
  const schemas = tools?.flatMap(({ functionDeclarations }) =>
    functionDeclarations.flatMap(({ parametersJsonSchema }) => parametersJsonSchema ?? []),
  );
  for (const schema of [...(schemas ?? []), ...(responseJsonSchema ? [responseJsonSchema] : [])]) {
    const unknown = unknownKeyword(schema);
    if (unknown !== undefined)
      return `Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`;
  }
  return undefined;
}

/** The first keyword of a schema that isn't documented. */
export function unknownKeyword(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!KEYWORDS.has(keyword)) return keyword;
    if ('$ref' in schema && !keyword.startsWith('$')) return `${keyword} beside $ref`;
    if (keyword === 'enum' && (value as unknown[]).some((one) => !/^(?:string|number)$/.test(typeof one)))
      return 'enum of other than strings and numbers';
    const inner =
      keyword === 'properties' || keyword === '$defs'
        ? Object.values(value as object)
        : Array.isArray(value)
          ? value
          : [value];
    if (!/^(?:enum|required|type|propertyOrdering)$/.test(keyword))
      for (const one of inner) {
        const unknown = unknownKeyword(one);
        if (unknown !== undefined) return unknown;
      }
  }
  return undefined;
}
