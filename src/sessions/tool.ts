import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { SessionKey } from './key.ts';
import type { OpButton } from './op.ts';
import type { EffectMark } from './turn-book.ts';
import type { Turn } from './turn.ts';

/**
 * A tool: something that a turn may do, with arguments that a model wrote.
 *
 * It checks the actor's rights itself, awaits neither a turn nor the newsroom's line, and answers with JSON. A
 * mutating tool passes `mark(...)` to the port that it changes, which writes effect and mark in one transaction.
 * A `ToolRefusal` becomes a result that the model reads; whatever else it throws is a fault of the desk.
 */
export interface Tool<Args = unknown> {
  readonly name: string;
  readonly description: string;
  readonly args: z.ZodType<Args>;
  /** It only reads: several such calls of one reply may run side by side. */
  readonly parallel?: true;
  /** The same call may have another result later in the turn: it is no sign that a model goes round in circles. */
  readonly mayRepeat?: true;
  /** Fields of its results whose text is from outside: a model is given them as material, in a fence. */
  readonly outside?: readonly string[];
  run(args: Args, context: ToolContext): Promise<unknown>;
}

export interface ToolContext {
  readonly turn: Turn;
  readonly session: SessionKey;
  readonly actor: Actor;
  /** What the person of this turn has said in it, themselves; empty for a turn that no person began. */
  readonly said: string;
  /** What the same person said to the desk in this conversation in the quarter of an hour before. */
  readonly saidBefore: string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** The mark of one effect, said in words. */
  mark(what: string): EffectMark;
  /** What this turn's tools have put aside so far. */
  readonly kept: readonly unknown[];
  /** Put a value aside (JSON): whoever asked for the turn finds it in its end (`TurnEnd.kept`). No effect, and undone with the turn. */
  keep(value: unknown): void;
  /** Put a button under the answer of this turn. */
  offer(button: OpButton): void;
}

/** A sentence for the model about why nothing was done. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  /** The call is none of those that the turn may make. The tool itself sees to it that this has an end. */
  readonly isFree: boolean;

  /** The same sentence for a reader of Chinese, where it is said to people as it stands. */
  readonly zh: string | undefined;

  constructor(
    message: string,
    { isFree = false, zh, ...options }: ErrorOptions & { readonly isFree?: boolean; readonly zh?: string } = {},
  ) {
    super(message, options);
    this.isFree = isFree;
    this.zh = zh;
  }
}

/** Keep a tool's argument type where tools of many types are listed together. */
export function tool<Args>(definition: Tool<Args>): Tool {
  return definition as Tool;
}
