import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { isOfAbandoned, isOfDiscord } from '../../src/channels/discord/stray-error.ts';
import { tcpLoopback } from '../support/sources/loopback.ts';

/** What a connection ends with that was given up while it was being made. */
async function failureOf(address: string, handshakeTimeout?: number): Promise<unknown> {
  const client = new WebSocket(address, { handshakeTimeout });
  const [error] = (await once(client, 'error')) as [unknown];
  return error;
}

it('is the failure of a connection that the SDK gave up while it was being made', async () => {
  const server = await tcpLoopback((socket) => void socket.destroy());
  const address = `ws://127.0.0.1:${server.port}`;
  expect(isOfDiscord(await failureOf(address))).toBe(true);
  await server.close();
  const refused = await failureOf(address);
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expect(isOfDiscord(refused)).toBe(true);
});

it('is a handshake that nobody answers', async () => {
  const server = await tcpLoopback(() => {});
  const late = await failureOf(`ws://127.0.0.1:${server.port}`, 1);
  expect(late).toMatchObject({ message: 'Opening handshake has timed out' });
  expect(isOfDiscord(late)).toBe(true);
  await server.close();
});

it('is what `ws` throws when a handshake times out after it failed', async () => {
  const server = await tcpLoopback((socket) => void socket.destroy());
  const client = new WebSocket(`ws://127.0.0.1:${server.port}`, { handshakeTimeout: 60_000 });
  const { _req: request } = client as unknown as { _req: ClientRequest };
  await once(client, 'error');
  let thrown: unknown;
  try {
    request.emit('timeout');
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(TypeError);
  expect(isOfDiscord(thrown)).toBe(true);
  await server.close();
});

it('is known by its code and its stack, as a run of tests reports it', async () => {
  const server = await tcpLoopback((socket) => void socket.destroy());
  await server.close();
  const { stack, code } = (await failureOf(`ws://127.0.0.1:${server.port}`)) as NodeJS.ErrnoException;
  expect(isOfAbandoned({ stack: stack!, code: code! })).toBe(true);
  expect(isOfAbandoned({ stack: stack! })).toBe(false);
});

it('is nothing of the desk itself', () => {
  expect(isOfDiscord(new TypeError("Cannot read properties of null (reading 'setHeader')"))).toBe(false);
  const ours = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(isOfDiscord(ours)).toBe(false);
});
