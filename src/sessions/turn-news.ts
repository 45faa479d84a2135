/** What becomes of a turn, as the desk is told. */
import type { DroppedRetry } from './turn-book.ts';
import type { Turn, TurnEnd } from './turn.ts';

export type TurnNews =
  | { readonly state: 'queued' | 'deferred' | 'running'; readonly turn: Turn }
  | {
      readonly state: 'finished';
      readonly turn: Turn;
      readonly end: TurnEnd;
      /** The turn's end replaced another attempt that its job was waiting for. */
      readonly dropped?: DroppedRetry;
    };
