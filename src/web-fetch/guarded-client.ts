/**
 * Sends one request with undici to a checked address. undici is loaded at the first request, so a desk that fetches
 * nothing doesn't pay for it.
 *
 * Addresses are checked when a connection is made, and the connection uses the checked address. So every redirect and
 * retry is checked, and a name that resolves differently the second time gains nothing.
 */
import type { LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { unlessAborted } from '../async/joined.ts';
import { deadline, type Clock } from '../time/clock.ts';
import { FetchRefused } from './fetcher.ts';
import { permittedAddresses, type Address, type Resolve } from './private-addresses.ts';

export interface GuardedClientDeps {
  readonly clock: Clock;
  /** `host:port` entries that may be private addresses. */
  readonly allowPrivate: readonly string[];
  readonly resolve: Resolve;
  /** The time limit for resolving a name and connecting, whether or not somebody still waits. */
  readonly connectMs: number;
  /** Further certificate authorities to trust, in PEM. */
  readonly ca?: string | undefined;
}

export class GuardedClient {
  readonly #deps: GuardedClientDeps;
  #agent: Promise<Agent> | undefined;

  constructor(deps: GuardedClientDeps) {
    this.#deps = deps;
  }

  /**
   * The head of the response, with its body to be read or destroyed. Rejects with the signal's reason as soon as it
   * aborts.
   */
  async get(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const agent = await (this.#agent ??= this.#connect());
    const path = `${url.pathname}${url.search}`;
    const asking = agent.request({ origin: url.origin, path, method: 'GET', headers, signal });
    // undici reacts to the signal only once it is connected, so don't wait for it.
    return unlessAborted(asking, signal, ({ body }) => discard(body));
  }

  /** Close all connections. A later `get` opens new ones. */
  async close(): Promise<void> {
    const agent = await this.#agent;
    this.#agent = undefined;
    await agent?.destroy();
  }

  async #connect(): Promise<Agent> {
    // Loaded when it is needed; as one object, which it is to Node and to the built program.
    const { Agent, buildConnector } = (await import('undici')).default;
    const { connectMs, ca } = this.#deps;
    return new Agent({
      connect: (target, done) => {
        const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
        this.#permitted(target.hostname, port).then(
          (addresses) =>
            buildConnector({
              lookup: always(addresses),
              timeout: connectMs,
              ...(ca === undefined ? {} : { ca }),
            })(target, done),
          (refused: Error) => done(refused, null),
        );
      },
    });
  }

  async #permitted(hostname: string, port: number): Promise<readonly Address[]> {
    const { clock, allowPrivate, resolve, connectMs } = this.#deps;
    const late = new FetchRefused('timeout', `${hostname} was not resolved in ${connectMs} ms`);
    const time = deadline(clock, clock.now() + connectMs, late);
    try {
      return await unlessAborted(permittedAddresses(hostname, port, allowPrivate, resolve), time.signal);
    } finally {
      time.clear();
    }
  }
}

/** Discard the rest of a body, ignoring errors. */
export function discard(body: Dispatcher.ResponseData['body']): void {
  body.on('error', () => {});
  body.destroy();
}

/** A lookup that always returns the checked addresses. */
function always(addresses: readonly Address[]): LookupFunction {
  return (hostname, options, done) => {
    const fit = addresses.filter(({ family }) => !options.family || options.family === family);
    const [first] = fit;
    if (first === undefined) done(new FetchRefused('unknown_host', `${hostname} has no such address`), '', 0);
    else if (options.all) done(null, [...fit]);
    else done(null, first.address, first.family);
  };
}
