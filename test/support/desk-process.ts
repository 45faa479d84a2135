import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { databaseOf } from './on-postgres.ts';

const bin = fileURLToPath(new URL('../../bin/nightdesk.js', import.meta.url));

export interface Running {
  readonly child: ChildProcess;
  /** The gateway's address. */
  readonly base: string;
  /** What it said on stdout so far. */
  readonly said: () => string;
  readonly errors: () => string;
  /** From the start of the process to its gateway's answer, in ms. */
  readonly readyMs: number;
  rpc<T>(method: string, params?: object, signal?: AbortSignal): Promise<T>;
  /** Collects events until `stop` is called. */
  events(): Promise<{ seen: { event: string; payload: never }[]; stop: () => void }>;
  /** SIGTERM; resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>;
}

/** A desk whose process was begun; whether it will be ready is open. */
export interface Begun {
  readonly child: ChildProcess;
  /** Rejects when it ends before. */
  readonly ready: Promise<Running>;
  /** The signal that ended it, or its exit code. */
  readonly ended: Promise<NodeJS.Signals | number | null>;
  readonly errors: () => string;
}

/** Start a real desk on a home, as `npm start` does, and wait until its gateway answers. */
export async function startDesk(
  home: string,
  env: Record<string, string> = {},
  program: string = bin,
): Promise<Running> {
  return beginDesk(home, { ...(await databaseOf(home)), ...env }, program).ready;
}

/** The same, without waiting. */
export function beginDesk(home: string, env: Record<string, string> = {}, program: string = bin): Begun {
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
  // Closed: what it said last has been read.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  );
  const texts = { said: () => out.join(''), errors: () => err.join('') };
  return { child, ended, errors: texts.errors, ready: untilReady(home, { child, exited, begun, ...texts }) };
}

async function untilReady(
  home: string,
  { child, exited, begun, said, errors }: Pick<Running, 'child' | 'said' | 'errors'> & Beginning,
): Promise<Running> {
  let gone = false;
  void exited.then(() => (gone = true));
  const alive = () => {
    if (gone) throw new Error(`the desk ended before it was ready: ${errors()}${said()}`);
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
    said,
    errors,
    rpc: async <T>(method: string, params: object = {}, signal?: AbortSignal) => {
      const response = await fetch(`${base}/rpc`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1, method, params }),
        ...(signal && { signal }),
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

interface Beginning {
  readonly exited: Promise<number | null>;
  /** When the process was begun, by `performance.now`. */
  readonly begun: number;
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
