/**
 * Limits the requests of one connection that wait for their answers. Node reads and starts all requests that a client
 * sends at once, and keeps their answers in memory until they are read.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and programs wait for each answer. */
const MOST_OUTSTANDING = 16;

const outstanding = new WeakMap<object, number>();

/** The requests of a connection that wait for their answers. */
export function outstandingOf(connection: object): number {
  return outstanding.get(connection) ?? 0;
}

/** Calls `listener` for each request; a connection with more of them outstanding is cut. */
export function withFewOutstanding(listener: RequestListener): RequestListener {
  const change = (socket: Socket, by: number): number => {
    const count = outstandingOf(socket) + by;
    outstanding.set(socket, count);
    return count;
  };
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (change(socket, 1) > MOST_OUTSTANDING) return void socket.destroy();
    response.once('close', () => change(socket, -1));
    return listener(request, response);
  };
}
