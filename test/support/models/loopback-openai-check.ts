/** What a request for an answer must be, by OpenAI's documentation; unknown fields are violations. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

const schema = z.record(z.string(), z.unknown());
const functionName = z.string().regex(/^[\w-]{1,64}$/);
const toolId = z.string().min(1).max(40);

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z
      .array(
        z.strictObject({
          id: toolId,
          type: z.literal('function'),
          function: z.strictObject({
            name: functionName,
            arguments: z.string().refine(isObject, 'no JSON object'),
          }),
        }),
      )
      .min(1)
      .optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: toolId, content: z.string() }),
]);

const bodySchema = z
  .strictObject({
    model: z.string().min(1),
    messages: z.array(message).min(1),
    stream: z.literal(true),
    stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
    max_tokens: z.int().positive().optional(),
    max_completion_tokens: z.int().positive().optional(),
    temperature: z.number().min(0).max(2).optional(),
    tools: z
      .array(
        z.strictObject({
          type: z.literal('function'),
          function: z.strictObject({ name: functionName, description: z.string(), parameters: schema }),
        }),
      )
      .min(1)
      .max(128)
      .optional(),
    response_format: z
      .discriminatedUnion('type', [
        z.strictObject({ type: z.literal('json_object') }),
        z.strictObject({
          type: z.literal('json_schema'),
          json_schema: z.strictObject({ name: functionName, schema, strict: z.boolean() }),
        }),
      ])
      .optional(),
  })
  .refine(
    (body) => (body.max_tokens === undefined) !== (body.max_completion_tokens === undefined),
    'one limit',
  );

export type OpenAiBody = z.infer<typeof bodySchema>;

export function violationsIn(body: unknown, headers: IncomingHttpHeaders): string[] {
  const violations =
    headers['content-type'] === 'application/json' ? [] : ['content-type is not application/json'];
  const read = bodySchema.safeParse(body);
  if (!read.success) return [...violations, z.prettifyError(read.error)];
  return [...violations, ...unpaired(read.data), ...wordless(read.data), ...loose(read.data)];
}

/** Calls stand right before their results, each with one, and no result without its call. */
function unpaired({ messages }: OpenAiBody): string[] {
  const found: string[] = [];
  let open = new Set<string>();
  for (const said of messages) {
    if (said.role === 'tool') {
      if (!open.delete(said.tool_call_id)) found.push(`a result without its call: ${said.tool_call_id}`);
      continue;
    }
    if (open.size > 0) found.push(`calls without results: ${[...open].join(', ')}`);
    const calls = said.role === 'assistant' ? (said.tool_calls ?? []) : [];
    open = new Set(calls.map(({ id }) => id));
    if (open.size < calls.length) found.push('two calls of one id');
  }
  if (open.size > 0) found.push(`calls without results: ${[...open].join(', ')}`);
  return found;
}

/** OpenAI wants the word in the prompt, or the model might never stop writing spaces. */
function wordless({ response_format: format, messages }: OpenAiBody): string[] {
  const worded = messages.some(({ content }) => /json/i.test(content ?? ''));
  return format?.type === 'json_object' && !worded ? ["'messages' must contain the word 'json'"] : [];
}

/** What is strict is closed. */
function loose({ response_format: format }: OpenAiBody): string[] {
  if (format?.type !== 'json_schema' || !format.json_schema.strict) return [];
  return openObjects(format.json_schema.schema).map((place) => `a strict schema is open at ${place}`);
}

function openObjects(value: unknown, place = '#'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, properties, required, additionalProperties } = value as Record<string, unknown>;
  const names = Object.keys((properties as object | undefined) ?? {});
  const open =
    type === 'object' &&
    (additionalProperties !== false ||
      names.some((name) => !(required as string[] | undefined)?.includes(name)));
  const within = Object.entries(value).flatMap(([name, part]) => openObjects(part, `${place}/${name}`));
  return open ? [place, ...within] : within;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
