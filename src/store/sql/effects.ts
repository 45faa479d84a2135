import { StaleTurn } from '../../sessions/turn-book.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { Transaction } from './sql.ts';

/**
 * Mark a tool's effect inside the effect's own transaction.
 * @throws StaleTurn when the turn is no longer running under the mark's fence: then nothing is changed.
 */
export async function markEffect(tx: Transaction, mark: EffectMark | undefined): Promise<void> {
  if (!mark) return;
  const running = await tx.get(
    `SELECT 1 FROM turns WHERE id = ? AND state = 'running' AND fence = ?`,
    mark.turn,
    mark.fence,
  );
  if (!running) throw new StaleTurn(mark.turn);
  await tx.run(
    `INSERT INTO effects (turn, n, what, at) VALUES (?, ?, ?, ?)`,
    mark.turn,
    mark.n,
    mark.what,
    mark.atMs,
  );
}
