import { GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';

/** Discord replays so many events at most to a session that comes back. */
const REMEMBERED = 20_000;

/**
 * One session of the gateway. It outlives its socket: what happens meanwhile is numbered and kept, and replayed
 * when a client resumes.
 */
export class GatewaySession {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [number, number];
  socket: WebSocket | undefined;
  /** Events are numbered and kept, and not sent. */
  isHeldBack = false;
  #sequence = 0;
  readonly #sent: { readonly sequence: number; readonly text: string }[] = [];

  constructor(given: Pick<GatewaySession, 'id' | 'intents' | 'shard'>, socket: WebSocket) {
    this.id = given.id;
    this.intents = given.intents;
    this.shard = given.shard;
    this.socket = socket;
  }

  get sequence(): number {
    return this.#sequence;
  }

  dispatch(name: string, data: unknown): void {
    const sequence = ++this.#sequence;
    const text = JSON.stringify({ op: GatewayOpcodes.Dispatch, t: name, s: sequence, d: data });
    this.#sent.push({ sequence, text });
    if (this.#sent.length > REMEMBERED * 2) this.#sent.splice(0, REMEMBERED);
    if (!this.isHeldBack) this.socket?.send(text);
  }

  /** Whether everything after that number can still be replayed. */
  canReplayAfter(sequence: number): boolean {
    const oldest = this.#sent[0]?.sequence ?? this.#sequence + 1;
    return sequence <= this.#sequence && sequence >= oldest - 1;
  }

  replayAfter(sequence: number): void {
    for (const event of this.#sent) if (event.sequence > sequence) this.socket?.send(event.text);
  }
}
