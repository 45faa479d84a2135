/** Clients of MCP as people run them: the SDK's own, over HTTP and over a real process. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../../bin/nightdesk.js', import.meta.url));

export async function httpClient(address: string, token: string, scope?: string) {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${address}/mcp${scope === undefined ? '' : `?scope=${scope}`}`);
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return { client, transport };
}

/** `nightdesk mcp` on a home; what it says on stderr is kept. */
export async function stdioClient(home: string, scope?: string, env: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp', ...(scope === undefined ? [] : ['--scope', scope])],
    env: { PATH: process.env['PATH'] ?? '', NIGHTDESK_HOME: home, GATEWAY_PORT: '0', ...env },
    stderr: 'pipe',
  });
  const errors: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const strange: Error[] = [];
  client.onerror = (error) => strange.push(error);
  await client.connect(transport);
  return { client, transport, errors: () => errors.join(''), strange };
}

/** A call, with the client's own check of what came back. */
export async function tool(client: Client, name: string, args: Record<string, unknown> = {}) {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

export function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
