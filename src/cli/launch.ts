import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Start a node process in a session of its own: it outlives this process and its terminal. Its output is appended
 * to two files. @returns its process id.
 */
export function launch(
  args: readonly string[],
  logs: { readonly out: string; readonly err: string },
): number {
  const out = openSync(logs.out, 'a');
  const err = openSync(logs.err, 'a');
  try {
    const child = spawn(process.execPath, [...args], { detached: true, stdio: ['ignore', out, err] });
    child.on('error', () => {}); // Then there is no pid.
    child.unref();
    if (child.pid === undefined) throw new Error('a process could not be started');
    return child.pid;
  } finally {
    closeSync(out);
    closeSync(err);
  }
}
