// Builds `dist/` from `src/`: the program as it is shipped, its packages left where npm put them; and `dist/web/` from
// `web/`: the console's pages. With `--modules` also `dist/modules/`, the program file by file, for tests and benchmarks
// that hold a piece of it.
import { build } from 'esbuild';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as buildPages } from 'vite';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const shared = {
  bundle: true,
  outbase: at('src'),
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
};

/** Processes and workers begin with these; see `entryPoint` in `src/config/program-files.ts`. */
const ENTRY_POINTS = ['cli/index', 'newsroom/assets/studio-process', 'newsroom/sources/extract-worker'];

await build({
  ...shared,
  entryPoints: ENTRY_POINTS.map((name) => at(`src/${name}.ts`)),
  splitting: true,
  outdir: at('dist'),
  chunkNames: 'chunks/[name]-[hash]',
});

await buildPages({ configFile: at('web/vite.config.ts'), logLevel: 'warn' });

// A desk that still runs loads more of its own chunks when it needs them.
for (const name of readdirSync(at('dist/chunks'))) {
  const chunk = at(`dist/chunks/${name}`);
  if (statSync(chunk).mtimeMs < Date.now() - 7 * 86_400_000) rmSync(chunk);
}

/** What a file imports stays a file of its own. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    ),
};

if (process.argv.includes('--modules'))
  await build({
    ...shared,
    entryPoints: readdirSync(at('src'), { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => join(at('src'), file)),
    outdir: at('dist/modules'),
    plugins: [apart],
  });
