import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface GatewayEvent {
  readonly event: string;
  readonly payload: unknown;
}

/** A live line to the gateway: what happens in the desk, as it happens. */
export class GatewaySocket {
  readonly #socket: WebSocket;
  /** Resolves when the line is gone, whoever ended it. */
  readonly closed: Promise<void>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => {}); // it closes as well, and that is told
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static async open(address: string, token: string): Promise<GatewaySocket> {
    const socket = new WebSocket(address, ['nightdesk'], { headers: { authorization: `Bearer ${token}` } });
    await once(socket, 'open');
    return new GatewaySocket(socket);
  }

  listen(listener: (event: GatewayEvent) => void): void {
    this.#socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Partial<GatewayEvent>;
      if (frame.event !== undefined) listener({ event: frame.event, payload: frame.payload });
    });
  }

  close(): void {
    this.#socket.close();
  }
}
