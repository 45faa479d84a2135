// Runs a suite and ends with the line `N passed, N failed`: node test/run.js [suite|data|desks|long] [arguments of vitest]
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const [first, ...rest] = process.argv.slice(2);
const named = ['suite', 'data', 'desks', 'long'].includes(first);
const suite = named ? first : 'suite';
const given = named ? rest : process.argv.slice(2);

const dataFolder = process.env.NIGHTDESK_TEST_DATA ?? at('../shared/data');
if (suite === 'data' && !existsSync(dataFolder)) {
  console.log('Not run: test/data, on measuring data that is not part of the repository.');
  end(0, 0);
}

ensureBrowser();
// Whoever has just built it says so.
if (process.env.NIGHTDESK_TEST_BUILT !== '1') build();

const scratch = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'nightdesk-tests-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
const temporary = join(scratch, 'tmp');
mkdirSync(temporary);
const report = join(scratch, 'report.json');
const { status } = spawnSync(
  process.execPath,
  [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--reporter=${at('test/outside-errors.js')}`,
    `--outputFile.json=${report}`,
    ...given,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: temporary,
      NIGHTDESK_TEST_SUITE: suite,
      NIGHTDESK_TEST_BUILT: '1',
      // Only the suite on that data sees it: everywhere else a test that needs it fails here too.
      NIGHTDESK_TEST_DATA: suite === 'data' ? dataFolder : join(scratch, 'no-data'),
    },
  },
);
if (!existsSync(report)) end(0, 1);
count(JSON.parse(readFileSync(report, 'utf8')));

function count({ numPassedTests, numFailedTests, testResults }) {
  // A file that could not be loaded has no tests to count.
  const broken = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const missing = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  // What was left out by a name given here is no news.
  const skipped = given.length === 0 ? missing : [];
  for (const { fullName } of skipped) console.log(`Not run: ${fullName}`);
  const strict = process.env.CI ? skipped.length : 0;
  if (given.length === 0) for (const line of slowest(testResults)) console.log(line);
  for (const line of failures(testResults)) console.log(`Failed: ${line}`);
  const failed = numFailedTests + broken + strict;
  const outside = status !== 0 && failed === 0;
  if (outside) console.log('Failed: an error outside the tests, named above');
  end(numPassedTests, outside ? 1 : failed);
}

/** What failed and where, a line each: the last lines of a long log are those that are read. */
function failures(testResults) {
  return testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) =>
      file.assertionResults.length === 0
        ? [`${pathOf(file)}: ${inOneLine(file.message)}`]
        : file.assertionResults
            .filter(({ status }) => status === 'failed')
            .map((test) => `${pathOf(file)} > ${test.fullName}: ${inOneLine(test.failureMessages?.[0])}`),
    );
}

/** The files and the tests that take the longest: what is worth making cheaper. */
function slowest(testResults) {
  const files = testResults.map((file) => ({ name: pathOf(file), ms: file.endTime - file.startTime }));
  const tests = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, duration }) => ({
      name: `${pathOf(file)} > ${fullName}`,
      ms: duration ?? 0,
    })),
  );
  const told = (what, all) =>
    all
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 20)
      .map(({ name, ms }) => `Slowest ${what}: ${(ms / 1000).toFixed(1).padStart(5)} s  ${name}`);
  return [...told('files', files), ...told('tests', tests)];
}

function pathOf(file) {
  return relative(at('.'), file.name);
}

/** The message without the stack: a property's has its seed and its counterexample in the lines after the first. */
function inOneLine(text = '') {
  const [message] = text.split(/\n\s+at /, 1);
  const line = message.replace(/\s*\n\s*/g, ' ').trim();
  return line.length > 1_500 ? `${line.slice(0, 1_500)} …` : line;
}

function end(passed, failed) {
  console.log(`${passed} passed, ${failed} failed`);
  const nothing = passed === 0 && suite !== 'data';
  process.exit(failed > 0 || nothing ? 1 : 0);
}

/** Homes of tests are many, and fsynced all the time: in memory they cost no disk. Kills leave them there as on a disk. */
function memoryFolder() {
  const folder = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 ** 31 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Whole desks are started from the build, and tests read it: it has to be that of these sources. */
function build() {
  const { status } = spawnSync(process.execPath, [at('bin/build.js'), '--modules'], { stdio: 'inherit' });
  if (status !== 0) end(0, 1);
}

/** The console is tested in a real browser: Debian's chromium, installed when it is missing and may be. */
function ensureBrowser() {
  const has = (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  const [lean, whole] = ['chromium-headless-shell', 'chromium'];
  const found = has(lean) || (!process.env.CI && has(whole));
  if (found || process.env.CHROME_PATH || !has('apt-get') || process.getuid?.() !== 0) return;
  console.log('Installing chromium for the browser tests (once) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update', '-qq');
  for (const name of [lean, whole])
    if (!has(lean) && (name === lean || !has(whole)))
      apt('install', '-y', '-qq', '--no-install-recommends', name);
}
