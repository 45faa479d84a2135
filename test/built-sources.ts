import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * A Vite plugin: what a test imports from `src/` is loaded from the build in `dist/modules/`, by Node itself. A process
 * loads a module once, however many files it tests, and the suite tests what is shipped.
 *
 * `test/run.js` builds first and asks for it with `NIGHTDESK_TEST_BUILT=1`; `npx vitest` alone reads the sources.
 */
export function builtSources() {
  return {
    name: 'built-sources',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      if (importer === undefined || !source.startsWith('.') || !source.endsWith('.ts')) return undefined;
      const path = resolve(dirname(importer), source);
      if (!path.startsWith(`${root}src/`)) return undefined;
      const built = `${root}dist/modules/${path.slice(root.length + 'src/'.length).replace(/\.ts$/, '.js')}`;
      if (!existsSync(built)) throw new Error(`${built} is missing: run node bin/build.js --modules`);
      return { id: built, external: true };
    },
  };
}
