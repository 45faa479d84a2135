/**
 * What a feature adds to the desk: turns, tools, commands, methods, durable tasks. A feature is a folder and a line
 * in `main/`; nothing else knows it by name.
 */
import type { Registry } from 'prom-client';
import type { ProfileWords } from '../cron/job-profile.ts';
import type { OutputShape } from '../sessions/output.ts';
import type { Pass } from '../sessions/perform.ts';
import type { SessionKey } from '../sessions/key.ts';
import type { Tool } from '../sessions/tool.ts';
import type { Turn } from '../sessions/turn.ts';
import type { Bilingual, Locale } from '../time/locale.ts';
import type { Command } from './command.ts';
import type { RpcMethods } from './rpc-method.ts';
import type { TaskHandler } from './task.ts';

export interface Feature {
  /** For messages about it: "newsroom". */
  readonly name: string;
  /** The turns that it prepares, or performs without the agent, keyed by profile (`prompts/registry.json`). */
  readonly profiles?: Readonly<Record<string, TurnProfileHandler>>;
  /** Output schemas that profiles refer to. */
  readonly outputs?: Readonly<Record<string, OutputShape>>;
  /** Profiles list the tools that their turns may call. */
  readonly tools?: readonly Tool[];
  /**
   * Adds its tools to the turns of profiles in `prompts/registry.json`, with a maximum number of calls: `{ chat: {
   * tide: 2 } }`. The registry's own entry for a tool takes precedence.
   */
  readonly offers?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly commands?: readonly Command[];
  /** Keyed by name: `brief.run`. */
  readonly methods?: RpcMethods;
  /** Handlers of durable tasks, by task name: `newsroom.batch`. */
  readonly tasks?: readonly TaskHandler[];
  /** What this feature adds to the prompt of every turn of a session. */
  readonly setting?: (session: SessionKey) => Promise<Setting>;
  /** Lines for `/session status`. */
  readonly status?: (session: SessionKey, locale: Locale) => Promise<readonly string[]>;
  /** Add its metrics for Prometheus to this desk's registry; called once. */
  measure?(registry: Registry): void;
  /** Resume earlier work; called after interrupted turns are recovered and before anything new is accepted. */
  start?(): Promise<void>;
  /** Stop working while turns are ended. Resolves when nothing is running. Also called if it was never started. */
  stop?(): Promise<void>;
  /** Release resources, after all turns have ended and all messages are sent. */
  close?(): Promise<void>;
}

export interface TurnProfileHandler {
  /** Gather input before the turn is submitted, outside its lane. May be called again after a restart. */
  readonly prepare?: (turn: Turn, signal: AbortSignal) => Promise<void>;
  /** Perform the turn instead of the agent, and settle the pass. */
  readonly perform?: (pass: Pass) => Promise<void>;
  /** A message shows its progress (`progress.ts`); the turn's result replaces it. */
  readonly showsProgress?: true;
  /** For the people who may choose it for a job: what such a job does, and how they speak of it; absent where nobody may. */
  readonly forJobs?: { readonly about: Bilingual; readonly words?: ProfileWords };
  /** How long such a turn may take where its job doesn't say; `DEFAULT_TIMEOUT_MS` by default. */
  readonly timeoutMs?: number;
}

export interface Setting {
  /** Values for the system prompt. */
  readonly values: Readonly<Record<string, string>>;
  /** The same as data, for the desk model. */
  readonly material: Readonly<Record<string, unknown>>;
}
