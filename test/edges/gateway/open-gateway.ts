import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { RpcMethods } from '../../../src/feature/rpc-method.ts';
import { Gateway } from '../../../src/edges/gateway/gateway.ts';
import { Board } from '../../../src/newsroom/views/board.ts';
import { JobFiles } from '../../../src/newsroom/batches/job-files.ts';
import { readBoardJobs } from '../../../src/newsroom/views/board-jobs.ts';
import { lastInputs } from '../../../src/newsroom/intake/inputs-file.ts';
import { eventually } from '../../support/fake-clock.ts';
import { smallDesk } from '../../support/small-desk.ts';
import type { SmallDeskOptions } from '../../support/small-desk.ts';
import { newsroomMethods } from '../../../src/newsroom/methods/newsroom-methods.ts';

const WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const TOKEN = 'test-token-that-nobody-could-guess';

export interface Frame {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { code: string; message: string };
  readonly event?: string;
  readonly payload?: Record<string, unknown>;
}

/** A gateway over a small desk, on a free port unless one is named, and the ways to speak to it. */
export async function openGateway(
  options: SmallDeskOptions = {},
  more: RpcMethods = {},
  on = 0,
  url?: string,
  token = TOKEN,
) {
  const desk = smallDesk(options);
  const logged: unknown[] = [];
  const log = (fields: object, message: string) => logged.push({ ...fields, message });
  const files = {
    address: join(desk.home, 'data', 'gateway.json'),
    token: join(desk.home, 'data', 'gateway.token'),
    web: WEB,
  };
  const { stores, clock } = desk;
  const board = new Board({
    edition: { title: 'The sample', language: 'en', zone: 'Europe/London' },
    book: stores.board,
    jobs: (run) => readBoardJobs(new JobFiles({ root: join(desk.home, 'data', 'newsroom', 'jobs') }), run),
    actions: stores.actions,
    votes: stores.votes,
    lastInputs: (kind) => lastInputs(join(desk.home, 'data', 'newsroom'), kind),
    feeds: async () => [],
    record: async () => undefined,
    clock,
  });
  const gateway = new Gateway({
    config: { host: '127.0.0.1', port: on, token, ...(url !== undefined && { url }) },
    files,
    ...desk,
    tasks: stores.tasks,
    more: { ...newsroomMethods({ board: async () => board }), ...more },
    log: { error: log, info: log },
  });
  const { address, port } = await gateway.listen();

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${address}/rpc`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });
  const call = async (method: string, params?: unknown): Promise<Frame> =>
    (await post(JSON.stringify({ id: 7, method, params }))).json() as Promise<Frame>;
  /** The result of a call that must succeed. */
  const get = async (method: string, params?: unknown): Promise<Record<string, unknown>> => {
    const { result, error } = await call(method, params);
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return result as Record<string, unknown>;
  };
  /** A request whose Host and path nothing tidies up. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
          let body = '';
          response.on('data', (part: Buffer) => (body += part.toString()));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
          );
        });
        sent.on('error', reject).end();
      },
    );
  const close = async () => {
    await gateway.close();
    await desk.close();
  };
  return { ...desk, gateway, address, port, token, files, logged, post, call, get, raw, close };
}

/** A WebSocket client as the console opens it. */
export async function openSocket(port: number, token = TOKEN, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['nightdesk', `bearer.${token}`], { headers });
  const frames: Frame[] = [];
  let code: number | undefined;
  socket.on('message', (data) => frames.push(JSON.parse(String(data)) as Frame));
  socket.on('close', (closed) => (code = closed));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => {});
  const heard = (is: (frame: Frame) => boolean, what: string) => eventually(() => frames.find(is), what);
  return { socket, frames, heard, closed: () => eventually(() => code, 'the socket closes') };
}
