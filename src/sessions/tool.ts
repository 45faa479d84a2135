import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { SessionKey } from './key.ts';
import type { OpButton } from './op.ts';
import type { EffectMark } from './turn-book.ts';
import type { Turn } from './turn.ts';

/**
 * A tool: an action that a turn may take, with arguments written by a model.
 *
 * It checks the actor's rights itself, awaits neither a turn nor a task, and answers with JSON. A mutating tool
 * passes `mark(...)` to the port that it changes, which writes effect and mark in one transaction. A result with `todo`
 * says that nothing is done yet, and what the model has to do first. A `ToolRefusal`
 * becomes a result that the model reads; any other error is a fault of the desk.
 */
export interface Tool<Args = unknown> {
  readonly name: string;
  readonly description: string;
  readonly args: z.ZodType<Args>;
  /** It only reads: several such calls of one reply may run in parallel. */
  readonly parallel?: true;
  /** Repeating the call may give another result later in the turn, so a repetition is not counted as a loop. */
  readonly mayRepeat?: true;
  /** Fields of its results with text from outside; models get them fenced, as material. */
  readonly outside?: readonly string[];
  /**
   * For the desk model, which reads no description: the arguments with which the tool answers this question, undefined where
   * it is none of the tool's. Its result then has `text`, the answer in the language of the question.
   */
  asked?(said: string): Args | undefined;
  run(args: Args, context: ToolContext): Promise<unknown>;
}

export interface ToolContext {
  readonly turn: Turn;
  readonly session: SessionKey;
  readonly actor: Actor;
  /**
   * What the person said themselves in this turn, and where that is only a "yes", what it was said to (`agreedTo`); empty for
   * a turn that no person started.
   */
  readonly said: string;
  /** What the same person said to the desk in this conversation during the 15 minutes before. */
  readonly saidBefore: string;
  /** The turn that answered the last of that; absent where they said nothing, or it is not known any more. */
  readonly answeredIn?: string | undefined;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** The mark of one effect, with its description. */
  mark(what: string): EffectMark;
  /** Values that this turn's tools have kept so far. */
  readonly kept: readonly unknown[];
  /**
   * Keep a value (JSON) for the caller of the turn, who finds it in `TurnEnd.kept`. Not an effect; it is undone
   * with the turn.
   */
  keep(value: unknown): void;
  /** Put a button under this turn's answer. */
  offer(button: OpButton): void;
}

/** A sentence for the model that says why nothing was done. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  /** The call doesn't count against the turn's limit. The tool itself limits how often this happens. */
  readonly isFree: boolean;

  /** The same sentence in Chinese, where people see it verbatim. */
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
