/**
 * The gateway: the desk's use-cases over HTTP and WebSocket, for the console, the command line and programs.
 *
 * It decides nothing: `auth.ts` checks access, the rooms behind the methods check everything else.
 */
import { getRequestListener } from '@hono/node-server';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Registry } from 'prom-client';
import type { CommandRegistry } from '../../commands/command-registry.ts';
import type { Cron } from '../../cron/cron.ts';
import type { SetHeartbeat } from '../../cron/heartbeat.ts';
import type { DeleteSession } from '../../desk/delete-session.ts';
import type { DeskStatus } from '../../desk/desk-status.ts';
import type { Desk } from '../../desk/desk.ts';
import type { JobPauses } from '../../desk/job-pauses.ts';
import type { Upkeep } from '../../desk/upkeep.ts';
import type { SessionKey } from '../../sessions/key.ts';
import type { Clock } from '../../time/clock.ts';
import { Auth, EVERY } from './auth.ts';
import type { Headers, Listening, Refusal } from './auth.ts';
import { forgetAddress, hostAndPort, urlOf, writeAddress } from '../client/gateway-address.ts';
import { DeskMetrics } from './desk-metrics.ts';
import type { WaitingTasks } from './desk-metrics.ts';
import { withFewOutstanding } from './outstanding.ts';
import { RpcError } from '../../feature/rpc-error.ts';
import type { RpcMethods } from '../../feature/rpc-method.ts';
import type { HttpSessions } from '../mcp/http-sessions.ts';
import { deskMethodTable } from '../rpc/methods.ts';
import { Rpc } from '../rpc/rpc.ts';
import { Sockets } from './socket.ts';
import type { DeskEvent } from './socket.ts';
import { keptToken } from '../client/token.ts';
import { webApp } from './web-app.ts';
import { readWithoutUpgrade, wantsWebSocket } from './without-upgrade.ts';

interface GatewayDeps {
  /** `token`: by default, a generated token is kept in `files.token`. */
  readonly config: Listening & { readonly port: number; readonly token?: string };
  readonly files: { readonly address: string; readonly token: string; readonly web: string };
  readonly clock: Clock;
  readonly desk: Desk;
  readonly deletion: DeleteSession;
  readonly cron: Cron;
  readonly upkeep: Upkeep;
  readonly setHeartbeat: SetHeartbeat;
  readonly pauses: JobPauses;
  readonly commands: CommandRegistry;
  /** Whether a chat exists on its platform; undefined where that can't be asked now. */
  readonly isThere?: (session: SessionKey) => Promise<boolean | undefined>;
  readonly status: () => Promise<DeskStatus>;
  /** The methods of features. */
  readonly more?: RpcMethods;
  /** @returns a function that stops listening. */
  readonly subscribe: (listener: (event: DeskEvent) => void) => () => void;
  readonly ready?: () => boolean;
  /** The program's version, for clients of MCP. */
  readonly version?: string;
  readonly tasks: WaitingTasks;
  /** Metrics of other rooms; the gateway adds its own. */
  readonly metrics?: Registry;
  readonly log: GatewayLog;
}

