/** `data/gateway.json`: where a running gateway publishes its address. */
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Through no symbolic link, and without waiting for the other end of a pipe. */
const READ_PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface GatewayAddress {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
}

/** The address of a gateway for browsers and programs, without a trailing slash. */
export function urlOf({ host, port }: Pick<GatewayAddress, 'host' | 'port'>): string {
  return `http://${hostAndPort(host, port)}`;
}

/** "127.0.0.1:18790", "[::1]:18790". */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * Publish where the gateway listens. The file is replaced whole, is private to its owner, and is never written
 * through a link.
 */
export function writeAddress(file: string, address: GatewayAddress): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${address.pid}`;
  // Never write through a symbolic link.
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(address)}\n`, { flag: 'wx', mode: 0o600 });
  renameSync(draft, file);
}

/**
 * @returns undefined where no gateway has published its address, or the file is something else; a caller sends its
 * token to the address.
 */
export function readAddress(file: string): GatewayAddress | undefined {
  try {
    const { host, port, pid } = JSON.parse(textOf(file)) as Partial<GatewayAddress>;
    if (typeof host !== 'string' || typeof port !== 'number' || typeof pid !== 'number') return undefined;
    return { host, port, pid };
  } catch {
    return undefined;
  }
}

/** @throws an error of the system where this user may not look for the file. A missing file is none. */
export function mustBeInReach(file: string): void {
  try {
    closeSync(openSync(file, READ_PLAIN));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw error;
  }
}

function textOf(file: string): string {
  const opened = openSync(file, READ_PLAIN);
  try {
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

/** Remove the file if this process wrote it. */
export function forgetAddress(file: string, pid: number): void {
  if (readAddress(file)?.pid === pid) rmSync(file, { force: true });
}
