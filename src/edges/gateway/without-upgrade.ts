/**
 * Requests that offer a protocol which the gateway doesn't speak, such as `h2c` from many HTTP libraries. A server ignores
 * such an offer (RFC 9110, 7.8), but Node hands every offer to the WebSockets, once they listen, and stops reading.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { outstandingOf } from './outstanding.ts';

/** Whether a request wants to become a WebSocket. */
export function wantsWebSocket({ headers: { upgrade = '' } }: IncomingMessage): boolean {
  return upgrade.split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket');
}

/** Have the server read a request again, without its offer; a connection that didn't wait for the answers before is cut. */
export function readWithoutUpgrade(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  // Node would mix up the answers.
  if (outstandingOf(socket) > 0) return void socket.destroy();
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]));
  server.emit('connection', socket);
}
