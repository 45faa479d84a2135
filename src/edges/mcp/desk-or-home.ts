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

export class DeskOrHome {
  readonly #deps: DeskOrHomeDeps;
  #desk: { readonly place: DeskPlace; readonly opened: Promise<DeskConnection> } | undefined;
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
    await this.#leaveDesk();
    const home = await this.#home?.opened.catch(() => undefined);
    await home?.close();
  }

  async #use<T>(run: (answers: McpAnswers) => Promise<T>): Promise<T> {
    const place = await this.#deps.findDesk();
    this.#tell(place !== undefined);
    return place ? this.#useDesk(place, run) : this.#useHome(run);
  }

  #tell(withDesk: boolean): void {
    if (this.#withDesk !== undefined && this.#withDesk !== withDesk) this.#deps.switched();
    this.#withDesk = withDesk;
  }

  async #useDesk<T>(place: DeskPlace, run: (answers: McpAnswers) => Promise<T>): Promise<T> {
    try {
      return await this.#watched(await this.#connected(place), run);
    } catch (error) {
      // The desk was restarted, or has dropped this client: it never received the request.
      if (!isForgotten(error)) throw error;
      await this.#leaveDesk();
      return this.#watched(await this.#connected(place), run);
    }
  }

  async #connected(place: DeskPlace): Promise<DeskConnection> {
    const { scope, version, failed } = this.#deps;
    const known = this.#desk;
    if (known && known.place.address === place.address && known.place.token === place.token)
      return known.opened;
    await this.#leaveDesk();
    const opened = connectDesk(place, {
      scope,
      version,
      failed: (error) => failed('the connection to the desk', error),
    });
    this.#desk = { place, opened };
    opened.catch(() => (this.#desk = undefined));
    return opened;
  }

  /** Stops waiting when the desk ends without an answer. */
  async #watched<T>(desk: DeskConnection, run: (answers: McpAnswers) => Promise<T>): Promise<T> {
    const { clock, findDesk } = this.#deps;
    const over = new AbortController();
    const watch = async () => {
      for (;;) {
        await clock.until(clock.now() + LOOK_EVERY_MS, over.signal).catch(() => {}); // Answered.
        if (over.signal.aborted) return;
        if ((await findDesk().catch(() => undefined)) !== undefined) continue;
        await this.#leaveDesk();
        return;
      }
    };
    void watch();
    try {
      return await run(desk.answers);
    } finally {
      over.abort(new Error('answered'));
    }
  }

  async #leaveDesk(): Promise<void> {
    const left = this.#desk;
    this.#desk = undefined;
    await (await left?.opened.catch(() => undefined))?.close();
  }

  async #useHome<T>(run: (answers: McpAnswers) => Promise<T>): Promise<T> {
    await this.#leaveDesk();
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

/** Whether the desk doesn't know the session. */
function isForgotten(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 404;
}

function said(error: unknown): string {
  if (error instanceof ProtocolRefusal)
    return 'the desk has ended while it worked on this; whether it was done is not known';
  return errorMessage(error);
}
