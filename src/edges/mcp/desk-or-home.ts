/**
 * Chooses what answers a stdio client: the desk that runs on the home, or the home itself, opened for the duration
 * of a request. A desk may start and stop while the client stays, so the home's lock is never kept between two
 * requests.
 */
import { errorMessage } from '../../text/error-message.ts';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Scope } from '../../feature/rpc-method.ts';
import type { Clock } from '../../time/clock.ts';
import { connectDesk } from './desk-answers.ts';
import type { DeskConnection, DeskPlace } from './desk-answers.ts';
import { answersOf } from './mcp-server.ts';
import type { McpAnswers } from './mcp-server.ts';
import type { MethodHost } from './method-host.ts';
import { ProtocolRefusal } from './protocol-refusal.ts';
import { refused } from './tools.ts';

export interface OpenedHome {
  readonly host: MethodHost;
  close(): Promise<void>;
}

interface DeskOrHomeDeps {
  /** The desk that runs now; undefined where none does. */
  readonly findDesk: () => Promise<DeskPlace | undefined>;
  /** @throws where another process holds the home. */
  readonly openHome: () => Promise<OpenedHome>;
  readonly scope: Scope;
  readonly version: string;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
  /** A desk has started or stopped, so the tools have changed. */
  readonly switched: () => void;
}

/** How often to check that a desk that owes an answer still runs. */
const LOOK_EVERY_MS = 2_000;

/** A connection to a desk, shared by all requests of the time. */
interface OpenDesk {
  readonly place: DeskPlace;
  readonly opened: Promise<DeskConnection>;
  users: number;
}

export class DeskOrHome {
  readonly #deps: DeskOrHomeDeps;
  /** The connection that new requests use. */
  #desk: OpenDesk | undefined;
  /** That one, and those left that still owe answers. */
  readonly #open = new Set<OpenDesk>();
  #home: { readonly opened: Promise<OpenedHome>; users: number } | undefined;
  #withDesk: boolean | undefined;

  constructor(deps: DeskOrHomeDeps) {
    this.#deps = deps;
  }

  readonly answers: McpAnswers = {
    tools: () => this.#use((answers) => answers.tools()),
    call: async (name, args, call): Promise<CallToolResult> => {
      try {
        return await this.#use((answers) => answers.call(name, args, call));
      } catch (error) {
        if (error instanceof ProtocolRefusal && error.code !== (ErrorCode.ConnectionClosed as number))
          throw this.#withDesk ? error : withoutDesk(error);
        return refused('unavailable', said(error));
      }
    },
    resources: (cursor) => this.#use((answers) => answers.resources(cursor)),
    templates: () => this.#use((answers) => answers.templates()),
    read: (uri) => this.#use((answers) => answers.read(uri)),
    prompts: () => this.#use((answers) => answers.prompts()),
    prompt: (name, args) => this.#use((answers) => answers.prompt(name, args)),
  };

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((desk) => this.#end(desk)));
    const home = await this.#home?.opened.catch(() => undefined);
    await home?.close();
  }

  async #use<T>(run: (answers: McpAnswers) => Promise<T>, isRetry = false): Promise<T> {
    const place = await this.#deps.findDesk();
    this.#logPlace(place !== undefined);
    if (!place) return this.#useHome(run);
    const desk = this.#connected(place);
    try {
      return await this.#watched(desk, run);
    } catch (error) {
      // The desk was restarted, or has dropped this client: it never received the request.
      if (isRetry || !isForgotten(error)) throw error;
      this.#leave(desk);
      return this.#use(run, true);
    }
  }

  #logPlace(withDesk: boolean): void {
    if (this.#withDesk !== undefined && this.#withDesk !== withDesk) this.#deps.switched();
    this.#withDesk = withDesk;
  }

  #connected(place: DeskPlace): OpenDesk {
    if (this.#desk && isSame(this.#desk.place, place)) return this.#desk;
    if (this.#desk) this.#leave(this.#desk);
    const { scope, version, failed } = this.#deps;
    const opened = connectDesk(place, {
      scope,
      version,
      failed: (error) => failed('the connection to the desk', error),
    });
    const desk = { place, opened, users: 0 };
    this.#desk = desk;
    this.#open.add(desk);
    opened.catch(() => this.#leave(desk));
    return desk;
  }

  /** Stops waiting when the desk ends without an answer, or its connection was left and no answer came. */
  async #watched<T>(desk: OpenDesk, run: (answers: McpAnswers) => Promise<T>): Promise<T> {
    const { clock } = this.#deps;
    const over = new AbortController();
    const watch = async () => {
      for (;;) {
        await clock.until(clock.now() + LOOK_EVERY_MS, over.signal).catch(() => {}); // Answered.
        if (over.signal.aborted) return;
        if (this.#desk === desk && (await this.#runs(desk))) continue;
        return this.#end(desk);
      }
    };
    void watch();
    desk.users += 1;
    try {
      return await run((await desk.opened).answers);
    } finally {
      desk.users -= 1;
      over.abort(new Error('answered'));
      if (this.#desk !== desk) this.#leave(desk);
    }
  }

  /** Whether the desk of the connection still runs. One that doesn't answer now may do so later. */
  async #runs({ place }: OpenDesk): Promise<boolean> {
    const now = await this.#deps.findDesk().catch(() => place);
    return now !== undefined && isSame(now, place);
  }

  /**
   * Use the connection for no new request. Those that use it are not disturbed: what the desk has forgotten, each of
   * them is told by itself.
   */
  #leave(desk: OpenDesk): void {
    if (this.#desk === desk) this.#desk = undefined;
    if (desk.users === 0) void this.#end(desk);
  }

  /** Close the connection; requests that still wait end with an error. */
  async #end(desk: OpenDesk): Promise<void> {
    if (this.#desk === desk) this.#desk = undefined;
    if (!this.#open.delete(desk)) return;
    const connection = await desk.opened.catch(() => undefined);
    await connection
      ?.close()
      .catch((error: unknown) => this.#deps.failed('closing the connection to the desk', error));
  }

  async #useHome<T>(run: (answers: McpAnswers) => Promise<T>): Promise<T> {
    if (this.#desk) this.#leave(this.#desk);
    const home = (this.#home ??= { opened: this.#deps.openHome(), users: 0 });
    home.users += 1;
    try {
      return await run(answersOf((await home.opened).host, this.#deps.scope));
    } finally {
      home.users -= 1;
      if (home.users === 0) {
        this.#home = undefined;
        await (await home.opened.catch(() => undefined))?.close();
      }
    }
  }
}

function withoutDesk({ code, message, data }: ProtocolRefusal): ProtocolRefusal {
  const why = 'no desk runs on this home, and some tools need one: npx nightdesk start';
  return new ProtocolRefusal(code, `${message}; ${why}`, data);
}

function isSame(one: DeskPlace, other: DeskPlace): boolean {
  return one.address === other.address && one.token === other.token && one.pid === other.pid;
}

/** Whether the desk doesn't know the session. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 404;
}

function said(error: unknown): string {
  if (error instanceof ProtocolRefusal)
    return 'the desk has ended while it worked on this; whether it was done is not known';
  return errorMessage(error);
}
