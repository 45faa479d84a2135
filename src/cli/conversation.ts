/**
 * A conversation over the gateway: sends lines and receives the messages of its session. Answers come as events. A
 * line that joined a running turn is answered by that turn.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CallError } from '../edges/client/call-error.ts';
import type { GatewaySocket } from '../edges/client/gateway-socket.ts';
import type { ResultOf } from '../main/features.ts';
import type { Call, CommandAnswer, EntryAnswer } from './answers.ts';
import { callOf } from './desk-connection.ts';

/** Events come from the desk itself, so their entries are trusted. */
const entrySchema = z.custom<EntryAnswer>((given) => typeof given === 'object' && given !== null);
const messageSchema = z.looseObject({ sessionKey: z.string(), entry: entrySchema });
const turnSchema = z.looseObject({ turnId: z.string(), sessionKey: z.string(), state: z.string() });
/** Remembered turns with their askers. */
const MOST_ASKERS = 500;
type Reply = ResultOf<'commands.invoke'>;

export class Conversation {
  #socket: GatewaySocket;
  #call: Call;
  readonly #session: string;
  readonly #author: { readonly name: string };
  /** Turns of this session that are waiting or running. */
  readonly #open = new Set<string>();
  readonly #ends = new Set<(turn: string) => void>();
  readonly #heard: (entry: EntryAnswer) => void;
  /** The author of each turn's first message. */
  readonly #askers = new Map<string, string>();

  /** `heard` is called with each entry of others, in order. */
  constructor(deps: {
    socket: GatewaySocket;
    session: string;
    name: string;
    heard: (entry: EntryAnswer) => void;
  }) {
    this.#socket = deps.socket;
    this.#call = callOf(deps.socket);
    this.#session = deps.session;
    this.#author = { name: deps.name };
    this.#heard = deps.heard;
    this.#listen(deps.socket);
  }

  /** Continue over a new connection. */
  attach(socket: GatewaySocket): void {
    this.#socket = socket;
    this.#call = callOf(socket);
    this.#open.clear();
    this.#listen(socket);
  }

  /** The person that an answer is for; undefined if unknown. */
  askerOf({ meta }: EntryAnswer): string | undefined {
    return this.#askers.get(meta?.turn ?? '');
  }

  #listen(socket: GatewaySocket): void {
    socket.listen(({ event, payload }) => {
      const message = event === 'message' ? messageSchema.safeParse(payload).data : undefined;
      if (message?.sessionKey === this.#session) {
        this.#noteAsker(message.entry);
        if (!this.isMine(message.entry)) this.#heard(message.entry);
      }
      const turn = event === 'turn' ? turnSchema.safeParse(payload).data : undefined;
      if (turn?.sessionKey === this.#session) this.#follow(turn.turnId, turn.state === 'finished');
    });
  }

  #noteAsker({ role, author, meta }: EntryAnswer): void {
    if (role !== 'user' || author === undefined || meta?.turn === undefined) return;
    this.#askers.set(meta.turn, author.name);
    const [oldest] = this.#askers.keys();
    if (this.#askers.size > MOST_ASKERS && oldest !== undefined) this.#askers.delete(oldest);
  }

  /** Empty for a conversation that doesn't exist yet. */
  async newest(limit: number): Promise<EntryAnswer[]> {
    try {
      const answer = await this.#call('sessions.history', { key: this.#session, limit });
      for (const entry of answer.entries) this.#noteAsker(entry);
      return answer.entries;
    } catch (error) {
      if (error instanceof CallError && error.code === 'not_found') return [];
      throw error;
    }
  }

  async commands(): Promise<CommandAnswer[]> {
    return (await this.#call('commands.list')).commands;
  }

  /**
   * @returns once the message is stored; `answered` resolves when it was answered or the connection is gone.
   * @throws CallError
   */
  async say(text: string): Promise<{ answered: Promise<void> }> {
    const said = { sessionKey: this.#session, text, author: this.#author, clientId: randomUUID() };
    const early: string[] = [];
    const note = (turn: string): void => void early.push(turn);
    this.#ends.add(note);
    const { turnId } = await this.#call('chat.send', said);
    this.#ends.delete(note);
    // Events caused by the call arrive before its answer, so a turn without an event has joined another.
    const own = this.#open.has(turnId) || early.includes(turnId);
    const answered = early.includes(turnId)
      ? Promise.resolve()
      : this.#end((turn) => !own || turn === turnId);
    return { answered: Promise.race([answered, this.#socket.closed]) };
  }

  /** @throws CallError */
  async invoke(name: string, options: Readonly<Record<string, unknown>>): Promise<Reply> {
    const asked = { name, options, sessionKey: this.#session, author: this.#author };
    return await this.#call('commands.invoke', asked);
  }

  #end(is: (turn: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const listener = (turn: string): void => {
        if (!is(turn)) return;
        this.#ends.delete(listener);
        resolve();
      };
      this.#ends.add(listener);
    });
  }

  #follow(turn: string, finished: boolean): void {
    if (!finished) {
      this.#open.add(turn);
      return;
    }
    this.#open.delete(turn);
    for (const listener of [...this.#ends]) listener(turn);
  }

  isMine({ role, author }: EntryAnswer): boolean {
    return role === 'user' && author?.name === this.#author.name;
  }
}
