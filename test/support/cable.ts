import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';

/** The cable between a client and a server on loopback, which can be pulled, and can be bad. */
export interface Cable {
  readonly port: number;
  /** `silent`: nothing gets through, and nobody is told. `broken`: connections end, and none is made. */
  pull(how: 'silent' | 'broken'): void;
  /** `slow`: everything takes a while. `pieces`: it comes in halves. `torn`: half of it comes, then the connection ends. */
  spoil(how: 'slow' | 'pieces' | 'torn'): void;
  plug(): void;
  close(): Promise<void>;
}

type State = 'well' | Parameters<Cable['pull']>[0] | Parameters<Cable['spoil']>[0];

/** How long a slow cable takes, and the second half. */
const LATE_MS = 40;

const late = () => new Promise((resolve) => setTimeout(resolve, LATE_MS));

export async function cableTo(host: string, port: number): Promise<Cable> {
  const sockets = new Set<Socket>();
  let state: State = 'well';
  /** What one end said, to the other. */
  async function carry(from: Socket, to: Socket, bytes: Buffer): Promise<void> {
    const half = Math.ceil(bytes.length / 2);
    switch (state) {
      case 'broken':
        return;
      case 'silent':
        from.pause(); // what was sent arrives when it is plugged in
        return void from.unshift(bytes);
      case 'slow':
        await late();
        break;
      case 'pieces':
        to.write(bytes.subarray(0, half));
        await late();
        return void to.write(bytes.subarray(half));
      case 'torn':
        to.write(bytes.subarray(0, half));
        await late();
        return void from.destroy();
      case 'well':
    }
    to.write(bytes);
  }
  const server = createServer((near) => {
    if (state === 'broken') return void near.destroy();
    const far = connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      let carried = Promise.resolve();
      from.on('data', (bytes) => {
        carried = carried.then(() => carry(from, to, bytes));
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
    spoil: (how) => {
      state = how;
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
