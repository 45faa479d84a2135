import type { PerformTurn } from '../../src/sessions/perform.ts';

/**
 * A performer that never ends. A desk "dies" in it only once `performing` is true: before that the trigger is still
 * being flushed, and the stores of a test would go on writing, which no dead desk does.
 */
export function stuckTurn() {
  let performing = false;
  const perform: PerformTurn = () => {
    performing = true;
    return new Promise(() => {});
  };
  return { perform, performing: () => performing };
}
