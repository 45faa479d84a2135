/** The program's entry point: connects the command line to the real process. */
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { launch } from './launch.ts';
import { systemClock } from '../time/clock.ts';
import { onSignals } from './presses.ts';
import { runProgram } from './program.ts';
import type { World } from './world.ts';

// The desk's files are private to their owner.
process.umask(0o077);

let outlivesReader = false;

const world: World = {
  env: process.env,
  cwd: process.cwd(),
  input: process.stdin,
  output: process.stdout,
  atTerminal: process.stdin.isTTY && process.stdout.isTTY,
  out: (text) => void process.stdout.write(`${text}\n`),
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
  },
  warn: (text) => void process.stderr.write(`${text}\n`),
  onStrayError: (listener) => {
    process.on('uncaughtException', listener);
    return () => process.off('uncaughtException', listener);
  },
  onSignal: (listener) => onSignals(process, listener),
  exit: (code) => process.exit(code),
  outliveReader: () => (outlivesReader = true),
  saveMemory: () => {
    setFlagsFromString('--optimize-for-size');
    setFlagsFromString('--max-semi-space-size=1');
  },
  launch: (args, logs) => launch([...process.execArgv, process.argv[1] ?? '', ...args], logs),
};

// A reader such as `head` may stop early, which isn't an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!outlivesReader) process.exit(error.code === 'EPIPE' ? 0 : 1);
});
// A desk that can't say any more that it stops still stops in order.
process.stderr.on('error', () => {});
process.exit(await runProgram(process.argv.slice(2), world, systemClock));
