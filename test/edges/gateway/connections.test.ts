/** Clients that hold connections open, or ask for more than they read. */
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../support/fake-clock.ts';
import { openGateway } from './open-gateway.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

/** A client that never closes its side by itself. */
function client(text: string, reads: boolean) {
  const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true });
  let read = '';
  let isCut = false;
  socket.on('error', () => (isCut = true)).on('close', () => (isCut = true));
  if (reads) socket.on('data', (part: Buffer) => (read += part.toString()));
  socket.write(text);
  /** Resolves once what it sends is answered with a reset. */
  const cut = (what: string) =>
    eventually(() => {
      if (!isCut) socket.write('x');
      return isCut;
    }, what);
  return { socket, read: () => read, cut };
}

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;

it('has nothing left of a WebSocket that was turned away, though its client stays', async () => {
  const { read, cut } = client(
    lines('GET /ws HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket'),
    true,
  );
  await eventually(() => read().includes('the token is missing'), 'the refusal');
  await cut('the connection is gone');
});

it('cuts a client off that sends requests without end and reads no answer', async () => {
  const page = lines('GET /icon-512.png HTTP/1.1', 'Host: localhost');
  await client(page.repeat(1_000), false).cut('it is cut off');
  expect((await gateway.raw('/healthz')).status).toBe(200);
});

it('answers requests that were sent at once, in order', async () => {
  const { socket, read } = client(
    ['/healthz', '/readyz', '/nothing']
      .map((path) => lines(`GET ${path} HTTP/1.1`, 'Host: localhost'))
      .join(''),
    true,
  );
  await eventually(() => read().includes('there is nothing here'), 'the last answer');
  expect(read().match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
  socket.destroy();
});

it('answers requests that offer another protocol, as Java and curl do, as if they offered none', async () => {
  const body = JSON.stringify({ id: 7, method: 'no.such' });
  const offer = [
    'Host: localhost',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ];
  const call = lines(
    'POST /rpc HTTP/1.1',
    ...offer,
    `Authorization: Bearer ${gateway.token}`,
    `Content-Length: ${body.length}`,
  );
  const { socket, read } = client(call + body.slice(0, 9), true);
  socket.write(body.slice(9));
  await eventually(() => read().includes('unknown_method'), 'the answer to a call');
  socket.write(lines('GET /healthz HTTP/1.1', ...offer));
  await eventually(() => read().endsWith('ok'), 'the answer on the same connection');
  socket.write(lines('GET /nothing HTTP/1.1', 'Host: localhost'));
  await eventually(() => read().includes('there is nothing here'), 'the answer to a plain request');
  expect(read().match(/HTTP\/1\.1 (\d+)/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 404']);
  socket.destroy();
});

it('cuts a client off that offers another protocol before it has the answers of before', async () => {
  const offer = lines('GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: h2c');
  await client(offer.repeat(10), true).cut('it is cut off');
  expect((await gateway.raw('/healthz')).status).toBe(200);
});
