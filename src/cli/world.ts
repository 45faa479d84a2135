import type { Readable, Writable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';

/** What the command line sees and touches outside itself; a test brings its own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly input: Readable;
  /** Where a protocol is spoken: what is written here is nobody's to tidy up. */
  readonly output: Writable;
  /** Whether a person types and reads. */
  readonly atTerminal: boolean;
  /** One or more lines for whoever asked. */
  out(text: string): void;
  /** The same for Markdown: rendered where a person reads. Brought by the program, over `out`. */
  show?(text: string): void;
  /** Resolves once a slow reader has taken most of what was said: whoever says much waits for it. */
  drained(): Promise<void>;
  /** One line about what went wrong, or may. */
  warn(text: string): void;
  /** @returns how to stop listening. */
  onSignal(listener: () => void): () => void;
  /** Errors that nobody waited for; whoever listens decides what becomes of the process. @returns how to stop. */
  onStrayError(listener: (error: unknown) => void): () => void;
  exit(code: number): void;
  /**
   * Run this program with other arguments in a process of its own, which outlives this one and its shell. What it says
   * is appended to two files. @returns its process id.
   */
  launch(args: readonly string[], logs: { readonly out: string; readonly err: string }): number;
}

/** The settings; what is odd about them is said once. @throws ConfigError */
export function configOf(world: World): Config {
  const { config, warnings } = readConfig(world.env, world.cwd);
  for (const warning of warnings) world.warn(`warning: ${warning}`);
  return config;
}
