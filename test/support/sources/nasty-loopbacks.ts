/** Servers that mean no good: what the open web does to a fetcher, on loopback. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { httpLoopback, tcpLoopback, type Loopback } from './loopback.ts';

/** Accepts, reads, and never says a word: no TLS either. */
export function silentLoopback(): Promise<Loopback> {
  return tcpLoopback((socket) => socket.resume());
}

/** Headers without end, as fast as they are read. */
export function endlessHeadersLoopback(): Promise<Loopback> {
  return tcpLoopback((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n');
      flood(socket, `x-more: ${'h'.repeat(1_000)}\r\n`);
    });
  });
}

/** Headers that come a byte at a time, whenever `drip` is called, and never end. */
export async function trickledHeadersLoopback(): Promise<
  Loopback & { drip(): void; readonly connected: () => boolean }
> {
  const sockets: Socket[] = [];
  const loopback = await tcpLoopback((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      sockets.push(socket);
    });
  });
  return {
    ...loopback,
    drip: () => sockets.forEach((it) => it.write('h')),
    connected: () => sockets.length > 0,
  };
}

/** A body without end, in chunks, as fast as it is read. */
export function endlessBodyLoopback(): Promise<Loopback> {
  return tcpLoopback((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      flood(socket, `400\r\n${'b'.repeat(0x400)}\r\n`);
    });
  });
}

/** Megabytes of zeros in a few kilobytes: once packed at `/once`, twice at `/twice`, and empty blocks without end at `/nothing`. */
export function bombLoopback(megabytes: number): Promise<Loopback> {
  const once = gzipSync(Buffer.alloc(megabytes * 1_000_000));
  const twice = gzipSync(once);
  // A gzip header, then stored blocks of no bytes: as much as you like on the wire, nothing unpacked.
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  const empties = Buffer.concat(Array.from({ length: 200 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])));
  return httpLoopback((request, response) => {
    const coding = request.url === '/twice' ? 'gzip, gzip' : 'gzip';
    response.writeHead(200, { 'content-encoding': coding });
    if (request.url !== '/nothing') return void response.end(request.url === '/twice' ? twice : once);
    response.write(header);
    const more = () => {
      if (!response.destroyed) response.write(empties, () => setImmediate(more));
    };
    more();
  });
}

/** Breaks connections: the first `times` are reset before an answer, or in the middle of it. */
export async function breakingLoopback(
  times: number,
  where: 'before' | 'within',
): Promise<Loopback & { readonly seen: () => number }> {
  let seen = 0;
  const loopback = await tcpLoopback((socket) => {
    socket.once('data', () => {
      seen += 1;
      const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\nwhole';
      if (seen > times) return void socket.end(whole);
      if (where === 'before') return void socket.resetAndDestroy();
      socket.write(whole.slice(0, -2), () => socket.resetAndDestroy());
    });
  });
  return { ...loopback, seen: () => seen };
}

function flood(socket: Socket, text: string): void {
  const more = () => {
    if (!socket.destroyed) socket.write(text, () => setImmediate(more));
  };
  more();
}
