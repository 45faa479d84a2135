/**
 * Ends connections on which the server has been silent for long: a router forgot them, or another server has taken its
 * address. Nobody tells the client that, and without this it would wait for a quarter of an hour.
 */
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** Milliseconds. No statement of the repositories takes as long. */
const SILENCE_MS = 60_000;

/** End each connection of the pool that is in use while nothing comes or goes; its statements get `ETIMEDOUT`. By the socket's own timer. */
export function endSilent(pool: Pool, afterMs = SILENCE_MS): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client);
    stream.on('timeout', () => stream.destroy(silence(afterMs)));
  });
  pool.on('acquire', (client) => streamOf(client).setTimeout(afterMs));
  pool.on('release', (_, client) => streamOf(client).setTimeout(0));
}

/** For statements that may take as long as they need: changes of the schema, VACUUM. */
export function allowSilence(client: PoolClient): void {
  streamOf(client).setTimeout(0);
}

export function streamOf(client: PoolClient): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}

function silence(ms: number): Error {
  return Object.assign(new Error(`PostgreSQL has answered nothing for ${ms / 1_000} s`), {
    code: 'ETIMEDOUT',
  });
}
