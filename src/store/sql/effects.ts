import { StaleTurn } from '../../sessions/turn-book.ts';
import type { EffectMark } from '../../sessions/turn-book.ts';
import type { Transaction } from './sql.ts';

/**
 * Record a tool's effect in the transaction of the effect itself.
 * @throws StaleTurn when the turn no longer runs with the mark's fence; then the transaction must not commit.
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
