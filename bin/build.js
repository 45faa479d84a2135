// Builds `dist/` from `src/`: the program as it is shipped, joined with the small packages that every command loads; and
// `dist/web/` from `web/`: the console's pages. With `--modules` also `dist/modules/`, the program file by file, for tests and benchmarks
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
  sourcemap: true,
  logLevel: 'warning',
};

/** Processes and workers begin with these; see `entryPoint` in `src/config/program-files.ts`. */
const ENTRY_POINTS = ['cli/index', 'newsroom/assets/studio-process', 'newsroom/sources/extract-worker'];

/**
 * Packages of JavaScript alone that most commands load, with what these load in turn. Every other package stays where npm
 * put it: native ones, those that look for files beside their own, and those that few commands need. A package in CommonJS
 * that is loaded by `import()` has its names under `default` alone.
 */
const JOINED = new Set([
  ...['zod', 'commander', 'croner', 'cronstrue', 'opencc-js', 'robots-parser', 'ulid', 'ws', 'nodemailer'],
  ...['prom-client', '@opentelemetry/api', 'tdigest', 'bintrees'],
  // PostgreSQL
  ...[
    'pg',
    'pg-connection-string',
    'pg-int8',
    'pg-pool',
    'pg-protocol',
    'pg-types',
    'pgpass',
    'split2',
    'xtend',
  ],
  ...['postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval'],
  // HTTP
  ...['undici', 'hono', '@hono/node-server', 'ipaddr.js'],
  // pages: every thread that reads them loads these anew
  ...[
    'linkedom',
    '@acemir/cssom',
    'css-select',
    'css-what',
    'boolbase',
    'nth-check',
    'html-escaper',
    'uhyphen',
  ],
  ...['htmlparser2', 'domelementtype', 'domhandler', 'domutils', 'dom-serializer', 'entities'],
  // feeds
  ...['feedsmith', 'trousse', 'fast-xml-parser', 'fast-xml-builder', 'path-expression-matcher', 'strnum'],
  ...['is-unsafe', '@nodable/entities', 'anynum', 'xml-naming'],
]);

const joined = {
  name: 'joined',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) => {
      if (kind === 'entry-point') return undefined;
      const name = path.split('/', path.startsWith('@') ? 2 : 1).join('/');
      return JOINED.has(name) ? undefined : { path, external: true };
    }),
};

await build({
  ...shared,
  plugins: [joined],
  // Packages in CommonJS ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  entryPoints: ENTRY_POINTS.map((name) => at(`src/${name}.ts`)),
  splitting: true,
  // A desk keeps the text of its modules in memory. Names stay, for the lines of an error's stack.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
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
    packages: 'external',
    entryPoints: readdirSync(at('src'), { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
      .map((file) => join(at('src'), file)),
    outdir: at('dist/modules'),
    plugins: [apart],
  });
