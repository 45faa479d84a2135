import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

const bin = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  /** The gateway's address. */
  readonly base: string;
  /** What it said on stdout so far. */
  readonly said: () => string;
  readonly errors: () => string;
  /** From the start of the process to its gateway's answer, in ms. */
  readonly readyMs: number;
  rpc<T>(method: string, params?: object): Promise<T>;
  /** Collects events until `stop` is called. */
  events(): Promise<{ seen: { event: string; payload: never }[]; stop: () => void }>;
  /** SIGTERM; resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/** Start a real desk on a home, as `npm start` does, and wait until its gateway answers. */
export async function startDesk(
  home: string,
  env: Record<string, string> = {},
  program: string = bin,
): Promise<Running> {
  const begun = performance.now();
  const child = spawn(process.execPath, [program, 'start'], {
    env: {
      PATH: process.env['PATH'],
      NIGHTDESK_HOME: home,
      GATEWAY_PORT: '0',
      LOG_LEVEL: 'info',
      NIGHTDESK_CHECK_RESULTS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let gone = false;
  void exited.then(() => (gone = true));
  const alive = () => {
    if (gone) throw new Error(`the desk ended before it was ready: ${err.join('')}${out.join('')}`);
  };
  const address = await found(() => {
    alive();
    const known = JSON.parse(readFileSync(join(home, 'data', 'gateway.json'), 'utf8')) as Address;
    return known.pid === child.pid ? known : undefined;
  });
  const base = `http://${address.host}:${address.port}`;
  const token = readFileSync(join(home, 'data', 'gateway.token'), 'utf8').trim();
  await found(async () => {
    alive();
    return (await fetch(`${base}/readyz`)).ok || undefined;
  });
  const readyMs = performance.now() - begun;
  return {
    child,
    base,
    readyMs,
    said: () => out.join(''),
    errors: () => err.join(''),
    rpc: async <T>(method: string, params: object = {}) => {
      const response = await fetch(`${base}/rpc`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1, method, params }),
      });
      const answer = (await response.json()) as { result?: T; error?: { code: string; message: string } };
      if (answer.error) throw new Error(`${method}: ${answer.error.code}: ${answer.error.message}`);
      return answer.result as T;
    },
    events: async () => {
      const seen: { event: string; payload: never }[] = [];
      const headers = { authorization: `Bearer ${token}` };
      const socket = new WebSocket(`${base.replace('http', 'ws')}/ws`, { headers });
      socket.on('message', (data: Buffer) => seen.push(JSON.parse(data.toString()) as (typeof seen)[number]));
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return { seen, stop: () => socket.close() };
    },
    stop: async () => {
      const asked = performance.now();
      child.kill('SIGTERM');
      const code = await exited;
      return { code, ms: performance.now() - asked };
    },
  };
}

interface Address {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
}

/** Look again and again, on the real clock, until something is there. Errors of a look count as "not yet". */
export async function found<T>(
  look: () => T | undefined | Promise<T | undefined>,
  withinMs = 500_000,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 300)) {
    let last: unknown;
    try {
      const value = await look();
      if (value !== undefined) return value;
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('the desk ended')) throw error;
      last = error;
    }
    if (performance.now() > until) throw new Error('it was not there in time', { cause: last });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
