/** A check of `nightdesk doctor`: whether the gateway can listen, and who can reach it. */
import { createServer } from 'node:net';
import type { Finding } from '../../feature/finding.ts';
import { hostAndPort, readAddress, urlOf } from '../client/gateway-address.ts';

interface PortToExamine {
  readonly host: string;
  readonly port: number;
  /** Whether only this machine can reach the host. */
  readonly isLoopback: boolean;
  /** Where a running desk publishes its address. */
  readonly addressFile: string;
  readonly deskRuns: boolean;
}

/** Whether the gateway can listen, or the running desk does, and who could reach it. */
export async function examinePort({
  host,
  port,
  isLoopback,
  addressFile,
  deskRuns,
}: PortToExamine): Promise<Finding> {
  const check = 'gateway';
  const address = deskRuns ? readAddress(addressFile) : undefined;
  if (address) return { check, state: 'ok', text: `The desk's console is at ${urlOf(address)}.` };
  const code = await listening(host, port);
  const open = hostAndPort(host, port);
  if (code === undefined) {
    if (isLoopback) return { check, state: 'ok', text: `${open} is free.` };
    const remedy = 'Set GATEWAY_HOST to 127.0.0.1 unless something before it keeps strangers out.';
    return { check, state: 'warning', text: `${open} shows the gateway to the network.`, remedy };
  }
  const text =
    code === 'EADDRINUSE'
      ? `Another program listens on ${open}.`
      : `Nothing can listen on ${open} (${code}).`;
  return { check, state: 'problem', text, remedy: 'Set GATEWAY_PORT to another port; 0 takes any free one.' };
}

/** @returns why nothing can listen there; undefined when it can. */
function listening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
