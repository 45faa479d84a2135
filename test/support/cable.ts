import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';

/** The cable between a client and a server on loopback, which can be pulled. */
export interface Cable {
  readonly port: number;
  /** `silent`: nothing gets through, and nobody is told. `broken`: connections end, and none is made. */
  pull(how: 'silent' | 'broken'): void;
  plug(): void;
  close(): Promise<void>;
}

export async function cableTo(host: string, port: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let state: 'well' | 'silent' | 'broken' = 'well';
  const server = createServer((near) => {
    if (state === 'broken') return void near.destroy();
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => {
        if (state === 'well') to.write(bytes);
        else if (state === 'silent') from.pause(); // what was sent arrives when it is plugged in
        if (state === 'silent') from.unshift(bytes);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pull: (how) => {
      state = how;
      if (how === 'broken') for (const socket of sockets) socket.destroy();
    },
    plug: () => {
      state = 'well';
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
