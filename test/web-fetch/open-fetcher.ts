import { afterEach } from 'vitest';
import { UndiciFetcher } from '../../src/web-fetch/undici-fetcher.ts';
import { systemClock } from '../../src/time/clock.ts';
import type { Loopback } from '../support/sources/loopback.ts';

type UndiciFetcherDeps = ConstructorParameters<typeof UndiciFetcher>[0];

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** A server that is closed after the test. */
export async function opened<L extends Loopback>(opening: Promise<L>): Promise<L> {
  const loopback = await opening;
  ending.push(() => loopback.close());
  return loopback;
}

/** A fetcher that may reach these servers by any of their names, closed after the test. */
export function openFetcher(
  servers: readonly Loopback[] = [],
  parts: Partial<UndiciFetcherDeps> = {},
): UndiciFetcher {
  const fetcher = new UndiciFetcher({
    clock: systemClock,
    version: '9.9',
    allowPrivate: servers.map(({ port }) => `127.0.0.1:${port}`),
    random: () => 0,
    ...parts,
  });
  ending.push(() => fetcher.close());
  return fetcher;
}

export const REQUEST = { accept: '*/*', maxBytes: 10_000 };
export const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
