/** What is asked when the next slot of a job is to be skipped, and what came of it. */
import type { EffectMark } from '../sessions/turn-book.ts';
import type { SlotTerms } from './spread.ts';

export interface SkipRequest {
  /** Who wants it, by name. */
  readonly by: string;
  readonly because?: string | undefined;
  /** Take back the latest skip instead. */
  readonly undo?: boolean | undefined;
  /** With `undo`: only if this is the slot. */
  readonly slotMs?: number | undefined;
  /** Of the turn that asks: kept in the same transaction. */
  readonly mark?: EffectMark | undefined;
}

export interface SkipTerms extends SlotTerms {
  readonly nowMs: number;
}

/** A slot in the ledger that was skipped before it came. */
export interface SkippedSlot {
  readonly jobId: string;
  readonly runId: string;
  readonly slotMs: number;
  /** Who skipped it, and why: "skipped by Ann: holiday". */
  readonly because: string;
}

/** What was skipped, or taken back. */
export type Skipped = Omit<SkippedSlot, 'jobId'>;
