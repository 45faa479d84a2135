/**
 * Receipts: one for each attempt at a model, successful or not. They say what was spent, on what, and how it went.
 */
import type { Asker, ModelErrorCode, Task } from './chat-model.ts';

export interface Receipt {
  readonly atMs: number;
  readonly task: Task;
  readonly provider: string;
  readonly model: string;
  /** Which of a provider's keys, by its number from 1; never the key. */
  readonly profile?: number;
  /** Tokens as the provider counted them; absent where it didn't say. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Tokens that count against budgets: the provider's, or an estimate, never zero for a language model. */
  readonly countedTokens: number;
  /** US dollars for the counted tokens, by the price table; absent where the table doesn't know the model. */
  readonly costUsd?: number;
  readonly latencyMs: number;
  readonly outcome: 'ok' | 'length' | 'blocked' | 'aborted' | ModelErrorCode;
  /** A sentence about what went wrong. */
  readonly error?: string;
  readonly turn?: string;
  readonly run?: string;
  readonly session?: string;
  readonly asker?: Asker;
}

/** What was spent since a moment, by provider and model. */
export interface Spent {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly countedTokens: number;
  readonly costUsd: number;
  /** Calls of models whose price nobody knows. */
  readonly unpriced: number;
}

/** Which receipts are summed up: of one run, or of a time; of these all, those of one asker, or of anybody's. */
export type SpentOf =
  { readonly run: string } | { readonly sinceMs: number; readonly beforeMs?: number; readonly by?: SpentBy };

export type SpentBy = { readonly person: string } | { readonly place: string } | 'anybody';

/** Receipts at rest. */
export interface ReceiptBook {
  write(receipt: Receipt): Promise<void>;
  spent(of: SpentOf): Promise<Spent[]>;
  /** In the order of writing, the last first. */
  newest(limit: number): Promise<Receipt[]>;
}

/** Small facts about providers that survive a restart: which key rests until when. */
export interface ModelState {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** Whether an attempt is one of those that are summed up. */
export function isAskedBy({ asker }: Pick<Receipt, 'asker'>, by: SpentBy): boolean {
  if (!asker || by === 'anybody') return asker !== undefined;
  return 'person' in by ? asker.person === by.person : asker.place === by.place;
}
