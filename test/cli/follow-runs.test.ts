import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { followRuns } from '../../src/cli/follow-runs.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { writeAddress } from '../../src/edges/client/gateway-address.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { tempHome } from '../support/temp-home.ts';

const RUN = { id: 'run-1', dir: '/jobs/run-1', state: 'open' } as const;

/** A desk that answers `newsroom.runs.standing` with these states in turn; nothing, where its connection breaks. */
async function aDesk(states: (string | undefined)[]) {
  const home = tempHome();
  const { config } = readConfig(
    { NIGHTDESK_HOME: home, GATEWAY_TOKEN: 'a-token-of-a-test-of-32-characters' },
    home,
  );
  const server = createServer((request, response) => {
    if (request.url === '/healthz')
      return void response.setHeader('nightdesk-process', String(process.pid)).end('ok');
    const state = states.shift();
    if (state === undefined) return void request.socket.destroy();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 1, result: { runs: [{ ...RUN, state }] } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  mkdirSync(dirname(config.paths.gatewayAddress), { recursive: true });
  writeAddress(config.paths.gatewayAddress, { host: '127.0.0.1', port, pid: process.pid });
  return { config, server };
}

/** Time goes on whenever it is waited for. */
function flowing(): FakeClock {
  const clock = new FakeClock();
  const until = clock.until.bind(clock);
  clock.until = async (ms, signal) => {
    const waiting = until(ms, signal);
    void clock.advance(Math.max(0, ms - clock.now()));
    return waiting;
  };
  return clock;
}

it('follows runs although a connection breaks', async () => {
  const { config } = await aDesk(['open', undefined, undefined, 'open', 'done']);
  const clock = flowing();
  expect(await followRuns([RUN], { config, clock })).toEqual([{ ...RUN, state: 'done' }]);
});

it('gives up when no desk has answered for a minute', async () => {
  const { config } = await aDesk(Array.from({ length: 1_000 }, () => undefined));
  const clock = flowing();
  const startMs = clock.now();
  await expect(followRuns([RUN], { config, clock })).rejects.toThrow('does not answer');
  expect(clock.now() - startMs).toBe(60_000);
});
