/** Where a running gateway says how it is reached: `data/gateway.json`. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

interface GatewayAddress {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
}

export function writeAddress(file: string, address: GatewayAddress): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${address.pid}`;
  writeFileSync(draft, `${JSON.stringify(address)}\n`);
  renameSync(draft, file);
}

/** @returns undefined where no gateway has left its address, or something else stands in the file. */
export function readAddress(file: string): GatewayAddress | undefined {
  try {
    const { host, port, pid } = JSON.parse(readFileSync(file, 'utf8')) as Partial<GatewayAddress>;
    if (typeof host !== 'string' || typeof port !== 'number' || typeof pid !== 'number') return undefined;
    return { host, port, pid };
  } catch {
    return undefined;
  }
}

/** Remove the file when it is this process's own. */
export function forgetAddress(file: string, pid: number): void {
  if (readAddress(file)?.pid === pid) rmSync(file, { force: true });
}
