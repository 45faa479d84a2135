import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { found } from '../support/desk-process.ts';
import { faults, prepareHome, readHome } from './home.ts';
import type { Home } from './home.ts';

/** A life takes a few seconds; on a busy machine, minutes. */
const PATIENCE_MS = 280_000;

const child = fileURLToPath(new URL('./child.js', import.meta.url));

function start(home: string, killAt?: string) {
  const env = { PATH: process.env['PATH'], NIGHTDESK_HOME: home, GATEWAY_PORT: '0', LOG_LEVEL: 'warn' };
  const desk = spawn(process.execPath, [child], {
    env: { ...env, ...(killAt !== undefined && { KILL_AT: killAt }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors: string[] = [];
  desk.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    desk.once('exit', (code, signal) => resolve(signal ?? code)),
  );
  return { desk, ended, errors };
}

/** The planned run has been ordered, written and posted, and nothing is under way any more. */
function isAtRest(home: Home): boolean {
  return home.stories.length > 0 && home.runs.length > 0 && faults(home).length === 0;
}

/**
 * Kill a desk at a point of its first run, start it again, and let it come to rest.
 * @returns what is wrong afterwards: nothing, when nothing was lost and nothing was done twice.
 */
export async function killAndRestart(home: string, killAt: string): Promise<string[]> {
  prepareHome(home);
  const first = start(home, killAt);
  const watchdog = setTimeout(() => first.desk.kill('SIGTERM'), PATIENCE_MS);
  const end = await first.ended;
  clearTimeout(watchdog);
  if (end !== 'SIGKILL')
    return [`it did not die at ${killAt}, it ended with ${end}: ${first.errors.join('')}`];
  const second = start(home);
  try {
    await found(() => (isAtRest(readHome(home)) ? true : undefined), PATIENCE_MS);
  } catch {
    return [...faults(readHome(home)), `it did not come to rest: ${second.errors.join('').slice(0, 2_000)}`];
  } finally {
    second.desk.kill('SIGTERM');
    await second.ended;
  }
  const last = readHome(home);
  return [...faults(last), ...notOneRun(last)];
}

/** The planned run is one, its five stories differ, and each file of them says that it is posted. */
function notOneRun({ stories, runs, jobFiles }: Home): string[] {
  const titles = new Set(stories.map(({ title }) => title)).size;
  const open = jobFiles.filter(({ status }) => status !== 'SUCCESS').length;
  return runs.length === 1 && stories.length === 5 && titles === 5 && open === 0
    ? []
    : [
        `${runs.length} runs, ${stories.length} stories with ${titles} titles, ${open} job files without success`,
      ];
}
