import type { z } from 'zod';
import type { Turn, TurnEnd } from './turn.ts';

/** The structured result of turns of a profile: its schema, and the turn's status when the value is valid. */
export interface OutputShape<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  /** The schema given to the model, where the parser accepts more than the model has to fill in. */
  readonly asked?: z.ZodType;
  /** What the turn's tools did is its result: it has not failed where only the value is missing. */
  readonly standsByTools?: true;
  end(value: Value, turn: Turn): Pick<TurnEnd, 'status' | 'summary' | 'value'>;
}

/** Forget the type of a shape, so that shapes of several types fit into one table. */
export function outputShape<Value>(shape: OutputShape<Value>): OutputShape {
  return shape as OutputShape;
}
