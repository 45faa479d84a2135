/**
 * MCP over streamable HTTP: one session per client, started by its `initialize` and named by `mcp-session-id`.
 *
 * A session keeps the scope of its first request (`/mcp?scope=editor`); default `read`. The gateway decides who may
 * connect.
 */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { SCOPES } from '../../feature/rpc-method.ts';
import type { Scope } from '../../feature/rpc-method.ts';
import type { Clock } from '../../time/clock.ts';
import { answersOf, mcpServer } from './mcp-server.ts';
import type { MethodHost } from './method-host.ts';

interface HttpSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly scope: Scope;
  usedAtMs: number;
}

/** The most sessions, because some clients never close theirs; the least recently used one ends. */
const MOST_SESSIONS = 100;
/** Large enough that the methods themselves refuse arguments of a megabyte. */
const MCP_BODY_BYTES = 4 * 1024 * 1024;
const SESSION = 'mcp-session-id';
const BAD_REQUEST = -32600;
const NO_SESSION = -32001;

export class HttpSessions {
  readonly #deps: { readonly host: MethodHost; readonly version: string; readonly clock: Clock };
  readonly #sessions = new Map<string, HttpSession>();
  readonly #closing = new AbortController();

  constructor(deps: { readonly host: MethodHost; readonly version: string; readonly clock: Clock }) {
    this.#deps = deps;
    setMaxListeners(0, this.#closing.signal); // Every running call listens.
  }

  async answer(request: Request): Promise<Response> {
    const asked = new URL(request.url).searchParams.get('scope');
    const scope = SCOPES.find((one) => one === (asked ?? 'read'));
    if (!scope) {
      const message = `there is no scope ${JSON.stringify(asked)}; allowed: ${SCOPES.join(', ')}`;
      return refusal(400, BAD_REQUEST, message);
    }
    const id = request.headers.get(SESSION);
    if (id === null) return (await this.#begin(scope)).handleRequest(request);
    const session = this.#sessions.get(id);
    if (!session) return refusal(404, NO_SESSION, 'there is no such session; begin anew with initialize');
    if (asked !== null && scope !== session.scope) {
      const message = `the session has the scope ${session.scope}; another scope is another session`;
      return refusal(400, BAD_REQUEST, message);
    }
    session.usedAtMs = this.#deps.clock.now();
    return session.transport.handleRequest(request);
  }

  /** End every session: running calls are answered with an error, and streams end. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the desk is closing'));
    await nextTurn(); // The answers are being sent.
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  /** It becomes a session with `initialize`; the transport refuses anything else first. */
  async #begin(scope: Scope): Promise<WebStandardStreamableHTTPServerTransport> {
    const { host, version, clock } = this.#deps;
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: MCP_BODY_BYTES,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, scope, usedAtMs: clock.now() });
        this.#makeRoom();
      },
    });
    const closing = this.#closing.signal;
    const server = mcpServer({ answers: answersOf(host, scope), version, clock, closing });
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return transport;
  }

  #makeRoom(): void {
    if (this.#sessions.size <= MOST_SESSIONS) return;
    const [oldest] = [...this.#sessions.values()].sort((a, b) => a.usedAtMs - b.usedAtMs);
    void oldest?.transport.close();
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
