import { StaleTurn } from '../../sessions/turn-book.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { Statements } from './statements.ts';

/**
 * Mark a tool's effect inside the effect's own transaction.
 * @throws StaleTurn when the turn is no longer running under the mark's fence: then nothing is changed.
 */
export function markEffect(sql: Statements, mark: EffectMark | undefined): void {
  if (!mark) return;
  const running = sql.get(
    `SELECT 1 FROM turns WHERE id = ? AND state = 'running' AND fence = ?`,
    mark.turn,
    mark.fence,
  );
  if (!running) throw new StaleTurn(mark.turn);
  sql.run(
    `INSERT INTO effects (turn, n, what, at) VALUES (?, ?, ?, ?)`,
    mark.turn,
    mark.n,
    mark.what,
    mark.atMs,
  );
}
