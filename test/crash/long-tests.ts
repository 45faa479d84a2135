import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const suite = fileURLToPath(new URL('../run.js', import.meta.url));

/** The tests of `test/long/`, in processes of their own; what they print is shown. */
export async function runLongTests(): Promise<{ passed: number; failed: number }> {
  const child = spawn(process.execPath, [suite, 'long'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    process.stdout.write(chunk);
  });
  await new Promise((resolve) => child.once('close', resolve));
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(said) ?? [];
  return passed === undefined ? { passed: 0, failed: 1 } : { passed: Number(passed), failed: Number(failed) };
}
