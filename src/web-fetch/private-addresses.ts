/**
 * Allows connections to public addresses, and to private ones that the operator named.
 *
 * Every address is checked when a connection is made, so a name that resolves differently the second time gains
 * nothing.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchRefused } from './fetcher.ts';
import { HostGate } from './host-gate.ts';
import { parseUrl } from '../text/parse-url.ts';

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolve a name to all of its addresses. Rejects when there is none. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>;

/**
 * The system's resolver, limited to a few lookups at once. Each lookup holds one of the process's four threads, which
 * files and decompression need too, for as long as a name server takes.
 */
export function systemResolver(gate: HostGate): Resolve {
  return async (hostname) => {
    const leave = await gate.enter('resolver');
    try {
      const found = await lookup(hostname, { all: true, verbatim: true });
      return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
    } finally {
      leave();
    }
  };
}

/**
 * The addresses that a connection to `hostname:port` may use.
 * @param allowed `host:port` entries: a name, an address, or `*.localhost:8080`
 * @throws FetchRefused `private_address` when any address is private and not allowed; `unknown_host` when the name
 * has none.
 */
export async function permittedAddresses(
  hostname: string,
  port: number,
  allowed: readonly string[],
  resolve: Resolve,
): Promise<readonly Address[]> {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
  const addresses = await addressesOf(host, resolve);
  const shut = addresses.find(
    ({ address }) => !isPublic(address) && !isAllowed(host, address, port, allowed),
  );
  if (shut !== undefined)
    throw new FetchRefused(
      'private_address',
      `${host}:${port} is ${shut.address}, which is not on the open web; ${wayOut(host, shut.address, port, allowed)}`,
    );
  return addresses;
}

/** The `host:port` entries that allow these addresses; undefined has none. */
export function entriesFor(urls: readonly (string | undefined)[]): string[] {
  return urls.flatMap((url) => {
    if (url === undefined) return [];
    const { protocol, hostname, port } = new URL(url);
    return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  });
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family: family === 6 ? 6 : 4 }];
  // RFC 6761: names under localhost are this machine, whatever a resolver says.
  if (host === 'localhost' || host.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }];
  let found: readonly Address[];
  try {
    found = await resolve(host);
  } catch (cause) {
    throw new FetchRefused('unknown_host', `${host} has no address`, { cause });
  }
  if (found.length === 0) throw new FetchRefused('unknown_host', `${host} has no address`);
  return found;
}

/** Everything that is assigned to the public internet in IPv6. Everything else counts as private. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an address is public. IPv4 inside IPv6 (NAT64, 6to4, Teredo, translated) never counts as public. */
function isPublic(address: string): boolean {
  const family = isIP(address);
  const spelled = family === 6 ? inHexadecimal(address) : address;
  if (family === 0 || spelled === undefined) return false;
  const plain = ipaddr.process(spelled); // judge mapped IPv4 as IPv4
  if (plain.range() !== 'unicast') return false;
  return plain.kind() === 'ipv4' || plain.match(GLOBAL_UNICAST);
}

/** Normalize the spelling: ipaddr.js takes `::1.2.3.4`, which is old IPv6, for mapped IPv4. Undefined with a zone. */
function inHexadecimal(address: string): string | undefined {
  return parseUrl(`http://[${address}]`)?.hostname.slice(1, -1);
}

/** How the operator can allow a refused address. Often the entry just has no port. */
function wayOut(host: string, address: string, port: number, allowed: readonly string[]): string {
  const portOf = (entry: string) => Number(/:(\d+)\s*$/.exec(entry)?.[1]);
  const other = allowed.find((entry) => isAllowed(host, address, portOf(entry), [entry]));
  return other === undefined
    ? `FETCH_ALLOW_PRIVATE can name it: ${host.includes(':') ? `[${host}]` : host}:${port}`
    : `what is allowed is port ${portOf(other)} (${other.trim()})`;
}

function isAllowed(host: string, address: string, port: number, allowed: readonly string[]): boolean {
  return allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase();
    if (wanted.startsWith('*.')) return `${host}:${port}`.endsWith(wanted.slice(1));
    return (
      wanted === `${host}:${port}` || wanted === `${address}:${port}` || wanted === `[${address}]:${port}`
    );
  });
}
