import { once } from 'node:events';
import { WebSocket } from 'ws';
import { CallError } from './call-error.ts';

interface GatewayEvent {
  readonly event: string;
  readonly payload: unknown;
}

interface Frame extends Partial<GatewayEvent> {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Call {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: CallError) => void;
}

/**
 * A WebSocket to the gateway: calls, and the desk's events as they happen. Events caused by a call arrive before
 * its answer.
 */
export class GatewaySocket {
  readonly #socket: WebSocket;
  readonly #calls = new Map<number, Call>();
  readonly #listeners = new Set<(event: GatewayEvent) => void>();
  #asked = 0;
  /** Resolves when the connection is closed, by either side. */
  readonly closed: Promise<void>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as Frame));
    socket.on('error', () => {}); // `close` follows, and is reported.
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        for (const { reject } of this.#calls.values())
          reject(
            new CallError(
              'broken_off',
              'the desk has gone before it answered; whether it was done is not known',
            ),
          );
        resolve();
      });
    });
  }

  static async open(address: string, token: string, patienceMs: number): Promise<GatewaySocket> {
    const headers = { authorization: `Bearer ${token}` };
    const socket = new WebSocket(address, ['nightdesk'], { headers, handshakeTimeout: patienceMs });
    await once(socket, 'open');
    return new GatewaySocket(socket);
  }

  listen(listener: (event: GatewayEvent) => void): void {
    this.#listeners.add(listener);
  }

  /** @throws CallError */
  call(method: string, params: object = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN)
        return reject(new CallError('unreachable', 'the desk has gone'));
      const id = ++this.#asked;
      this.#calls.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #receive({ event, payload, id, result, error }: Frame): void {
    if (event !== undefined) for (const listener of this.#listeners) listener({ event, payload });
    const call = id === undefined ? undefined : this.#calls.get(id);
    if (id === undefined || !call) return;
    this.#calls.delete(id);
    if (error) call.reject(new CallError(error.code, error.message));
    else call.resolve(result);
  }
}
