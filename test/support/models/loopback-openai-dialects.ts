/** How servers that call themselves OpenAI-compatible differ; their refusals are in their own words. */
import type { OpenAiBody } from './loopback-openai-check.ts';

export interface OpenAiDialect {
  /** What it won't take of a request. */
  readonly refusal?: (body: OpenAiBody) => { readonly status: number; readonly body: unknown } | undefined;
  readonly noModel: (model: string) => unknown;
  /** Serves whatever model is named. */
  readonly anyModel?: boolean;
  /** `always`: without being asked. */
  readonly usage: 'asked' | 'always' | 'never';
  readonly streams: boolean;
  /** `whole`: every call in one piece, all with index 0. */
  readonly calls: 'pieces' | 'whole' | 'without index';
  readonly thoughts: 'reasoning_content' | 'reasoning' | 'tag';
}

const plain: OpenAiDialect = {
  noModel: (model) =>
    error(`The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found'),
  usage: 'asked',
  streams: true,
  calls: 'pieces',
  thoughts: 'reasoning_content',
};

export const dialects = {
  openai: plain,
  /** OpenAI's models that think. */
  thinker: {
    ...plain,
    refusal: ({ max_tokens: limit, temperature }) => {
      if (limit !== undefined)
        return refused(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
          'max_tokens',
          'unsupported_parameter',
        );
      if (temperature !== undefined && temperature !== 1)
        return refused(
          `Unsupported value: 'temperature' does not support ${String(temperature)} with this model. Only the default (1) value is supported.`,
          'temperature',
          'unsupported_value',
        );
      return undefined;
    },
  },
  'no json_schema': {
    ...plain,
    refusal: ({ response_format: format }) =>
      format?.type === 'json_schema'
        ? refused(
            "Invalid value: 'json_schema'. Supported values are: 'json_object' and 'text'.",
            'response_format.type',
            'invalid_value',
          )
        : undefined,
  },
  'no response_format': {
    ...plain,
    refusal: ({ response_format: format }) =>
      format ? { status: 400, body: { error: "'response_format' is not supported" } } : undefined,
  },
  /** As older vLLM and others built on pydantic. */
  'no stream_options': {
    ...plain,
    usage: 'always',
    refusal: ({ stream_options: options }) =>
      options
        ? {
            status: 422,
            body: {
              detail: [
                {
                  type: 'extra_forbidden',
                  loc: ['body', 'stream_options'],
                  msg: 'Extra inputs are not permitted',
                },
              ],
            },
          }
        : undefined,
  },
  mistral: {
    ...plain,
    usage: 'always',
    refusal: ({ stream_options: options, messages }) => {
      const extra = {
        type: 'extra_forbidden',
        loc: ['body', 'stream_options', 'include_usage'],
        msg: 'Extra inputs are not permitted',
        input: true,
      };
      if (options)
        return {
          status: 422,
          body: {
            object: 'error',
            message: { detail: [extra] },
            type: 'invalid_request_error',
            param: null,
            code: null,
          },
        };
      const odd = messages
        .flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : callIds(message)))
        .find((id) => !/^[a-zA-Z0-9]{9}$/.test(id));
      if (odd === undefined) return undefined;
      const message = `Tool call id was ${odd} but must be a-z, A-Z, 0-9, with a length of 9.`;
      return {
        status: 400,
        body: { object: 'error', message, type: 'invalid_function_call', param: null, code: '3280' },
      };
    },
  },
  'no tools': {
    ...plain,
    anyModel: true,
    refusal: ({ model, tools }) =>
      tools && model !== 'with-tools'
        ? { status: 400, body: error(`registry/${model} does not support tools`) }
        : undefined,
  },
  'llama.cpp': {
    ...plain,
    anyModel: true,
    usage: 'never',
    calls: 'without index',
    refusal: ({ tools, response_format: format }) =>
      tools && format
        ? {
            status: 400,
            body: {
              error: {
                code: 400,
                message: 'Cannot use custom grammar constraints with tools.',
                type: 'invalid_request_error',
              },
            },
          }
        : undefined,
  },
  ollama: {
    ...plain,
    noModel: (model) => error(`model "${model}" not found, try pulling it first`, null, 'api_error'),
    usage: 'always',
    calls: 'whole',
    thoughts: 'reasoning',
  },
  /** A template in which people and the model take turns, as Gemma's. */
  'taking turns': {
    ...plain,
    thoughts: 'tag',
    refusal: ({ messages }) => {
      if (messages.some(({ role }) => role === 'system'))
        return {
          status: 500,
          body: { error: { code: 500, message: 'System role not supported', type: 'server_error' } },
        };
      const odd = messages.some(({ role }, n) => role !== (n % 2 === 0 ? 'user' : 'assistant'));
      return odd
        ? {
            status: 500,
            body: {
              error: {
                code: 500,
                message: 'Conversation roles must alternate user/assistant/user/assistant/...',
                type: 'server_error',
              },
            },
          }
        : undefined;
    },
  },
  'never streams': { ...plain, streams: false, usage: 'always' },
} satisfies Record<string, OpenAiDialect> as Record<DialectName, OpenAiDialect>;

export type DialectName =
  | 'openai'
  | 'thinker'
  | 'no json_schema'
  | 'no response_format'
  | 'no stream_options'
  | 'mistral'
  | 'no tools'
  | 'llama.cpp'
  | 'ollama'
  | 'taking turns'
  | 'never streams';

function callIds(message: OpenAiBody['messages'][number]): string[] {
  return 'tool_calls' in message ? (message.tool_calls ?? []).map(({ id }) => id) : [];
}

function refused(message: string, param: string, code: string) {
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param, code } } };
}

function error(message: string, code: string | null = null, type = 'invalid_request_error') {
  return { error: { message, type, param: null, code } };
}
