/** One life of a desk in a process of its own: from its start to its death. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = fileURLToPath(new URL('./child.js', import.meta.url));

export type Rpc = <T>(method: string, params?: object) => Promise<T>;

export interface Life {
  readonly startedMs: number;
  /** How to speak to it, once it is ready; undefined when it died before. */
  readonly ready: Promise<Rpc | undefined>;
  /** The signal that killed it, or its exit code. */
  readonly ended: Promise<NodeJS.Signals | number | null>;
  kill(signal: NodeJS.Signals): void;
  /** What it wrote on stderr so far. */
  readonly said: () => string;
}

export function beginLife(home: string, env: Readonly<Record<string, string>>): Life {
  const startedMs = Date.now();
  const desk = spawn(process.execPath, [child], {
    env: { PATH: process.env['PATH'], NIGHTDESK_HOME: home, GATEWAY_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // It does not outlive a test that was given up.
  const end = () => desk.kill('SIGKILL');
  process.once('exit', end);
  desk.once('close', () => process.off('exit', end));
  const errors: string[] = [];
  desk.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const over = new AbortController();
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    desk.once('close', (code, signal) => {
      over.abort(new Error('the desk is gone'));
      resolve(signal ?? code);
    }),
  );
  const ready = new Promise<Rpc | undefined>((resolve) => {
    desk.stdout.once('data', (chunk: Buffer) => resolve(speak(chunk.toString().trim(), over.signal)));
    void ended.then(() => resolve(undefined));
  });
  return {
    startedMs,
    ready,
    ended,
    kill: (signal) => void desk.kill(signal),
    said: () => errors.join(''),
  };
}

function speak(address: string, signal: AbortSignal): Rpc {
  const { origin, hash } = new URL(address);
  const headers = {
    authorization: `Bearer ${hash.replace('#token=', '')}`,
    'content-type': 'application/json',
  };
  return async <T>(method: string, params: object = {}) => {
    const body = JSON.stringify({ id: 1, method, params });
    const response = await fetch(`${origin}/rpc`, { method: 'POST', headers, body, signal });
    const answer = (await response.json()) as { result?: T; error?: { code: string; message: string } };
    if (answer.error) throw new Refused(`${method}: ${answer.error.code}: ${answer.error.message}`);
    return answer.result as T;
  };
}

/** The desk answered, and said no: it is alive. */
export class Refused extends Error {
  override readonly name = 'Refused';
}
