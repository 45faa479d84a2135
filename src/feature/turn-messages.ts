import { replyOps } from '../agent/reply-ops.ts';
import type { NewOp } from '../sessions/op.ts';
import { showsProgress } from '../sessions/progress.ts';
import type { Turn, TurnEnd } from '../sessions/turn.ts';
import type { Features } from './features.ts';

/** What the end of a turn posts: its answer, in place of the message that showed its progress where there is one. */
export function turnMessages(turn: Turn, end: TurnEnd, features: Pick<Features, 'handlerOf'>): NewOp[] {
  if (turn.compaction) return [];
  const isShown = features.handlerOf(turn.profile)?.showsProgress === true && showsProgress(turn);
  return replyOps(turn, end, { inPlace: isShown && end.progressLost !== true });
}
