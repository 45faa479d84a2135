/**
 * What a feature brings to the desk: turns, tools, commands, methods, durable tasks. A feature is a folder and a line in `main/`; nothing
 * else in the house knows it by name.
 */
import type { OutputShape } from '../sessions/output.ts';
import type { Pass } from '../sessions/perform.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Tool } from '../sessions/tool.ts';
import type { Turn } from '../sessions/turn.ts';
import type { Locale } from '../time/locale.ts';
import type { Command } from './command.ts';
import type { RpcMethods } from './rpc-method.ts';
import type { TaskHandler } from './task.ts';

export interface Feature {
  /** For messages about it: "newsroom". */
  readonly name: string;
  /** The turns that it prepares, or performs without the agent, by their profile (`prompts/registry.json`). */
  readonly profiles?: Readonly<Record<string, TurnProfileHandler>>;
  /** Shapes of answers that profiles name as their output. */
  readonly outputs?: Readonly<Record<string, OutputShape>>;
  /** A profile names those that its turns may call. */
  readonly tools?: readonly Tool[];
  /**
   * Profiles of `prompts/registry.json` whose turns have its tools, and how many calls of each: `{ chat: { tide: 2 } }`.
   * What the registry itself says of a tool counts.
   */
  readonly offers?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly commands?: readonly Command[];
  /** By their names: `brief.run`. */
  readonly methods?: RpcMethods;
  /** Work outside turns that survives a restart, by the names that its tasks are added with: `newsroom.batch`. */
  readonly tasks?: readonly TaskHandler[];
  /** What every turn of a session is told by this feature. */
  readonly setting?: (session: SessionKey) => Promise<Setting>;
  /** What it keeps of a session, in lines for `/session status`. */
  readonly status?: (session: SessionKey, locale: Locale) => Promise<readonly string[]>;
  /** Take up what was left, once what a dead desk left of turns is taken up and before anything new comes in. */
  start?(): Promise<void>;
  /** Stop working, while turns are ended: resolves when nothing of it runs. Called also where it was never started. */
  stop?(): Promise<void>;
  /** Let go of what it holds, after all turns have ended and all messages are out. */
  close?(): Promise<void>;
}

export interface TurnProfileHandler {
  /** Before the turn is submitted, outside its lane: gather what it is to read. May be called again after a restart. */
  readonly prepare?: (turn: Turn, signal: AbortSignal) => Promise<void>;
  /** Instead of the agent. Settles the pass. */
  readonly perform?: (pass: Pass) => Promise<void>;
  /** A message shows how far it has come (`progress.ts`); the end of the turn takes its place. */
  readonly showsProgress?: true;
  /** People may choose it for a job. */
  readonly forJobs?: true;
}

export interface Setting {
  /** Of the system prompt, by their names there. */
  readonly values: Readonly<Record<string, string>>;
  /** The same for the desk model, as data. */
  readonly material: Readonly<Record<string, unknown>>;
}
