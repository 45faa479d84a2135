/** What a command learns of the desk at a published address, and of calls that break off. */
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createSilent } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { writeAddress } from '../../../src/edges/client/gateway-address.ts';
import { GatewayClient } from '../../../src/edges/client/gateway-client.ts';
import { openGateway } from '../gateway/open-gateway.ts';
import { tempHome } from '../../support/temp-home.ts';

const TOKEN = 'test-token-that-nobody-could-guess';

/** Look for a desk where this server is said to be one. */
async function findAt(server: Server, pid = process.pid, patienceMs = 60_000) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { client: await findOn(port, pid, patienceMs) };
}

function findOn(port: number, pid = process.pid, patienceMs = 60_000): Promise<GatewayClient | undefined> {
  const home = tempHome();
  const addressFile = join(home, 'gateway.json');
  writeAddress(addressFile, { host: '127.0.0.1', port, pid });
  const tokenFile = join(home, 'gateway.token');
  return GatewayClient.find({ addressFile, tokenFile, token: TOKEN, patienceMs });
}

/** A desk of which only the answers to calls are made up. */
const answering = (call: RequestListener) =>
  createServer((request, response) => {
    if (request.url !== '/healthz') return void call(request, response);
    response.setHeader('nightdesk-process', String(process.pid)).end('ok');
  });

it('finds the desk that published the address, and no other one there', async () => {
  const gateway = await openGateway();
  onTestFinished(() => gateway.close());
  const found = await findOn(gateway.port);
  expect(found?.place).toEqual({ address: gateway.address, token: TOKEN, pid: process.pid });
  expect(await found?.call('cron.status')).toHaveProperty('jobs');
  expect(await findOn(gateway.port, process.pid + 1)).toBeUndefined();
});

it.each([
  ['a program that knows no /healthz', 404, {}],
  ['a program that is no desk', 200, {}],
  ['a desk that fails', 500, { 'nightdesk-process': String(process.pid) }],
])('takes %s for no desk', async (_, status, headers) => {
  const { client } = await findAt(
    createServer((_request, response) => void response.writeHead(status, headers).end('ok')),
  );
  expect(client).toBeUndefined();
});

it('says so when the desk does not answer', async () => {
  await expect(findAt(createSilent(), 4_711, 50)).rejects.toThrow('the desk (process 4711) does not answer');
});

it('says that it is not known what became of a call that breaks off', async () => {
  const { client } = await findAt(answering((request) => void request.socket.destroy()));
  await expect(client?.call('brief.run')).rejects.toMatchObject({
    code: 'broken_off',
    message: expect.stringContaining('whether it was done is not known') as string,
  });
  const midway = answering((_, response) => {
    response.write('{"id":1,');
    setImmediate(() => response.destroy());
  });
  const { client: other } = await findAt(midway);
  await expect(other?.call('brief.run')).rejects.toMatchObject({ code: 'broken_off' });
});

it('says the same of a call on a line that breaks, and that later ones were never sent', async () => {
  const desk = answering(() => {});
  new WebSocketServer({ server: desk, path: '/ws' }).on('connection', (socket) =>
    socket.on('message', () => socket.terminate()),
  );
  const { client } = await findAt(desk);
  const line = await client!.connect();
  await expect(line.call('newsletter.start')).rejects.toMatchObject({ code: 'broken_off' });
  await line.closed;
  await expect(line.call('newsletter.start')).rejects.toMatchObject({ code: 'unreachable' });
});

it('says that a desk that has gone cannot be reached', async () => {
  const server = answering((_, response) => void response.end());
  const { client } = await findAt(server);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(client?.call('cron.status')).rejects.toMatchObject({ code: 'unreachable' });
});

it('waits no longer for a connection than for a sign of life', async () => {
  const { client } = await findAt(answering(() => {}).on('upgrade', () => {}));
  const hurried = new GatewayClient(client!.place, 50);
  await expect(hurried.connect()).rejects.toMatchObject({ code: 'unreachable' });
});
