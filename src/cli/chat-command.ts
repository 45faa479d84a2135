import type { Command } from 'commander';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { pass } from '../time/clock.ts';
import type { Clock } from '../time/clock.ts';
import type { Config } from '../config/config.ts';
import type { GatewaySocket } from '../edges/client/gateway-socket.ts';
import { CallError } from '../edges/client/call-error.ts';
import { Shown, amended } from './amended.ts';
import type { EntryAnswer } from './answers.ts';
import { Failure } from './cli-error.ts';
import { Conversation } from './conversation.ts';
import { findGateway } from './desk-connection.ts';
import { sayInChat, speaker } from './say-entry.ts';
import { parseTyped } from './typed-command.ts';
import { configOf } from './world.ts';
import type { World } from './world.ts';

/** How many entries are shown at first. */
const SHOWN_FIRST = 10;

/** How often to look for a desk that has gone. */
const LOOK_AGAIN_MS = 1_000;

/**
 * `nightdesk chat`: lines in, answers out as they come, until /quit or the end of the input. From a pipe, each line
 * waits for its answer before the next is sent, and the end of the desk ends it; a person at a terminal keeps their
 * conversation while the desk is away.
 */
export function chatCommand(program: Command, world: World, clock: Clock): void {
  program
    .command('chat')
    .description('talk to the running desk; /help lists the commands, /quit ends')
    .option('--session <key>', 'the conversation', 'terminal:desk')
    .action(async ({ session }: { session: string }) => {
      const config = configOf(world);
      const client = await findGateway(config);
      if (!client) throw new Failure('no desk runs on this home; start one: npx nightdesk start');
      const chat = new Chat({ world, config, clock, session, socket: await client.connect() });
      await chat.run();
    });
}

interface ChatDeps {
  readonly world: World;
  readonly config: Config;
  readonly clock: Clock;
  readonly session: string;
  readonly socket: GatewaySocket;
}

/** A person's conversation, across reconnections. */
class Chat {
  readonly #deps: ChatDeps;
  readonly #shown = new Shown();
  readonly #name: string;
  readonly #conversation: Conversation;
  readonly #over = new AbortController();
  #socket: GatewaySocket;

  constructor(deps: ChatDeps) {
    const { world, session, socket } = deps;
    this.#deps = deps;
    this.#socket = socket;
    this.#name = world.env['USER'] || 'terminal';
    const heard = (entry: EntryAnswer) => this.#show(this.#shown.said(entry));
    this.#conversation = new Conversation({ socket, session, name: this.#name, heard });
  }

  async run(): Promise<void> {
    const { world } = this.#deps;
    const reader = createInterface({ input: world.input, terminal: false });
    const gone = this.#keepLine(reader);
    try {
      if (world.atTerminal) await this.#catchUp({ own: true });
      await this.#converse(reader);
      const isOver = this.#over.signal.aborted;
      this.#over.abort();
      reader.close();
      if (isOver) throw new Failure('the desk has gone');
    } finally {
      this.#over.abort();
      this.#socket.close();
      await this.#socket.closed;
      await gone;
    }
  }

  /** While a person is there, a lost connection is opened again as soon as a desk runs. */
  async #keepLine(reader: Interface): Promise<void> {
    const { world, config, clock } = this.#deps;
    const { signal } = this.#over;
    for (;;) {
      await this.#socket.closed;
      if (signal.aborted) return;
      if (!world.atTerminal) {
        this.#over.abort();
        return reader.close();
      }
      world.warn('the desk has gone; what you type is not sent until it is back');
      for (;;) {
        await pass(clock, LOOK_AGAIN_MS, signal).catch(() => {}); // Ended.
        if (signal.aborted) return;
        const socket = await lineTo(config);
        if (!socket) continue;
        this.#socket = socket;
        break;
      }
      this.#conversation.attach(this.#socket);
      world.warn('the desk is back');
      await this.#catchUp({ own: false }).catch(() => {}); // It has gone again.
    }
  }

  /** Show what was said while disconnected, or at first the latest entries. */
  async #catchUp({ own }: { readonly own: boolean }): Promise<void> {
    for (const entry of amended(await this.#conversation.newest(SHOWN_FIRST))) {
      if (this.#shown.has(entry) || (!own && this.#conversation.isMine(entry))) continue;
      this.#shown.note(entry);
      this.#show(entry);
    }
  }

  #show(entry: EntryAnswer): void {
    const { world, config } = this.#deps;
    if (!world.atTerminal) {
      if (entry.role !== 'tool' && entry.content !== '') world.out(`${speaker(entry)}: ${entry.content}`);
      return;
    }
    const to = this.#conversation.askerOf(entry);
    const said = sayInChat(entry, { zone: config.zone, me: this.#name, to });
    if (said !== undefined) world.show?.(said);
  }

  /** Until the person, the input or the desk ends it. */
  async #converse(reader: Interface): Promise<void> {
    const { world } = this.#deps;
    for await (const typed of reader) {
      const line = typed.trim();
      if (line === '') continue;
      if (line === '/quit') return;
      try {
        if (line.startsWith('/')) await command(this.#conversation, line, world);
        else {
          const { answered } = await this.#conversation.say(line);
          if (!world.atTerminal) await answered;
        }
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.code !== 'unreachable') world.warn(`nightdesk: ${error.message}`);
        else if (world.atTerminal) world.warn('not sent: the desk is away; say it again when it is back');
        else return; // The sender is told.
      }
    }
  }
}

/** Undefined while no desk answers. */
async function lineTo(config: Config): Promise<GatewaySocket | undefined> {
  try {
    return await (await findGateway(config))?.connect();
  } catch {
    return undefined;
  }
}

async function command(conversation: Conversation, line: string, world: World): Promise<void> {
  const typed = parseTyped(await conversation.commands(), line);
  if ('problem' in typed) return world.warn(typed.problem);
  const { text, confirm, choose } = await conversation.invoke(typed.name, typed.options);
  (world.show ?? world.out)(text);
  if (confirm) world.out(`${confirm.label}: ${typedLine(confirm.name, confirm.options)}`);
  if (!choose) return;
  world.out(`${choose.label}:`);
  for (const { name, value } of choose.choices)
    world.out(`- ${name}: ${typedLine(choose.name, { ...choose.options, [choose.option]: value })}`);
}

/** The line to type for a command with these options. */
function typedLine(name: string, options: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(options).map(([option, value]) => `${option}:${String(value)}`);
  return [`/${name}`, ...given].join(' ');
}
