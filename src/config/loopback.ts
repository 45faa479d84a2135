import { isIPv4 } from 'node:net';

/** Whether only programs of this machine reach what listens under this name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
