import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/cli/program.ts';
import type { World } from '../../src/cli/world.ts';
import type { Clock } from '../../src/time/clock.ts';

/** Run the command line inside the test, and keep what it said. */
export async function run(
  args: readonly string[],
  around: {
    home: string;
    clock: Clock;
    env?: Record<string, string>;
    lines?: readonly string[];
    onSignal?: World['onSignal'];
    launch?: World['launch'];
    /** The working directory; by default the home. */
    cwd?: string;
  },
) {
  const out: string[] = [];
  const err: string[] = [];
  const exits: number[] = [];
  const sent: string[] = [];
  const world: World = {
    env: {
      NIGHTDESK_HOME: around.home,
      NIGHTDESK_TZ: 'Europe/London',
      LOG_LEVEL: 'silent',
      USER: 'ann',
      ...around.env,
    },
    cwd: around.cwd ?? around.home,
    input: Readable.from((around.lines ?? []).map((line) => Buffer.from(`${line}\n`))),
    output: new Writable({
      write: (chunk, _encoding, done) => {
        sent.push(String(chunk));
        done();
      },
    }),
    atTerminal: false,
    out: (text) => void out.push(text),
    drained: async () => {},
    warn: (text) => void err.push(text),
    onSignal: around.onSignal ?? (() => () => {}),
    onStrayError: () => () => {},
    exit: (code) => void exits.push(code),
    launch:
      around.launch ??
      (() => {
        throw new Error('nothing is launched here');
      }),
  };
  const code = await runProgram(args, world, around.clock);
  return { code, out: out.join('\n'), err: err.join('\n'), sent: sent.join(''), exits };
}
