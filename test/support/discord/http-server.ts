/**
 * The HTTP side: reads a request, records it, lets faults and limits have their way, asks its route, answers.
 * Applying is one synchronous step, so that a request is done entirely or not at all.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Call, type Fields, type SentFile } from './call.ts';
import { DiscordError, refusal } from './discord-error.ts';
import type { Faults } from './faults.ts';
import type { RateLimits } from './rate-limits.ts';
import { readRequest } from './read-request.ts';
import type { Realm } from './realm.ts';
import type { RequestRecord } from './records.ts';
import { Created, type Route, Router } from './router.ts';

interface HttpParts {
  readonly realm: Realm;
  readonly routes: readonly Route[];
  readonly faults: () => Faults;
  readonly limits: RateLimits;
  readonly token: () => string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const API = /^\/api\/v10(\/.*)$/;

export class HttpServer {
  readonly server: Server;
  readonly #parts: HttpParts;
  readonly #router: Router;

  constructor(parts: HttpParts) {
    this.#parts = parts;
    this.#router = new Router(parts.routes);
    this.server = createServer((request, response) => void this.#serve(request, response));
    this.server.keepAliveTimeout = 60_000;
    this.server.on('connection', (socket) => {
      // A client that is gone resets sockets; an upgraded one has no listener of the server for that.
      socket.on('error', () => {});
      if (parts.faults().isRefusing) socket.destroy();
    });
  }

  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', 'http://loopback');
      const path = API.exec(url.pathname)?.[1];
      if (path === undefined) return this.#serveFile(url.pathname, response);
      const method = request.method ?? 'GET';
      const read = await readRequest(request);
      await this.#answer(request, response, { method, path, query: url.searchParams, ...read });
    } catch (error) {
      // The client went away while sending, or sent no JSON.
      if (!response.destroyed) send(response, answerOf(error));
    }
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    given: {
      method: string;
      path: string;
      query: URLSearchParams;
      body: Fields;
      files: SentFile[];
      hasBody: boolean;
    },
  ): Promise<void> {
    const { realm, limits } = this.#parts;
    const found = this.#router.find(given.method, given.path);
    const call = new Call({ ...given, route: found?.route.template ?? given.path }, found?.params ?? {});
    const reason = request.headers['x-audit-log-reason'];
    const record = recorded(call, realm.now(), {
      hasBody: given.hasBody,
      isServed: found !== undefined,
      ...(typeof reason === 'string' && { reason }),
    });
    realm.records.requests.push(record);
    const { headers, wait } = limits.count(call);
    if (wait) return send(response, tooMany(record, wait, headers));

    const effect = this.#parts.faults().meet(call);
    if (effect?.cut === 'first') request.socket.destroy();
    await effect?.before?.();
    const own = effect?.applies === false ? undefined : this.#apply(call, found?.route, request, record);
    await effect?.after?.();
    if (effect?.cut === 'last') request.socket.destroy();
    if (effect?.cut) return;
    const answer = effect?.answer ?? own ?? { status: 204 };
    record.status = answer.status;
    if (!response.destroyed) send(response, { ...answer, headers: { ...headers, ...answer.headers } });
  }

  #apply(call: Call, route: Route | undefined, request: IncomingMessage, record: RequestRecord): Answer {
    try {
      if (!route?.open && request.headers.authorization !== `Bot ${this.#parts.token()}`)
        throw refusal('unauthorized');
      if (!route) throw refusal('noSuchRoute');
      const body = route.answer(this.#parts.realm, call);
      record.applied = true;
      if (body instanceof Created) return { status: 201, body: body.body };
      return body === undefined ? { status: 204 } : { status: 200, body };
    } catch (error) {
      if (!(error instanceof DiscordError)) this.#parts.realm.records.crashes.push(error);
      return answerOf(error);
    }
  }

  #serveFile(path: string, response: ServerResponse): void {
    const file = this.#parts.realm.world.files.get(decodeURIComponent(path.replace(/^\/cdn/, '')));
    if (!file) return send(response, answerOf(refusal('noSuchRoute')));
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes.length });
    response.end(file.bytes);
  }
}

function recorded(
  call: Call,
  atMs: number,
  known: Pick<RequestRecord, 'hasBody' | 'isServed' | 'reason'>,
): RequestRecord {
  const { method, path, route, body, files } = call;
  const query = Object.fromEntries(call.query);
  return { ...known, method, path, route, query, body, files, atMs, status: undefined, applied: false };
}

function tooMany(
  record: RequestRecord,
  wait: { ms: number; global: boolean },
  headers: Record<string, string>,
): Answer {
  record.status = 429;
  const seconds = Math.max(0.001, wait.ms / 1_000);
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: seconds, global: wait.global },
    headers: {
      ...headers,
      'Retry-After': String(seconds),
      'X-RateLimit-Scope': wait.global ? 'global' : 'user',
      ...(wait.global && { 'X-RateLimit-Global': 'true' }),
    },
  };
}

function answerOf(error: unknown): Answer {
  if (error instanceof DiscordError) return { status: error.status, body: error.body };
  // A fault of the loopback itself, or a body that it could not read: Discord would say no more.
  return { status: 500, body: { message: `500: Internal Server Error (${String(error)})`, code: 0 } };
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, {
    ...(text && { 'Content-Type': 'application/json' }),
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
