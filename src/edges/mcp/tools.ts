/** The table's methods as tools. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { MethodDescription } from '../../feature/describe-methods.ts';
import { SCOPES } from '../../feature/rpc-method.ts';
import type { MethodCall, Scope } from '../../feature/rpc-method.ts';
import { IS_MATERIAL } from './material.ts';
import type { MethodHost } from './method-host.ts';
import { badParams } from './protocol-refusal.ts';

/** Whether a connection's scope includes the wanted one. */
function reaches(scope: Scope, wanted: Scope): boolean {
  return SCOPES.indexOf(wanted) <= SCOPES.indexOf(scope);
}

/** The methods within a scope, as tools. */
export function toolsOf(host: MethodHost, scope: Scope): Tool[] {
  return host
    .describe()
    .filter((method) => reaches(scope, method.scope))
    .map(toolOf);
}

function toolOf({ name, tool, description, hints, params, result }: MethodDescription): Tool {
  const { readOnly = false, destructive = false, idempotent = readOnly, openWorld = false } = hints;
  return {
    name: tool,
    title: name,
    description,
    inputSchema: params,
    outputSchema: result,
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}

interface ToolCall {
  readonly name: string;
  readonly args: unknown;
  readonly scope: Scope;
}

/** @throws ProtocolRefusal where there is no such tool. */
export async function callTool(
  host: MethodHost,
  { name, args, scope }: ToolCall,
  call: MethodCall,
): Promise<CallToolResult> {
  const method = host.describe().find(({ tool }) => tool === name);
  if (!method) throw badParams(`there is no tool ${JSON.stringify(name.slice(0, 100))}`);
  if (!reaches(scope, method.scope)) {
    const message = `${name} needs the scope ${method.scope}; this connection has ${scope}`;
    return refused('forbidden', message);
  }
  const outcome = await host.call(method.name, args, call);
  if ('error' in outcome) return refused(outcome.error.code, outcome.error.message);
  const text = JSON.stringify(outcome.result);
  return {
    content: [
      { type: 'text', text },
      ...(method.hints.material ? [{ type: 'text' as const, text: IS_MATERIAL }] : []),
    ],
    structuredContent: JSON.parse(text) as Record<string, unknown>,
  };
}

/** A tool's refusal: the gateway's code and its sentence. */
export function refused(code: string, message: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}` }],
    _meta: { 'nightdesk/error': { code, message } },
  };
}
