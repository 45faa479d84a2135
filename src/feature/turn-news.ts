import type { Logger } from 'pino';
import type { TurnNews } from '../sessions/turn-news.ts';
import type { News } from './news.ts';

/** A turn's news, as the gateway's events. Nobody waits for a summary, and nobody sees it: it is in the log alone. */
export function publishTurn(told: TurnNews, news: Pick<News, 'publish'>, log: Logger): void {
  const { turn, state } = told;
  const status = told.state === 'finished' ? told.end.status : undefined;
  if (turn.compaction) {
    if (told.state === 'finished')
      log.info({ module: 'sessions', lane: turn.lane, status, error: told.end.error }, 'memory summed up');
    return;
  }
  news.publish('turn', {
    turnId: turn.id,
    sessionKey: turn.session,
    kind: turn.kind,
    state,
    ...(status !== undefined && { status }),
  });
}