/** The part of a pino logger that the gateway uses. */
interface GatewayLog {
  error(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

const CLOSING_MS = 1_000;
/** Longer than usual polling intervals, so that a client's connection isn't closed while it sends. */
const IDLE_CONNECTION_MS = 65_000;

export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #auth: Auth;
  readonly #sockets: Sockets;
  readonly #server: Server;
  readonly #rpc: Rpc;
  #mcp: Promise<HttpSessions> | undefined;
  /** The token that clients must show. */
  readonly token: string;
  readonly #metrics: DeskMetrics;
  #unsubscribe = (): void => {};

  constructor(deps: GatewayDeps) {
    this.#deps = deps;
    const { clock, cron, desk, log } = deps;
    const failed = (what: string, error: unknown) =>
      log.error({ err: error, module: 'gateway' }, `${what} failed`);
    this.token = deps.config.token ?? keptToken(deps.files.token);
    this.#auth = new Auth(this.token, deps.config);
    const metrics = (this.#metrics = new DeskMetrics(deps.metrics ?? new Registry(), {
      cron,
      desk,
      tasks: deps.tasks,
      sockets: () => this.#sockets.size,
    }));
    const rpc = new Rpc({
      methods: together(deskMethodTable(deps), deps.more ?? {}),
      failed,
      called: (method, outcome) => metrics.called(method, outcome),
    });
    this.#rpc = rpc;
    const dropped = (because: string) => log.info({ module: 'gateway', because }, 'a client was dropped');
    this.#sockets = new Sockets({ rpc, clock, dropped });
    const app = webApp({
      auth: this.#auth,
      rpc,
      mcp: async (request) => (await this.#mcpSessions()).answer(request),
      web: deps.files.web,
      ready: deps.ready ?? (() => true),
      metrics,
      failed,
    });
    const listener = getRequestListener(app.fetch) as RequestListener;
    this.#server = createServer(withFewOutstanding(listener));
    this.#server.keepAliveTimeout = IDLE_CONNECTION_MS;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /**
   * @returns the address that people open, without a trailing slash.
   * @throws RpcError `address_taken` when another program listens there.
   */
  async listen(): Promise<{ address: string; port: number }> {
    const { config, files, subscribe } = this.#deps;
    const port = await this.#bind(config.host, config.port);
    this.#auth.port = port;
    this.#unsubscribe = subscribe((event) => {
      this.#metrics.observe(event);
      this.#sockets.broadcast(event);
    });
    void this.#sockets.watch();
    const host = EVERY.includes(config.host) ? '127.0.0.1' : config.host;
    writeAddress(files.address, { host, port, pid: process.pid });
    return { address: urlOf({ host, port }), port };
  }

  async close(): Promise<void> {
    const { clock, files } = this.#deps;
    this.#unsubscribe();
    forgetAddress(files.address, process.pid);
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.all([this.#sockets.close(), this.#mcp?.then((sessions) => sessions.close())]);
    this.#server.closeIdleConnections();
    const patience = new AbortController();
    await Promise.race([closed, clock.until(clock.now() + CLOSING_MS, patience.signal).catch(() => {})]);
    patience.abort(new Error('closed'));
    this.#server.closeAllConnections();
  }

  /** MCP is loaded with its first client, because most desks have none. */
  #mcpSessions(): Promise<HttpSessions> {
    const { clock, version = '0' } = this.#deps;
    const open = async () => {
      const { HttpSessions } = await import('../mcp/http-sessions.ts');
      return new HttpSessions({ host: this.#rpc, version, clock });
    };
    return (this.#mcp ??= open());
  }

  #bind(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const refuse = (error: NodeJS.ErrnoException) => {
        const taken = error.code === 'EADDRINUSE';
        const message = `another program listens on ${hostAndPort(host, port)}; set GATEWAY_PORT (0: any free port)`;
        reject(taken ? new RpcError('address_taken', message, { cause: error }) : error);
      };
      this.#server.once('error', refuse);
      this.#server.listen(port, host, () => {
        this.#server.off('error', refuse);
        const bound = this.#server.address();
        resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
      });
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!wantsWebSocket(request)) return readWithoutUpgrade(this.#server, request, socket, head);
    socket.on('error', () => socket.destroy()); // It broke off before the handshake.
    const headers: Headers = { get: (name) => one(request.headers[name]) };
    const auth = this.#auth;
    const refusal = auth.checkHost(headers) ?? auth.checkOrigin(headers) ?? auth.checkSocket(headers);
    if (refusal) return turnAway(socket, refusal);
    if (!/^\/ws(?:\?|$)/.test(request.url ?? ''))
      return turnAway(socket, { status: 404, code: 'not_found', message: 'WebSockets are at /ws' });
    this.#sockets.welcome(request, socket, head);
  }
}

const REASONS = { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found' } as const;

function turnAway(socket: Duplex, refusal: Omit<Refusal, 'status'> & { status: keyof typeof REASONS }): void {
  const { status, code, message } = refusal;
  const body = JSON.stringify({ id: null, error: { code, message } });
  // The server's own time limits end with the upgrade, so a client that stays would keep the connection.
  socket.once('finish', () => socket.destroy());
  const head = `HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Type: application/json`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

/** @throws where a feature has a method of the desk's name: a programming error. */
function together(own: RpcMethods, more: RpcMethods): RpcMethods {
  const twice = Object.keys(more).find((name) => Object.hasOwn(own, name));
  if (twice !== undefined) throw new Error(`a feature brings the method ${twice}, which every desk has`);
  return { ...own, ...more };
}
