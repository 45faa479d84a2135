import type { z } from 'zod';
import type { Turn, TurnEnd } from './turn.ts';

/** A value that turns of some profile end with: its schema, and how the turn has ended when it is valid. */
export interface OutputShape<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  /** What a model is asked for, where more is understood than it has to fill in. */
  readonly asked?: z.ZodType;
  end(value: Value, turn: Turn): Pick<TurnEnd, 'status' | 'summary' | 'value'>;
}

/** Forget the type of a shape, so that shapes of several types fit into one table. */
export function outputShape<Value>(shape: OutputShape<Value>): OutputShape {
  return shape as OutputShape;
}
