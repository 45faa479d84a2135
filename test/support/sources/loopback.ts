import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net';
import { loopbackCertificate } from './loopback-certificate.ts';

export interface Loopback {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly base: string;
  close(): Promise<void>;
}

/** Longer than clients pause between requests: a connection that is closed while one of them sends looks like a fault. */
export const IDLE_CONNECTION_MS = 60_000;

/** A server that speaks HTTP, or HTTPS with a certificate that only tests trust. */
export async function httpLoopback(answer: RequestListener, { tls = false } = {}): Promise<Loopback> {
  const server = tls ? createHttps(loopbackCertificate, answer) : createHttp(answer);
  server.keepAliveTimeout = IDLE_CONNECTION_MS;
  const listening = await listen(server, tls ? 'https' : 'http');
  return {
    ...listening,
    close: () => {
      server.closeAllConnections();
      return listening.close();
    },
  };
}

/** A server that speaks HTTP and HTTPS at one port, as a host does at two. */
export async function bothLoopback(answer: RequestListener): Promise<Loopback> {
  const [plain, secure] = await Promise.all([httpLoopback(answer), httpLoopback(answer, { tls: true })]);
  const front = await tcpLoopback((socket) => {
    socket.once('data', (first: Buffer) => {
      const { port } = first[0] === TLS_HANDSHAKE ? secure : plain;
      const behind = connect(port, '127.0.0.1').on('error', () => socket.destroy());
      socket.on('close', () => behind.destroy());
      behind.write(first);
      socket.pipe(behind).pipe(socket);
    });
  });
  const close = async () => void (await Promise.all([front, plain, secure].map((one) => one.close())));
  return { ...front, close };
}

const TLS_HANDSHAKE = 0x16;

/** A server that does with a connection as it likes. */
export async function tcpLoopback(greet: (socket: Socket) => void): Promise<Loopback> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // whoever leaves, leaves
    socket.on('close', () => sockets.delete(socket));
    greet(socket);
  });
  const listening = await listen(server, 'http');
  return {
    ...listening,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return listening.close();
    },
  };
}

async function listen(server: Server, scheme: string): Promise<Loopback> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    base: `${scheme}://127.0.0.1:${port}`,
    close: () => new Promise((done) => void server.close(() => done())),
  };
}

export function query(request: IncomingMessage): URLSearchParams {
  return new URL(request.url ?? '/', 'http://loopback').searchParams;
}
