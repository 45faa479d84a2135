import { channelOf, chatIdOf } from '../../sessions/key.ts';
import type { Turn } from '../../sessions/turn.ts';
import { addEvent } from './event-rows.ts';
import { insertOps } from './op-rows.ts';
import type { Statements } from './statements.ts';

/** Say where a job's session is that the job was paused; an isolated job's is told to the session it announces to. */
export function tellOfPause(
  sql: Statements,
  { id, session, run }: Turn,
  notice: string,
  nowMs: number,
): void {
  if (channelOf(session) === 'cron') {
    if (run?.announce) addEvent(sql, run.announce.session, { id: `paused:${id}`, text: notice, atMs: nowMs });
    return;
  }
  const key = `${id}/paused`;
  const record = { v: 1 as const, id: key, ts: nowMs, role: 'system' as const, content: notice };
  const spec = { kind: 'post' as const, channel: { id: chatIdOf(session) }, text: notice };
  insertOps(sql, [{ key, lane: session, spec, record }], { turn: id, state: 'held' });
}
