/** One connection: the requests of MCP, answered from the table's methods. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type {
  CallToolResult,
  GetPromptResult,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { unlessAborted } from '../../async/joined.ts';
import { NOBODY } from '../../feature/rpc-method.ts';
import type { MethodCall, Scope } from '../../feature/rpc-method.ts';
import type { Clock } from '../../time/clock.ts';
import { ABOUT_MATERIAL } from './material.ts';
import type { MethodHost } from './method-host.ts';
import { withProgress } from './progress.ts';
import { promptOf, promptsOf } from './prompts.ts';
import { listResources, readResource, TEMPLATES } from './resources.ts';
import { callTool, refused, toolsOf } from './tools.ts';

/** What answers the requests of a connection. */
export interface McpAnswers {
  tools(): Promise<ListToolsResult>;
  call(name: string, args: unknown, call: MethodCall): Promise<CallToolResult>;
  resources(cursor?: string): Promise<ListResourcesResult>;
  templates(): Promise<ListResourceTemplatesResult>;
  read(uri: string): Promise<ReadResourceResult>;
  prompts(): Promise<ListPromptsResult>;
  prompt(name: string, args: Readonly<Record<string, string>>): Promise<GetPromptResult>;
}

/** Answers from the methods of a desk or a home, within a scope. */
export function answersOf(host: MethodHost, scope: Scope): McpAnswers {
  return {
    tools: async () => ({ tools: toolsOf(host, scope) }),
    call: (name, args, call) => callTool(host, { name, args, scope }, call),
    resources: (cursor) => listResources(host, cursor),
    templates: async () => ({ resourceTemplates: [...TEMPLATES] }),
    read: (uri) => readResource(host, uri),
    prompts: async () => ({ prompts: promptsOf() }),
    prompt: async (name, args) =>
      promptOf(name, args, (tool) => toolsOf(host, scope).some((one) => one.name === tool)),
  };
}

const INSTRUCTIONS = [
  'Nightdesk is a newsroom’s bot: it reads feeds, plans runs of stories, has them written from sources and verified, and posts them where editors talk.',
  'newsroom_status is the board; newsroom_inputs is what may be chosen from; sessions_list and sessions_history are the conversations.',
  'Times are milliseconds since the epoch, UTC. A story is named by its id, "<run>/<story>".',
  ABOUT_MATERIAL,
].join('\n');

/** @param closing aborted when the answering side ends; running calls are told. */
export function mcpServer({
  answers,
  version,
  clock,
  closing,
}: {
  readonly answers: McpAnswers;
  readonly version: string;
  readonly clock: Clock;
  readonly closing?: AbortSignal;
}): Server {
  const unlessClosing = (call: Promise<CallToolResult>): Promise<CallToolResult> =>
    unlessAborted(call, closing).catch((error: unknown) => {
      if (!closing?.aborted || error !== closing.reason) throw error;
      return refused('closing', 'the desk is closing; whether it was done is not known');
    });
  const server = new Server(
    { name: 'nightdesk', title: 'Nightdesk', version },
    {
      capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
    },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => answers.tools());
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const { name, arguments: args = {}, _meta: { progressToken } = {} } = params;
    if (progressToken === undefined) return unlessClosing(answers.call(name, args, { ...NOBODY, signal }));
    return withProgress((call) => unlessClosing(answers.call(name, args, call)), {
      clock,
      signal,
      notify: (notice) =>
        void sendNotification({
          method: 'notifications/progress',
          params: { progressToken, ...notice },
        }).catch(() => {}), // Its client is gone; the call continues.
    });
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => answers.resources(params?.cursor));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => answers.templates());
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => answers.read(params.uri));
  server.setRequestHandler(ListPromptsRequestSchema, () => answers.prompts());
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    answers.prompt(params.name, params.arguments ?? {}),
  );
  return server;
}
