/** Receipts: one per attempt at a model, successful or not. They record what was spent, on what, and the outcome. */
import type { Asker, ModelErrorCode, Task } from './chat-model.ts';

export interface Receipt {
  readonly atMs: number;
  readonly task: Task;
  readonly provider: string;
  readonly model: string;
  /** Which of the provider's keys was used, counted from 1; never the key. */
  readonly profile?: number;
  /** The provider's count of tokens; absent when it gave none. */
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Tokens that count against budgets: the provider's count or an estimate, never zero for a language model. */
  readonly countedTokens: number;
  /** US dollars for the counted tokens; absent when the model has no known price. */
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

/** What was spent since a time, by provider and model. */
export interface Spent {
  readonly provider: string;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly countedTokens: number;
  readonly costUsd: number;
  /** Calls of models without a known price. */
  readonly unpriced: number;
}

/** Which receipts to sum up: those of a run or of a period; all of them, one asker's, or any asker's. */
export type SpentOf =
  { readonly run: string } | { readonly sinceMs: number; readonly beforeMs?: number; readonly by?: SpentBy };

export type SpentBy = { readonly person: string } | { readonly place: string } | 'anybody';

/** Where receipts are stored. */
export interface ReceiptBook {
  write(receipt: Receipt): Promise<void>;
  spent(of: SpentOf): Promise<Spent[]>;
  /** Last written first. */
  newest(limit: number): Promise<Receipt[]>;
}

/** Small facts about providers that survive a restart, such as which key rests until when. */
export interface ModelState {
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
}

/** Whether an attempt belongs to the given asker. */
export function isAskedBy({ asker }: Pick<Receipt, 'asker'>, by: SpentBy): boolean {
  if (!asker || by === 'anybody') return asker !== undefined;
  return 'person' in by ? asker.person === by.person : asker.place === by.place;
}
