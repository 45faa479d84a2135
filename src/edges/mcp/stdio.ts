/** MCP on standard input and output: one client, until it closes the input. */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { within } from '../../async/within.ts';
import type { Clock } from '../../time/clock.ts';
import { DeskOrHome } from './desk-or-home.ts';
import { mcpServer } from './mcp-server.ts';

type DeskOrHomeDeps = ConstructorParameters<typeof DeskOrHome>[0];

interface StdioDeps extends Omit<DeskOrHomeDeps, 'switched'> {
  readonly input: Readable;
  /** Only the protocol is written here. */
  readonly output: Writable;
  readonly clock: Clock;
  /** Ends it at once. */
  readonly signal: AbortSignal;
}

/** How long running calls may take when it has to end. */
const CLOSING_MS = 2_000;

/** Resolves once the input has ended and everything is answered, or when the signal aborts. */
// ts-unused-exports:disable-next-line
export async function serveStdio({ input, output, signal, ...deps }: StdioDeps): Promise<void> {
  const { clock, version, failed } = deps;
  const source = new DeskOrHome({
    ...deps,
    switched: () => void server.sendToolListChanged().catch(() => {}), // Its client is gone.
  });
  const server = mcpServer({ answers: source.answers, version, clock });
  server.onerror = (error) => failed('a message', error);
  const transport = new StdioServerTransport(input, output);
  const owed = keepOwed(transport);
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  const ended = new Promise((resolve) => input.once('end', resolve).once('close', resolve));
  await server.connect(transport);
  await Promise.race([ended, aborted]);
  await Promise.race([owed.settled(), aborted]);
  await server.close();
  await within(CLOSING_MS, source.close(), clock);
}

/** Counts the requests that have no answer yet. */
function keepOwed(transport: StdioServerTransport): { settled(): Promise<void> } {
  const owed = new Set<unknown>();
  let settled = () => {};
  const answered = (id: unknown) => {
    if (owed.delete(id) && owed.size === 0) settled();
  };
  transport.onmessage = (message: JSONRPCMessage) => {
    if (!('method' in message)) return;
    if ('id' in message) owed.add(message.id);
    // A cancelled request gets no answer.
    else if (message.method === 'notifications/cancelled') answered(message.params?.['requestId']);
  };
  const send = transport.send.bind(transport);
  transport.send = async (message) => {
    await send(message);
    if ('id' in message && !('method' in message)) answered(message.id);
  };
  return {
    settled: () => (owed.size === 0 ? Promise.resolve() : new Promise((resolve) => (settled = resolve))),
  };
}
