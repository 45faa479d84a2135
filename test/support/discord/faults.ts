/** Faults on demand: those of requests, and those of the gateway and of connections. */
import type { Gateway } from './gateway.ts';
import { RequestFaults } from './request-faults.ts';

interface FaultsParts {
  readonly gateway: Gateway;
  readonly wait: (ms: number) => Promise<void>;
  /** Break every connection that stands. */
  readonly breakConnections: () => void;
}

export class Faults extends RequestFaults {
  readonly #gateway: Gateway;
  readonly #breakConnections: () => void;
  #storm: object | undefined;
  /** New connections are broken as soon as they come. */
  isRefusing = false;

  constructor({ gateway, wait, breakConnections }: FaultsParts) {
    super(wait);
    this.#gateway = gateway;
    this.#breakConnections = breakConnections;
  }

  /** No more faults of requests, and no more dropped sockets. */
  override clear(): void {
    super.clear();
    this.#storm = undefined;
  }

  /** Break the gateway's sockets, or close them with a code. */
  dropSockets(code?: number): void {
    this.#gateway.dropSockets(code);
  }

  /** Break the gateway's sockets again and again, until `clear()`. */
  dropSocketsEvery(ms: number): void {
    const storm = (this.#storm = {});
    const drop = (): void => {
      if (this.#storm !== storm) return;
      this.#gateway.dropSockets();
      void this.wait(ms).then(drop);
    };
    void this.wait(ms).then(drop);
  }

  invalidateSession({ resumable = false } = {}): void {
    this.#gateway.invalidate(resumable);
  }

  /** Whoever is disconnected can't resume. */
  forgetSessions(): void {
    this.#gateway.forgetSessions();
  }

  askToReconnect(): void {
    this.#gateway.askToReconnect();
  }

  /** The gateway says nothing until told otherwise; `lose` what happens, or keep it for later. */
  silenceGateway({ lose = false } = {}): void {
    if (lose) this.#gateway.isDeaf = true;
    else this.#gateway.holdBack(true);
  }

  letGatewaySpeak(): void {
    this.#gateway.isDeaf = false;
    this.#gateway.holdBack(false);
  }

  ignoreHeartbeats(isIgnoring = true): void {
    this.#gateway.answersHeartbeats = !isIgnoring;
  }

  /** Nobody gets through until `acceptConnections()`, or for so many milliseconds. */
  refuseConnections(forMs?: number): void {
    this.isRefusing = true;
    this.#breakConnections();
    if (forMs !== undefined) void this.wait(forMs).then(() => this.acceptConnections());
  }

  acceptConnections(): void {
    this.isRefusing = false;
  }
}
