/** Converts a request to the endpoint's form. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions';
import type { ModelRequest, OutputSpec, ToolSpec } from '../chat-model.ts';
import { conversationOf } from './conversation.ts';
import type { Dialect, Form, Offered } from './dialect.ts';
import { plainSchema, strictSchema } from './strict-schema.ts';

export interface Composed {
  readonly body: ChatCompletionCreateParamsStreaming;
  readonly offered: Offered;
}

/** The request's body, limited to what the server supports. */
export function compose(request: ModelRequest, model: string, dialect: Dialect): Composed {
  const { system, messages, tools, output, limits } = request;
  const form = output && dialect.form(output.name, tools.length > 0);
  const strict = output && dialect.strict ? strictSchema(output.schema) : undefined;
  // Where the limit includes thoughts, the task has reckoned with them.
  const thoughtTokens = limits.thoughtsIncluded ? 0 : dialect.thoughtTokens;
  const temperature = dialect.temperature ? limits.temperature : undefined;
  const body: ChatCompletionCreateParamsStreaming = {
    model,
    messages: conversationOf(
      output ? systemWithSchema(system, output, form, dialect) : system,
      messages,
      dialect,
    ),
    stream: true,
    ...(dialect.usageInStream && { stream_options: { include_usage: true } }),
    [dialect.limit]: limits.maxOutputTokens + thoughtTokens,
    ...(temperature !== undefined && { temperature }),
    ...(tools.length > 0 && { tools: tools.map(toolOf) }),
    ...(output && form === 'schema' && { response_format: schemaFormat(output, strict) }),
    ...(form === 'object' && { response_format: { type: 'json_object' as const } }),
  };
  return {
    body,
    offered: {
      form,
      ...(output && { output: output.name }),
      strict: strict !== undefined,
      tools: tools.length > 0,
      temperature: temperature !== undefined,
      usageInStream: dialect.usageInStream,
      limit: dialect.limit,
      alternating: dialect.alternating,
      systemRole: dialect.systemRole,
      nineInIds: dialect.nineInIds,
      thoughtTokens,
    },
  };
}

function toolOf({ name, description, parameters }: ToolSpec): ChatCompletionFunctionTool {
  return { type: 'function', function: { name, description, parameters: plainSchema(parameters) } };
}

function schemaFormat({ name, schema }: OutputSpec, strict: Readonly<Record<string, unknown>> | undefined) {
  return {
    type: 'json_schema' as const,
    json_schema: {
      // The API allows only these characters.
      name: name.replace(/[^\w-]/g, '_').slice(0, 64),
      schema: strict ?? plainSchema(schema),
      strict: strict !== undefined,
    },
  };
}

/** The system prompt; with the schema of the answer unless the server enforces it. */
function systemWithSchema(
  system: string,
  { schema }: OutputSpec,
  form: Form | undefined,
  dialect: Dialect,
): string {
  if (form === 'schema' && !dialect.tellsSchema) return system;
  return (
    `${system}\n\nYour answer is one JSON value that keeps to this JSON Schema. Write the JSON alone: ` +
    `no words around it, no code fence.\n${JSON.stringify(plainSchema(schema))}`
  );
}
