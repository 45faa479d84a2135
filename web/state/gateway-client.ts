/**
 * The line to the gateway: one WebSocket with requests, answers and events, kept up by reconnecting.
 *
 * A browser can't send an Authorization header with a WebSocket, so the token travels as the subprotocol
 * `bearer.<token>`, percent-encoded, beside `nightdesk`, which the gateway picks. A refused handshake looks like any other
 * failure to a page; one POST to /rpc tells a wrong token from a desk that is away.
 */
import type { Connection, MethodName, ParamsOf, ResultOf } from '../model/shapes.ts';
import { words } from './preferences.ts';

/** A desk that was not heard of for so long does not answer any more. One that says anything is busy. */
const SILENCE_MS = 30_000;
/** Whatever else a desk says, a call is given up then. */
const LONGEST_CALL_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 10_000;

/** What the gateway, or the lack of one, answered. `code` is `disconnected` or `timeout` when it's ours. */
export class GatewayError extends Error {
  readonly code: string;
  /** The parameter that is wrong, where it is one. */
  readonly field: string | undefined;

  constructor(code: string, message: string, field?: string) {
    super(message);
    this.name = 'GatewayError';
    this.code = code;
    this.field = field;
  }
}

/** Parameters, which are left out where a method needs none. */
type Given<Params> = Record<never, never> extends Params ? [params?: Params] : [params: Params];

/** Ask the gateway. Rejects with a `GatewayError`; never waits for a connection. */
export type Call = <Name extends MethodName>(
  method: Name,
  ...params: Given<ParamsOf<Name>>
) => Promise<ResultOf<Name>>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** Look at the clock no more. */
  cancel(): void;
}

interface Frame {
  readonly id?: number;
  readonly event?: string;
  readonly payload?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: unknown; readonly message: unknown; readonly field?: unknown };
}

interface Options {
  readonly token: string;
  onConnection(connection: Connection): void;
  onEvent(event: string, payload: unknown): void;
}

export class GatewayClient {
  readonly #options: Options;
  readonly #waiting = new Map<number, Waiting>();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #nextId = 1;
  #heardAt = -Infinity;
  #closed = false;

  constructor(options: Options) {
    this.#options = options;
    const hurry = () => {
      if (!this.#closed && !this.#socket && document.visibilityState === 'visible') this.#connect();
    };
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', hurry);
    this.#connect();
  }

  readonly call: Call = (method, ...[params = {}]) =>
    new Promise((resolve, reject) => {
      const socket = this.#socket;
      if (socket?.readyState !== WebSocket.OPEN) {
        reject(new GatewayError('disconnected', words.value.line.away));
        return;
      }
      const id = this.#nextId++;
      this.#waiting.set(id, {
        resolve: resolve as (result: unknown) => void,
        reject,
        cancel: this.#unlessHeard(() => {
          this.#waiting.delete(id);
          reject(new GatewayError('timeout', words.value.line.late(method)));
          this.#leaveUnlessHeard(socket);
        }),
      });
      socket.send(JSON.stringify({ id, method, params }));
    });

  /** Calls `giveUp` when the desk has been silent for too long, or nothing has ended this for longer still. */
  #unlessHeard(giveUp: () => void): () => void {
    const since = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const until = Math.min(Math.max(since, this.#heardAt) + SILENCE_MS, since + LONGEST_CALL_MS);
      const left = until - performance.now();
      if (left <= 0) giveUp();
      else timer = setTimeout(look, left);
    };
    look();
    return () => clearTimeout(timer);
  }

  /** A line that broke without a word stays open for the browser, and a handshake that nobody answers goes on. */
  #leaveUnlessHeard(socket: WebSocket): void {
    const since = performance.now();
    setTimeout(() => {
      if (this.#socket === socket && this.#heardAt < since) void this.#lost();
    }, LONGEST_WAIT_MS);
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#socket) return;
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const { token } = this.#options;
    // No token has other signs. It is told once whoever made this can hear it.
    if (!/^[!-~]+$/.test(token)) return queueMicrotask(() => this.#refuse());
    const socket = (this.#socket = new WebSocket(address, ['nightdesk', bearer(token)]));
    this.#leaveUnlessHeard(socket);
    socket.addEventListener('open', () => {
      this.#heardAt = performance.now();
      this.#failures = 0;
      this.#options.onConnection('open');
    });
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => {
      if (this.#socket === socket) void this.#lost();
    });
  }

  async #lost(): Promise<void> {
    this.#socket?.close();
    this.#socket = undefined;
    for (const call of this.#waiting.values()) {
      call.cancel();
      call.reject(new GatewayError('disconnected', words.value.line.lost));
    }
    this.#waiting.clear();
    if (this.#closed) return;
    this.#options.onConnection('lost');
    this.#failures++;
    if (await this.#tokenIsWrong()) return this.#refuse();
    const wait = Math.min(LONGEST_WAIT_MS, 300 * 2 ** this.#failures) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #refuse(): void {
    this.#closed = true;
    this.#options.onConnection('refused');
  }

  async #tokenIsWrong(): Promise<boolean> {
    try {
      const answer = await fetch('/rpc', {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#options.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 0, method: 'desk.status', params: {} }),
        signal: AbortSignal.timeout(LONGEST_WAIT_MS),
      });
      return answer.status === 401 || answer.status === 403;
    } catch {
      return false;
    }
  }

  #receive(text: string): void {
    this.#heardAt = performance.now();
    const frame = JSON.parse(text) as Frame;
    if (typeof frame.event === 'string') return this.#options.onEvent(frame.event, frame.payload);
    const call = this.#waiting.get(frame.id ?? -1);
    if (!call) return;
    this.#waiting.delete(frame.id ?? -1);
    call.cancel();
    if (frame.error) {
      const { code, message, field } = frame.error;
      call.reject(new GatewayError(String(code), String(message), field ? String(field) : undefined));
    } else call.resolve(frame.result ?? {});
  }
}

/** Percent-encoded: a subprotocol may have no `/`, `=` or parentheses, and a token may. */
function bearer(token: string): string {
  return `bearer.${encodeURIComponent(token).replaceAll('(', '%28').replaceAll(')', '%29')}`;
}
