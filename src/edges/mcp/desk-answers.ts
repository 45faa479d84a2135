/** Answers from a running desk: the requests of one connection are passed on to its `/mcp`. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  GetPromptResultSchema,
  ListPromptsResultSchema,
  ListResourcesResultSchema,
  ListResourceTemplatesResultSchema,
  ListToolsResultSchema,
  McpError,
  ReadResourceResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientRequest } from '@modelcontextprotocol/sdk/types.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { AnySchema, SchemaOutput } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import { following } from '../../async/joined.ts';
import type { Scope } from '../../feature/rpc-method.ts';
import type { McpAnswers } from './mcp-server.ts';
import { ProtocolRefusal } from './protocol-refusal.ts';

/** A desk's address and token. Its process tells it from an earlier desk at the same address. */
export interface DeskPlace {
  readonly address: string;
  readonly token: string;
  readonly pid: number;
}

export interface DeskConnection {
  readonly answers: McpAnswers;
  close(): Promise<void>;
}

/** The client's own limit and cancellation apply; this limit only prevents waiting forever. */
const LONGEST_MS = 86_400_000;

/** @throws where nothing listens there, or the token is wrong. */
export async function connectDesk(
  { address, token }: DeskPlace,
  terms: { readonly scope: Scope; readonly version: string; readonly failed: (error: unknown) => void },
): Promise<DeskConnection> {
  const client = new Client({ name: 'nightdesk-stdio', version: terms.version });
  client.onerror = terms.failed;
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp?scope=${terms.scope}`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  const ask = async <Schema extends AnySchema>(
    request: ClientRequest,
    schema: Schema,
    options: RequestOptions = {},
  ): Promise<SchemaOutput<Schema>> => {
    try {
      return await client.request(request, schema as never, { timeout: LONGEST_MS, ...options });
    } catch (error) {
      throw withoutClientPrefix(error);
    }
  };
  const page = (cursor: string | undefined) => (cursor === undefined ? {} : { params: { cursor } });
  return {
    close: () => {
      client.onerror = () => {}; // Closing breaks off the stream of events, which is no failure.
      return client.close();
    },
    answers: {
      tools: () => ask({ method: 'tools/list' }, ListToolsResultSchema),
      call: (name, args, { signal: outer, progress }) => {
        const { signal, leave } = following(outer);
        return ask(
          { method: 'tools/call', params: { name, arguments: args as Record<string, unknown> } },
          CallToolResultSchema,
          {
            signal,
            onprogress: ({ progress: done, total, message }) =>
              progress({
                progress: done,
                ...(total !== undefined && { total }),
                ...(message !== undefined && { message }),
              }),
          },
        ).finally(leave);
      },
      resources: (cursor) => ask({ method: 'resources/list', ...page(cursor) }, ListResourcesResultSchema),
      templates: () => ask({ method: 'resources/templates/list' }, ListResourceTemplatesResultSchema),
      read: (uri) => ask({ method: 'resources/read', params: { uri } }, ReadResourceResultSchema),
      prompts: () => ask({ method: 'prompts/list' }, ListPromptsResultSchema),
      prompt: (name, args) =>
        ask({ method: 'prompts/get', params: { name, arguments: args } }, GetPromptResultSchema),
    },
  };
}

/** The desk's message, without the client's prefix. */
function withoutClientPrefix(error: unknown): unknown {
  if (!(error instanceof McpError)) return error;
  return new ProtocolRefusal(error.code, error.message.replace(/^(?:MCP error -?\d+: )+/, ''), error.data);
}
