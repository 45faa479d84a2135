import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isOfAbandoned } from './src/channels/discord/stray-error.ts';
import { builtSources } from './test/built-sources.ts';
import { browserPath } from './test/support/browser-path.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The console and the newsletter in a real browser: what asks for one. */
const BROWSER = readdirSync(join(here, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter((name) =>
    /from '(?:[^']*\/browser\.ts|playwright-core)'/.test(readFileSync(join(here, name), 'utf8')),
  );

/** Suites of their own: on data beside the repository, several desks, desks and runners that are killed, and what takes minutes. */
const APART = ['test/data/**', 'test/desks/**', 'test/long/**'];

/** Requests of a whole desk, which are held against Discord's published contract where that is there. */
const HELD_AGAINST_DATA = ['test/discord/**/*.test.ts', 'test/e2e/discord-{commands,life,loop}.test.ts'];

const plugins = process.env['NIGHTDESK_TEST_BUILT'] === '1' ? [builtSources()] : [];

/** Time-outs are for tests that hang: they say nothing of the machine's speed. */
const shared = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 600_000 } },
  pool: 'forks',
  // Most code of a test runs a few times: optimising it costs more than it gives. Less of what is young is looked through.
  execArgv: ['--interrupt-budget=600000', '--max-semi-space-size=64'] as string[],
  /** Loaded by Node itself, once in a process. */
  server: { deps: { external: [/\/dist\/modules\//] as RegExp[] } },
  /** With `NIGHTDESK_TEST_ON=postgres`, a server for all files. */
  globalSetup: ['test/support/on-postgres.ts'] as string[],
  /** The channels of the house are registered before a test makes keys of them; results of methods are checked. */
  setupFiles: [
    'test/support/channels.ts',
    'test/support/check-results.ts',
    'test/support/say-causes.ts',
  ] as string[],
} as const;

/** Discord's SDK and its uploads, which bring HTTP clients of their own: apart from the other files. */
const APART_FROM_OTHERS = ['test/discord/**/*.test.ts', 'test/**/*discord*.test.ts'];

/**
 * Files run one after another in the same few processes, as most take less time than their imports: a test leaves nothing
 * behind in its process.
 */
const suite = {
  ...shared,
  name: 'suite',
  include: ['test/**/*.test.ts'],
  exclude: [...APART, ...BROWSER, ...APART_FROM_OTHERS],
  isolate: false,
};
const discord = {
  ...shared,
  name: 'discord',
  include: APART_FROM_OTHERS,
  exclude: APART,
  isolate: false,
};
const browser = {
  ...shared,
  name: 'browser',
  include: BROWSER,
  isolate: false,
  globalSetup: [...shared.globalSetup, 'test/support/one-browser.ts'],
};
const data = { ...shared, name: 'data', include: ['test/data/**/*.test.ts', ...HELD_AGAINST_DATA] };
const desks = { ...shared, name: 'desks', include: ['test/desks/**/*.test.ts'] };
const long = { ...shared, name: 'long', include: ['test/long/**/*.test.ts'] };

const hasBrowser = browserPath() !== undefined || process.env['CI'] !== undefined;
if (!hasBrowser) console.log(`Not run: ${BROWSER.join(', ')}: no Chromium was found; CHROME_PATH names one.`);

const SUITES = {
  suite: hasBrowser ? [browser, discord, suite] : [discord, suite],
  data: [data],
  desks: [desks],
  long: [long],
};

/** Which of the suites: `suite` (`npm test`), `data` (`npm run test:data`), `desks` (`npm run test:desks`) or `long` (by `npm run crash`). */
const chosen = (process.env['NIGHTDESK_TEST_SUITE'] ?? 'suite') as keyof typeof SUITES;

/** Half of a worker's time it waits for clocks, processes and pages. One needs up to 700 MB, with what it starts more. */
const workers = Math.max(
  1,
  Math.min(2 * availableParallelism() + 1, Math.floor(totalmem() / (1.5 * 2 ** 30)), 12),
);

/** What Discord's SDK leaves to nobody, besides the failures of connections that it gave up: a heartbeat to a socket that it replaces. */
const STRAY_HEARTBEAT = /WebSocket is not open: readyState 0[^]*@discordjs[\\/]ws[\\/]/;

export default defineConfig({
  test: {
    onUnhandledError: (error) => !isOfAbandoned(error) && !STRAY_HEARTBEAT.test(error.stack ?? ''),
    // Each of these starts several desks at once.
    maxWorkers: chosen === 'desks' ? Math.min(workers, 3) : workers,
    maxConcurrency: 2,
    projects: SUITES[chosen].map((test) => ({ plugins, test })),
  },
});
