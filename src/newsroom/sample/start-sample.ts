/** The sample edition's world, served from this machine while a desk runs. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { programFiles } from '../../config/program-files.ts';
import type { Clock } from '../../time/clock.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * The sample edition's server: every outlet of the sample's world, on loopback. Its port and its epoch are stored,
 * so that a restart has the same articles at the same addresses; after a day the world starts anew.
 */
export async function startSample(
  edition: { readonly sample?: boolean | undefined },
  config: Config,
  clock: Clock,
) {
  if (!edition.sample) return undefined;
  const file = keptFile(config);
  const known = readKept(file);
  const fresh = known && clock.now() - known.epochMs < DAY_MS ? known : undefined;
  const epochMs = fresh?.epochMs ?? clock.now();
  const { startSampleServer } = await import('./sample-server.ts');
  const start = (port: number) =>
    startSampleServer({ directory: programFiles.samples, port, epochMs, clock });
  // Another program may have taken the port meanwhile; any other works too.
  const server = await start(known?.port ?? 0).catch(() => start(0));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ port: server.port, epochMs } satisfies Kept));
  renameSync(`${file}.new`, file);
  return server;
}

/**
 * The sample's outlets for a command that reads one of their pages: those of this home's desk, or served for the time being
 * where none runs. Undefined for an address that is none of theirs.
 */
export async function sampleFor({ hostname, port }: URL, config: Config, clock: Clock) {
  const known = readKept(keptFile(config));
  if (!known || !hostname.endsWith('.localhost') || Number(port) !== known.port) return undefined;
  const { startSampleServer } = await import('./sample-server.ts');
  const server = await startSampleServer({ directory: programFiles.samples, ...known, clock }).catch(
    () => undefined, // A desk serves them.
  );
  return { hosts: [`*.localhost:${known.port}`], close: async () => server?.close() };
}

const keptFile = ({ paths }: Config): string => join(paths.data, 'newsroom', 'sample.json');

/** The values of the last start; undefined where they can't be read: then the world starts anew. */
function readKept(file: string): Kept | undefined {
  try {
    const { port, epochMs } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>;
    return Number.isInteger(port) && Number.isFinite(epochMs)
      ? { port: port!, epochMs: epochMs! }
      : undefined;
  } catch {
    return undefined;
  }
}

interface Kept {
  readonly port: number;
  readonly epochMs: number;
}
