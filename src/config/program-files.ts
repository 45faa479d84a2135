import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** The program's package folder, wherever this module was built to. */
const root = (function packageOf(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageOf(dirname(folder));
})(dirname(here));

export const programFiles = {
  prompts: join(root, 'prompts'),
  editions: join(root, 'data', 'editions'),
  samples: join(root, 'data', 'samples'),
  web: join(root, 'dist', 'web'),
  package: join(root, 'package.json'),
} as const;

let version: string | undefined;

/** As its package says it; that of the program that runs, also after an update of its files. */
export function programVersion(): string {
  return (version ??= (JSON.parse(readFileSync(programFiles.package, 'utf8')) as { version: string })
    .version);
}

/** The entry of a child process or worker. */
export interface EntryPoint {
  readonly path: string;
  /** The package that loads TypeScript; undefined when the entry point is built. */
  readonly tsx?: URL;
}

/**
 * An entry point next to the program's own: the built one, or its TypeScript in development.
 * @param name its path under `src/`, without extension; the build script lists it as well
 */
export function entryPoint(name: string): EntryPoint {
  if (!here.endsWith('.ts')) return { path: join(root, 'dist', `${name}.js`) };
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  return { path: join(root, 'src', `${name}.ts`), tsx };
}
