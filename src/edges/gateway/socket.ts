/**
 * The WebSocket side: frames in, answers and events out.
 *
 * - A broken frame is answered and affects nobody else; one over the limit closes only its own socket.
 * - A client that reads too slowly is dropped before its backlog fills the memory; it reconnects and reads the
 *   history.
 * - A client has at most 32 frames in progress; further ones aren't read until one is answered. Clients take turns
 *   between their frames.
 * - A client that no longer answers pings is dropped.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import type { Clock } from '../../time/clock.ts';
import type { Rpc } from '../rpc/rpc.ts';

/** An event in the desk, sent to every client. */
export interface DeskEvent {
  readonly event: string;
  readonly payload: unknown;
}

export const FRAME_CAP_BYTES = 1024 * 1024;
/** Bytes that may wait for one client, beside one answer that is larger by itself. */
const BACKLOG_CAP_BYTES = 8 * 1024 * 1024;
/** Frames of one client in progress. */
const MOST_IN_FLIGHT = 32;
const PING_EVERY_MS = 30_000;
const CLOSING_MS = 1_000;
const GOING_AWAY = 1001;

export class Sockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_CAP_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('nightdesk') ? 'nightdesk' : false),
  });
  readonly #rpc: Rpc;
  readonly #clock: Clock;
  readonly #dropped: (because: string) => void;
  readonly #closing = new AbortController();
  /** Clients that have answered since the last ping. */
  readonly #alive = new WeakSet<WebSocket>();
  /** Bytes of an answer over the cap that is on its way. */
  readonly #large = new WeakMap<WebSocket, number>();

  constructor(deps: { rpc: Rpc; clock: Clock; dropped: (because: string) => void }) {
    this.#rpc = deps.rpc;
    this.#clock = deps.clock;
    this.#dropped = deps.dropped;
  }

  get size(): number {
    return this.#server.clients.size;
  }

  /** Complete the handshake of a client whose access was checked. */
  welcome(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (client) => this.#serve(client));
  }

  /** Send an event to every client. Never waits. */
  broadcast({ event, payload }: DeskEvent): void {
    if (this.#server.clients.size === 0) return;
    const frame = JSON.stringify({ event, payload });
    for (const client of this.#server.clients) this.#send(client, frame);
  }

  /** Ping until closed. */
  async watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#clock.until(this.#clock.now() + PING_EVERY_MS, signal).catch(() => {}); // Closing.
      if (!signal.aborted) this.#ping();
    }
  }

  /** Close all connections; those still open after a second are cut. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the gateway is closing'));
    const clients = [...this.#server.clients];
    const left = clients.map((client) => new Promise((resolve) => client.once('close', resolve)));
    for (const client of clients) client.close(GOING_AWAY, 'the desk is closing');
    const patience = new AbortController();
    const enough = this.#clock.until(this.#clock.now() + CLOSING_MS, patience.signal).catch(() => {});
    await Promise.race([Promise.all(left), enough]);
    patience.abort(new Error('everybody has left'));
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }

  #serve(client: WebSocket): void {
    this.#alive.add(client);
    client.on('pong', () => this.#alive.add(client));
    client.on('error', (error) => this.#dropped(error.message)); // Its socket closes by itself.
    const frames = new Frames(client, async (text) => {
      const answer = await this.#rpc.answer(text);
      this.#send(client, JSON.stringify(answer));
    });
    client.on('message', (data, isBinary) => frames.take(isBinary ? '' : String(data)));
  }

  #send(client: WebSocket, frame: string): void {
    if (client.readyState !== client.OPEN) return;
    const large = this.#large.get(client) ?? 0;
    if (client.bufferedAmount - large > BACKLOG_CAP_BYTES) {
      this.#dropped(`it reads too slowly: ${client.bufferedAmount} bytes wait`);
      return client.terminate();
    }
    const bytes = Buffer.byteLength(frame);
    if (bytes <= BACKLOG_CAP_BYTES || large > 0) return client.send(frame);
    this.#large.set(client, bytes);
    client.send(frame, () => this.#large.delete(client));
  }

  #ping(): void {
    for (const client of this.#server.clients) {
      // A paused client is busy: its pong isn't read until it is resumed.
      if (this.#alive.delete(client) || client.isPaused) client.ping();
      else {
        this.#dropped('it no longer answers');
        client.terminate();
      }
    }
  }
}

/** The frames of one client: a limited number at once, the rest in order. */
class Frames {
  readonly #client: Pick<WebSocket, 'pause' | 'resume'>;
  readonly #answer: (text: string) => Promise<void>;
  /** Read from the socket before it was paused; no more than it had buffered then. */
  readonly #waiting: string[] = [];
  #inFlight = 0;

  constructor(client: Pick<WebSocket, 'pause' | 'resume'>, answer: (text: string) => Promise<void>) {
    this.#client = client;
    this.#answer = answer;
  }

  take(text: string): void {
    this.#waiting.push(text);
    if (this.#inFlight >= MOST_IN_FLIGHT) this.#client.pause();
    else void this.#work();
  }

  async #work(): Promise<void> {
    this.#inFlight += 1;
    try {
      for (let text = this.#waiting.shift(); text !== undefined; text = this.#waiting.shift()) {
        await this.#answer(text);
        await nextTurn();
      }
    } finally {
      this.#inFlight -= 1;
      this.#client.resume();
    }
  }
}
