// Runs the test suites and ends with the line `N passed, N failed`. Arguments go to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

ensureBrowser();
build();

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nightdesk-tests-'));
const report = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
let [passed, failed] = [0, 0];
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  // A file that could not be loaded has no tests to count, and a test that did not run has not passed.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  passed = numPassedTests;
  failed = numFailedTests + numPendingTests + broken;
}
rmSync(folder, { recursive: true, force: true });
if (status !== 0 && failed === 0) failed = 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** Whole desks are started from the build: it has to be that of these sources. */
function build() {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const project = fileURLToPath(new URL('../tsconfig.build.json', import.meta.url));
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' });
  if (status === 0) return;
  console.log('0 passed, 1 failed');
  process.exit(1);
}

/** The console is tested in a real browser: Debian's chromium, installed when it is missing and may be. */
function ensureBrowser() {
  const has = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  if (has('chromium') || !has('apt-get') || process.getuid?.() !== 0) return;
  console.log('Installing chromium for the browser tests (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ])
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
