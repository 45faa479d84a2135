import type { Readable, Writable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read-config.ts';

/** The command line's connection to the outside; tests pass their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly input: Readable;
  /** Raw output for a protocol, written unchanged. */
  readonly output: Writable;
  /** Whether a person types and reads. */
  readonly atTerminal: boolean;
  /** Print one or more lines. */
  out(text: string): void;
  /** Print Markdown, rendered for a person. The program sets it, based on `out`. */
  show?(text: string): void;
  /** Resolves once a slow reader has taken most of the output; await it when printing much. */
  drained(): Promise<void>;
  /** Print one line about a problem. */
  warn(text: string): void;
  /** @returns a function that stops listening. */
  onSignal(listener: () => void): () => void;
  /**
   * Unhandled errors; the listener decides what happens to the process. @returns a function that stops listening.
   */
  onStrayError(listener: (error: unknown) => void): () => void;
  exit(code: number): void;
  /** From now on the process goes on though nobody reads its output any more. */
  outliveReader?(): void;
  /** The process lasts for days and is idle most of them: from now on memory is worth more than speed. */
  saveMemory?(): void;
  /**
   * Run this program with other arguments in a process of its own, which outlives this one and its shell. Its
   * output is appended to two files. @returns its process id.
   */
  launch(args: readonly string[], logs: { readonly out: string; readonly err: string }): number;
}

/** The settings; warnings are printed once. @throws ConfigError */
export function configOf(world: World): Config {
  const { config, warnings } = readConfig(world.env, world.cwd);
  for (const warning of warnings) world.warn(`warning: ${warning}`);
  return config;
}
